"""Events, players and rounds: drawing, opening, closing."""

import datetime

import pytest

from rules.reading import Refused
from scoring.not_possible import NotPossible
from tests.builders import a_club, a_round, an_event, write_deal
from tournaments.models import Entrant, RoundStatus, StandingsRequest
from tournaments.services.draw.drawing import discard_draft, draw_again, draw_round
from tournaments.services.draw.search import carry_out_draw
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.entrants import enter_players
from tournaments.services.entry.leaving import withdraw_entrant
from tournaments.services.events.lifecycle import create_event
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db


def an_event_with(players, **changes):
    event = an_event(**changes)
    enter_players(event=event, names=[f"Player {number}" for number in range(1, players + 1)])
    return event


def table_sizes_of(round):
    return sorted((table.parts.get().seats.count() for table in round.tables.all()), reverse=True)


def test_a_fipsen_evening_needs_a_name_and_a_date():
    event = create_event(club=a_club(), name="Fipsen", date=datetime.date(2026, 1, 2), game="fipsen-prisdorf")
    assert event.slug == "fipsen-2026-01-02"
    assert event.deals_per_table == {"4": 100, "3": 120}


def test_two_events_of_one_name_have_two_addresses():
    club = a_club()
    assert an_event(club=club).slug != an_event(club=club).slug


def test_a_japanese_name_makes_an_address():
    assert an_event(name="秋のフィプセン").slug.startswith("秋のフィプセン")


def test_only_what_differs_from_the_defaults_is_stored_of_options():
    assert an_event(options={"min_bid": 3, "contra": False}).options == {"min_bid": 3}


def test_an_unknown_option_is_refused():
    with pytest.raises(Refused, match="no option “speed”"):
        an_event(options={"speed": 1})


def test_an_unknown_policy_is_refused():
    with pytest.raises(Refused):
        an_event(policy={"by": "luck"})


def test_start_numbers_go_on_from_the_last():
    event = an_event_with(3)
    (late,) = enter_players(event=event, names=["Late  Comer "])
    assert (late.number, late.player.name) == (4, "Late Comer")


def test_a_name_entered_twice_is_refused_and_nobody_is_entered():
    event = an_event()
    with pytest.raises(NotPossible, match="Ada"):
        enter_players(event=event, names=["Ada", "Ben", "Ada"])
    assert not Entrant.objects.exists()


def test_a_regular_is_the_same_person_at_the_next_event():
    club = a_club()
    first, second = (an_event(club=club, name=name) for name in ("One", "Two"))
    players = [enter_players(event=event, names=["Ada"])[0].player for event in (first, second)]
    assert players[0] == players[1]


def test_twenty_seven_sit_at_six_fours_and_one_three():
    assert table_sizes_of(draw_round(event=an_event_with(27))) == [4] * 6 + [3]


def test_everybody_present_sits_exactly_once_and_nobody_else():
    event = an_event_with(9)
    absent = event.entrants.get(number=9)
    check_in(entrant=absent, is_present=False)
    round = draw_round(event=event)
    seated = [seat.entrant.number for table in round.tables.all() for seat in table.parts.get().seats.all()]
    assert sorted(seated) == list(range(1, 9))


def test_a_seed_draws_the_same_round_again():
    event = an_event_with(12)
    draws = []
    for _ in range(2):
        round = draw_round(event=event, seed=7)
        draws.append(
            [seat.entrant_id for table in round.tables.all() for seat in table.parts.get().seats.all()]
        )
        discard_draft(round=round)
    assert draws[0] == draws[1]


@pytest.mark.parametrize(("players", "advice"), [(1, "3"), (2, "3"), (5, "4 or 6")])
def test_one_two_and_five_players_are_refused_with_what_to_do(players, advice):
    with pytest.raises(NotPossible) as refused:
        draw_round(event=an_event_with(players))
    assert refused.value.code == "no_such_tables"
    assert advice in refused.value.message


def test_the_next_round_waits_for_the_last():
    event = an_event_with(4)
    draw_round(event=event)
    with pytest.raises(NotPossible, match="Round 1 is already drawn"):
        draw_round(event=event)


def test_a_round_is_not_closed_while_deals_are_missing():
    round = a_round()
    with pytest.raises(NotPossible, match="Round 1 is still open at table 1"):
        close_round(round=round)
    assert close_round(round=round, even_if_incomplete=True).status == RoundStatus.CLOSED


def test_a_round_with_all_deals_closes():
    round = a_round(event=an_event(deals_per_table={"4": 1}))
    write_deal(round.tables.get())
    assert close_round(round=round).status == RoundStatus.CLOSED


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("deals", [0, 2, 3])
def test_a_round_closes_with_the_last_agreed_deal_of_each_table_and_not_before(deals, seats):
    round = a_round(an_event(deals_per_table={"3": 3, "4": 3}), seats=seats, tables=2)
    full, other = round.tables.order_by("number")
    for number in range(1, 4):
        write_deal(full, number)
    for number in range(1, deals + 1):
        write_deal(other, number)
    if deals == 3:
        assert close_round(round=round).status == RoundStatus.CLOSED
    else:
        with pytest.raises(NotPossible, match="still open at table 2"):
            close_round(round=round)


def test_only_who_was_placed_has_a_rank_to_move_from():
    event = an_event()
    first = a_round(event)
    write_deal(first.tables.get())
    compute_event_standings(event_id=event.pk)
    assert set(event.standings_rows.values_list("previous_rank", flat=True)) == {None}
    close_round(round=first, even_if_incomplete=True)
    compute_event_standings(event_id=event.pk)
    event.standings_rows.filter(entrant__number__in=[1, 3]).update(is_placed=False)
    a_round(event)
    moved = event.standings_rows.values_list("entrant__number", "rank", "previous_rank")
    assert {number: before for number, _, before in moved} == {
        number: None if number in (1, 3) else rank for number, rank, _ in moved
    }


def test_a_released_round_is_not_thrown_away():
    with pytest.raises(NotPossible, match="its draw cannot change"):
        discard_draft(round=a_round())


def test_a_seated_player_is_not_removed():
    round = a_round()
    with pytest.raises(NotPossible, match="Ada had a seat"):
        withdraw_entrant(entrant=round.event.entrants.get(number=1))


def test_opening_a_round_asks_for_the_standings():
    round = a_round(is_open=False)
    StandingsRequest.objects.all().delete()
    open_round(round=round)
    assert StandingsRequest.objects.count() == 1


def test_another_draw_leaves_the_rounds_before_it_alone():
    first = a_round()
    close_round(round=first, even_if_incomplete=True)
    asked = draw_again(round=draw_round(event=first.event))
    carry_out_draw(draw_id=asked.pk)
    again = asked.rounds.get()
    assert [each.number for each in first.event.rounds.all()] == [1, 2] and again.number == 2


def test_a_closed_round_is_not_taken_up_while_another_is_open():
    first = a_round()
    close_round(round=first, even_if_incomplete=True)
    a_round(event=first.event)
    with pytest.raises(NotPossible, match="Round 2 is not closed yet"):
        open_round(round=first)
