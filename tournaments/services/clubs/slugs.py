"""Slugs made from names: readable on a projected page and easy to type on any keyboard."""

from typing import TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from tournaments.models import Club, Event, Series
from tournaments.models.lengths import longest

LENGTH, MARK = 60, 5  # letters of a name in an address, and of what tells two addresses apart
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "æ": "ae", "å": "aa"})

Row = TypeVar("Row", Club, Event, Series)


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
