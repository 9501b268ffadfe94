"""Teams, competitions and their money that cannot be: one sentence at each door, and nothing half stored."""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring.not_possible import NotPossible
from tests.builders import a_club, a_round, an_event, end_round, write_deal
from tests.tournaments.api.programs import Program
from tests.tournaments.dumps import dump
from tests.tournaments.installations import rewritten, with_event
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Event
from tournaments.services.competitions.competitions import add_competition
from tournaments.services.competitions.teams import entrants_called, form_team
from tournaments.services.entry.entrants import change_entrant, enter_players
from tournaments.services.events.lifecycle import change_event
from tournaments.services.installation.event_deletion import delete_event
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db
PAIRS = {"unit": "team", "members": {"size": 2}}
CARD = {"name": "Pairs", "unit": "team", "size": "2", "guests": "in", "short": "scale", "fee_late": "1,00"}
NAMELESS = {"members": "", "names": "", "name": ""}


@pytest.fixture(scope="module")
def made(lasting: None) -> Event:
    """Return an event of two rounds, one of them played, with pairs whose prize is above their pot."""
    event = an_event(slug="autumn", planned_rounds=2, prizes={"prizes": [{"places": [1], "share": 1000}]})
    round = a_round(event)
    write_deal(round.tables.get())
    end_round(round)
    classes, prizes = {"late": 100}, [{"places": [1], "cents": 500}]
    add_competition(event=event, name="Pairs", rule=PAIRS, fee_classes=classes, prizes=prizes)
    change_entrant(entrant=event.entrants.get(number=1), fee_class="late")
    enter_players(event=event, names=["Yan", "Zoe"])
    for members in ([1, 2], [3, 4], [5, 6]):
        form_team(event=event, members=entrants_called(event, members))
    change_event(event=event, options=event.options, planned_rounds=1)
    compute_event_standings(event_id=event.pk)
    return event


@pytest.fixture
def event(made: Event) -> Event:
    """Return it as each test finds it."""
    return Event.objects.get(pk=made.pk)


@dataclass(frozen=True)
class Bad:
    """What a club sends by a page and by a program, and words of the sentence of each."""

    page: tuple[str, dict[str, Any]]
    body: tuple[str, str, dict[str, Any]]
    sentence: str
    code: str
    told_on_page: str = ""


