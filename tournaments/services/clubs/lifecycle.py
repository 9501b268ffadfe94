"""The beginning of a club and its free address; its emblem."""

import hashlib
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Club, Emblem, Event, Member, Role, Series, User
from tournaments.models.lengths import longest
from tournaments.services.history.club_history import raise_club_revision
from tournaments.storage.uploads.pictures import stored_picture

LENGTH, MARK = 60, 5  # letters of a name in an address, and of what tells two addresses apart
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "æ": "ae", "å": "aa"})
Row = TypeVar("Row", Club, Event, Series)


@transaction.atomic
def create_club(*, name: str, owner: User) -> Club:
    """Create a club, owned by `owner`."""
    club = insert_with_free_slug(Club(name=name), name, fallback="club")
    Member.objects.create(club=club, user=owner, role=Role.OWNER)
    return club


def free_slug(model: type[Model], name: str, *, fallback: str) -> str:
    """Return a slug that no other object of the model has, from a name in any script."""
    length = min(LENGTH, longest(model, "slug") - MARK)
    slug = slug_of(name)[:length] or fallback
    while model._base_manager.filter(slug=slug).exists():
        slug = f"{slug[:length]}-{get_random_string(MARK - 1, LETTERS)}"
    return slug


def insert_with_free_slug(row: Row, name: str, *, fallback: str) -> Row:
    """Insert a row under a slug made from a name, or under another one if that is taken meanwhile."""
    while True:
        slug = free_slug(type(row), name, fallback=fallback)
        try:
            return insert_with_slug(row, slug)
        except NotPossible:
            continue


def insert_with_slug(row: Row, slug: str) -> Row:
    """Insert a row under this slug. Raises NotPossible (`slug_taken`)."""
    row.slug = slug
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as error:
        if not type(row)._base_manager.filter(slug=slug).exists():
            raise
        message = gettext("The address “%(slug)s” is taken; choose another one.")
        raise NotPossible("slug_taken", message % {"slug": slug}) from error
    return row


def slug_of(name: str) -> str:
    """Transliterate the name to ASCII if that loses no letter, else keep its own script.

    >>> slug_of("Möwe Süderbrarup, Café"), slug_of("秋のフィプセン")
    ('moewe-suederbrarup-cafe', '秋のフィプセン')
    """
    own = slugify(name.lower().translate(SPELLED_OUT), allow_unicode=True)
    plain = slugify(own)
    return plain if len(plain) == len(own) else own


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
