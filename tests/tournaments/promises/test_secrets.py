"""Hidden data at every address: unpublished events and series, a last round secret until prize-giving."""

import ast
import io
import re
from typing import Any
from uuid import UUID

import pytest
from openpyxl import load_workbook

from tests.builders import an_event
from tests.processes import ROOT
from tests.sweeps import sweep, todays
from tests.tournaments import public_addresses
from tests.tournaments.pictures import a_picture
from tests.tournaments.publishing.test_pdf import text_in as text_in_pdf
from tests.tournaments.publishing.test_publishing import ADA, compute, publish
from tests.tournaments.visitors import ada, dov, stranger
from tournaments.models import DrawMode, Event, Role, Stage
from tournaments.publications.static_site import event_files
from tournaments.selectors.draw.draw_audit import audit_json, draw_facts
from tournaments.services.cash.prizes import change_prizes
from tournaments.services.clubs.joining import helper_token, invite_helper
from tournaments.services.draw.drawing import draw_round
from tournaments.services.entry.entrants import enter_players, set_team
from tournaments.services.hall.screens import add_screens
from tournaments.services.history.sheet_chain import Request
from tournaments.services.publishing.publications import freeze_event
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.series.lifecycle import create_series, list_player
from tournaments.services.sheets.deals import record_deal
from tournaments.services.standings.decisions import adjust_points, rule_on_deal

pytestmark = pytest.mark.django_db
SLIP = "let it slip"
SECRET = re.compile(rf"\b(?:471[1-4]|{SLIP})\b")  # of the last round; a digest may have the digits by chance
EVERY_TIME = re.compile(
    rb'name="csrfmiddlewaretoken" value="\w+"|(?:DTSTAMP|SEQUENCE):\w+|"csrfToken": "\w+"'
)


def play(round, *points):
    """Write every deal of table 1, in the game that records points."""
    table = round.tables.get()
    for number, each in enumerate(points, start=1):
        record = {"points": each, "dealer": None}
        body = {"number": number, "record": record}
        request = Request(f"{table.pk}-{number}", body, ADA)
        record_deal(table=table, number=number, record=record, request=request)


def close(round):
    close_round(round=round, even_if_incomplete=True)
    compute(round.event)


@pytest.fixture(scope="module")
def made(lasting):
    event = an_event(game="points", name="Secret Points")
    for entrant, team in zip(
        enter_players(event=event, names=["Ada", "Ben", "Cleo", "Emil"]), "AAAB", strict=True
    ):
        set_team(entrant=entrant, team=team)
    list_player(player=event.club.players.get(name="Cleo"), categories=["women"], is_guest=False)
    first = open_round(round=draw_round(event=event, seed=1))
    play(first, [3, -1, 0, -2], [0, 5, -5, 0])
    close(first)
    publish(event, Stage.PROVISIONAL)
    create_series(club=event.club, name="Season", events=[event], is_published=True)
    add_screens(event=event, name="Door", picture=a_picture())
    return event


@pytest.fixture
def event(made):
    """Return an event with teams, a category, a series with another event; round 1 is over and published."""
    return Event.objects.get(pk=made.pk)


def walk(addresses, visitor=None) -> dict[str, tuple[int, bytes]]:
    """Return status and content of every address, without parts that differ every time."""
    client = visitor or stranger()
    answers = {url: client.get(url) for _, url in addresses}
    return {url: (each.status_code, EVERY_TIME.sub(b"", each.content)) for url, each in answers.items()}


def text_in(content: bytes) -> str:
    """Return the readable text of a file."""
    if content.startswith(b"%PDF"):
        return text_in_pdf(content)
    if content.startswith(b"PK"):
        return str([list(page.values) for page in load_workbook(io.BytesIO(content)).worksheets])
    return content.decode(errors="ignore")


def names_telling(event, names, visitor=None) -> set[str]:
    """Return those of these addresses whose content has a secret."""
    addresses = [(name, url) for name, url in everything(event) if name in names]
    pages = walk(addresses, visitor)
    return {name for name, url in addresses if SECRET.search(text_in(pages[url][1]))}


def everything(event) -> list[tuple[str, str]]:
    return [
        *public_addresses.of_event(event),
        *public_addresses.of_series(event.series.get()),
        *public_addresses.of_all(event),
    ]


# The table of addresses


