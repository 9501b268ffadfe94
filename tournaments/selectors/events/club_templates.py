"""The templates of a club whose game is installed."""

from rules import GAMES
from tournaments.models import Club, ClubTemplate


def templates_of(club: Club) -> list[ClubTemplate]:
    """Return a club's templates by name; one query."""
    return list(club.templates.filter(game__in=[game.key for game in GAMES]).order_by("name"))


def get_club_template(club: Club, template_id: int) -> ClubTemplate | None:
    """Return a template of the club by ID, or None."""
    return club.templates.select_related("club").filter(pk=template_id).first()
