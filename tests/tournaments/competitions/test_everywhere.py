"""Competitions beside the page: files, the wall, plain files, published lists, messages and the history."""

import io
import json

import pytest
from openpyxl import load_workbook

from server.addresses import key_of
from tests.builders import a_round, an_event, end_round, write_deal
from tests.tournaments.evenings import ADA
from tests.tournaments.publishing.test_pdf import text_in
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import (
    Competition,
    Event,
    EventChangeKind,
    MessageType,
    OutgoingMessage,
    Player,
    Publication,
    Seat,
    Stage,
)
from tournaments.publications.static_site import page_addresses
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.publishing.publications import differs, list_rows
from tournaments.services.competitions.competitions import (
    add_competition,
    change_competition,
    remove_competition,
)
from tournaments.services.competitions.teams import change_team, entrants_called, form_team
from tournaments.services.hall.screens import add_screens
from tournaments.services.publishing.publications import publish_list
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.webhooks.lifecycle import create_webhook
from tournaments.wording.names import name_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played(lasting):
    """Return an event of one round with the pairs 1+2 and 3+4 and a competition of the first list."""
    round = a_round(an_event(slug="autumn", policy={"by": "total"}, is_published=True))
    write_deal(round.tables.get())
    end_round(round)
    compute_event_standings(event_id=round.event_id)
    event = Event.objects.get()
    add_competition(event=event, name="First list", rule={"lists": {"rounds": [1]}}, by=ADA)
    for pair in ((1, 2), (3, 4)):
        form_team(event=event, members=entrants_called(event, pair), by=ADA)
    return event


@pytest.fixture
def event(played):
    return Event.objects.get(pk=played.pk)


def test_a_competition_of_any_name_has_a_sheet_with_its_own_headings(event):
    average = {"value": {"by": "average", "per": "list"}}
    add_competition(event=event, name="U21: Damen/Herren", rule=average, by=ADA)
    add_competition(event=event, name="Rounds", rule={}, by=ADA)
    book = load_workbook(io.BytesIO(stranger().get(f"/events/{event.slug}/standings.xlsx").content))
    assert {"Rounds", "U21 Damen Herren", "Rounds 2"} <= set(book.sheetnames)
    heads = {page.title: [cell.value for cell in page[5]] for page in book.worksheets}
    assert heads["Standings"][3] != heads["U21 Damen Herren"][3], heads
    assert heads["Rounds"][:3] == ["Round", "Table", "Seat"]


def shown(event, key):
    found = stranger().get(f"/events/{event.slug}/teams/").context["competitions"]
    return next(each["rows"] for each in found if each["key"] == key)


def test_a_competition_has_its_csv_and_its_pdf_and_an_unknown_one_has_none(event):
    rows = stranger().get("/events/autumn/standings.csv?competition=teams").content.decode().splitlines()
    assert [row.split(",")[:3] for row in rows[1:]] == [
        [str(row["rank"]), str(row["number"]), row["name"]] for row in shown(event, "teams")
    ]
    pdf = stranger().get("/events/autumn/standings.pdf?competition=1")
    assert (
        pdf.content.startswith(b"%PDF")
        and pdf.content != stranger().get("/events/autumn/standings.pdf").content
    )
    for kind in ("csv", "pdf"):
        assert stranger().get(f"/events/autumn/standings.{kind}?competition=9").status_code == 404


def test_the_front_keeps_each_competitions_file_by_itself():
    headers = {b"host": b"testserver", b"accept-language": b"en"}
    keys = {
        key_of(f"/events/autumn/standings.{kind}", query, "http", headers)
        for kind in ("csv", "pdf")
        for query in (b"", b"competition=1", b"competition=teams")
    }
    assert len(keys) == 6 and None not in keys


def test_the_workbook_and_the_json_have_every_competition(event):
    book = load_workbook(io.BytesIO(stranger().get("/events/autumn/standings.xlsx").content))
    assert {"First list", "Teams"} <= {*book.sheetnames}
    sent = json.loads(stranger().get("/events/autumn/standings.json").content)
    assert [each["key"] for each in sent["competitions"]] == ["1", "teams"]


def test_the_wall_shows_the_competitions_page_by_page(event):
    page = text_of(stranger().get("/events/autumn/wall/?show=competitions"))
    names = [row["name"] for row in shown(event, "teams")]
    assert "First list" in page and "Teams" in page and all(name in page for name in names)


