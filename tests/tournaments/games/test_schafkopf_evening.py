"""A Schafkopf event: typed from paper, ranked by solos won, its lists with plus and minus of every player."""

import csv

import pytest

from rules import get_game
from rules.game import MINUS
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

NIGHT = ROOT / "tests" / "data" / "sheets" / "schafkopf-club-night"
TALLIES = ("solos_won", "won", "lost")


@pytest.fixture(autouse=True)
def uploads_apart(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "uploads"


@pytest.fixture
def night():
    """Return four tables of four, two lists of 32 deals."""
    files = PaperFiles(upload(".seating.csv"), upload(".csv"))
    by = Author(AuthorKind.PAPER)
    report = create_event_from_paper(
        slug="night", game="schafkopf", options={}, policy={"by": "game"}, files=files, by=by
    )
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


def published(event):
    Event.objects.filter(pk=event.pk).update(is_published=True)
    return event


def test_the_standings_of_the_night_are_those_of_its_paper(night):
    rows = night.standings_rows.select_related("entrant__player")
    ranks = {row.entrant.player.name: (row.rank, row.values[0]) for row in rows}
    assert ranks == {name: (row["rank"], row["total"]) for name, row in expected_rows().items()}


def test_the_games_of_every_player_add_up_to_the_paper(night):
    names = dict(night.entrants.values_list("number", "player__name"))
    tallies = {name: dict.fromkeys(TALLIES, 0) for name in names.values()}
    for result in load_results(night):
        for seat, number in enumerate(result.accounts):
            for tally in TALLIES:
                tallies[names[number]][tally] += result.tallies[tally][seat]
    assert tallies == {
        name: {tally: row[tally] for tally in TALLIES} for name, row in expected_rows().items()
    }


def test_equal_totals_go_by_solos_won(night):
    page = text_of(stranger().get(f"/events/{published(night).slug}/"))
    equal = ["Kreszenz Dirnberger", "Gundula Hölzl"]
    assert [expected_rows()[name]["total"] for name in equal] == [34, 34]
    assert page.index(equal[0]) < page.index(equal[1])


def test_a_printed_list_has_solos_and_games_at_its_foot(night):
    table = Table.objects.get(round__event=published(night), round__number=1, number=1)
    page = text_of(stranger().get(f"/events/night/tables/{table.public_id}/"))
    assert all(label in page for label in ("Solos won", "Games won", "Games lost"))


def test_a_list_has_32_deals_or_40_where_the_dealer_sits_out():
    assert get_game("schafkopf").round_length.deals == {4: 32, 5: 40}


def a_list(night, number=1, table=1):
    found = Table.objects.get(round__event=night, round__number=number, number=table)
    return printed_sheet(night, load_many(night, [found.pk])[found.pk], {}, PublicEvent(night).names)


def test_a_printed_list_has_plus_and_minus_of_every_deal_and_circles_won_solos(night):
    printed = a_list(night)
    [part] = printed.parts
    solo = next(
        at for at, row in enumerate(part.rows) if row["record"].get("contract") == "wenz" and row["made"]
    )
    player = part.rows[solo]["record"]["declarer"]
    assert part.columns == ["+", MINUS] and printed.letters == {"○": "solo won"}
    assert part.marked[solo] == {player: "○"}
    [*texts] = part.listed[solo]
    assert texts[player][1] == "" and all(plus == "" for plus, _ in texts[:player] + texts[player + 1 :])


def test_the_foot_of_a_list_has_plus_and_minus_and_the_table_adds_up_to_0(night):
    printed = a_list(night)
    foot = dict(printed.foot)
    sums = [int(text.replace(MINUS, "-")) for name in ("Plus", "Minus") for text in foot[name]]
    assert sum(sums) == sum(printed.totals) == 0
    assert counted_words(printed) == "32 of 32 deals · Sum of the table: 0, correct"


def test_a_blank_list_has_both_columns_and_the_sum_that_is_due():
    round = a_round(event=an_event(game="schafkopf"))
    page = text_of(ada().get(f"/events/{round.event.slug}/organise/rounds/1/sheets/"))
    assert page.count('class="of-column') == 2 * 4
    assert "Sum of the table: it has to be 0." in page
