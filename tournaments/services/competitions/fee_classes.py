"""The classes of fees: none goes while somebody pays as it."""

from collections.abc import Collection

from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from tournaments.models import Event


def refuse_gone(event: Event, gone: Collection[str]) -> None:
    """Raise NotPossible (`fee_class_gone`) if somebody pays as one of these classes, which go."""
    for entrant in event.entrants.filter(fee_class__in=gone).select_related("player").order_by("number")[:1]:
        message = gettext("%(name)s pays as “%(fee)s”, which would have no fee. Change that first.")
        values = {"name": entrant.player.name, "fee": entrant.get_fee_class_display()}
        raise NotPossible("fee_class_gone", message % values)
