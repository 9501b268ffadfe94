"""Breaking a table off for lack of time: the event's rule says what becomes of the deals it misses."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.models import EventEntryKind, Round, Table
from tournaments.services.decided import lock_played, lock_undecided, refuse_not_open
from tournaments.services.event_history import append_event_entry
from tournaments.services.history import Author, mark_standings
from tournaments.services.rounds import is_full


@transaction.atomic
def break_off_table(*, table: Table, by: Author) -> Table:
    """The table plays no further deal; what its phones still send waits for the director.

    Raises NotPossible: `broken_off_already`, `table_complete`, `round_not_open`, `event_closed`,
    `signed_off`, `round_draft`.
    """
    event, table = lock_played(table)
    refuse_not_open(table.round)
    if table.is_broken_off:
        message = gettext("Table %(table)s is broken off already.")
        raise NotPossible("broken_off_already", message % {"table": table.number})
    if is_full(event, table):
        message = gettext("Table %(table)s has no deal left to play; there is nothing to break off.")
        raise NotPossible("table_complete", message % {"table": table.number})
    return set_broken_off(table, True, by)


@transaction.atomic
def take_up_table(*, table: Table, by: Author) -> Table:
    """Let a table that was broken off play on. Raises NotPossible (`not_broken_off`) and as above."""
    _, table = lock_played(table)
    if not table.is_broken_off:
        message = gettext("Table %(table)s is not broken off.")
        raise NotPossible("not_broken_off", message % {"table": table.number})
    return set_broken_off(table, False, by)


@transaction.atomic
def break_off_tables(*, round: Round, numbers: Collection[int], by: Author) -> Sequence[Table]:
    """Break off these tables of a round, all or none. Raises as `break_off_table`."""
    lock_undecided(round.event)
    tables = round.tables.filter(number__in=numbers).select_related("round__event").order_by("number")
    return [break_off_table(table=table, by=by) for table in tables]


def set_broken_off(table: Table, is_broken_off: bool, by: Author) -> Table:
    """Say so, with how far the table is."""
    table.is_broken_off = is_broken_off
    table.save(update_fields=["is_broken_off"])
    counted = sum(table.parts.values_list("deals_counted", flat=True))
    facts: dict[str, Any] = {
        "round": table.round.number,
        "table": table.number,
        "is_broken_off": is_broken_off,
    }
    append_event_entry(table.round.event, EventEntryKind.BROKEN_OFF, by=by, deals=counted, **facts)
    mark_standings(table.round.event)
    return table
