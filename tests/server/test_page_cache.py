"""Pages that are equal for all strangers: the same bytes without a query, and no personal content."""

import json

import pytest
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.handlers.wsgi import WSGIHandler
from django.core.signing import get_cookie_signer
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from server import marks, page_cache
from server.messages import Answer
from server.page_cache import is_public
from server.wake_ups import INVALIDATIONS
from tests.builders import a_round, an_event, write_deal
from tests.tournaments.fronts import Site, scope_of
from tests.tournaments.visitors import ada, stranger
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import change_event
from tournaments.services.hall.screens import add_screens
from tournaments.services.standings.computation import compute_event_standings
from tournaments.serving.caching import FOR_ALL

pytestmark = pytest.mark.django_db


@pytest.fixture
def site(monkeypatch):
    monkeypatch.setattr(marks, "SECONDS", 60)  # however slow the machine is
    monkeypatch.setattr(marks, "SECONDS_AFTER_RESULTS", 0)
    monkeypatch.setattr(page_cache, "SECONDS_WHILE_RENEWED", 60)
    return Site()


@pytest.fixture
def event():
    event = an_event(is_published=True)
    enter_players(event=event, names=["Ada Ant", "Ben Bee"])
    return event


def addresses(event):
    shown = (f"/events/{event.slug}/", f"/events/{event.slug}/live/")
    return (*shown, f"/api/v1/events/{event.slug}/standings/")


def public_page(event):
    return addresses(event)[0]


def paths(site):
    return [key.path for key in site.pages.stored]


# Fast


def test_a_page_that_was_asked_for_a_moment_ago_takes_no_query(site, event):
    first = [site.get(path) for path in addresses(event)]
    with CaptureQueriesContext(connection) as queries:
        assert [site.get(path) for path in addresses(event)] == first
    assert len(queries) == 0 and [status for status, *_ in first] == [200] * 3


@pytest.mark.parametrize(
    "more",
    [
        *("", "live/", "wall/", "wall/live/?show=seats", "embed/?theme=dark", "seats/print/", "charts/"),
        *("standings.csv", "standings.xlsx", "standings.json", "rounds.csv", "feed.atom", "preview.png"),
        *("standings.pdf", "rounds/1.pdf", "rounds/1/sheets.pdf", "entrants/1/", "event.ics", "teams/"),
    ],
)
def test_every_public_page_and_paper_of_an_event_is_made_once_for_all(site, event, more):
    enter_players(event=event, names=["Cleo Cat", "Dov Dog"])
    a_round(event)
    answers = [site.send(scope_of(public_page(event) + more)) for _ in range(2)]
    assert answers[0][0] == 200 and answers[0] == answers[1]
    assert len(site.pages.stored) == 1 and len(site.renewing.asked) == 1


def test_a_kept_page_has_the_bytes_and_the_headers_of_the_page(site, event):
    page = stranger().get(public_page(event))
    _, answer, text = site.get(public_page(event))
    assert text == page.content.decode()
    ours = {"etag", "content-length"}
    assert answer.keys() - ours == {name.lower() for name in page.headers} - ours
    assert answer["content-security-policy"] == page["Content-Security-Policy"]


def test_it_is_compressed_for_clients_that_accept_it(site, event):
    _, answer, text = site.get(public_page(event), accept_encoding="br, gzip")
    assert answer["content-encoding"] == "gzip" and text == site.get(public_page(event))[2]
    assert "Accept-Encoding" in answer["vary"]


def test_a_client_with_the_current_page_gets_a_304(site, event):
    _, answer, _ = site.get(public_page(event))
    known = site.get(public_page(event), if_none_match=answer["etag"])
    assert known[0] == 304 and known[2] == "" and known[1]["etag"] == answer["etag"]


def test_a_head_has_the_headers_of_a_get(site, event):
    _, answer, _ = site.get(public_page(event))
    status, headers, _ = site.get(public_page(event), "HEAD")
    assert status == 200 and headers["content-length"] == answer["content-length"]


