"""The part of an address that is made from a name: to be read from a wall and typed on any keyboard."""

from django.db.models import Model
from django.utils.crypto import get_random_string
from django.utils.text import slugify

LENGTH = 60
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "æ": "ae", "å": "aa"})


def free_slug(model: type[Model], name: str, *, fallback: str) -> str:
    """A slug that nobody of this kind has yet, from a name in any script."""
    slug = slug_of(name)[:LENGTH] or fallback
    while model._default_manager.filter(slug=slug).exists():
        slug = f"{slug[:LENGTH]}-{get_random_string(4, LETTERS)}"
    return slug


def slug_of(name: str) -> str:
    """The name in plain letters where it can be spelled with them, else in its own.

    >>> slug_of("Möwe Süderbrarup, Café"), slug_of("秋のフィプセン")
    ('moewe-suederbrarup-cafe', '秋のフィプセン')
    """
    own = slugify(name.lower().translate(SPELLED_OUT), allow_unicode=True)
    plain = slugify(own)
    return plain if len(plain) == len(own) else own
