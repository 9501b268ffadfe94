"""Public pages: home, club, event, sheet, and their live fragments."""

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import localdate

from tests.builders import a_club, a_round, a_user, an_event, end_round, write_deal
from tests.tournaments.visitors import ada, dov, queries_of, stranger, text_of
from tournaments.models import Member, Role, Stage
from tournaments.services.draw.drawing import draw_round
from tournaments.services.entry.entrants import enter_players, rename_player
from tournaments.services.events.lifecycle import close_event
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.publishing.publications import publish_list
from tournaments.services.publishing.sign_off import sign_off
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db


def compute(event):
    compute_event_standings(event_id=event.pk)


def event_url(event, more=""):
    return f"/events/{event.slug}/{more}"


def sheet_url(table, more=""):
    return event_url(table.round.event, f"tables/{table.public_id}/{more}")


# The events


def test_home_shows_published_events_to_everybody():
    an_event(name="Autumn Fipsen")
    assert "Autumn Fipsen" in text_of(stranger().get("/"))


def test_home_keeps_unpublished_events_to_their_club():
    an_event(name="Secret Fipsen", is_published=False)
    ours = text_of(ada().get("/"))
    assert "Secret Fipsen" in ours and "/new-event/" in ours  # the next step of its director
    assert "Secret Fipsen" not in text_of(dov().get("/"))


def test_home_begins_with_the_events_of_today():
    club = a_club()
    an_event(club=club, name="Next Fipsen", date=localdate() + timedelta(weeks=1))
    an_event(club=club, name="Fipsen Now", date=localdate())
    page = text_of(stranger().get("/"))
    assert (
        page.index("Today")
        < page.index("Fipsen Now")
        < page.index("Other events")
        < page.index("Next Fipsen")
    )
    assert "Today" not in text_of(stranger().get("/?name=fipsen"))


@pytest.mark.parametrize(("is_open", "address"), [(True, "/accounts/signup/"), (False, "/accounts/login/")])
def test_home_tells_a_newcomer_how_to_start_a_club(settings, is_open, address):
    settings.SIGN_UP_IS_OPEN = is_open
    organiser = ada()  # without any account, home leads to the first start
    page = text_of(stranger().get("/"))
    assert address in page[page.index("Start your club") :]
    assert "Start your club" not in text_of(organiser.get("/"))


def test_home_offers_a_first_club():
    page = text_of(ada().get("/"))
    assert "/new-club/" in page


def test_a_club_shows_its_events_and_its_members_more():
    club = a_club()
    an_event(club=club, name="Open Fipsen")
    an_event(club=club, name="Secret Fipsen", is_published=False)
    url = f"/clubs/{club.slug}/"
    assert "Open Fipsen" in text_of(stranger().get(url)) and "Secret" not in text_of(stranger().get(url))
    assert "Secret Fipsen" in text_of(ada().get(url)) and "new-event" in text_of(ada().get(url))


@pytest.mark.parametrize(("role", "offers"), [(Role.DIRECTOR, True), (Role.SCORER, False)])
def test_a_club_offers_a_new_event_to_those_who_may_make_one(role, offers):
    club = a_club()
    Member.objects.create(club=club, user=a_user("dov"), role=role)
    assert ("new-event" in text_of(dov().get(f"/clubs/{club.slug}/"))) == offers
    assert dov().get(f"/clubs/{club.slug}/new-event/").status_code == (200 if offers else 404)


def test_a_club_with_a_japanese_name_has_a_page():
    club = a_club(name="函館カード会")
    assert stranger().get(f"/clubs/{club.slug}/").status_code == 200


@pytest.mark.parametrize("url", ["/", "/clubs/{}/", "/events/{}/", "/events/{}/live/"])
def test_public_pages_are_only_read(url):
    event = an_event()
    slug = event.club.slug if "clubs" in url else event.slug
    assert stranger().post(url.format(slug)).status_code == 405


# An event


