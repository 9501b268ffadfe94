"""Nobody plays at two tables at once; both tables are named."""

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_club, a_round, an_event, write_deal
from tests.tournaments.evenings import ADA, WHY, again, places
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Event, RoundStatus
from tournaments.services.entry.entrants import enter_players, share_number
from tournaments.services.rounds.lifecycle import close_round, open_round, seat_round
from tournaments.services.tables.abandoning import abandon_table, resume_table
from tournaments.services.tables.seat_changes import change_seats

pytestmark = pytest.mark.django_db

PLACES = "Early, round 1, table 1, and Late, round 1, table 1."


@pytest.fixture
def club():
    return a_club()


@pytest.fixture
def early(club):
    """Return a round that is being played by Ada, Ben, Cleo and Emil."""
    return a_round(an_event(club=club, name="Early", deals_per_table={"4": 1}))


def late(club, names=("Fritz", "Greta", "Hans", "Ada"), **changes):
    """Return a draft with these players in another event of the club."""
    event = an_event(club=club, name="Late", **changes)
    return seat_round(event=event, tables=[enter_players(event=event, names=names)])


def refused(act):
    with pytest.raises(NotPossible) as refusal:
        act()
    assert refusal.value.code == "sits_at_two_tables"
    return refusal.value.message


def test_a_player_at_a_running_table_of_another_event_keeps_the_round_closed(club, early):
    drawn = late(club)
    assert f"Ada would sit at two tables at once: Late, round 1, table 1, and {PLACES[:23]}" in refused(
        lambda: open_round(round=drawn)
    )
    drawn.refresh_from_db()
    assert drawn.status == RoundStatus.DRAFT


def test_the_page_of_the_round_says_it_and_opens_nothing(club, early):
    drawn = late(club)
    url = f"/events/{drawn.event.slug}/organise/rounds/1/"
    answer = ada().post(f"{url}open/")
    assert answer.status_code == 409 and "would sit at two tables at once" in text_of(answer)
    table = early.tables.get()
    there = (
        f'href="/events/{early.event.slug}/organise/tables/{table.public_id}/">Early, round 1, table 1</a>'
    )
    assert there in text_of(answer)


@pytest.mark.parametrize("end", ["complete", "abandoned", "closed round", "closed event", "another day"])
def test_a_table_that_has_ended_keeps_nobody(club, early, end):
    table = early.tables.get()
    if end == "complete":
        write_deal(table)
    elif end == "abandoned":
        abandon_table(table=table, by=ADA)
    elif end == "closed round":
        close_round(round=early, even_if_incomplete=True)
    elif end == "closed event":
        Event.objects.filter(pk=early.event_id).update(is_closed=True)
    else:
        Event.objects.filter(pk=early.event_id).update(date="2026-11-14")
    assert open_round(round=late(club)).status == RoundStatus.OPEN


def test_a_player_who_gave_their_seat_away_is_free_and_the_one_who_took_it_is_not(club, early):
    table = early.tables.get()
    write_deal(table)
    Event.objects.filter(pk=early.event_id).update(deals_per_table={"4": 9})
    enter_players(event=early.event, names=["Xaver"])
    change_seats(table=again(table), places=places(table, 5, 2, 3, 4), reason=WHY, by=ADA)
    ada_elsewhere, xaver_elsewhere = late(club), late(club, ("Ina", "Jan", "Kai", "Xaver"))
    assert open_round(round=ada_elsewhere).status == RoundStatus.OPEN
    assert "Xaver would sit" in refused(lambda: open_round(round=xaver_elsewhere))


def test_a_shared_start_number_leaves_one_of_the_two_free(club, early):
    share_number(entrant=early.event.entrants.get(player__name="Ada"), name="Zoe")
    assert open_round(round=late(club)).status == RoundStatus.OPEN


def test_a_person_with_two_seats_in_one_round_is_refused(club):
    event = an_event(club=club)
    names = ("Fritz", "Greta", "Hans", "Ada", "Ben", "Cleo", "Emil")
    fritz, *others = enter_players(event=event, names=names)
    round = seat_round(event=event, tables=[[fritz, *others[:3]], [fritz, *others[3:]]])
    message = refused(lambda: open_round(round=round))
    assert "Autumn Fipsen, round 1, table 1, and Autumn Fipsen, round 1, table 2." in message


def test_nobody_is_seated_late_who_still_plays_in_another_event(club, early):
    round = open_round(round=late(club, names=("Fritz", "Greta", "Hans", "Ida")))
    enter_players(event=round.event, names=["Ada"])
    table = again(round.tables.get())
    seats = places(table, 1, 2, 3, 5)
    message = refused(lambda: change_seats(table=table, places=seats, reason=WHY, by=ADA))
    assert PLACES in message


def test_an_abandoned_table_is_not_resumed_while_its_players_play_elsewhere(club, early):
    table = early.tables.get()
    abandon_table(table=table, by=ADA)
    open_round(round=late(club))
    assert "Ada would sit" in refused(lambda: resume_table(table=again(table), by=ADA))
