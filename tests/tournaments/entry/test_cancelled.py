"""Nobody comes into a cancelled event or pays for it; everybody gets out of it, with their money."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pytest

from scoring.not_possible import NotPossible
from tests.builders import an_event
from tests.tournaments.evenings import ADA
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Admission, Competition, Entrant, Event, PaymentKind, Team
from tournaments.services.cash.payments import pay, pay_all_fees, pay_at_door, pay_back, pay_due
from tournaments.services.competitions.competitions import add_competition, set_entries
from tournaments.services.competitions.teams import change_team, form_team, match_by_lot, teams_of_words
from tournaments.services.draw.drawing import commit_seed
from tournaments.services.entry.check_in import check_in, check_in_people, tick_again, undo_no_shows
from tournaments.services.entry.door import arrive, set_door
from tournaments.services.entry.entrants import add_late, enter_players, share_number
from tournaments.services.entry.leaving import withdraw_entrant
from tournaments.services.entry.registration import register
from tournaments.services.entry.teams import store_team
from tournaments.services.entry.waiting_list import admit
from tournaments.services.events.states import cancel_event, undo_cancellation

pytestmark = pytest.mark.django_db


def an_event_with_an_open_door(**changes: Any) -> tuple[Event, list[Entrant]]:
    """Return an event with three players in and one who waits, with an open door."""
    event = an_event(fee_cents=500, is_registration_open=True, **changes)
    names = ["Ada", "Ben", "Cleo"]
    entrants = enter_players(event=event, names=names, are_present=False)
    event.places = len(names)
    event.save(update_fields=["places"])
    entrants.append(register(event=event, name="Dora"))
    assert entrants[-1].admission == Admission.WAITING
    set_door(event=event, is_open=True, by=ADA)
    return event, entrants


def cancelled(event: Event) -> Event:
    return cancel_event(event=event, reason="The hall is flooded.", by=ADA)


def open_again(event: Event) -> None:
    set_door(event=event, is_open=False, by=ADA)
    set_door(event=event, is_open=True, by=ADA)


class World(NamedTuple):
    """A cancelled event: Ada and Ben are a team, Cleo is in none, Dora waits."""

    event: Event
    ada: Entrant
    ben: Entrant
    cleo: Entrant
    dora: Entrant
    team: Team
    card: Competition


WAYS: dict[str, Callable[[World], Any]] = {
    "open_door": lambda of: open_again(of.event),
    "arrive": lambda of: arrive(entrant=of.ada, phone="3fa9c1"),
    "arrive_at_tablet": lambda of: arrive(entrant=of.ada, phone="", is_at_desk=True),
    "check_in": lambda of: check_in(entrant=of.ada, is_present=True),
    "check_in_people": lambda of: check_in_people(event=of.event, entrants=[of.ada, of.ben], pays=True),
    "tick_again": lambda of: tick_again(event=of.event),
    "undo_no_shows": lambda of: undo_no_shows(event=of.event),
    "admit": lambda of: admit(entrant=of.dora),
    "enter_players": lambda of: enter_players(event=of.event, names=["Emil"]),
    "add_late": lambda of: add_late(event=of.event, names=["Emil"]),
    "share_number": lambda of: share_number(entrant=of.ada, name="Emil"),
    "store_team": lambda of: store_team(event=of.event, names=["Emil", "Fritz"]),
    "form_team": lambda of: form_team(event=of.event, members=[of.cleo, of.dora]),
    "change_team": lambda of: change_team(team=of.team, members=[of.ada, of.cleo]),
    "match_by_lot": lambda of: match_by_lot(event=of.event, size=2, random=Random(1)),
    "teams_of_words": lambda of: teams_of_words(event=of.event),
    "set_entries": lambda of: set_entries(competition=of.card, entrants=[of.ada]),
    "commit_seed": lambda of: commit_seed(event=of.event),
    "pay_due": lambda of: pay_due(entrant=of.ada, kind=PaymentKind.FEE, due=500),
    "pay_all_fees": lambda of: pay_all_fees(event=of.event),
    "pay_at_door": lambda of: pay_at_door(event=of.event, entrants=[of.ada]),
}


@pytest.mark.parametrize("way", WAYS)
def test_nobody_comes_into_a_cancelled_event_or_pays_for_it(way: str) -> None:
    event, entrants = an_event_with_an_open_door()
    a, b, c, d = entrants
    team = form_team(event=event, members=[a, b])
    card = add_competition(event=event, name="Ladies", rule={}, fee_cents=100)
    cancelled(event)
    with pytest.raises(NotPossible, match="is cancelled") as refusal:
        WAYS[way](World(event, a, b, c, d, team, card))
    assert refusal.value.code == "event_cancelled"
    assert not event.entrants.filter(is_present=True).exists() and event.entrants.count() == len(entrants)


def test_the_waiting_list_moves_up_only_when_a_cancelled_event_takes_place_after_all() -> None:
    event, (ada_plays, *_, dora) = an_event_with_an_open_door()
    cancelled(event)
    assert withdraw_entrant(entrant=ada_plays) == []
    undo_cancellation(event=event, by=ADA)
    dora.refresh_from_db()
    assert dora.admission == Admission.ENTERED


def test_players_of_a_cancelled_event_are_checked_out_and_paid_back() -> None:
    event, (ada_plays, *_) = an_event_with_an_open_door()
    check_in(entrant=ada_plays, is_present=True)
    (paid,) = pay_at_door(event=event, entrants=[ada_plays])
    cancelled(event)
    check_in(entrant=ada_plays, is_present=False)
    pay_back(payment=paid)
    pay(event=event, kind=PaymentKind.OTHER, cents=-4000, note="the hall")
    set_door(event=event, is_open=False, by=ADA)
    assert sum(event.payments.values_list("cents", flat=True)) == -4000


def test_the_door_of_a_cancelled_event_says_so_and_names_nobody() -> None:
    event, (ada_plays, *_) = an_event_with_an_open_door()
    cancelled(event)
    page = f"/events/{event.slug}/arrive/"
    asked = stranger().get(page, {"name": "Ada"})
    assert "This event is cancelled." in text_of(asked) and "Ada?" not in text_of(asked)
    assert stranger().post(page, {"name": "Ada", "entrant": ada_plays.pk}).status_code == 409


@pytest.mark.parametrize(("path", "sent"), [
    ("check-in/door/", {"is_open": "yes"}),
    ("check-in/{}/", {"present": "yes"}),
    ("check-in/{}/", {"present": "paid"}),
    ("check-in/{}/", {"present": "team_paid"}),
    ("check-in/{}/fee/", {}),
    ("check-in/{}/admit/", {}),
    ("check-in/no-shows/", {"undo": "1"}),
    ("check-in/untick/", {"undo": "1"}),
    ("check-in/add/", {"name": "Emil Ost"}),
    ("cash/{}/fee/", {}),
    ("cash/all-fees/", {}),
    ("teams/words/", {}),
    ("teams/lot/", {"size": "2"}),
    ("teams/", {"members": "1, 2"}),
    ("players/add/", {"name": "Emil Ost"}),
])  # fmt: skip
def test_a_helper_reads_that_the_event_is_cancelled(path: str, sent: dict[str, str]) -> None:
    event, (ada_plays, *_) = an_event_with_an_open_door()
    cancelled(event)
    answer = ada().post(f"/events/{event.slug}/organise/{path.format(ada_plays.pk)}", sent, follow=True)
    assert "is cancelled. Undo the cancellation in its settings first" in text_of(answer)


def test_a_fee_is_not_taken_for_a_cancelled_event_of_the_same_evening() -> None:
    event, (ada_plays, *_) = an_event_with_an_open_door()
    beside = an_event(club=event.club, name="Late Fipsen", fee_cents=300)
    (own,) = enter_players(event=beside, names=["Ada"], are_present=False)
    cancelled(event)
    ada().post(f"/events/{beside.slug}/organise/check-in/{own.pk}/", {"present": "paid"})
    own.refresh_from_db()
    assert own.is_present and not ada_plays.payments.exists()
    assert list(own.payments.values_list("cents", flat=True)) == [300]
