"""Who took part in a closed event and who won is final until it is reopened; money moves, names change."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from scoring.not_possible import NotPossible
from tests.builders import an_event
from tests.tournaments.entry.test_cancelled import WAYS, World, an_event_with_an_open_door
from tests.tournaments.evenings import ADA
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Entrant, Event, FeeClass, PaymentKind, StandingsRequest
from tournaments.services.cash.payments import pay, pay_all_fees, pay_at_door, pay_back, pay_due
from tournaments.services.competitions.competitions import (
    add_competition,
    change_competition,
    remove_competition,
    set_entries,
)
from tournaments.services.competitions.teams import dissolve_team, form_team
from tournaments.services.entry.check_in import check_in, drop_no_shows, untick_all
from tournaments.services.entry.door import set_door, undo_phone
from tournaments.services.entry.entrants import enter_players, rename_player, set_fee_class, share_number
from tournaments.services.entry.leaving import dismiss_absent, leave_early, withdraw_entrant
from tournaments.services.entry.lists import undo_list
from tournaments.services.entry.lists.importing import take_over
from tournaments.services.entry.lists.planning import read_list
from tournaments.services.events.lifecycle import change_event, close_event
from tournaments.storage.uploads.spreadsheets import Upload

pytestmark = pytest.mark.django_db

OF_MONEY = {"pay_due", "pay_all_fees", "pay_at_door"}
OF_TEAMS = {"form_team", "change_team", "match_by_lot", "teams_of_words", "set_entries"}
LIST = "Number,Name\n7,Gesa Nord\n"


def a_world() -> World:
    """Return an event in which Ada and Ben are a team and nobody has played."""
    event = an_event(fee_cents=500)
    a, b, c, d = enter_players(event=event, names=["Ada", "Ben", "Cleo", "Dora"], are_present=False)
    team = form_team(event=event, members=[a, b])
    card = add_competition(event=event, name="Ladies", rule={}, fee_cents=100)
    return World(event, a, b, c, d, team, card)


def closed(event: Event) -> Event:
    return close_event(event=event, is_closed=True)


def undo_the_list(of: World) -> None:
    """Undo the import of a list, which was made before the event was closed."""
    undo_list(taken=of.event.list_imports.get(), by=ADA)


WAYS_OUT: dict[str, Callable[[World], Any]] = {
    "check_out": lambda of: check_in(entrant=of.ada, is_present=False),
    "untick_all": lambda of: untick_all(event=of.event),
    "undo_phone": lambda of: undo_phone(event=of.event, phone="3fa9c1", by=ADA),
    "drop_no_shows": lambda of: drop_no_shows(event=of.event),
    "dismiss_absent": lambda of: dismiss_absent(event=of.event),
    "leave_early": lambda of: leave_early(entrant=of.ada, after=1),
    "withdraw": lambda of: withdraw_entrant(entrant=of.cleo),
    "undo_list": undo_the_list,
    "end_sharing": lambda of: share_number(entrant=of.dora, name=""),
    "dissolve_team": lambda of: dissolve_team(team=of.team),
    "add_competition": lambda of: add_competition(event=of.event, name="Juniors", rule={}),
    "rank_otherwise": lambda of: change_competition(competition=of.card, rule={"rounds": [1]}),
    "remove_competition": lambda of: remove_competition(competition=of.card),
    "nobody_enters": lambda of: set_entries(competition=of.card, entrants=[]),
    "other_deals": lambda of: change_event(event=of.event, options={}, deals_per_table={"4": 8}),
    "hide_unplayed": lambda of: change_event(event=of.event, options={}, hides_unplayed=True),
}
ALL = {**{name: way for name, way in WAYS.items() if name not in OF_MONEY}, **WAYS_OUT}


@pytest.mark.parametrize("way", ALL)
def test_a_closed_event_keeps_who_took_part_and_who_won(way: str) -> None:
    world = a_world()
    if way == "undo_list":
        take_over(
            event=world.event,
            players=read_list(Upload("list.csv", LIST.encode()), club=world.event.club),
            by=ADA,
        )
    share_number(entrant=world.dora, name="Emil Ost")
    closed(world.event)
    StandingsRequest.objects.all().delete()
    with pytest.raises(NotPossible) as refusal:
        ALL[way](world)
    assert refusal.value.code == ("door_closed" if "arrive" in way else "event_closed")
    assert not StandingsRequest.objects.exists()


@pytest.mark.parametrize("way", [name for name in WAYS if name not in OF_MONEY | OF_TEAMS])
def test_nobody_comes_into_an_event_whose_results_are_signed_off(way: str) -> None:
    event, (a, b, c, d) = an_event_with_an_open_door()
    team = form_team(event=event, members=[a, b])
    card = add_competition(event=event, name="Ladies", rule={}, fee_cents=100)
    event.signed_off_at = timezone.now()
    event.save(update_fields=["signed_off_at"])
    with pytest.raises(NotPossible) as refusal:
        WAYS[way](World(event, a, b, c, d, team, card))
    assert refusal.value.code == "signed_off"
    assert not event.entrants.filter(is_present=True).exists() and event.entrants.count() == 4


def test_money_of_a_closed_event_still_moves_and_names_still_change() -> None:
    world = a_world()
    set_door(event=world.event, is_open=True, by=ADA)
    closed(world.event)
    (paid,) = pay_at_door(event=world.event, entrants=[world.ada])
    pay_back(payment=paid)
    pay_due(entrant=world.ben, kind=PaymentKind.FEE, due=500)
    pay_all_fees(event=world.event)
    pay(event=world.event, kind=PaymentKind.OTHER, cents=-4000, note="the hall")
    set_fee_class(entrant=world.cleo, fee_class=FeeClass.MEMBER)
    change_competition(competition=world.card, name="Damen")
    set_door(event=world.event, is_open=False, by=ADA)
    assert rename_player(entrant=world.cleo, name="Cleo Süd").name == "Cleo Süd"


@pytest.mark.parametrize(("path", "sent"), [
    ("check-in/{}/", {"present": "no"}),
    ("check-in/undo/", {"phone": "3fa9c1"}),
    ("check-in/add/", {"name": "Emil Ost"}),
    ("players/{}/leave/", {"after": "1", "rule": "keeps"}),
    ("players/{}/take-out/", {}),
    ("players/add/", {"name": "Emil Ost"}),
    ("teams/lot/", {"size": "2"}),
    ("competitions/add/", {"kind": "ladies"}),
])  # fmt: skip
def test_a_helper_reads_that_the_event_is_closed(path: str, sent: dict[str, str]) -> None:
    world = a_world()
    closed(world.event)
    address = f"/events/{world.event.slug}/organise/{path.format(world.cleo.pk)}"
    assert "is closed; reopen it first" in text_of(ada().post(address, sent, follow=True))


def test_a_reopened_event_takes_who_comes_and_lets_go_who_goes() -> None:
    world = a_world()
    closed(world.event)
    close_event(event=world.event, is_closed=False)
    check_in(entrant=world.ada, is_present=True)
    withdraw_entrant(entrant=world.cleo)
    assert Entrant.objects.filter(event=world.event).count() == 3
