"""Snapshots of the public page: the same bytes without a query, and never anything of anybody's."""

import gzip

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from tests.builders import a_round, an_event, write_deal
from tests.tournaments.pages import ada, stranger
from tournaments import snapshots
from tournaments.services.events import publish_event
from tournaments.services.people import enter_players
from tournaments.services.standings import compute_event_standings
from tournaments.snapshots import FOR_ALL, NEWS, Snapshots, answer_of, is_public

pytestmark = pytest.mark.django_db


@pytest.fixture
def site(monkeypatch):
    monkeypatch.setattr(snapshots, "SECONDS", 60)  # however slow the machine is
    return Snapshots(WSGIHandler())


@pytest.fixture
def event():
    event = an_event(is_published=True)
    enter_players(event=event, names=["Ada Ant", "Ben Bee"])
    return event


def get(site, path, **headers):
    """Status, headers and text of an answer."""
    status, told, body = answer_of(site, RequestFactory().get(path, **headers).environ)
    headers = {name.lower(): value for name, value in told}
    text = gzip.decompress(body) if "content-encoding" in headers else body
    return int(status[:3]), headers, text.decode()


def addresses(event):
    pages = (f"/events/{event.slug}/", f"/events/{event.slug}/live/")
    return (*pages, f"/api/v1/events/{event.slug}/standings/")


def public_page(event):
    return addresses(event)[0]


# Fast


def test_what_was_asked_for_a_moment_ago_takes_no_query(site, event):
    first = [get(site, path) for path in addresses(event)]
    with CaptureQueriesContext(connection) as queries:
        assert [get(site, path) for path in addresses(event)] == first
    assert len(queries) == 0 and [status for status, *_ in first] == [200] * 3


def test_a_snapshot_has_the_bytes_and_the_headers_of_the_page(site, event):
    get(site, public_page(event))
    page = stranger().get(public_page(event))
    _, told, text = get(site, public_page(event))
    assert text == page.content.decode()
    ours = {"etag", "content-length"}
    assert told.keys() - ours == {name.lower() for name in page.headers} - ours
    assert told["content-security-policy"] == page["Content-Security-Policy"]


def test_a_snapshot_comes_compressed_to_whoever_can_read_that(site, event):
    _, told, text = get(site, public_page(event), HTTP_ACCEPT_ENCODING="br, gzip")
    assert told["content-encoding"] == "gzip" and text == get(site, public_page(event))[2]
    assert "Accept-Encoding" in told["vary"]


def test_whoever_knows_the_page_is_told_so_in_one_line(site, event):
    _, told, _ = get(site, public_page(event))
    known = get(site, public_page(event), HTTP_IF_NONE_MATCH=told["etag"])
    assert known[0] == 304 and known[2] == "" and known[1]["etag"] == told["etag"]


def test_a_head_has_the_headers_of_a_get(site, event):
    _, told, _ = get(site, public_page(event))
    request = RequestFactory().head(public_page(event))
    status, headers, body = answer_of(site, request.environ)
    assert status == "200 OK" and body == b"" and dict(headers)["Content-Length"] == told["content-length"]


# Never more than a stranger may see


def test_an_event_taken_back_is_gone_at_once(site, event, django_capture_on_commit_callbacks):
    assert get(site, public_page(event))[0] == 200
    with django_capture_on_commit_callbacks(execute=True):
        publish_event(event=event, is_published=False)
    assert [get(site, path)[0] for path in addresses(event)] == [404] * 3


def test_new_standings_are_shown_at_once(site, event, django_capture_on_commit_callbacks):
    get(site, public_page(event))
    enter_players(event=event, names=["Cleo Cat", "Emil Eel"])
    write_deal(a_round(event).tables.get())
    with django_capture_on_commit_callbacks(execute=True):
        compute_event_standings(event_id=event.pk)
    assert all("Cleo" in get(site, path)[2] for path in addresses(event))