@pytest.mark.parametrize(
    "more", ["", "wall/live/", "standings.csv", "feed.atom", "preview.png", "standings.pdf"]
)
def test_a_page_is_not_made_again_while_nothing_changes_however_old_it_is(event, more, monkeypatch):
    monkeypatch.setattr(marks, "SECONDS", 0)
    monkeypatch.setattr(page_cache, "SECONDS_WHILE_RENEWED", 0)
    site = Site()
    first, second = (site.send(scope_of(public_page(event) + more)) for _ in range(2))
    assert first == second and len(site.renewing.asked) == 1 and len(site.asking.asked) == 2


def test_all_events_that_are_read_are_asked_for_at_once(monkeypatch):
    monkeypatch.setattr(marks, "SECONDS", 0)
    events = [an_event(name=f"Evening {number}", is_published=True) for number in range(5)]
    site = Site()
    for event in events:
        site.get(public_page(event))
    with CaptureQueriesContext(connection) as queries:
        site.get(public_page(events[0]))
    asked = json.loads(site.asking.asked[-1][marks.ASKED])
    assert len(queries) == 5 and set(asked) == {each.slug for each in events}


def test_a_screen_of_the_hall_is_made_in_a_lane_of_its_own(site, event):
    (screen,) = add_screens(event=event, name="Door")
    for path in (f"/w/{screen.code}/", f"/w/{screen.code}/live/"):
        assert site.get(path)[0] == 200
    assert len(site.screens.asked) == 2 and site.renewing.asked == []


# No more than a stranger may see


def test_an_invented_address_takes_no_turn_of_those_that_make_pages(site, event):
    assert [site.get(path)[0] for path in ("/w/zzzzz/", "/events/nowhere/live/")] == [404, 404]
    assert site.screens.asked == [] == site.renewing.asked


def test_an_event_hidden_again_is_gone_at_once(site, event, django_capture_on_commit_callbacks):
    assert site.get(public_page(event))[0] == 200
    with django_capture_on_commit_callbacks(execute=True):
        change_event(event=event, options=event.options, is_published=False)
    assert [site.get(path)[0] for path in addresses(event)] == [404] * 3


@pytest.fixture
def new_standings(event, django_capture_on_commit_callbacks):
    """Let the event of two continue with four."""

    def play_on():
        enter_players(event=event, names=["Cleo Cat", "Emil Eel"])
        write_deal(a_round(event).tables.get())
        with django_capture_on_commit_callbacks(execute=True):
            compute_event_standings(event_id=event.pk)

    return play_on


def test_new_standings_are_shown_from_the_request_after_the_rendering_one(site, event, new_standings):
    first = [site.get(path)[2] for path in addresses(event)]
    new_standings()
    assert [site.get(path)[2] for path in addresses(event)] == first
    assert all("Cleo" in site.get(path)[2] for path in addresses(event))


def test_a_page_of_two_seconds_ago_is_not_served(site, event, new_standings, monkeypatch):
    monkeypatch.setattr(page_cache, "SECONDS_WHILE_RENEWED", 0)
    site.get(public_page(event))
    new_standings()
    assert "Cleo" in site.get(public_page(event))[2]


def test_while_a_page_cannot_be_made_anew_it_is_shown_as_it_was(site, event, new_standings, monkeypatch):
    first = site.get(public_page(event))
    new_standings()
    site.renewing.is_full = True
    assert site.get(public_page(event)) == first
    monkeypatch.setattr(page_cache, "SECONDS_WHILE_RENEWED", 0)
    assert site.get(public_page(event))[0] == 503


def test_another_server_is_heard_within_two_seconds(site, event, monkeypatch):
    assert site.get(public_page(event))[0] == 200
    type(event).objects.update(is_published=False)
    monkeypatch.setattr(marks, "SECONDS", 0)
    monkeypatch.setattr(page_cache, "SECONDS_WHILE_RENEWED", 0)
    assert site.get(public_page(event))[0] == 404


