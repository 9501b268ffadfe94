"""Entrants: names, their clubs, and the limits of removing them."""

from functools import partial

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_club, a_round, an_event
from tournaments.models import Seat, StandingsRequest
from tournaments.services.entry import entrants
from tournaments.services.entry.entrants import (
    MOST_PLAYERS,
    NAME_LENGTH,
    change_entrant,
    enter_players,
    refuse_repeated,
    rename_player,
)
from tournaments.services.entry.leaving import withdraw_entrant
from tournaments.services.entry.lists import read_list, take_over
from tournaments.services.entry.registration import register
from tournaments.services.history.event_chain import SYSTEM
from tournaments.storage.uploads.spreadsheets import Upload

pytestmark = pytest.mark.django_db


def an_entrant(name="Ada", **changes):
    return enter_players(event=an_event(**changes), names=[name])[0]


def test_two_clubs_with_a_player_of_one_name_have_two_players():
    ours = an_entrant()
    theirs = an_entrant(club=a_club("dov", "Kartenfreunde Elmshorn"))
    assert theirs.player != ours.player


def test_a_name_has_at_most_120_characters_when_it_is_entered():
    assert an_entrant("x" * NAME_LENGTH).player.name == "x" * 120
    with pytest.raises(NotPossible, match="has 121") as refused:
        an_entrant("x" * (NAME_LENGTH + 1))
    assert refused.value.code == "name_too_long"


def test_a_name_has_at_most_120_characters_when_it_is_corrected():
    with pytest.raises(NotPossible) as refused:
        rename_player(entrant=an_entrant(), name="x" * (NAME_LENGTH + 1))
    assert refused.value.code == "name_too_long"


def test_an_entrant_keeps_the_name_when_the_team_is_refused():
    entrant = an_entrant("Ada")
    with pytest.raises(NotPossible) as refused:
        change_entrant(entrant=entrant, name="Adele", team="x" * 81)
    assert refused.value.code == "team_too_long"
    entrant.player.refresh_from_db()
    assert entrant.player.name == "Ada"


def test_an_entered_player_is_refused_by_name():
    entrant = an_entrant()
    with pytest.raises(NotPossible, match="entered twice: Ada") as refused:
        enter_players(event=entrant.event, names=["Ben", "Ada"])
    assert refused.value.code == "player_twice"


@pytest.mark.parametrize("gone", [[1], [2], [1, 2], [4], [2, 4], [1, 2, 3, 4]], ids=str)
def test_no_start_number_is_given_to_two(gone):
    event = an_event()
    enter_players(event=event, names=["Ada", "Ben", "Cleo", "Emil"])
    for number in gone:
        withdraw_entrant(entrant=event.entrants.get(number=number))
    enter_players(event=event, names=["Frieda", "Gustav"])
    left = [number for number in (1, 2, 3, 4) if number not in gone]
    last = max(left, default=0)
    numbers = list(event.entrants.order_by("number").values_list("number", flat=True))
    assert numbers == [*left, last + 1, last + 2]


def test_a_name_that_stays_as_it_is_can_be_saved_again():
    assert rename_player(entrant=an_entrant("Ada"), name=" Ada ").name == "Ada"


@pytest.mark.parametrize("kept", ["entrant", "account"])
def test_a_player_with_a_seat_or_a_payment_is_not_removed(kept):
    event = a_round().event
    (spare,) = enter_players(event=event, names=["Spare"])
    Seat.objects.filter(entrant__number=1).update(**{kept: spare})
    with pytest.raises(NotPossible) as refused:
        withdraw_entrant(entrant=spare)
    assert refused.value.code == "entrant_has_seat"


# Long lists

MANY = [f"Player {number}" for number in range(MOST_PLAYERS + 1)]


def test_a_list_of_too_many_names_is_refused_before_anything_is_asked(django_assert_num_queries):
    event = an_event()
    with django_assert_num_queries(0), pytest.raises(NotPossible, match="at most 2000 players") as refused:
        enter_players(event=event, names=MANY)
    assert refused.value.code == "too_many_players"


def test_the_last_player_an_event_can_have_is_entered_and_nobody_after(monkeypatch):
    monkeypatch.setattr(entrants, "MOST_PLAYERS", 3)
    event = an_event()
    enter_players(event=event, names=["Ada", "Ben", "Cleo"])
    more = read_list(Upload("list", b"name\nAda\nEmil\n"), club=event.club)
    for one_more in (partial(enter_players, names=["Emil"]), partial(take_over, players=more)):
        with pytest.raises(NotPossible, match="this one would have 4") as refused:
            one_more(event=event, by=SYSTEM)
        assert refused.value.code == "too_many_players"
    assert event.entrants.count() == 3


def test_nobody_registers_for_an_event_that_has_no_room_at_all(monkeypatch):
    monkeypatch.setattr(entrants, "MOST_PLAYERS", 1)
    event = an_event(is_registration_open=True)
    register(event=event, name="Ada")
    with pytest.raises(NotPossible) as refused:
        register(event=event, name="Ben")
    assert refused.value.code == "too_many_players"


class Counted(str):
    """A name that counts how often it is compared."""

    compared = 0

    def __eq__(self, other):
        Counted.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_a_list_is_not_compared_name_by_name_with_itself():
    names = [Counted(f"Player {number}") for number in range(500)]
    Counted.compared = 0
    refuse_repeated(an_event(), names)
    assert Counted.compared < 10 * len(names)


def test_removing_a_player_requests_the_standings():
    entrant = an_entrant()
    StandingsRequest.objects.all().delete()
    withdraw_entrant(entrant=entrant)
    assert StandingsRequest.objects.filter(event=entrant.event).exists()
