"""Abandon a table for lack of time: the event's rule decides how its missing deals count."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Event, EventChangeKind, Round, Table
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, request_standings
from tournaments.services.rounds.decision_guards import refuse_not_open
from tournaments.services.rounds.lifecycle import is_full
from tournaments.services.rounds.two_tables import lock_club, players_at, refuse_seated_elsewhere
from tournaments.services.sheets.write_guard import lock_played, lock_undecided


@transaction.atomic
def abandon_table(*, table: Table, by: Author) -> Table:
    """Abandon the table; deals that its phones still send wait for the director.

    Raises NotPossible: `broken_off_already`, `table_complete`, `round_not_open`, `event_closed`,
    `signed_off`, `round_draft`.
    """
    event, table = lock_played(table)
    refuse_not_open(table.round)
    return abandon_locked(event, table, by)


def abandon_locked(event: Event, table: Table, by: Author) -> Table:
    """Abandon a locked table. Raises NotPossible (`broken_off_already`, `table_complete`)."""
    if table.is_broken_off:
        message = gettext("Table %(table)s is already abandoned.")
        raise NotPossible("broken_off_already", message % {"table": table.number})
    if is_full(event, table):
        message = gettext("Table %(table)s has no deals left to play, so it cannot be abandoned.")
        raise NotPossible("table_complete", message % {"table": table.number})
    return set_abandoned(table, True, by)


@transaction.atomic
def resume_table(*, table: Table, by: Author) -> Table:
    """Resume an abandoned table of an open round.

    Raises NotPossible (`round_not_open`, `not_broken_off`, `sits_at_two_tables`) and as above.
    """
    event, table = lock_played(table)
    refuse_not_open(table.round)
    if not table.is_broken_off:
        message = gettext("Table %(table)s is not abandoned.")
        raise NotPossible("not_broken_off", message % {"table": table.number})
    lock_club(event)
    refuse_seated_elsewhere(table, players_at(table))
    return set_abandoned(table, False, by)


@transaction.atomic
def abandon_tables(*, round: Round, numbers: Collection[int], by: Author) -> Sequence[Table]:
    """Abandon these tables of a round, all or none; of a closed one, only what was played counts then.

    Raises as `abandon_table`, but for `round_not_open`.
    """
    lock_undecided(round.event)
    tables = round.tables.filter(number__in=numbers).select_related("round__event").order_by("number")
    return [abandon_locked(*lock_played(table), by) for table in tables]


def set_abandoned(table: Table, is_abandoned: bool, by: Author) -> Table:
    """Store the state, with the number of deals counted in the history."""
    table.is_broken_off = is_abandoned
    table.save(update_fields=["is_broken_off"])
    counted = sum(table.parts.values_list("deals_counted", flat=True))
    facts: dict[str, Any] = {
        "round": table.round.number,
        "table": table.number,
        "is_broken_off": is_abandoned,
    }
    append_event_entry(table.round.event, EventChangeKind.BROKEN_OFF, by=by, deals=counted, **facts)
    request_standings(table.round.event)
    return table