def test_an_event_shows_standings_as_they_were_computed():
    round = a_round()
    write_deal(round.tables.get())
    assert "No deals yet" in text_of(stranger().get(event_url(round.event)))
    compute(round.event)
    page = stranger().get(event_url(round.event))
    first = page.context["standings"]["rows"][0]
    assert [first[name] for name in ("rank", "number", "name", "total", "rounds")] == [1, 2, "Ben", 2, [2]]


def test_nobody_is_first_before_a_deal_is_written():
    event = a_round().event
    compute(event)
    page = text_of(stranger().get(event_url(event)))
    assert "No deals yet" in page and 'class="rank"' not in page


def status_of(event):
    """Return the status beside the name, the same on the page and in the list of events."""
    words = {stranger().get("/").context["events"][0]["status"]}
    words.add(stranger().get(event_url(event)).context["event"]["status"])
    return words


@pytest.mark.parametrize(
    ("planned", "word"), [(None, "between the rounds"), (2, "between the rounds"), (1, "played")]
)
def test_an_event_is_played_once_all_rounds_that_were_planned_are_closed(planned, word):
    round = a_round(an_event(planned_rounds=planned))
    assert status_of(round.event) == {"being played"}
    end_round(round)
    assert status_of(round.event) == {word}


def test_an_event_is_played_once_a_final_list_is_published():
    round = a_round()
    write_deal(round.tables.get())
    end_round(round)
    publish_list(event=round.event, stage=Stage.FINAL, by=SYSTEM)
    assert status_of(round.event) == {"played"}


def test_an_event_is_played_once_its_results_are_signed_off():
    round = a_round(an_event(deals_per_table={"4": 1}))
    write_deal(round.tables.get())
    close_round(round=round)
    sign_off(event=round.event, by=SYSTEM)
    assert status_of(round.event) == {"played"}


def test_nobody_has_moved_in_the_first_round():
    round = a_round(is_open=False)
    compute(round.event)
    ada().post(f"/events/{round.event.slug}/organise/rounds/1/open/")
    write_deal(round.tables.get())
    compute(round.event)
    rows = stranger().get(event_url(round.event)).context["standings"]["rows"]
    assert {row["moved"] for row in rows} == {0}


def test_places_won_since_the_round_before_are_shown():
    event = an_event(deals_per_table={"4": 1})
    first = a_round(event)
    write_deal(first.tables.get())
    compute(event)
    close_round(round=first)
    second = a_round(event)
    write_deal(second.tables.get(), declarer=2, bid=4, tricks=4)
    compute(event)
    rows = stranger().get(event_url(event)).context["standings"]["rows"]
    assert [(row["name"], row["moved"]) for row in rows][:2] == [("Cleo", 1), ("Ben", -1)]


def test_standings_are_final_once_the_event_is_closed():
    event = an_event()
    assert stranger().get(event_url(event)).context["standings"]["is_provisional"]
    close_event(event=event, is_closed=True)
    assert not stranger().get(event_url(event)).context["standings"]["is_provisional"]


@pytest.mark.parametrize("more", ["", "live/"])
def test_an_unpublished_event_does_not_exist_for_strangers(more):
    event = an_event(is_published=False)
    assert [visitor.get(event_url(event, more)).status_code for visitor in (stranger(), dov(), ada())] == [
        404,
        404,
        200,
    ]


def test_a_draft_is_not_shown_to_anybody():
    event = an_event()
    enter_players(event=event, names=["Ada", "Ben", "Cleo"])
    round = draw_round(event=event)
    assert ada().get(event_url(event)).context["rounds"] == []
    assert stranger().get(sheet_url(round.tables.get())).status_code == 404


def test_the_newest_round_comes_first():
    event = an_event(deals_per_table={})
    close_round(round=a_round(event))
    a_round(event)
    assert re.findall(r"Round (\d) at the tables", stranger().get(event_url(event)).content.decode()) == [
        "2",
        "1",
    ]


def test_the_event_page_takes_as_many_queries_for_many_tables_as_for_one():
    small, large = a_round().event, a_round(tables=6, event=an_event(name="Large")).event
    compute(small)
    compute(large)
    assert queries_of(stranger(), event_url(large)) == queries_of(stranger(), event_url(small))


