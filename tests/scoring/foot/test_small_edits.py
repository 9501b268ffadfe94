"""Every small slip in one record: counted from what a hand does, and of each one its way back."""

from itertools import product
from typing import Any

import pytest

from rules.reading import read_record
from scoring.foot.digits import mistyped, transpositions
from scoring.foot.small_edits import FAR, NEAR, plain_record, small_edits
from tests.scoring.foot.slips import a_course

TENS = range(10, 200)


def edited(course, record):
    """Return the small edits of a record."""
    return [*small_edits(course.game, course.opening.state, plain_record(course.game, record))]


def lists_made(course, record, name):
    """Return the lists of a field among the edits of a record, by kind."""
    found: dict[str, set[tuple[Any, ...]]] = {}
    for each in edited(course, record):
        if each.field.name == name:
            found.setdefault(each.kind, set()).add(tuple(each.record[name]))
    return found


def swapped(numbers, one, other):
    """Return the list with two entries swapped."""
    return with_entry(with_entry(numbers, one, numbers[other]), other, numbers[one])


def moved(numbers):
    """Return the lists with two entries swapped, or one taken out and put elsewhere."""
    made = set()
    for one, other in product(range(len(numbers)), repeat=2):
        drawn = list(numbers)
        drawn.insert(other, drawn.pop(one))
        made |= {swapped(numbers, one, other), tuple(drawn)}
    return made - {tuple(numbers)}


def edited_points(course, numbers):
    """Return the edits of a row of points that put numbers into other columns."""
    edits = edited(course, read_record(course.game, {"points": list(numbers)}))
    return [each for each in edits if each.kind == "numbers"]


def with_entry(numbers, at, entry):
    """Return the list with another entry."""
    return tuple(entry if place == at else each for place, each in enumerate(numbers))


def made_up_for(numbers, at, entry):
    """Yield the list with another entry, and one of the others changed so that the sum stays."""
    for other in range(len(numbers)):
        rest = numbers[other] + numbers[at] - entry
        if other != at and rest >= 0:
            yield with_entry(with_entry(numbers, at, entry), other, rest)


@pytest.mark.parametrize("numbers", [(-76, 24, 0, 52), (5, 10, -15, 0), (100, -48, -41, -11)])
def test_a_list_of_points_has_one_number_mistyped_or_its_sign_or_its_place(numbers):
    course = a_course("points", deals=1)
    made = lists_made(course, read_record(course.game, {"points": list(numbers)}), "points")
    keys = {with_entry(numbers, at, one) for at, each in enumerate(numbers) for one in mistyped(each)}
    signs = {with_entry(numbers, at, -each) for at, each in enumerate(numbers) if each}
    neighbours = {
        tuple(each.record["points"]) for each in edited_points(course, numbers) if each.weight == NEAR
    }
    assert neighbours == {swapped(numbers, at, at + 1) for at in range(3)}
    assert made["numbers"] == moved(numbers)
    assert made["keys"] == keys - moved(numbers)
    assert made["sign"] == signs - moved(numbers)


@pytest.mark.parametrize("key", ["fipsen-thedinghausen", "briscola", "rifki", "jass"])
def test_a_number_mistyped_in_a_list_with_a_known_sum_is_made_up_for_by_one_other(key):
    course = a_course(key, deals=8)
    record = course.records[0]
    name = next(each.name for each in course.game.fields if each.kind == "counts")
    numbers = tuple(plain_record(course.game, record)[name])
    made = lists_made(course, record, name)
    mistakes = [(at, one) for at, each in enumerate(numbers) for one in mistyped(each) if one >= 0]
    wanted = {levelled for at, one in mistakes for levelled in made_up_for(numbers, at, one)}
    assert made["numbers"] == moved(numbers)
    assert made["keys"] == wanted - moved(numbers) - {numbers}


def test_a_mark_of_a_list_is_set_or_not():
    course = a_course("frepe", deals=1)
    record = course.records[0]
    assert lists_made(course, record, "playing")["value"] == {
        with_entry(record.playing, at, not mark) for at, mark in enumerate(record.playing)
    }


@pytest.mark.parametrize("key", ["fipsen-prisdorf", "fips-anseger", "skat", "doppelkopf"])
def test_a_deal_at_another_seat_is_one_slip_from_the_first_one_as_well(key):
    course = a_course(key, deals=4)
    game, state = course.game, course.opening.state
    for record in course.records:
        for edit in edited(course, record):
            other = read_record(game, edit.record)
            if edit.kind == "seat" and not game.violations(state, other):
                back = [(each.kind, read_record(game, each.record)) for each in edited(course, other)]
                assert ("seat", record) in back, edit


def a_deal(course, **words):
    """Return a deal of Fipsen in hearts."""
    return read_record(course.game, {"declarer": 1, "contract": "tricks", "trump": "H", **words})


@pytest.mark.parametrize(("bid", "tricks"), [*product(range(2, 6), range(6))])
def test_a_deal_that_was_made_is_lost_by_one_trick_or_by_all_and_one_that_was_lost_is_just_made(bid, tricks):
    course = a_course(deals=1)
    edits = edited(course, a_deal(course, bid=bid, tricks=tricks))
    results = {each.record["tricks"] for each in edits if each.kind == "result"}
    assert results == ({bid - 1, 0} if tricks >= bid else {bid})


@pytest.mark.parametrize(("bid", "tricks"), [*product(range(2, 6), range(6))])
def test_a_deal_with_another_bid_has_its_tricks_or_is_just_made_as_before_or_lost_as_before(bid, tricks):
    course = a_course(deals=1)
    edits = edited(course, a_deal(course, bid=bid, tricks=tricks))
    typed = {(each.record["bid"], each.record["tricks"]) for each in edits if each.field.name == "bid"}
    for other in {2, 3, 4, 5} - {bid}:
        kept = other if tricks == bid else min(tricks, other - 1) if tricks < bid else tricks
        assert {now for named, now in typed if named == other} == {tricks, kept}


@pytest.mark.parametrize(("seat", "bid"), [*product(range(4), range(2, 6))])
def test_seat_and_bid_change_places_where_both_can(seat, bid):
    course = a_course(deals=1)
    edits = edited(course, a_deal(course, declarer=seat, bid=bid, tricks=5))
    places = {(each.record["declarer"], each.record["bid"]) for each in edits if each.kind == "numbers"}
    can = bid <= 4 and seat >= 1 and (bid - 1, seat + 1) != (seat, bid)
    assert places == ({(bid - 1, seat + 1)} if can else set())
    assert {each.weight for each in edits if each.kind == "numbers"} <= {FAR}


def test_a_number_may_be_typed_for_another_exactly_if_the_other_for_it():
    typed = {number: mistyped(number) for number in TENS}
    ways = {(one, other) for one, others in typed.items() for other in others & typed.keys()}
    assert ways == {(other, one) for one, other in ways}


@pytest.mark.parametrize("slips", [transpositions, mistyped])
def test_a_mistyped_number_keeps_its_sign_and_its_half(slips):
    for number in (*range(200), *(each + 0.5 for each in range(60))):
        assert slips(-number) == {-each for each in slips(number)} or number == 0
        assert all(each >= 0 and each % 1 == number % 1 for each in slips(number))
        assert {each - number % 1 for each in slips(number)} == slips(int(number))
        assert number not in slips(number)
