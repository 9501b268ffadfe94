"""Every game's paper sheet works automatically: played deals are the same after typing and reading."""

from random import Random

import pytest

from rules import GAMES
from rules.fields import Kind
from rules.reading import open_table, read_options, read_record
from scoring.paper import Line, check_paper, columns_of
from scoring.sheet.sheet import blank_sheet, fold_sheet
from simulation import play_sheet

WORDS = {True: "yes", False: "no"}


def typed(value, column):
    """Return a value of a record as typed."""
    if column.key:
        value = value.get(column.key)
        return "" if value is None else str(value + (column.key == "side"))
    if isinstance(value, bool):
        return WORDS[value]
    if isinstance(value, list):
        between = "+" if column.field.kind == Kind.CHOICES else ";"
        return between.join(WORDS[each] if isinstance(each, bool) else str(each) for each in value)
    return str(value + 1) if column.field.kind == Kind.SEAT else str(value)


def typed_row(game, row, record):
    """Return round 1, table 1, the number of the counting deal, and the record."""
    columns = columns_of(game).values()
    cells = [
        typed(record[each.field.name], each) if record.get(each.field.name) is not None else ""
        for each in columns
    ]
    return ("1", "1", str(row.deal), *cells)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_played_sheet_that_is_typed_comes_out_the_same(game, seed):
    seats = game.standard_seats
    records = [deal.record for deal in play_sheet(game.key, {}, seats, 0, 25, Random(seed))]
    opening = open_table(game, read_options(game, {}), seats, 0)
    sheet = fold_sheet(game, blank_sheet(opening), [read_record(game, record) for record in records])
    header = ("round", "table", "deal", *columns_of(game))
    rows = [header, *(typed_row(game, *pair) for pair in zip(sheet.rows, records, strict=True))]
    seating = [
        ("round", "table", "seat", "player"),
        *(("1", "1", str(n), f"P{n}") for n in range(1, seats + 1)),
    ]
    paper = check_paper(
        game, opening.options, ("seating", as_lines(seating)), ("sheets", as_lines(rows)), deals_per_table={}
    )
    assert [str(problem.violation) for problem in paper.problems] == []
    assert (paper.tables[0].state, paper.tables[0].deals_counted) == (sheet.state, sheet.deals_counted)


def as_lines(rows):
    """Return rows with their line numbers."""
    return [Line(number, cells) for number, cells in enumerate(rows, start=1)]
