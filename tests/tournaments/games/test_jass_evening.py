"""A Jass event: four Passen with drawn partners, typed from paper, the worst Passe left out."""

import csv

import pytest

from tests.builders import a_round, an_event
from tests.processes import ROOT
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import AuthorKind, Event, Table
from tournaments.publications.pdf.papers import printed_sheet
from tournaments.publications.pdf.sheets import counted_words
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.sheets.folded_sheets import load_many
from tournaments.selectors.standings.results import load_results
from tournaments.services.history.sheet_chain import Author
from tournaments.services.paper import PaperFiles, create_event_from_paper
from tournaments.services.standings.computation import compute_event_standings
from tournaments.storage.uploads.spreadsheets import Upload

pytestmark = pytest.mark.django_db

NIGHT = ROOT / "tests" / "data" / "sheets" / "jass-club-night"
POLICY = {"by": "game", "best": 3, "tie_breaks": ["best_round"]}


@pytest.fixture(autouse=True)
def uploads_apart(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "uploads"


@pytest.fixture
def night():
    """Return four tables of four, four Passen of 8 deals."""
    files = PaperFiles(upload(".seating.csv"), upload(".csv"))
    by = Author(AuthorKind.PAPER)
    report = create_event_from_paper(slug="night", game="jass", options={}, policy=POLICY, files=files, by=by)
    assert report.findings == []
    event = Event.objects.get(slug="night")
    compute_event_standings(event_id=event.pk)
    return event


def upload(ending):
    path = NIGHT.with_name(NIGHT.name + ending)
    return Upload(path.name, path.read_bytes())


def expected_rows():
    with NIGHT.with_name(f"{NIGHT.name}.expected.csv").open(encoding="utf-8") as file:
        return {
            row["player"]: {key: int(row[key]) for key in row if key != "player"}
            for row in csv.DictReader(file)
        }


def test_the_standings_of_the_night_are_those_of_its_paper(night):
    rows = night.standings_rows.select_related("entrant__player")
    ranks = {row.entrant.player.name: (row.rank, row.values[0]) for row in rows}
    assert ranks == {name: (row["rank"], row["total"]) for name, row in expected_rows().items()}


def test_the_matches_of_every_player_add_up_to_the_paper(night):
    names = dict(night.entrants.values_list("number", "player__name"))
    matches = dict.fromkeys(names.values(), 0)
    for result in load_results(night):
        for seat, number in enumerate(result.accounts):
            matches[names[number]] += result.tallies["matches"][seat]
    assert matches == {name: row["matches"] for name, row in expected_rows().items()}


def test_level_players_go_by_their_highest_passe(night):
    Event.objects.filter(pk=night.pk).update(is_published=True)
    page = text_of(stranger().get("/events/night/"))
    level = ["Fridolin Camenzwil", "Jakob Räbwyler"]
    assert {expected_rows()[name]["total"] for name in level} == {2026}
    assert page.index(level[0]) < page.index(level[1])


def test_a_slip_shows_the_points_of_both_sides_and_the_matches(night):
    Event.objects.filter(pk=night.pk).update(is_published=True)
    table = Table.objects.get(round__event=night, round__number=1, number=1)
    page = text_of(stranger().get(f"/events/night/tables/{table.public_id}/"))
    assert "55–102" in page and "Matches" in page


def a_slip(night, number=1, table=1):
    found = Table.objects.get(round__event=night, round__number=number, number=table)
    return printed_sheet(night, load_many(night, [found.pk])[found.pk], {}, PublicEvent(night).names)


def test_a_printed_slip_has_one_column_for_each_side_and_its_sum_is_checked(night):
    printed = a_slip(night)
    [part] = printed.parts
    assert len(part.names) == 2 and all(" + " in name for name in part.names)
    assert sum(printed.totals) == 8 * 157
    assert counted_words(printed) == "8 of 12 deals · Sum of the table: 1256, correct"


def test_a_match_is_marked_beside_its_side(night):
    [part] = a_slip(night).parts
    marked = {at: signs for at, signs in enumerate(part.marked) if signs}
    assert marked == {3: {0: "◆"}} and part.rows[3]["record"]["match"] is True


def test_a_blank_slip_has_both_sides_and_the_sum_of_a_passe():
    round = a_round(event=an_event(game="jass"))
    page = text_of(ada().get(f"/events/{round.event.slug}/organise/rounds/1/sheets/"))
    assert "Sum of the table: it has to be 1884." in page
    assert page.count('class="dot"') == 12
