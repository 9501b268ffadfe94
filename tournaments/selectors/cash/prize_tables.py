"""Prize tables with names: who chooses, what they took, what is left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.competitions.prizes import PrizeTable, Turn
from tournaments.models import Event
from tournaments.selectors.cash.cash_desk import given_prizes, paid_of, things_given
from tournaments.selectors.cash.prize_plan import PrizePlan, has_prizes, outcome_of, ranks_of
from tournaments.wording.names import name_of


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
    event: Event, tables: Sequence[PrizeTable], names: Mapping[int, str] | None
) -> list[TableSeen]:
    """Return prize tables; their turns only with `names` by start number. One query, none without a table."""
    titles = dict(event.competitions.values_list("number", "name")) if tables else {}
    return [
        TableSeen(
            titles.get(table.competition or 0, ""),
            [] if names is None else [(names.get(turn.entrant, ""), turn) for turn in table.turns],
            table.left,
        )
        for table in tables
    ]


def tables_of_plan(event: Event, plan: PrizePlan) -> list[TableSeen]:
    """Return the prize tables as organisers read them; no query without one, two at most."""
    entrants = event.entrants.select_related("player", "partner") if plan.tables else ()
    return tables_seen(event, plan.tables, {each.number: name_of(each) for each in entrants})


def tables_shown(event: Event, rows: Sequence[Mapping[str, Any]], *, is_final: bool) -> list[TableSeen]:
    """Return the prize tables as the hall reads them, names as in these rows, and only of final results.

    Before that, and while results are secret, only the things. No query for an event without prizes.
    """
    if not has_prizes(event):
        return []
    outcome = outcome_of(event, ranks_of(event), paid_of(event), things_given(given_prizes(event)))
    may_name = is_final and not event.is_frozen
    return tables_seen(
        event, outcome.tables, {row["number"]: row["name"] for row in rows} if may_name else None
    )
