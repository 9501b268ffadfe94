"""The events of a series, chosen among hundreds: a page of them at a time, and no ticked box is lost."""

import datetime
import re

import pytest

from tests.builders import a_club, an_event
from tests.tournaments.visitors import ada, queries_of, text_of
from tournaments.models import Event, Series
from tournaments.services.series.lifecycle import create_series

pytestmark = pytest.mark.django_db

BOX = re.compile(r'name="events" value="(\d+)"( checked)?')


@pytest.fixture(scope="module")
def club(lasting):
    """Return a club with 100 events of one year, "Evening 0" to "Evening 99"."""
    club = a_club()
    for number in range(100):
        date = datetime.date(2026, 1, 1) + datetime.timedelta(days=number)
        an_event(club=club, name=f"Evening {number}", slug=f"evening-{number}", date=date)
    return club


def sent(*events, **more):
    values = {"name": "Season", "by": "places", "points": "25-18", "ties": "share", "guests": "in"}
    return {**values, "events": [each.pk for each in events], **more}


def boxes(response):
    """Return the names of the ticked and of the other events, in their order."""
    found = BOX.findall(" ".join(text_of(response).split()))
    names = {str(event.pk): event.name.removeprefix("Evening ") for event in Event.objects.all()}
    return [names[pk] for pk, is_on in found if is_on], [names[pk] for pk, is_on in found if not is_on]


def new_url(club):
    return f"/clubs/{club.slug}/new-series/"


def evening(number):
    return Event.objects.get(name=f"Evening {number}")


def newest(first, last):
    return [str(number) for number in range(first, last - 1, -1)]


def test_a_page_of_the_newest_events_is_offered(club):
    page = ada().get(new_url(club))
    assert boxes(page) == ([], newest(99, 80)) and "Page 1 of 5" in " ".join(text_of(page).split())


def test_ticked_boxes_and_typed_words_go_from_page_to_page(club):
    visitor, typed = ada(), {"name": "", "points": "9-x", "best": "many", "is_published": "on"}
    page = visitor.post(new_url(club), sent(evening(98), look="2", **typed))
    assert page.status_code == 200 and boxes(page) == (["98"], newest(79, 60))
    text = " ".join(text_of(page).split())
    assert 'value="9-x"' in text and 'value="many"' in text and 'role="alert"' not in text
    assert re.search(r'name="is_published"[^>]* checked', text)
    page = visitor.post(new_url(club), sent(evening(98), evening(70), look="9999"))
    assert boxes(page)[0] == ["98", "70"] and not Series.objects.exists()
    page = visitor.post(new_url(club), sent(evening(70), look="1"))
    assert boxes(page) == (["70"], newest(99, 80))
    assert boxes(visitor.post(new_url(club), sent(evening(99), look="1"))) == (["99"], newest(98, 80))
    visitor.post(new_url(club), sent(evening(70), evening(99)))
    assert {each.name for each in Series.objects.get().events.all()} == {"Evening 70", "Evening 99"}


@pytest.mark.parametrize(
    ("more", "is_stored"),
    [
        ({"look": "1", "event_found": ""}, False),
        ({"enter": "yes", "event_found": ""}, False),
        ({"enter": "yes", "event_found": "evening 42"}, True),
        ({"event_found": ""}, True),
    ],
    ids=["button", "Enter in the search", "Enter elsewhere", "save with words in the search"],
)
def test_events_are_found_by_words_and_enter_finds_before_it_saves(club, more, is_stored):
    page = ada().post(new_url(club), sent(evening(7), event_name="evening 42", **more))
    assert Series.objects.exists() == is_stored
    assert is_stored or boxes(page) == (["7"], ["42"])


def test_words_that_no_event_has_are_said(club):
    page = ada().post(new_url(club), sent(evening(7), look="1", event_name="winter"))
    assert boxes(page) == (["7"], []) and "No event has these words." in text_of(page)


def test_a_series_shows_all_that_count_first_and_a_refused_copy_loses_none(club):
    series = create_series(club=club, name="Season", events=[evening(5), evening(3)])
    url = f"/series/{series.slug}/organise/"
    assert boxes(ada().get(url)) == (["5", "3"], newest(99, 80))
    assert boxes(ada().post(url + "next/", {"name": ""})) == (["5", "3"], newest(99, 80))
    refused = ada().post(url, sent(evening(5), points="9-x"))
    assert refused.status_code == 422 and boxes(refused)[0] == ["5"]


def test_the_queries_do_not_grow_with_events(club):
    most = queries_of(ada(), new_url(club))
    Event.objects.filter(date__gt=datetime.date(2026, 1, 5)).delete()
    assert queries_of(ada(), new_url(club)) == most
