"""Undo an earlier decision of the director: an adjustment, or a ruling on a deal."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from tournaments.models import Adjustment, EventChangeKind, Ruling
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, request_standings
from tournaments.services.sheets.write_guard import lock_played, lock_undecided


@transaction.atomic
def undo_decision(*, decision: Adjustment | Ruling, by: Author) -> None:
    """Undo an adjustment, or a ruling: the deal counts as recorded. Both stay in the history.

    Raises NotPossible: `undone_already`, `event_closed`, `signed_off`, and for a ruling as `lock_played`.
    """
    if isinstance(decision, Ruling):
        event, _ = lock_played(decision.deal.table)
    else:
        event = lock_undecided(decision.event)
    decision.refresh_from_db()
    if decision.is_undone:
        raise NotPossible("undone_already", already_words(decision))
    decision.is_undone = True
    decision.save(update_fields=["is_undone"])
    facts: dict[str, Any] = {"ruling" if isinstance(decision, Ruling) else "adjustment": decision.pk}
    append_event_entry(event, EventChangeKind.TAKEN_BACK, by=by, **facts)
    request_standings(event)


def already_words(decision: Adjustment | Ruling) -> str:
    """Say that a decision was undone before."""
    if isinstance(decision, Ruling):
        return gettext("This ruling has already been undone.")
    return gettext("This adjustment has already been undone.")
