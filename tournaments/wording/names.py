"""A player's public name: as the player chose, or the start number once the name was removed.

The only function for pages, API, files and screens. Organisers and tables see full names.
"""

from django.utils.translation import gettext

from tournaments.models import Entrant, Player, ShownAs
from tournaments.wording.person_names import short_name

NO_NAME = "–"  # shown in place of a removed name


def public_name(player: Player, number: int | None = None) -> str:
    """Return the name as the player wants it shown; `number` is their start number, if any."""
    if player.is_forgotten or player.shown_as == ShownAs.NUMBER:
        return number_name(number)
    return short_name(player.name) if player.shown_as == ShownAs.SHORT else player.name


def full_name(player: Player, number: int | None = None) -> str:
    """Return the whole name, for organisers and tables; without a name, the start number."""
    return number_name(number) if player.is_forgotten else player.name


def name_of(entrant: Entrant) -> str:
    """Return one name, or two that share a start number."""
    return f"{entrant.player.name} + {entrant.partner.name}" if entrant.partner else entrant.player.name


def number_name(number: int | None) -> str:
    """Return the designation of a player whose name is not shown."""
    return gettext("Number %(number)s") % {"number": number} if number else gettext("without a name")
