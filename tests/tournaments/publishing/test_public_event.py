"""An event as a visitor sees it: read when it is asked for, once, while other people change it."""

import pytest

from tests.builders import CAST, a_round, an_event
from tests.tournaments.access_world import HIDDEN
from tournaments.models import Event, Player, ShownAs
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.services.entry.entrants import enter_players
from tournaments.services.rounds.lifecycle import close_round, open_round, seat_round

pytestmark = pytest.mark.django_db

FACTS = ("standings", "rounds", "notes", "lists", "clocks", "names", "method", "has_competitions")


def seat_more(event: Event, *names: str) -> None:
    """Enter players of whom the last is shown by number, and seat them in a new round."""
    entrants = enter_players(event=event, names=names)
    Player.objects.filter(name=names[-1]).update(shown_as=ShownAs.NUMBER)
    open_round(round=seat_round(event=event, tables=[entrants]))


def test_players_seated_after_the_names_were_read_have_their_names_on_the_page():
    event = a_round().event
    shown = PublicEvent(event)
    assert list(shown.names.values()) == list(CAST[:4])
    close_round(round=event.rounds.get(), even_if_incomplete=True)
    seat_more(event, "Jan", "Kai", "Lea", HIDDEN)
    assert shown.rounds[-1].tables[0].seats == ("Jan", "Kai", "Lea", "Number 8")


def test_players_of_an_event_that_had_none_a_moment_ago_are_named_as_they_wish():
    event = an_event()
    shown = PublicEvent(event)
    assert shown.names == {}
    seat_more(event, "Jan", "Kai", "Lea", HIDDEN)
    assert shown.rounds[0].tables[0].seats == ("Jan", "Kai", "Lea", "Number 4")


def test_a_page_asks_for_each_fact_once_and_for_nothing_before(django_assert_num_queries):
    event = a_round().event
    with django_assert_num_queries(0):
        shown = PublicEvent(event)
    for fact in FACTS:
        getattr(shown, fact)
    with django_assert_num_queries(0):
        for fact in FACTS:
            getattr(shown, fact)