def test_a_change_while_a_page_is_made_makes_it_stale(event):
    def changing(environ, start_response):
        INVALIDATIONS.send()
        return WSGIHandler()(environ, start_response)

    site = Site(changing)
    site.get(public_page(event))
    assert not any(page.is_fresh() for page in site.pages.stored.values())


def test_a_member_sees_their_own_page_and_leaves_nothing_of_it_behind(site, event):
    session = ada().cookies["sessionid"].value
    own = site.get(public_page(event), cookie=f"sessionid={session}")
    assert "organise" in own[2] and "private" in own[1]["cache-control"]
    assert not site.pages.stored and "organise" not in site.get(public_page(event))[2]


def test_an_unpublished_event_is_never_kept(site, event):
    type(event).objects.update(is_published=False)
    session = ada().cookies["sessionid"].value
    assert site.get(public_page(event), cookie=f"sessionid={session}")[0] == 200
    assert site.get(public_page(event))[0] == 404 and not site.pages.stored


@pytest.mark.parametrize(
    "headers",
    [
        {"cookie": "messages=x"},
        {"cookie": "csrftoken=a; sessionid=b"},
        {"cookie": f"sessionid={'a' * 32}"},
        {"cookie": "helper_5=token"},
        {"cookie": "=;sessionid=b"},
        {"cookie": "; ".join(f"helper_{number}=x" for number in range(60))},
        {"cookie": "sessionid=" + "x" * 4000},
        {"authorization": "Bearer stp_invented"},
    ],
    ids=lambda each: str(each)[:40],
)
def test_an_invented_session_is_no_reason_to_make_a_page(site, event, headers):
    paths = [public_page(event), public_page(event) + "standings.pdf"]
    kept = [site.send(scope_of(path))[2] for path in paths]
    assert [site.send(scope_of(path, **headers))[2] for path in paths] == kept
    assert len(site.renewing.asked) == 2 and not any(lane.asked for lane in site.lanes.values())


def test_an_invented_address_is_asked_about_once(site, event):
    for _ in range(3):
        site.get(public_page(event), cookie=f"sessionid={'a' * 32}")
    assert len(site.door.asked) == 1


def test_a_session_that_begins_is_known_from_the_next_request_on(site, event):
    site.get(public_page(event), cookie="sessionid=invented")
    session = ada().cookies["sessionid"].value
    assert "organise" in site.get(public_page(event), cookie=f"sessionid={session}")[2]
    assert [bool(lane.asked) for lane in (site.lanes["organisers"], site.lanes["public"])] == [True, False]


def test_messages_for_one_browser_are_shown_to_it_and_kept_for_nobody(site, event):
    messages = get_cookie_signer(salt=CookieStorage.key_salt).sign("W10")
    assert site.get(public_page(event), cookie=f"messages={messages}")[0] == 200 and not site.pages.stored


@pytest.mark.parametrize(
    "headers", [{"authorization": "Table abc"}, {"authorization": "Bearer abc"}], ids=str
)
def test_a_program_is_told_that_its_token_is_none(site, event, headers):
    site.get(f"/api/v1/events/{event.slug}/standings/", **headers)
    assert not site.pages.stored


def test_no_kept_page_holds_a_token_or_sets_a_cookie(site, event):
    for path in addresses(event):
        _, answer, text = site.get(path)
        assert "csrf" not in text and "set-cookie" not in answer


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (200, {"cache-control": "private, no-cache"}),
        (200, {}),
        (200, {"cache-control": FOR_ALL, "set-cookie": "a=b"}),
        (200, {"cache-control": FOR_ALL, "content-encoding": "gzip"}),
        (404, {"cache-control": FOR_ALL}),
    ],
)
def test_only_what_calls_itself_public_is_kept(status, headers):
    def answered(status, headers):
        return Answer(status, [(name.encode(), value.encode()) for name, value in headers.items()], b"")

    assert not is_public(answered(status, headers)) and is_public(answered(200, {"cache-control": FOR_ALL}))


