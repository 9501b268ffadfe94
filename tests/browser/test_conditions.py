"""The pad's script and Python derive the same from the fields of a game, for every game.

The conditions are data beside each record (rules/fields.py: When and Preset). Python reads them for the typed
line and the checks, record.js for the pad; here both evaluate all of them over many records.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from rules import GAMES, get_game
from rules.fields import Field, Kind
from rules.game import Game
from rules.notation import as_asked
from rules.notation.line import Line, arrive, preset_value, sizes_of_list
from rules.notation.marks import is_list
from rules.notation.numbers import Cell, list_values
from rules.reading import open_table, read_options
from rules.writing import is_asked
from scoring.sheet.sheet import plain
from simulation.sheets import play_sheet
from tests.browser.hands import open_phone
from tests.sweeps import ONE_GAME, sweep
from tournaments.wording.sheet_json import field_json

RECORDS, DEALS = 400, 60  # per game
JUDGE = """async ([fields, table, records]) => {
    const { allHold, presetValue } = await import("MODULE");
    const orNull = (value) => (value === undefined ? null : value);
    const values = (field, record) => ["presets", "aims", "totals"].map(
        (name) => orNull(presetValue(field[name], record, table)));
    return records.map((record) => fields.map(
        (field) => [allHold(field.asked, record, table), ...values(field, record)]));
}"""
OPEN_AND_SAVE = """async ([fields, tables, records]) => {
    const { readRecord, recordOf, tappedFrom } = await import("MODULE");
    return records.map((record, at) => recordOf(
        readRecord(fields, tables[at], tappedFrom(record, fields, tables[at]))));
}"""
LEAVE_OPEN = """async ([fields, table, records, name]) => {
    const { readRecord, recordOf, tappedFrom } = await import("MODULE");
    return records.map((record) => {
        const tapped = tappedFrom(record, fields, table);
        tapped[name] = record[name].map((each, at) => (at + 1 === record[name].length ? null : each));
        return recordOf(readRecord(fields, table, tapped))[name];
    });
}"""

COUNT_UP = """async ([fields, table, tapped, name]) => {
    const { countedUp, readRecord } = await import("MODULE");
    const field = fields.find((each) => each.name === name);
    return tapped.map((one) => {
        const reading = readRecord(fields, table, one);
        return one[name].map((_, place) => countedUp(field, place, reading, table)[place]);
    });
}"""

COMPLETE = """async ([fields, table, tapped]) => {
    const { readRecord } = await import("MODULE");
    return readRecord(fields, table, { points: tapped }).values.points;
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, site: str) -> Iterator[Page]:
    page = open_phone(browser, site, rules=False)
    page.goto("/games/")
    yield page
    page.context.close()


def ask(page: Page, question: str, *values: Any) -> Any:
    """Return the answer of a script that imports the pad's own module."""
    place = "/static/tournaments/record.js"
    return page.evaluate(question.replace("MODULE", place), json.loads(json.dumps(plain(values))))


def fields_of(game: Game) -> list[dict[str, Any]]:
    return [field_json(each) for each in game.fields]


def table_of(game: Game, options: Any, seats: int, dealer: int = 0) -> dict[str, Any]:
    sides = [list(side) for side in game.partners.sides(seats)]
    return {"options": asdict(options), "seats": seats, "sides": sides, "dealer": dealer}


def some_options(game: Game, rng: Random) -> Any:
    """Return random house rules, of the kinds flag and choice."""
    words = {
        switch.name: rng.choice([choice.value for choice in switch.choices] or [True, False])
        for switch in game.switches
        if switch.kind in (Kind.FLAG, Kind.CHOICE)
    }
    chosen = {name: word for name, word in words.items() if rng.random() < 0.5}
    try:
        return read_options(game, chosen)
    except ValueError:
        return game.Options()


def some_record(game: Game, seats: int, rng: Random) -> dict[str, Any]:
    """Return a record with a value or none in every field, whether consistent or not."""
    values = {each.name: some_value(each, seats, rng) for each in game.fields}
    return {name: value for name, value in values.items() if value is not None}


def some_value(each: Field, seats: int, rng: Random) -> Any:
    words: list[Any] = [choice.value for choice in each.choices] or list(each.keys)
    values: dict[Kind, list[Any]] = {
        Kind.FLAG: [True, False],
        Kind.SEAT: list(range(seats)),
        Kind.CHOICES: [[word for word in words if rng.random() < 0.5]],
        Kind.COUNTS: [[rng.choice(words or [0, 1]) for _ in range(seats)]],
        Kind.FLAGS: [[rng.random() < 0.5 for _ in range(seats)]],
    }
    return rng.choice([None, *values.get(each.kind, words)])


def judged(game: Game, options: Any, seats: int, record: Mapping[str, Any]) -> list[list[Any]]:
    """Return for every field: whether it is asked, its preset, its aim and its total."""
    line = Line(game, options, seats, "")
    return [
        [
            is_asked(each, record, options, seats),
            *(
                preset_value(line, presets, record)
                for presets in (each.presets, each.aims, each.places.totals)
            ),
        ]
        for each in game.fields
    ]


