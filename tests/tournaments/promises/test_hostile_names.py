"""Every page, file and feed shows any name as text and stays well-formed."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from django.http import HttpResponse
from openpyxl import load_workbook

from tests.builders import a_club
from tests.sweeps import sweep
from tests.tournaments.access_roles import Visitor, visitors_of
from tests.tournaments.access_rules import NOBODY, all_addresses, rule_of
from tests.tournaments.access_world import Evening, address_of, make_evening
from tests.tournaments.asking import ask
from tests.tournaments.hostile_names import NAMES, SUM
from tests.tournaments.public_addresses import BY_LINK, OF_NO_EVENT
from tournaments.models import Admission, Club, Entrant, Event, HelperLink, Player, Series, ShownAs
from tournaments.services.entry.entrants import enter_players
from tournaments.services.entry.persons import NEW
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
MAY_STAY_OPEN = {"html", "head", "body", "p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "option"}
READS = {"anonymous": "en", "owner": "de", "page with the link": "ja", "registered player": "de"}
OTHERS_READ = {
    "page with the link": BY_LINK,
    "registered player": BY_LINK,
}  # and the addresses that strangers read
RUNS = re.compile(r"\s*[=+@＝＋－＠\t\r]|\s*-(?!\d+([/.,]\d+)?$)")  # in a spreadsheet
LINE_OF_A_CALENDAR = re.compile(r"[A-Z-]+[;:]|[ \t]")
Hall = tuple[Evening, dict[str, Visitor]]


@pytest.fixture(scope="module")
def hall(lasting: None) -> Hall:
    """Return an event with objects of every kind, all with such names."""
    ours = make_evening(a_club(), is_published=True)
    club = ours.event.club
    players = list(Player.objects.filter(pk__in=ours.event.entrants.values("player")))
    for player, name in zip(players, NAMES, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name, shown_as=ShownAs.FULL)
    others = Player.objects.filter(club=club).exclude(pk__in=[each.pk for each in players])
    for player, name in zip(others, NAMES, strict=False):
        Player.objects.filter(pk=player.pk).update(name=f"{name} twin", shown_as=ShownAs.FULL)
    names = NAMES[len(players) :]
    enter_players(event=ours.event, names=names, choices=dict.fromkeys(names, NEW))
    for number, entrant in enumerate(ours.event.entrants.all()):
        Entrant.objects.filter(pk=entrant.pk).update(team=NAMES[-number % len(NAMES)][:80])
    title = NAMES[1] + NAMES[10] + NAMES[11]
    for model in (Club, Event, Series):
        model.objects.update(name=title)
    Event.objects.update(place=NAMES[4], description="\n".join(NAMES))
    HelperLink.objects.update(name=NAMES[0])
    compute_event_standings(event_id=ours.event.pk)
    event = Event.objects.get(pk=ours.event.pk)
    return Evening(event, ours.series, ours.table, ours.ids), {
        visitor.name: visitor for visitor in visitors_of(ours)
    }


class Reader(HTMLParser):
    """A page as a browser parses it: its tags, its errors, its texts."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.texts: list[str] = []
        self.data = ""
        self.feed(page)
        self.close()
        self.wrong += [f"<{tag}> is not closed" for tag in self.open if tag not in MAY_STAY_OPEN]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _ in attrs}
        if tag == "x-hole" or "x-hole" in names or any(name.startswith("on") for name in names):
            self.wrong.append(self.get_starttag_text() or tag)
        if tag == "script" and not names & {"src", "type"}:
            self.wrong.append("a script in the page")
        links = [value for name, value in attrs if name in ("href", "src", "action")]
        self.wrong += [value for value in links if value and value.startswith("javascript:")]
        if tag not in VOID:
            self.open.append(tag)
            self.data = ""

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open = self.open if tag in VOID else self.open[:-1]

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open[-1] != tag and self.open[-1] in MAY_STAY_OPEN:
            self.open.pop()
        if not self.open or self.open[-1] != tag:
            self.wrong.append(f"</{tag}> closes nothing")
        else:
            self.open.pop()
        if tag == "script" and self.data.strip():
            json.loads(self.data)

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["script"]:
            self.data += data
        else:
            self.texts.append(data)

    @property
    def text(self) -> str:
        """Return all readable text."""
        return " ".join(" ".join(self.texts).split())