BAD = {
    "a person in two teams of one competition": Bad(
        ("teams/", {"members": "1、3"}),
        ("post", "teams/", {"members": [1, 3]}),
        "Ada is in team 1 already",
        "member_elsewhere",
    ),
    "a team without members": Bad(
        ("teams/", NAMELESS),
        ("post", "teams/", {"members": []}),
        "A team has 2 to 8 members, beside its substitutes, not 0",
        "team_size",
        "Name the members of the team",
    ),
    "a partner named twice": Bad(
        ("teams/", {"members": "3, 3"}),
        ("post", "teams/", {"members": [3, 3]}),
        "Cleo is named twice in this team",
        "member_twice",
    ),
    "a new partner named twice": Bad(
        ("teams/", {"names": "Lea\nLea"}),
        ("post", "teams/", {"names": ["Lea", "Lea"]}),
        "This name is entered twice: Lea.",
        "player_twice",
    ),
    "a competition whose rounds will not be played": Bad(
        ("competitions/1/", CARD | {"rounds": "2"}),
        ("patch", "competitions/1/", {"name": "Pairs", "rule": PAIRS | {"lists": {"rounds": [2]}}}),
        "plans 1 rounds; round 2 will not be played",
        "rounds_unknown",
    ),
    "shares above the whole": Bad(
        ("competitions/1/", CARD | {"fee_share": "0,1"}),
        ("patch", "competitions/1/", {"name": "Pairs", "shares": {"fee": 1}}),
        "All pots together would get 100.1 % of the fees",
        "shares_above",
    ),
    "a captain who withdraws": Bad(
        ("players/{captain}/take-out/", {}),
        ("delete", "entrants/5/", {}),
        "Yan is a member of team 3. Change or dissolve the team first",
        "in_a_team",
    ),
    "prizes above the pot": Bad(
        ("prizes/give/", {}),
        ("post", "prizes/", {}),
        "The prizes are 5.00",
        "pot_too_small",
    ),
    "a fee class that is gone": Bad(
        ("competitions/1/", CARD | {"fee_late": ""}),
        ("patch", "competitions/1/", {"name": "Pairs", "fee_classes": {}}),
        "Ada pays as “late”, which would have no fee",
        "fee_class_gone",
    ),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_page_refuses_it_with_one_sentence(event: Event, bad: Bad) -> None:
    path, typed = bad.page
    path = path.format(captain=event.entrants.get(number=5).pk)
    before = dump()
    answer = ada().post(f"/events/autumn/organise/{path}", typed)
    words = text_of(answer).replace("\xa0", " ")
    assert answer.status_code in (409, 422) and words.count(bad.told_on_page or bad.sentence) == 1, words
    assert dump() == before


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_program_is_refused_with_the_same_sentence(event: Event, bad: Bad) -> None:
    method, path, body = bad.body
    program, path = Program(), f"events/autumn/{path}"
    seen = program.send("get", path)
    headers = {"If-Match": seen["ETag"]} if method in ("patch", "delete") else {}
    before = dump()
    answer = program.send(method, path, body, **headers)
    told = answer.json()
    assert answer.status_code in (409, 422) and told["code"] == bad.code
    assert bad.sentence in told["detail"].replace("\xa0", " ")
    assert dump() == before


def test_a_program_that_enters_a_player_twice_for_a_fee_is_told_who(event: Event) -> None:
    program, body = Program(), {"name": "Solos", "fee_cents": 100, "entered": [2, 2]}
    program.send("get", "events/autumn/")
    before = dump()
    answer = program.send("post", "events/autumn/competitions/", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "member_twice")
    assert "Ben is named twice for this fee." in answer.json()["detail"]
    assert dump() == before


def test_a_ranking_that_contradicts_a_competition_is_refused_before_its_page_breaks(event: Event) -> None:
    change_event(event=event, options=event.options, planned_rounds=3, policy={"by": "total", "best": 2})
    add_competition(event=event, name="All lists", rule={"tie_breaks": ["points"]})
    before = dump()
    with pytest.raises(NotPossible, match="All lists: The competition is ranked by one of its tie-breaks"):
        change_event(event=event, options=event.options, policy={"by": "total"})
    assert dump() == before and ada().get("/events/autumn/teams/").status_code == 200


# Archives


def moved_member(document: dict[str, Any]) -> None:
    """Let the first member of team 1 be the first of team 2, too."""
    first, _, other, *_ = document["team_members"]
    other["entrant_id"] = first["entrant_id"]


def as_one(document: dict[str, Any]) -> None:
    """Name the second member of team 1 twice."""
    document["team_members"][0]["entrant_id"] = document["team_members"][1]["entrant_id"]


ARCHIVED = {
    "a person in two teams of one competition": (
        moved_member,
        "would be in teams 1 and 2 of one competition",
    ),
    "a team without members": (
        lambda document: document.update(team_members=document["team_members"][2:]),
        "A team has 2 to 8 members, beside its substitutes, not 0",
    ),
    "a partner named twice": (
        as_one,
        "Two rows of “member of a team” have the same team_id and entrant_id.",
    ),
    "two teams of one number": (
        lambda document: document["teams"][1].update(number=1),
        "Two rows of “team” have the same event_id and number.",
    ),
    "a team of the number 0": (
        lambda document: document["teams"][1].update(number=0),
        "The numbers of teams count from 1.",
    ),
    "a captain who is gone": (
        lambda document: document["team_members"][0].update(entrant_id=999_999),
        "A row refers to row 999999 of “entrants”, which the archive does not have.",
    ),
    "a rule that nobody can read": (
        lambda document: document["competitions"][0].update(rule={"value": {"by": "dice"}}),
        "“value.by” of a competition cannot be read",
    ),
    "shares above the whole": (
        lambda document: document["competitions"][0].update(shares={"fee": 1}),
        "All pots together would get 100.1 % of the fees",
    ),
    "prizes that are none": (
        lambda document: document["competitions"][0].update(prizes=[{"places": [0], "cents": 5}]),
        "Prizes are a list of places",
    ),
    "a fee class that is gone": (
        lambda document: document["competitions"][0].update(fee_classes={}),
        "Ada pays as “late”, which would have no fee",
    ),
}


@pytest.fixture(scope="module")
def archive(made: Event, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the event's archive."""
    file = tmp_path_factory.mktemp("archive") / "event.zip"
    call_command("export_event", made.slug, str(file), stdout=io.StringIO())
    return file


@pytest.mark.parametrize(("change", "sentence"), ARCHIVED.values(), ids=ARCHIVED)
def test_an_archive_with_it_is_refused_with_one_sentence(
    event: Event, archive: Path, change: Any, sentence: str, tmp_path: Path
) -> None:
    delete_event(event=event)
    club = a_club(owner="dov", name="Elsewhere")
    rewritten(archive, tmp_path / "other.zip", with_event(change))
    before = dump()
    with pytest.raises(CommandError, match=r"cannot be read as an event \(") as refused:
        call_command("import_event", str(tmp_path / "other.zip"), "--club", club.slug)
    assert sentence in str(refused.value).replace("\xa0", " ")
    assert dump() == before
