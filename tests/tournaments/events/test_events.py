"""Clubs, events and entrants: refusals of the services."""

import pytest

from rules.reading import Refused
from scoring.not_possible import NotPossible
from tests.builders import a_round, an_event, write_deal
from tournaments.models import Standings
from tournaments.services.entry.entrants import enter_players, rename_player, share_number
from tournaments.services.events.lifecycle import change_event
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db


def test_options_change_until_the_first_deal():
    table = a_round().tables.get()
    event = change_event(event=table.round.event, options={"min_bid": 3})
    assert event.options == {"min_bid": 3}
    write_deal(table, bid=3, tricks=3)
    with pytest.raises(NotPossible, match="Deals are already recorded"):
        change_event(event=event, options={"min_bid": 2})


def test_everything_else_changes_while_deals_exist():
    table = a_round().tables.get()
    write_deal(table)
    event = change_event(event=table.round.event, options={}, name="Renamed", deals_per_table={"4": 50})
    event.refresh_from_db()
    assert (event.name, event.deals_per_table) == ("Renamed", {"4": 50})


def test_an_option_the_game_does_not_have_is_refused():
    with pytest.raises(Refused) as refused:
        change_event(event=an_event(), options={"jokers": True})
    assert refused.value.code == "switch_unknown"


def test_a_name_in_published_standings_raises_their_version():
    event = an_event()
    entrant, *_ = enter_players(event=event, names=["Ada", "Ben", "Cleo"])
    compute_event_standings(event_id=event.pk)
    rename_player(entrant=entrant, name="Adele")
    assert Standings.objects.get().version == 2


def test_a_name_in_standings_raises_their_version_where_it_is_a_partners():
    first = an_event()
    entrant, *_ = enter_players(event=first, names=["Ada"])
    second = an_event(club=first.club, name="Second")
    shared, *_ = enter_players(event=second, names=["Ben", "Cleo", "Dov"])
    share_number(entrant=shared, name="Ada")
    compute_event_standings(event_id=second.pk)
    before = second.standings.version
    rename_player(entrant=entrant, name="Adele")
    assert Standings.objects.get(event=second).version == before + 1


def test_known_players_of_the_club_are_entered_again():
    first = an_event()
    second = an_event(club=first.club, name="Second")
    once, again = (enter_players(event=event, names=["Ada"])[0] for event in (first, second))
    assert once.player == again.player


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Möwe Süderbrarup, Café", "moewe-suederbrarup-cafe-2026-11-21"),
        ("秋のフィプセン", "秋のフィプセン-2026-11-21"),
        ("Rifki 大会", "rifki-大会-2026-11-21"),
    ],
)
def test_an_address_can_be_typed_from_the_wall_where_the_name_has_letters_for_it(name, slug):
    assert an_event(name=name).slug == slug