def faults_of_a_page(body: bytes) -> list[str]:
    reader = Reader(body.decode())
    return [*reader.wrong, *(["a template was worked out"] if SUM in reader.text else [])]


def faults_of_a_table(body: bytes) -> list[str]:
    text = body.decode("utf-8-sig")
    delimiter = ";" if ";" in text.splitlines()[0] else ","  # as the reader's language has it
    rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    runs = [cell for row in rows for cell in row if RUNS.match(cell)]
    return [*runs, *(["rows of many lengths"] if len({len(row) for row in rows}) > 1 else [])]


def faults_of_a_workbook(body: bytes) -> list[str]:
    cells = [cell for sheet in load_workbook(io.BytesIO(body)) for row in sheet.iter_rows() for cell in row]
    return [str(cell.value) for cell in cells if cell.data_type == "f"]  # a text runs nothing


def faults_of_a_calendar(body: bytes) -> list[str]:
    lines = body.decode().removesuffix("\r\n").split("\r\n")
    return [line for line in lines if not LINE_OF_A_CALENDAR.match(line) or len(line.encode()) > 75]


def faults_of_json(body: bytes) -> list[str]:
    json.loads(body, parse_constant=lambda name: pytest.fail(name))
    return []


def faults_of_xml(body: bytes) -> list[str]:
    return [each.tag for each in ElementTree.fromstring(body).iter() if "x-hole" in each.tag]


def begins_with(sign: bytes) -> Callable[[bytes], list[str]]:
    return lambda body: [] if body.startswith(sign) else [repr(body[:20])]


FAULTS: dict[str, Callable[[bytes], list[str]]] = {
    "text/html": faults_of_a_page,
    "text/csv": faults_of_a_table,
    "text/calendar": faults_of_a_calendar,
    "application/json": faults_of_json,
    "application/problem+json": faults_of_json,
    "application/atom+xml": faults_of_xml,
    "image/svg+xml": faults_of_xml,
    "application/pdf": begins_with(b"%PDF-"),
    "image/png": begins_with(b"\x89PNG"),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": faults_of_a_workbook,
    "application/vnd.oai.openapi": begins_with(b"openapi:"),
    "text/plain": lambda body: [name for name in NAMES[:9] if name.encode() in body],
    "text/event-stream": lambda body: [name for name in NAMES[:9] if name.encode() in body],
    "text/javascript": lambda body: [name for name in NAMES[:9] if name.encode() in body],
}


def readable(evening: Evening, visitor: Visitor) -> Iterator[tuple[str, str]]:
    """Yield name and address of every page of ours that the visitor may read and that may contain names."""
    for name, pattern in all_addresses():
        is_ours = pattern.callback.__module__.startswith("tournaments.") and name not in OF_NO_EVENT
        if is_ours and rule_of(name).read != NOBODY and name in OTHERS_READ.get(visitor.name, {name}):
            yield name, address_of(name, pattern, evening, visitor.tokens)


def body_of(response: HttpResponse) -> bytes:
    return response.getvalue() if response.streaming else response.content


@pytest.mark.parametrize("who", sweep(READS, everyday=["owner"]))
def test_every_page_and_file_stays_whole_whatever_somebody_is_called(who: str, hall: Hall) -> None:
    evening, visitors = hall
    wrong, shown = {}, 0
    for name, address in readable(evening, visitors[who]):
        response = ask(visitors[who], "GET", address, headers={"Accept-Language": READS[who]}).response
        kind = response.headers.get("Content-Type", "").split(";")[0]
        body = body_of(response)
        faults = FAULTS[kind](body) if body else []
        shown += b"hole" in body
        if response.status_code >= 500 or faults:
            wrong[name] = (response.status_code, faults[:3])
    assert wrong == {} and shown


@pytest.mark.parametrize(("name", "who"), [("event", "anonymous"), ("players", "owner")])
def test_names_are_shown_as_they_were_typed(name: str, who: str, hall: Hall) -> None:
    evening, visitors = hall
    pattern = dict(all_addresses())[name]
    response = ask(visitors[who], "GET", address_of(name, pattern, evening, {})).response
    text = Reader(response.content.decode()).text
    entered = evening.event.entrants.filter(admission=Admission.ENTERED)
    names = list(entered.values_list("player__name", flat=True))
    assert len(names) == len(NAMES) - 1  # one is on the waiting list
    assert [each for each in names if " ".join(each.split()) not in text] == []