def test_the_language_form_works_without_a_token(event):
    browser = Client(enforce_csrf_checks=True)
    answer = browser.post("/i18n/setlang/", {"language": "de", "next": public_page(event)})
    assert answer.status_code == 302 and browser.cookies["django_language"].value == "de"


def test_a_host_that_is_not_ours_gets_no_page(site, event):
    site.get(public_page(event))
    assert site.get(public_page(event), host="elsewhere.example")[0] == 400


# One page for equal answers


@pytest.mark.parametrize(
    "asked",
    [
        {"cookie": "junk=1"},
        {"cookie": "csrftoken=a"},
        {"cookie": "table_5=token"},
        {"cookie": "django_language=en"},
        {"accept_language": "en-GB;q=0.9, " + "x" * 300},
        {"user_agent": "Another/1.0"},
        {"x_forwarded_proto": "https"},  # HTTPS is off: the header is ignored
    ],
    ids=str,
)
def test_a_parameter_that_changes_nothing_makes_no_page_of_its_own(site, event, asked):
    site.get(public_page(event))
    assert site.get(public_page(event), **asked)[0] == 200
    assert len(site.renewing.asked) == 1 and not site.lanes["public"].asked


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("", "?utm=x"),
        ("wall/", "wall/?utm=x&fbclid=y"),
        ("wall/?show=seats", "wall/?utm=x&show=seats"),
        ("embed/?lines=5&theme=dark", "embed/?theme=dark&lines=5"),
        ("standings.csv", "standings.csv?again=1"),
    ],
)
def test_a_parameter_that_nothing_reads_gets_the_kept_page(site, event, one, other):
    assert site.get(public_page(event) + one) == site.get(public_page(event) + other)
    assert len(site.renewing.asked) == 1


@pytest.mark.parametrize("more", ["wall/?show=seats", "embed/?lines=5", "wall/?lang=de"])
def test_a_parameter_that_is_read_makes_a_page_of_its_own(site, event, more):
    for address in (more.partition("?")[0], more):
        site.get(public_page(event) + address)
    assert len(site.pages.stored) == 2


def test_each_language_has_a_page_of_its_own(site, event):
    pages = {
        language: site.get(public_page(event), accept_language=language)[2]
        for language in ("en", "de", "ja", "de;q=0.5, ja")
    }
    assert all(f'<html lang="{language}">' in pages[language] for language in ("en", "de", "ja"))
    assert pages["de;q=0.5, ja"] == pages["ja"] and len(site.pages.stored) == 3


def test_a_foreign_port_is_answered_and_not_kept(site, event):
    for port in range(5000, 5010):
        assert site.get(public_page(event), host=f"testserver:{port}")[0] == 200
    assert not site.pages.stored


# Limits


def test_the_oldest_page_is_forgotten_where_there_are_too_many_bytes(site, event, monkeypatch):
    for path in addresses(event):
        site.get(path)
    most = sum(page.size for page in list(site.pages.stored.values())[1:])
    monkeypatch.setattr(page_cache, "MOST_BYTES", most)
    site.get(addresses(event)[2], accept_language="de")
    assert paths(site)[-1] == addresses(event)[2] and addresses(event)[0] not in paths(site)
    assert site.pages.size == sum(page.size for page in site.pages.stored.values()) <= most


def test_a_page_that_would_push_out_many_others_is_not_kept(site, event, monkeypatch):
    monkeypatch.setattr(page_cache, "LARGEST", 100)
    assert site.get(public_page(event))[0] == 200
    assert not site.pages.stored and site.pages.size == 0


@pytest.mark.parametrize("more", ["seats/", "organise/", "register/"])
def test_other_addresses_are_left_alone(site, event, more):
    site.get(public_page(event) + more)
    assert not site.pages.stored
