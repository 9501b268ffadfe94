"""Nights of Schafkopf and Jass with planted errors: exactly these are shown, each with its line."""

import csv
from random import Random
from typing import Any

import pytest

from rules import get_game
from scoring.paper import Line, check_paper
from tests.processes import ROOT

SHEETS = ROOT / "tests" / "data" / "sheets"
DEALS = {"schafkopf": {4: 32}, "jass": {4: 8}}


def lines_of(name):
    """Return a file as lines, and its header."""
    with (SHEETS / f"{name}.csv").open(encoding="utf-8") as file:
        rows = [*csv.reader(file)]
    return [Line(number, tuple(cells)) for number, cells in enumerate(rows, 1)], rows[0]


def problems_of(key, lines):
    """Return line and code of every problem of a night."""
    game = get_game(key)
    seating, _ = lines_of(f"{key}-club-night.seating")
    paper = check_paper(
        game, game.Options(), ("seating", seating), ("night", lines), deals_per_table=DEALS[key]
    )
    return [(each.row, each.violation.code) for each in paper.problems]


def spoiled(lines, header, row, changes):
    """Return the lines with some cells of one line changed."""
    cells = dict(zip(header, lines[row - 1].cells, strict=True)) | changes
    return [*lines[: row - 1], Line(row, tuple(cells.values())), *lines[row:]]


def is_ruf(cells):
    return cells["contract"] == "ruf"


def is_solo(cells):
    return cells["contract"] == "solo"


def is_alone(cells):
    return cells["contract"] in ("solo", "wenz")


def has_points(cells):
    return cells["card_points"].isdigit() and cells["card_points"] not in ("60", "61")


def is_simple(cells):
    return has_points(cells) and 30 < int(cells["card_points"]) < 91 and not cells["level"]


def was_won(cells):
    return has_points(cells) and int(cells["card_points"]) > 60


def is_played(cells):
    return cells["contract"] != "passed"


def has_result(cells):
    return cells["result"] and not cells["card_points"]


def next_seat(seat):
    return str(int(seat) % 4 + 1)


SCHAFKOPF = {
    "contract_unknown": (is_played, lambda cells: {"contract": "sauspiel"}),
    "contract_not_enabled": (is_alone, lambda cells: {"contract": "geier", "trump": ""}),
    "declarer_out_of_range": (is_played, lambda cells: {"declarer_seat": "5"}),
    "declarer_required": (is_alone, lambda cells: {"declarer_seat": ""}),
    "partner_required": (is_ruf, lambda cells: {"partner_seat": ""}),
    "partner_is_declarer": (is_ruf, lambda cells: {"partner_seat": cells["declarer_seat"]}),
    "partner_in_solo": (is_alone, lambda cells: {"partner_seat": next_seat(cells["declarer_seat"])}),
    "called_only_in_ruf": (is_alone, lambda cells: {"called": "C"}),
    "called_unknown": (is_ruf, lambda cells: {"called": "H"}),
    "trump_required": (is_solo, lambda cells: {"trump": ""}),
    "trump_only_in_solo": (is_ruf, lambda cells: {"trump": "C"}),
    "laufende_out_of_range": (is_played, lambda cells: {"laufende": "15"}),
    "card_points_out_of_range": (was_won, lambda cells: {"card_points": "130"}),
    "result_required": (has_result, lambda cells: {"result": "", "level": ""}),
    "level_contradicts_points": (is_simple, lambda cells: {"level": "schneider"}),
    "points_contradict_result": (was_won, lambda cells: {"result": "lost"}),
    "wrong_dealer": (is_played, lambda cells: {"dealer_seat": next_seat(next_seat(cells["dealer_seat"]))}),
    "value_unreadable": (has_points, lambda cells: {"card_points": "many"}),
}
JASS = {
    "contract_unknown": (None, lambda cells: {"contract": "misere"}),
    "contract_not_enabled": (None, lambda cells: {"contract": "slalom_obenabe"}),
    "declarer_out_of_range": (None, lambda cells: {"declarer_seat": "6", "pushed": ""}),
    "declarer_not_entitled": (None, lambda cells: {"declarer_seat": cells["dealer_seat"], "pushed": ""}),
    "pushed_contradicts_declarer": (
        None,
        lambda cells: {"declarer_seat": next_seat(cells["dealer_seat"]), "pushed": "yes"},
    ),
    "sides_mismatch": (None, lambda cells: {"points": ";", "match": ""}),
    "points_sum_not_157": (None, lambda cells: {"points": "90;76", "match": ""}),
    "points_impossible": (None, lambda cells: {"points": ";156", "match": ""}),
    "match_impossible": (None, lambda cells: {"points": "90;67", "match": "yes"}),
    "wrong_dealer": (None, lambda cells: {
        "dealer_seat": next_seat(next_seat(cells["dealer_seat"])), "declarer_seat": "", "pushed": ""
    }),
    "value_unreadable": (None, lambda cells: {"points": "90:67"}),
}  # fmt: skip
PLANTED: dict[str, dict[str, Any]] = {"schafkopf": SCHAFKOPF, "jass": JASS}


def places_for(lines, header, may_be):
    """Return the lines in which an error can be planted."""
    cells = ((line.number, dict(zip(header, line.cells, strict=True))) for line in lines[1:])
    return [(row, each) for row, each in cells if may_be is None or may_be(each)]


@pytest.mark.parametrize(("key", "code"), [(key, code) for key, codes in PLANTED.items() for code in codes])
def test_a_planted_error_is_shown_and_nothing_else(key, code):
    lines, header = lines_of(f"{key}-club-night")
    may_be, change = PLANTED[key][code]
    for row, cells in Random(code).sample(places_for(lines, header, may_be), 5):
        assert problems_of(key, spoiled(lines, header, row, change(cells))) == [(row, code)]


@pytest.mark.parametrize("key", PLANTED)
def test_an_untouched_night_has_no_problem(key):
    assert problems_of(key, lines_of(f"{key}-club-night")[0]) == []


@pytest.mark.parametrize("key", PLANTED)
@pytest.mark.parametrize("seed", range(5))
def test_a_night_with_an_error_at_every_table_shows_exactly_those(key, seed):
    lines, header = lines_of(f"{key}-club-night")
    rng, planted, places = Random(f"{key}{seed}"), [], set()
    order = rng.sample(sorted(PLANTED[key]), len(PLANTED[key]))
    for code in order:
        may_be, change = PLANTED[key][code]
        free = [
            (row, cells)
            for row, cells in places_for(lines, header, may_be)
            if (cells["round"], cells["table"]) not in places
        ]
        if free:
            row, cells = rng.choice(free)
            places.add((cells["round"], cells["table"]))
            planted.append((row, code))
            lines = spoiled(lines, header, row, change(cells))
    assert len(planted) >= 8
    assert problems_of(key, lines) == sorted(planted)


@pytest.mark.parametrize("key", PLANTED)
def test_a_line_that_was_not_typed_is_missing_and_nothing_else_is_wrong(key):
    lines, header = lines_of(f"{key}-club-night")
    inner = [row for row, cells in places_for(lines, header, None) if 1 < int(cells["deal"]) < 8]
    for row in Random(key).sample(inner, 5):
        cells, after = (dict(zip(header, lines[at].cells, strict=True)) for at in (row - 1, row))
        if cells["deal"] != after["deal"] and cells["contract"] != "passed":
            assert problems_of(key, [*lines[: row - 1], *lines[row:]]) == [(row + 1, "deal_missing")]
