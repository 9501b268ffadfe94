"""Changes by hand: two players of a draft swap, at a cost shown before and logged after."""

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_round, an_event
from tournaments.models import DrawConstraint, DrawConstraintKind, EventChangeKind, Part, Seat
from tournaments.selectors.draw.drafts import (
    draft_of,
    hand_changes,
    quality_of,
    swap_cost,
    swap_costs,
    unmet_constraints,
)
from tournaments.services.draw.drawing import discard_draft, draw_round, start_draw
from tournaments.services.draw.search import carry_out_draw, sit_out
from tournaments.services.draw.swaps import swap_places
from tournaments.services.entry.entrants import enter_players
from tournaments.services.rounds.lifecycle import close_round, open_round, seat_round

pytestmark = pytest.mark.django_db


def seat_numbers(event, *rounds):
    """Make rounds with these start numbers at their tables, all but the last one played; return the last."""
    for tables in rounds:
        by_number = {entrant.number: entrant for entrant in event.entrants.all()}
        round = seat_round(event=event, tables=[[by_number[each] for each in table] for table in tables])
        if tables is not rounds[-1]:
            close_round(round=open_round(round=round), even_if_incomplete=True)
    return round


def an_event_of(players):
    event = an_event()
    enter_players(event=event, names=[f"Player {number}" for number in range(1, players + 1)])
    return event


def numbers_of(drawn):
    return [[place.number for place in places] for _, places in draft_of(drawn).tables]


def a_second_round():
    """Return eight players at two tables; the second round repeats the first."""
    return seat_numbers(an_event_of(8), *[[[1, 2, 3, 4], [5, 6, 7, 8]]] * 2)


def test_two_change_places_between_tables():
    round = seat_numbers(an_event_of(8), [[1, 2, 3, 4], [5, 6, 7, 8]])
    swap_places(round=round, one=2, two=7)
    assert numbers_of(round) == [[1, 7, 3, 4], [5, 6, 2, 8]]


def test_points_count_for_who_sits_there():
    round = seat_numbers(an_event_of(8), [[1, 2, 3, 4], [5, 6, 7, 8]])
    swap_places(round=round, one=2, two=7)
    assert all(seat.account_id == seat.entrant_id for seat in Seat.objects.all())
    assert [part.accounts for part in Part.objects.order_by("table__number")] == [[1, 7, 3, 4], [5, 6, 2, 8]]


def test_two_of_one_table_change_seats():
    round = seat_numbers(an_event_of(4), [[1, 2, 3, 4]])
    swap_places(round=round, one=1, two=3)
    assert numbers_of(round) == [[3, 2, 1, 4]]


@pytest.mark.parametrize(("one", "two"), [(2, 5), (5, 2)])
def test_a_player_swaps_with_a_sit_out(one, two):
    event = an_event_of(5)
    round = seat_numbers(event, [[1, 2, 3, 4]])
    sit_out(round, [event.entrants.get(number=5)])
    swap_places(round=round, one=one, two=two)
    assert numbers_of(round) == [[1, 5, 3, 4]]
    assert [place.number for place in draft_of(round).sitting_out] == [2]
    assert Part.objects.get().accounts == [1, 5, 3, 4]


def test_a_swap_that_parts_those_who_met_saves_repeats():
    round = a_second_round()
    assert quality_of(round).repeats == 12
    assert swap_places(round=round, one=1, two=5) == -6
    assert quality_of(round).repeats == 6


def test_the_cost_that_is_shown_is_the_cost_of_the_swap():
    round = a_second_round()
    shown = swap_costs(round, 1)
    assert shown == {2: 0, 3: 0, 4: 0, 5: -6, 6: -6, 7: -6, 8: -6}
    assert shown[5] == swap_cost(round, 1, 5) == swap_places(round=round, one=1, two=5)


def test_a_swap_back_costs_what_the_swap_saved():
    round = a_second_round()
    swap_places(round=round, one=1, two=5)
    assert swap_places(round=round, one=5, two=1) == 6
    assert numbers_of(round) == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_a_change_by_hand_is_logged_with_its_cost():
    round = draw_round(event=an_event_of(8), seed=1)
    (first, *_), (second, *_) = numbers_of(round)
    swap_places(round=round, one=first, two=second)
    entry = round.event.entries.get(kind=EventChangeKind.SWAPPED)
    assert entry.facts == {"draw": 1, "round": 1, "one": first, "two": second, "repeats": 0}
    (change,) = hand_changes(round.draw)
    assert (change.one_name, change.two_name) == (f"Player {first}", f"Player {second}")


@pytest.mark.parametrize(
    ("kind", "values", "swap", "is_kept"),
    [
        (DrawConstraintKind.APART, (1, 5), None, True),
        (DrawConstraintKind.APART, (1, 5), (2, 5), False),
        (DrawConstraintKind.PARTNERS, (1, 3), None, True),
        (DrawConstraintKind.PARTNERS, (1, 3), (2, 3), False),
        (DrawConstraintKind.TABLE, (1, 1), None, True),
        (DrawConstraintKind.TABLE, (1, 1), (1, 5), False),
        (DrawConstraintKind.SEAT, (1, 1), (1, 5), True),
        (DrawConstraintKind.SEAT, (1, 1), (1, 2), False),
    ],
)
def test_a_draft_says_which_wishes_it_does_not_keep_any_more(kind, values, swap, is_kept):
    event = an_event_of(8)
    round = seat_numbers(event, [[1, 2, 3, 4], [5, 6, 7, 8]])
    first, second = (event.entrants.get(number=number) for number in values)
    more = (
        {"other": second}
        if kind in (DrawConstraintKind.APART, DrawConstraintKind.PARTNERS)
        else {"number": values[1]}
    )
    DrawConstraint.objects.create(event=event, kind=kind, entrant=first, **more)
    if swap:
        swap_places(round=round, one=swap[0], two=swap[1])
    assert (unmet_constraints(event, draft_of(round)) == []) is is_kept


@pytest.mark.parametrize(("room", "is_kept"), [(3, False), (4, True)])
def test_a_table_that_holds_too_many_is_said(room, is_kept):
    round = seat_numbers(an_event_of(4), [[1, 2, 3, 4]])
    DrawConstraint.objects.create(event=round.event, kind=DrawConstraintKind.CAPACITY, table=1, number=room)
    assert (unmet_constraints(round.event, draft_of(round)) == []) is is_kept


def test_a_new_draw_begins_without_changes_by_hand():
    round = draw_round(event=an_event_of(8), seed=1)
    swap_places(round=round, one=1, two=2)
    discard_draft(round=round)
    asked = start_draw(event=round.event)
    carry_out_draw(draw_id=asked.pk)
    assert hand_changes(asked) == [] and len(hand_changes(round.draw)) == 1


def test_a_released_round_is_not_changed_here():
    with pytest.raises(NotPossible, match="change its seats at the table"):
        swap_places(round=a_round(), one=1, two=2)


def test_no_player_swaps_with_themselves():
    with pytest.raises(NotPossible, match="number 1 was named twice"):
        swap_places(round=a_round(is_open=False), one=1, two=1)


def test_a_player_who_has_no_place_does_not_get_one_by_a_swap():
    round = a_round(is_open=False)
    with pytest.raises(NotPossible, match="Number 9 has no seat in this draw; draw again"):
        swap_places(round=round, one=1, two=9)
    assert numbers_of(round) == [[1, 2, 3, 4]]