def test_a_screen_shows_the_competitions_and_follows_a_changed_category(event):
    [screen] = add_screens(event=event, name="Hall", shows="competitions")
    page = stranger().get(f"/w/{screen.code}/live/")
    assert "First list" in text_of(page) and "Teams" in text_of(page)
    tag = page.headers["ETag"]
    assert stranger().get(f"/w/{screen.code}/live/", HTTP_IF_NONE_MATCH=tag).status_code == 304
    Player.objects.filter(entries__number=1).update(categories=["Ladies"])
    assert "Ladies" in text_of(stranger().get(f"/w/{screen.code}/live/", HTTP_IF_NONE_MATCH=tag))


def test_the_feed_tells_of_each_competition_of_a_published_list(event):
    publish_list(event=event, stage=Stage.FINAL, by=ADA)
    feed = text_of(stranger().get("/events/autumn/feed.atom"))
    assert "<title>First list</title>" in feed and "<title>Teams</title>" in feed and "List 1/1, hash" in feed


def test_the_list_of_substitutions_has_the_team_its_substitutes_and_who_played(event):
    team = event.teams.get(number=1)
    event.teams.get(number=2).delete()
    change_team(team=team, members=entrants_called(event, (1, 2)), substitutes=entrants_called(event, (4,)))
    Seat.objects.filter(entrant__number=4).delete()
    Seat.objects.filter(entrant__number=2).update(entrant=event.entrants.get(number=4))
    answer = ada().get("/events/autumn/organise/papers.pdf", {"paper": "substitutes", "lang": "de"})
    text = text_in(answer.content)
    two, four = (name_of(event.entrants.get(number=number)) for number in (2, 4))
    assert "Wechselliste" in text and f"2 {two}" in text and text.count(f"4 {four}") == 2


def test_an_event_without_teams_has_no_list_of_substitutions(event):
    event.teams.all().delete()
    assert ada().get("/events/autumn/organise/papers.pdf", {"paper": "substitutes"}).status_code == 409


def test_receipts_are_made_for_prizes_of_a_competition_alone(event):
    change_competition(competition=event.competitions.get(), prizes=[{"places": [1], "thing": "Flowers"}])
    answer = ada().get("/events/autumn/organise/papers.pdf", {"paper": "receipts", "lang": "en"})
    assert "Flowers" in text_in(answer.content)


def test_plain_files_have_the_lists_of_each_competition(event):
    names = [name for _, name in page_addresses(PublicEvent(event), "")]
    assert {"teams.html", "competition-1.csv", "competition-2.pdf"} <= {*names}


def test_each_competition_of_a_published_list_has_its_number_and_its_hash(event):
    publish_list(event=event, stage=Stage.FINAL, by=ADA)
    found = stranger().get("/events/autumn/teams/").context["competitions"]
    assert [each["list"]["number"] for each in found] == ["1/1", "1/2"]
    digests = {each["list"]["number"]: each["list"]["digest"] for each in found}
    assert len({*digests.values(), Publication.objects.get().digest}) == 3
    entry = event.entries.get(kind=EventChangeKind.PUBLISHED)
    assert entry.facts["competitions"] == digests
    assert f"List 1/2, hash {found[1]['list']['hash']}" in text_of(stranger().get("/events/autumn/teams/"))


def test_a_webhook_is_told_of_each_competitions_list_with_its_number_and_hash(event):
    create_webhook(club=event.club, url="https://example.org/in", types=[MessageType.LIST_PUBLISHED])
    publish_list(event=event, stage=Stage.FINAL, by=ADA)
    told = json.loads(OutgoingMessage.objects.get().body)
    found = stranger().get("/events/autumn/teams/").context["competitions"]
    digests = {each["list"]["number"]: each["list"]["digest"] for each in found}
    assert told["data"]["competitions"] == digests and set(digests) == {"1/1", "1/2"}


def test_a_list_of_the_version_before_without_reasons_is_still_the_same_list(event):
    publish_list(event=event, stage=Stage.PROVISIONAL, by=ADA)
    publication = Publication.objects.get()
    for competition in publication.rows["competitions"]:
        for row in competition["rows"]:
            row["lists"] = [
                {k: v for k, v in each.items() if k not in ("added", "brought")} for each in row["lists"]
            ]
    assert not differs(list_rows(event), publication)
    publication.rows["competitions"][1]["rows"][0]["value"] = 99
    assert differs(list_rows(event), publication)


def test_the_history_says_who_changed_a_competition_or_a_team(event):
    remove_competition(competition=Competition.objects.get(), by=ADA)
    entries = event.entries.filter(kind=EventChangeKind.SETTINGS)
    assert [entry.facts["changed"] for entry in entries.order_by("number")] == [
        ["competitions"], ["teams"], ["teams"], ["competitions"],
    ]  # fmt: skip
    assert {entry.author_kind for entry in entries} == {ADA.kind}
    log = text_of(ada().get("/events/autumn/organise/log/"))
    assert "competition removed" in log and "team formed" in log
