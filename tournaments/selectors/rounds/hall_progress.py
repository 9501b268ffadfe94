"""How far a hall is: the deals of a round in play, and of each table as a part of a ring."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.selectors.rounds.progress import RoundProgress, TableProgress

RING = 50.27  # the length of a ring of radius 8, which `_hall_progress.html` draws
MOST_RINGS = 40  # beyond them, the numbers alone


@dataclass(frozen=True, slots=True)
class TableRing:
    """A table as a ring: how much of it is drawn, in units of its length."""

    table: TableProgress
    drawn: str

    @property
    def is_full(self) -> bool:
        """Return whether nothing is missing at this table."""
        return self.table.is_complete


@dataclass(frozen=True, slots=True, kw_only=True)
class HallProgress:
    """A round in play: deals counted and expected, and its tables."""

    round: int
    counted: int
    expected: int
    complete: int
    tables: Sequence[TableRing]

    @property
    def rings(self) -> Sequence[TableRing]:
        """Return the tables as long as rings are told apart."""
        return self.tables if len(self.tables) <= MOST_RINGS else ()


def hall_progress(rounds: Iterable[RoundProgress]) -> list[HallProgress]:
    """Return the rounds in play whose tables agreed a number of deals; secret ones are left out."""
    return [
        HallProgress(
            round=each.number,
            counted=sum(counted_at(table) for table in each.tables),
            expected=sum(table.deals_expected or 0 for table in each.tables),
            complete=each.tables_complete,
            tables=[TableRing(table, drawn_of(table)) for table in each.tables],
        )
        for each in rounds
        if each.is_open
        and each.tables
        and all(table.deals_expected and not table.is_secret for table in each.tables)
    ]


def counted_at(table: TableProgress) -> int:
    """Return the deals that are done with: all of them at a table that is over."""
    expected = table.deals_expected or 0
    return expected if table.is_complete else min(expected, table.deals_counted)


def drawn_of(table: TableProgress) -> str:
    """Return the drawn part of a table's ring, as SVG takes it."""
    return f"{RING * counted_at(table) / (table.deals_expected or 1):.2f}"
