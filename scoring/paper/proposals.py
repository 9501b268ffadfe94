"""Corrections of one cell of a refused line, proposed where the rules leave one or two."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from rules.fields import Field, Kind
from rules.game import Game, Violation
from rules.reading import Refused, fields_by_name, read_record
from scoring.paper.columns import BETWEEN_OPTIONS, column_name
from scoring.paper.course import Refusal, allowing

MOST_PROPOSALS = 2
MOST_COUNT = 40  # larger numbers are scores, of which the rules never leave two
TRIED = (Kind.CHOICE, Kind.COUNT, Kind.FLAG, Kind.SEAT, Kind.CHOICES)


class Proposal(NamedTuple):
    """A correction of one cell: the column and the cell as typed."""

    column: str
    cell: str


def proposals_for(game: Game, refusal: Refusal) -> tuple[Proposal, ...]:
    """Return the corrections that the rules leave for a line; none if they are more than two."""
    if refusal.next_deal:
        return (Proposal("deal", str(refusal.next_deal)),)
    if refusal.record is None:
        return ()
    proposals = tuple(islice(legal_cells(game, refusal, refusal.record), MOST_PROPOSALS + 1))
    return proposals if len(proposals) <= MOST_PROPOSALS else ()


def legal_cells(game: Game, refusal: Refusal, record: Mapping[str, Any]) -> Iterator[Proposal]:
    """Yield every cell of a refused field with which the rules accept the line."""
    for each in fields_refused(game, refusal.violations):
        for value in values_of(each, refusal):
            if value != record.get(each.name) and is_legal(game, refusal, {**record, each.name: value}):
                yield Proposal(column_name(game, each.name) or each.name, cell_of(each, value))


def fields_refused(game: Game, violations: Sequence[Violation]) -> list[Field]:
    """Return the fields that the violations name, each once; every field if they name none."""
    known = fields_by_name(game)
    named = dict.fromkeys(violation.field for violation in violations if violation.field)
    fields = [known[name] for name in named if name in known] if named else list(known.values())
    return [each for each in fields if each.kind in TRIED]


def values_of(each: Field, refusal: Refusal) -> list[Any]:
    """Return the values that a field may have; None leaves it out."""
    if each.kind == Kind.SEAT:
        return list(range(refusal.fitting[0].state.seats))
    if each.kind == Kind.FLAG:
        return [True, False]
    if each.kind == Kind.COUNT:
        least = each.count.least or 0
        return [None, *dict.fromkeys([*range(least, MOST_COUNT), *each.keys, *each.count.rare_keys])]
    if each.kind == Kind.CHOICES:
        return [None, *([choice.value] for choice in each.choices)]
    return [None, *(choice.value for choice in each.choices)]


def is_legal(game: Game, refusal: Refusal, record: Mapping[str, Any]) -> bool:
    """Return whether the rules accept this record in place of the refused one."""
    try:
        read = read_record(game, record)
    except Refused:
        return False
    return bool(allowing(refusal.course, refusal.fitting, read))


def cell_of(each: Field, value: Any) -> str:
    """Return a value as it is typed."""
    if value is None:
        return ""
    if each.kind == Kind.SEAT:
        return str(value + 1)
    if each.kind == Kind.FLAG:
        return "yes" if value else "no"
    return BETWEEN_OPTIONS.join(value) if each.kind == Kind.CHOICES else str(value)
