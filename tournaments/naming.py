"""How a player is called where everybody reads it: as he chose, or by his start number once forgotten.

The one function for pages, programs, files and screens. Organisers and the tables themselves see full names.
"""

from unicodedata import east_asian_width

from django.utils.translation import gettext

from tournaments.models import Player, ShownAs

NO_NAME = "–"  # what stands in the place of a forgotten name
WIDE = ("W", "F")
FAMILY_NAME = 2  # letters a Japanese family name usually has; nothing separates it from the given name


def public_name(player: Player, number: int | None = None) -> str:
    """The name as the player wants it shown; `number` is his start number, where he has one."""
    if player.is_forgotten or player.shown_as == ShownAs.NUMBER:
        return number_name(number)
    return short_name(player.name) if player.shown_as == ShownAs.SHORT else player.name


def full_name(player: Player, number: int | None = None) -> str:
    """The whole name, for organisers and tables; a forgotten player has none."""
    return number_name(number) if player.is_forgotten else player.name


def number_name(number: int | None) -> str:
    """What somebody is called who has no name here."""
    return gettext("Number %(number)s") % {"number": number} if number else gettext("without a name")


def short_name(name: str) -> str:
    """`Anna K.`: the first name and the initial of the last; a Japanese name keeps its first two letters."""
    words = name.split()
    if len(words) > 1:
        return f"{words[0]} {words[-1][0]}."
    is_japanese = bool(name) and east_asian_width(name[0]) in WIDE
    return f"{name[:FAMILY_NAME]}…" if is_japanese and len(name) > FAMILY_NAME else name
