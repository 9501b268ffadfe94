"""Whether the players who are present make whole tables of an event's game, and if not, what would."""

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from seating.sizes import NoSuchTables, table_sizes
from tournaments.errors import NotPossible
from tournaments.models import Event
from tournaments.selectors.sheets import game_of, sizes_allowed


def sizes_for(event: Event, players: int) -> list[int]:
    """The sizes of the tables for so many players. Raises NotPossible (`no_such_tables`)."""
    try:
        return table_sizes(players, allowed=sizes_allowed(event), standard=game_of(event).standard_seats)
    except NoSuchTables as error:
        raise NotPossible("no_such_tables", f"{reason(players, error)} {way_out(error)}") from error


def reason(players: int, error: NoSuchTables) -> str:
    """Why it does not work."""
    if not players:
        return gettext("Nobody is present yet.")
    message = ngettext(
        "%(players)s player is present, and tables of %(sizes)s cannot be made of that.",
        "%(players)s players are present, and tables of %(sizes)s cannot be made of that.",
        players,
    )
    sizes = get_text_list([str(size) for size in error.allowed], gettext("or"))
    return message % {"players": players, "sizes": sizes}


def way_out(error: NoSuchTables) -> str:
    """What to do."""
    if error.below is None:
        return gettext("It works with %(above)s players: add some.") % {"above": error.above}
    message = gettext(
        "It works with %(below)s or %(above)s: add players, or untick somebody who sits this round out."
    )
    return message % {"below": error.below, "above": error.above}