def without_empty(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record without empty lists, as a pad sends it."""
    return {name: value for name, value in record.items() if value != []}


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_the_script_reads_every_condition_as_python_does(page: Page, key: str) -> None:
    game, rng = get_game(key), Random(7)
    options, seats = some_options(game, rng), game.standard_seats
    records = [some_record(game, seats, rng) for _ in range(RECORDS)]
    found = ask(page, JUDGE, fields_of(game), table_of(game, options, seats), records)
    for record, here in zip(records, found, strict=True):
        assert here == plain(judged(game, options, seats, record)), record


@pytest.mark.parametrize("key", sweep([game.key for game in GAMES], ONE_GAME))
def test_a_deal_opened_on_the_pad_and_saved_again_is_the_same_deal(page: Page, key: str) -> None:
    game = get_game(key)
    seats = game.standard_seats
    records = [row.record for row in play_sheet(key, {}, seats, 0, DEALS, Random(3))]
    state = open_table(game, game.Options(), seats, 0)
    tables = [table_of(game, state.options, seats)] * len(records)
    found = ask(page, OPEN_AND_SAVE, fields_of(game), tables, records)
    for record, here in zip(records, found, strict=True):
        assert here == without_empty(plain(as_asked(game, record, state))), record


LISTS_THAT_ADD_UP = [
    (game, each) for game in GAMES for each in game.fields if is_list(each) and each.places.totals
]


def with_a_sum(field: Field) -> dict[str, Any]:
    """Return house rules under which the numbers have a known sum."""
    name, conditions = "options.", field.places.totals[0].when
    return {
        when.field.removeprefix(name): when.values[0] for when in conditions if when.field.startswith(name)
    }


@pytest.mark.parametrize(("game", "field"), LISTS_THAT_ADD_UP, ids=lambda each: getattr(each, "key", None))
def test_the_last_number_follows_on_the_pad_as_in_a_typed_line(page: Page, game: Game, field: Field) -> None:
    seats, chosen = game.standard_seats, with_a_sum(field)
    options = read_options(game, chosen)
    rows = play_sheet(game.key, chosen, seats, 0, DEALS, Random(5))
    records = [plain(row.record) for row in rows if row.record.get(field.name)]
    found = ask(page, LEAVE_OPEN, fields_of(game), table_of(game, options, seats), records, field.name)
    compared = 0
    for record, here in zip(records, found, strict=True):
        line = Line(game, options, seats, "")
        known = arrive(line, 0, {name: value for name, value in record.items() if name != field.name})
        if len(sizes_of_list(line, field, known.known)) > 1:
            cells = [Cell(number, plays=True) for number in record[field.name][:-1]]
            assert here == list_values(line, field, cells, known)[field.name] == record[field.name]
            compared += 1
    assert compared == len(records) > 0


def test_a_tap_on_the_aimed_place_begins_with_the_number_it_needs_and_elsewhere_with_one(page: Page) -> None:
    game = get_game("fips-anseger")
    deals: list[dict[str, Any]] = [
        {"declarer": declarer, "contract": "tricks", "bid": bid, "trump": "S", "tricks": list(counts)}
        for declarer in range(4)
        for bid in (2, 3, 4)
        for counts in ([None] * 4, [1, None, None, None], [0, 4, None, None], [None, 5, None, 0])
    ]
    found = ask(page, COUNT_UP, fields_of(game), table_of(game, game.Options(), 4), deals, "tricks")
    for deal, here in zip(deals, found, strict=True):
        for place, (number, after) in enumerate(zip(deal["tricks"], here, strict=True)):
            others = sum(each or 0 for each in deal["tricks"])
            if number is not None:
                assert after == (number + 1 if number < 5 else None), deal
            elif others == 0:
                assert after == (deal["bid"] if place == deal["declarer"] else 1), deal


@pytest.mark.parametrize(
    ("changes", "tapped", "record"),
    [
        ({}, [13, 5, 3, None], [13, 5, 3, 5]),
        ({}, [26, 26, 0, None], [26, 26, 0, 26]),
        ({}, [26, 0, None, None], None),
        ({}, [20, 6, 0, None], [20, 6, 0, 0]),
        ({}, [20, 7, 0, None], None),
        ({"max": None}, [13, 5, 3, None], None),
        ({"deal_sum": [26]}, [13, 13, None, None], [13, 13, 0, 0]),
    ],
)
def test_of_several_sums_the_pad_fills_in_the_rest_where_one_is_left(
    page: Page, changes: dict[str, Any], tapped: list[int | None], record: list[int] | None
) -> None:
    game = get_game("points")
    options = read_options(game, {"deal_sum": [26, 78], "min": 0, "max": 26} | changes)
    assert ask(page, COMPLETE, fields_of(game), table_of(game, options, 4), tapped) == record
