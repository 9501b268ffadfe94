"""Slugs made from names: readable on a projected page and easy to type on any keyboard."""

from django.db.models import Model
from django.utils.crypto import get_random_string
from django.utils.text import slugify

LENGTH = 60
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "æ": "ae", "å": "aa"})


def free_slug(model: type[Model], name: str, *, fallback: str) -> str:
    """Return a slug that no other object of the model has, from a name in any script."""
    slug = slug_of(name)[:LENGTH] or fallback
    while model._default_manager.filter(slug=slug).exists():
        slug = f"{slug[:LENGTH]}-{get_random_string(4, LETTERS)}"
    return slug


def slug_of(name: str) -> str:
    """Transliterate the name to ASCII if that loses no letter, else keep its own script.

    >>> slug_of("Möwe Süderbrarup, Café"), slug_of("秋のフィプセン")
    ('moewe-suederbrarup-cafe', '秋のフィプセン')
    """
    own = slugify(name.lower().translate(SPELLED_OUT), allow_unicode=True)
    plain = slugify(own)
    return plain if len(plain) == len(own) else own
