"""Who plays: names, the clubs they belong to, and who can still be taken out."""

import pytest

from tests.builders import a_club, a_round, an_event
from tournaments.errors import NotPossible
from tournaments.models import Seat, StandingsMarker
from tournaments.services.leaving import withdraw_entrant
from tournaments.services.people import NAME_LENGTH, enter_players, rename_player

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


def test_somebody_who_is_entered_already_is_refused_by_name():
    entrant = an_entrant()
    with pytest.raises(NotPossible, match="entered twice: Ada") as refused:
        enter_players(event=entrant.event, names=["Ben", "Ada"])
    assert refused.value.code == "player_twice"


def test_a_name_that_stays_as_it_is_can_be_saved_again():
    assert rename_player(entrant=an_entrant("Ada"), name=" Ada ").name == "Ada"


@pytest.mark.parametrize("kept", ["entrant", "account"])
def test_whoever_sits_or_is_paid_for_a_seat_is_not_taken_out(kept):
    event = a_round().event
    (spare,) = enter_players(event=event, names=["Spare"])
    Seat.objects.filter(entrant__number=1).update(**{kept: spare})
    with pytest.raises(NotPossible) as refused:
        withdraw_entrant(entrant=spare)
    assert refused.value.code == "entrant_has_seat"


def test_taking_somebody_out_asks_for_the_standings():
    entrant = an_entrant()
    StandingsMarker.objects.all().delete()
    withdraw_entrant(entrant=entrant)
    assert StandingsMarker.objects.filter(event=entrant.event).exists()