def test_home_takes_as_many_queries_for_many_events_as_for_one():
    club = a_club()
    a_round(an_event(club=club))
    once = queries_of(stranger(), "/")
    for number in range(5):
        day = date(2026, 11, 1 + number)  # never today, which costs a query more
        evening = an_event(club=club, name=f"Fipsen {number}", date=day)
        a_round(evening)
    assert queries_of(stranger(), "/") == once


# The live fragments


def live(visitor, url, etag="", language="en"):
    return visitor.get(url, headers={"If-None-Match": etag, "Accept-Language": language})


def test_an_event_that_did_not_change_is_answered_by_six_queries_and_nothing_else():
    event = a_round().event
    url = event_url(event, "live/")
    etag = live(stranger(), url)["ETag"]
    with CaptureQueriesContext(connection) as queries:
        again = live(stranger(), url, etag)
    assert (again.status_code, again.content, len(queries)) == (304, b"", 6)


def test_a_sheet_that_did_not_change_is_answered_by_three_queries_and_nothing_else():
    table = a_round().tables.get()
    url = sheet_url(table, "live/")
    etag = live(stranger(), url)["ETag"]
    with CaptureQueriesContext(connection) as queries:
        again = live(stranger(), url, etag)
    assert (again.status_code, again.content, len(queries)) == (304, b"", 3)


def rename(round):
    rename_player(entrant=round.event.entrants.first(), name="Adele")


CHANGES = {
    "a deal is written": lambda round: write_deal(round.tables.get()),
    "the round is closed": lambda round: close_round(round=round, even_if_incomplete=True),
    "standings are computed": lambda round: compute(round.event),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_event_is_sent_anew_when(change):
    round = a_round()
    url = event_url(round.event, "live/")
    etag = live(stranger(), url)["ETag"]
    change(round)
    assert live(stranger(), url, etag).status_code == 200


@pytest.mark.parametrize("which", ["event", "sheet"])
def test_a_corrected_name_is_sent_anew(which):
    round = a_round()
    compute(round.event)
    url = event_url(round.event, "live/") if which == "event" else sheet_url(round.tables.get(), "live/")
    etag = live(stranger(), url)["ETag"]
    rename(round)
    again = live(stranger(), url, etag)
    assert again.status_code == 200 and "Adele" in text_of(again)


def test_another_language_is_another_fragment():
    url = event_url(a_round().event, "live/")
    assert live(stranger(), url)["ETag"] != live(stranger(), url, language="de")["ETag"]


# A sheet


def test_a_sheet_is_public_with_its_event():
    table = a_round().tables.get()
    write_deal(table)
    for more in ("", "live/"):
        assert "Ben" in text_of(stranger().get(sheet_url(table, more)))


def test_the_sheet_of_an_unpublished_event_does_not_exist_for_strangers():
    table = a_round(an_event(is_published=False)).tables.get()
    for more in ("", "live/"):
        assert [visitor.get(sheet_url(table, more)).status_code for visitor in (dov(), ada())] == [404, 200]
        assert stranger().get(sheet_url(table, more)).status_code == 404


def test_a_sheet_is_found_under_its_own_event_only():
    table, other = a_round().tables.get(), an_event(name="Other")
    assert stranger().get(event_url(other, f"tables/{table.public_id}/")).status_code == 404


def test_a_sheet_is_only_read():
    table = a_round().tables.get()
    assert [stranger().post(sheet_url(table, more)).status_code for more in ("", "live/")] == [405, 405]


@pytest.mark.parametrize("url", ["/", "/events/{}/"])
def test_the_language_follows_the_browser(url):
    event = an_event()
    page = stranger().get(url.format(event.slug), headers={"Accept-Language": "de"})
    assert '<html lang="de">' in text_of(page)


@pytest.mark.parametrize("path", ["seats/", "wall/"])
def test_everybody_sees_how_many_rounds_there_will_be(path):
    event = a_round(an_event(planned_rounds=3)).event
    assert "Round 1 of 3" in text_of(stranger().get(f"/events/{event.slug}/{path}"))