def test_another_process_is_heard_within_a_second(site, event, monkeypatch):
    assert get(site, public_page(event))[0] == 200
    type(event).objects.update(is_published=False)
    monkeypatch.setattr(snapshots, "SECONDS", 0)
    assert get(site, public_page(event))[0] == 404


def test_a_change_while_a_snapshot_is_made_makes_it_stale(event):
    def changing(environ, start_response):
        NEWS.spread()
        return WSGIHandler()(environ, start_response)

    site = Snapshots(changing)
    get(site, public_page(event))
    assert not any(kept.is_fresh() for kept in site.kept.values())


def test_a_member_sees_his_own_page_and_leaves_nothing_of_it_behind(site, event):
    session = ada().cookies["sessionid"].value
    own = get(site, public_page(event), HTTP_COOKIE=f"sessionid={session}")
    assert "organise" in own[2] and "private" in own[1]["cache-control"]
    assert not site.kept and "organise" not in get(site, public_page(event))[2]


def test_an_unpublished_event_is_never_kept(site, event):
    type(event).objects.update(is_published=False)
    session = ada().cookies["sessionid"].value
    assert get(site, public_page(event), HTTP_COOKIE=f"sessionid={session}")[0] == 200
    assert get(site, public_page(event))[0] == 404 and not site.kept


@pytest.mark.parametrize("cookie", ["messages=x", "unknown=1", "csrftoken=a; sessionid=b", "=;sessionid=b"])
def test_a_cookie_that_may_say_who_asks_goes_past_the_snapshots(site, event, cookie):
    assert get(site, public_page(event), HTTP_COOKIE=cookie)[0] == 200 and not site.kept


@pytest.mark.parametrize("cookie", ["csrftoken=a", "table_5=token", "django_language=en"])
def test_a_cookie_that_the_page_never_reads_does_not(site, event, cookie):
    assert get(site, public_page(event), HTTP_COOKIE=cookie)[0] == 200 and len(site.kept) == 1


def test_no_snapshot_holds_a_token_or_sets_a_cookie(site, event):
    for path in addresses(event):
        _, told, text = get(site, path)
        assert "csrf" not in text and "set-cookie" not in told


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        ("200 OK", [("Cache-Control", "private, no-cache")]),
        ("200 OK", []),
        ("200 OK", [("Cache-Control", FOR_ALL), ("Set-Cookie", "a=b")]),
        ("404 Not Found", [("Cache-Control", FOR_ALL)]),
    ],
)
def test_only_what_calls_itself_public_is_kept(status, headers):
    assert not is_public(status, headers) and is_public("200 OK", [("Cache-Control", FOR_ALL)])


def test_each_language_has_a_snapshot_of_its_own(site, event):
    said = {
        language: get(site, public_page(event), HTTP_ACCEPT_LANGUAGE=language)[2]
        for language in ("en", "de", "ja", "de;q=0.5, ja")
    }
    assert all(f'<html lang="{language}">' in said[language] for language in ("en", "de", "ja"))
    assert said["de;q=0.5, ja"] == said["ja"] and len(site.kept) == 3


def test_the_language_form_works_without_a_token(event):
    browser = Client(enforce_csrf_checks=True)
    answer = browser.post("/i18n/setlang/", {"language": "de", "next": public_page(event)})
    assert answer.status_code == 302 and browser.cookies["django_language"].value == "de"


def test_a_host_that_is_not_ours_gets_no_page(site, event):
    get(site, public_page(event))
    assert get(site, public_page(event), HTTP_HOST="elsewhere.example")[0] == 400


# Not too many


def test_the_oldest_snapshot_is_forgotten(site, event, monkeypatch):
    monkeypatch.setattr(snapshots, "MOST", 2)
    for path in addresses(event):
        get(site, path)
    assert [key[1] for key in site.kept] == list(addresses(event)[1:])


@pytest.mark.parametrize("more", ["?page=2", "seats/", "organise/"])
def test_other_addresses_are_left_alone(site, event, more):
    get(site, public_page(event) + more)
    assert not site.kept
