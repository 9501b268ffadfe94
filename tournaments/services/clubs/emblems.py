"""The emblem of a club: one picture, replaced or removed by its owners."""

import hashlib

from django.db import transaction

from tournaments.models import Club, Emblem
from tournaments.services.history.club_history import raise_club_revision
from tournaments.storage.uploads.pictures import stored_picture


def set_emblem(*, club: Club, content: bytes) -> Emblem:
    """Store an uploaded picture as the emblem; it replaces another one.

    It is drawn before anything is locked. Raises NotPossible: `picture_too_large`, `picture_unreadable`,
    `picture_too_wide`, `picture_animated`.
    """
    picture = stored_picture(content)
    values = {"picture": picture, "digest": hashlib.sha256(picture).hexdigest()}
    with transaction.atomic():
        emblem, _ = Emblem.objects.update_or_create(club=club, defaults=values)
        raise_club_revision(club.pk)
    return emblem


@transaction.atomic
def remove_emblem(*, club: Club) -> None:
    """Remove the emblem; nothing happens if there is none."""
    Emblem.objects.filter(club=club).delete()
    raise_club_revision(club.pk)
