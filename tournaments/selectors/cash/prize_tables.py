"""Prize tables with names: who chooses, what they took, what is left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.competitions.prizes import PrizeTable, Turn
from tournaments.models import Event
from tournaments.selectors.cash.cash_desk import given_prizes, paid_of, things_given
from tournaments.selectors.cash.prize_plan import has_prizes, outcome_of, ranks_of


@dataclass(frozen=True, slots=True)
class TableSeen:
    """A prize table with names: `turns` are pairs of name and turn, `left` what is still there."""

    title: str
    turns: Sequence[tuple[str, Turn]]
    left: Sequence[str]

    @property
    def waiting(self) -> Sequence[tuple[str, Turn]]:
        """Return those who have not chosen, in their order."""
        return [(name, turn) for name, turn in self.turns if not turn.thing]


def tables_seen(
    tables: Sequence[PrizeTable], titles: Mapping[int, str], names: Mapping[int, str] | None
) -> list[TableSeen]:
    """Return prize tables by their titles; their turns only with `names` by start number."""
    return [
        TableSeen(
            titles.get(table.competition or 0, ""),
            [] if names is None else [(names.get(turn.entrant, ""), turn) for turn in table.turns],
            table.left,
        )
        for table in tables
    ]


def tables_shown(event: Event, rows: Sequence[Mapping[str, Any]], *, is_final: bool) -> list[TableSeen]:
    """Return the prize tables as the hall reads them, names as in these rows, and only of final results.

    Before that, and while results are secret, only the things. No query for an event without prizes.
    """
    if not has_prizes(event):
        return []
    outcome = outcome_of(event, ranks_of(event), paid_of(event), things_given(given_prizes(event)))
    may_name = is_final and not event.is_frozen
    names = {row["number"]: row["name"] for row in rows} if may_name else None
    return tables_seen(outcome.tables, outcome.names, names)