def test_every_public_address_has_a_row_that_says_what_it_is_about():
    rows = [name for row in public_addresses.ROWS for name in row]
    assert sorted(rows) == sorted(public_addresses.patterns())


def test_a_page_that_needs_an_account_or_a_link_lets_no_stranger_in(event):
    table = event.rounds.get().tables.get()
    values: dict[str, list[Any]] = {
        "slug": [event.club.slug, event.slug], "public_id": [table.public_id], "token": ["x"], "number": [1],
        "entrant_id": [1], "player_id": [1], "member_id": [1], "conflict": [1], "template_id": [1],
        "invitation_id": [1], "merge_id": [1], "token_id": [1], "webhook_id": [UUID(int=1)],
        "message_id": [UUID(int=1)], "code": ["x"], "screen_id": [1],
    }  # fmt: skip
    asked = walk(
        public_addresses.addresses(public_addresses.BY_LINK | public_addresses.BEHIND_LOGIN, **values)
    )
    assert {status for status, _ in asked.values()} <= {302, 403, 404, 405} and len(asked) > 30


# Unpublished


def test_an_unpublished_event_is_not_there_for_strangers_at_any_address(event):
    addresses = public_addresses.of_event(event)
    Event.objects.update(is_published=False)
    for who in (stranger(), dov()):
        assert {url: status for url, (status, _) in walk(addresses, who).items() if status != 404} == {}


def test_pages_of_many_events_do_not_know_an_unpublished_one(event):
    digest = event.publications.get().digest
    Event.objects.update(is_published=False)
    pages = walk([*public_addresses.of_series(event.series.get()), *public_addresses.of_all(event)])
    pages |= walk([("", f"/lists/?hash={digest}")])
    assert {url for url, (_, content) in pages.items() if "Secret Points" in text_in(content)} == set()
    assert event.slug not in str(pages)


def test_no_screen_of_another_event_shows_an_unpublished_one_beside_it(event):
    other = an_event(club=event.club, name="Open Fipsen")
    beside = [("", f"/events/{other.slug}/wall/{more}?with={event.slug}") for more in ("", "live/")]
    assert all("Secret Points" in text_in(content) for _, content in walk(beside).values())
    Event.objects.filter(pk=event.pk).update(is_published=False)
    for who in (stranger(), dov()):
        assert [url for url, (_, text) in walk(beside, who).items() if "Secret Points" in text_in(text)] == []


def test_an_unpublished_series_is_not_there_for_strangers_at_any_address(event):
    addresses = public_addresses.of_series(event.series.get())
    assert {stranger().get(url).status_code for _, url in addresses} == {200}
    event.series.update(is_published=False)
    for who in (stranger(), dov()):
        assert {status for status, _ in walk(addresses, who).values()} == {404}


def test_a_series_does_not_name_an_unpublished_event_it_cannot_be_added_up_with(event):
    other = an_event(club=event.club, name="Hidden Fipsen", is_published=False)
    series = event.series.get()
    series.events.add(other)
    type(series).objects.update(policy={"by": "total", "best": 2})
    pages = walk(public_addresses.of_series(series))
    assert [url for url, (_, content) in pages.items() if "Hidden" in text_in(content)] == []
    assert stranger().get(f"/api/v1/series/{series.slug}/").json()["problems"] == []
    assert "Hidden Fipsen" in ada().get(f"/series/{series.slug}/").content.decode()


# Secret until prize-giving


@pytest.fixture
def secret_round(event):
    """Return round 2, drawn by the standings and open, without deals."""
    freeze_event(event=event, is_frozen=True, by=ADA)
    event.refresh_from_db()
    return open_round(round=draw_round(event=event, seed=2, mode=DrawMode.STANDINGS))


def write_the_secret(round):
    """Write deals, a ruling, adjustments of the round and of the whole event."""
    play(round, [4711, -4711, 0, 0], [0, 0, 0, 0])
    rule_on_deal(table=round.tables.get(), number=2, points=[0, 0, 4712, 0], reason=SLIP, by=ADA)
    third, fourth = round.event.entrants.order_by("number")[2:]
    adjust_points(entrant=third, points=-4713, reason=SLIP, by=ADA, round_number=2)
    adjust_points(entrant=fourth, points=4714, reason=SLIP, by=ADA)
    compute(round.event)


