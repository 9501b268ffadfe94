"""The beginning of a club."""

from django.db import transaction

from tournaments.models import Club, Member, Role, User
from tournaments.services.clubs.slugs import insert_with_free_slug


@transaction.atomic
def create_club(*, name: str, owner: User) -> Club:
    """Create a club, owned by `owner`."""
    club = insert_with_free_slug(Club(name=name), name, fallback="club")
    Member.objects.create(club=club, user=owner, role=Role.OWNER)
    return club