def test_while_the_secret_round_is_played_not_one_letter_changes_for_strangers(event, secret_round):
    before, files = walk(everything(event)), event_files(event)
    there = {name for name, url in public_addresses.of_event(event) if before[url][0] in (200, 409)}
    assert there == public_addresses.OF_EVENT  # else a row would prove nothing, here or in the test of 404s
    write_the_secret(secret_round)
    after, files_after = walk(everything(event)), event_files(event)
    assert [url for url in before if before[url] != after[url]] == []
    assert [name for name in files_after if files.get(name) != files_after[name]] == []
    close(secret_round)
    changed = {url: each for url, each in walk(everything(event)).items() if each != before[url]}
    assert {url for url, (_, content) in changed.items() if SECRET.search(text_in(content))} == set()


def test_the_club_sees_what_strangers_do_not(event, secret_round):
    write_the_secret(secret_round)
    names = {
        "charts",
        "event_teams",
        "rank_explanation",
        "round_pdf",
        "rounds_csv",
        "sheet",
        "standings_xlsx",
    }
    assert names_telling(event, names, ada()) == names


def test_a_member_of_another_club_sees_no_more_than_strangers(event, secret_round):
    write_the_secret(secret_round)
    assert names_telling(event, public_addresses.OF_EVENT, dov()) == set()


def promise(event, key):
    change_prizes(event=event, typed=key, ties="share", pot=[], by=ADA)
    event.refresh_from_db()


# A helper opens the sheets, which are the work, but no list and no PDF with secret results.
SHEETS = {"sheet", "sheet_live"}
PAPERS = ("results.pdf", "certificates.pdf", "certificates.pdf?places=200")


def papers_of(event) -> list[tuple[str, str]]:
    return [(each, f"/events/{event.slug}/organise/{each}") for each in PAPERS]


@pytest.mark.sampled
@pytest.mark.parametrize("role", sweep([Role.REFEREE, Role.SCORER, Role.CASHIER]))
def test_for_a_helper_not_one_letter_changes_but_on_the_sheets(event, secret_round, role):
    promise(event, "1: 4711.00\n2-4: a ham")
    client = stranger()
    client.get(f"/h/{helper_token(invite_helper(event=event, role=role))}")
    lists = [each for each in everything(event) if each[0] not in SHEETS]
    pages = [*todays(lists, len(lists) // 2), *papers_of(event)]
    before = walk(pages, client)
    assert {before[url][0] for _, url in papers_of(event)} == {200}
    write_the_secret(secret_round)
    after = walk(pages, client)
    assert [url for _, url in pages if before[url] != after[url]] == []


def test_a_member_prints_what_is_secret(event, secret_round):
    promise(event, "1: a ham")
    before = walk(papers_of(event), ada())
    write_the_secret(secret_round)
    after = walk(papers_of(event), ada())
    assert [name for name, url in papers_of(event) if before[url] != after[url]] == list(PAPERS)


def test_the_final_list_tells_everybody(event, secret_round):
    write_the_secret(secret_round)
    close(secret_round)
    publish(event)
    names = {"api_standings", "embed", "event", "sheet_pdf", "standings_csv", "standings_json"}
    assert names_telling(event, names) == names


def test_a_draw_by_secret_standings_does_not_tell_them(event, secret_round):
    write_the_secret(secret_round)
    close(secret_round)
    third = open_round(round=draw_round(event=event, seed=3, mode=DrawMode.STANDINGS))
    third.draw.refresh_from_db()
    url = f"/events/{event.slug}/draws/{third.draw.number}/"
    assert stranger().get(f"{url}?format=json").json()["ranking"] == []
    assert "The standings at the time" not in stranger().get(url).content.decode()
    assert audit_json(draw_facts(third.draw, with_drafts=True))["ranking"] == third.draw.ranking
    assert "The standings at the time" in ada().get(url).content.decode()


def cookies_without_marks():
    """Yield where code sets a cookie that scripts may read, or without saying whether it needs HTTPS."""
    for path in sorted(ROOT.glob("tournaments/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or "set_cookie" not in getattr(node.func, "attr", ""):
                continue
            if not {"secure", "httponly", "samesite"} <= {each.arg for each in node.keywords}:
                yield f"{path.relative_to(ROOT)}:{node.lineno}"


def test_every_cookie_is_sent_by_https_alone_where_there_is_https():
    assert list(cookies_without_marks()) == []
