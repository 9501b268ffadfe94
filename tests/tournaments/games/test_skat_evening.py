"""A Skat event: typed from paper, ranked by games won, its lists with the parts of every total."""

import csv
from dataclasses import replace

import pytest

from rules import get_game
from rules.game import MINUS
from rules.reading import open_table, read_record
from scoring.foot.cross_foot import find_slips
from scoring.foot.footing import Foot
from scoring.paper import columns_of
from scoring.paper.columns import read_cells
from scoring.sheet.sheet import blank_sheet, fold_sheet
from tests.builders import a_club, a_round, an_event, own_tallies
from tests.processes import ROOT
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.forms.events import get_template
from tournaments.models import AuthorKind, Event, Table
from tournaments.publications.pdf.papers import printed_sheet
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.series.declarer_statistics import declaring_of
from tournaments.selectors.sheets.folded_sheets import load_many
from tournaments.selectors.standings.results import load_results
from tournaments.services.history.sheet_chain import Author
from tournaments.services.paper import PaperFiles, create_event_from_paper
from tournaments.services.standings.computation import compute_event_standings
from tournaments.storage.uploads.spreadsheets import Upload

pytestmark = pytest.mark.django_db

NIGHT = ROOT / "tests" / "data" / "sheets" / "skat-club-night"
PARTS_IN_WORDS = (
    "Game points",
    "Games won",
    "Games lost",
    "Bonus for games won and lost",
    "Games lost by others",
    "Bonus for games lost by others",
)
PARTS = ("game_points", "won", "lost", "others_lost")


@pytest.fixture(autouse=True)
def uploads_apart(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "uploads"


@pytest.fixture
def night():
    """Return two tables of four with 48 deals, one of three with 36."""
    files = PaperFiles(upload(".seating.csv"), upload(".csv"))
    report = create_event_from_paper(
        slug="night", game="skat", options={}, policy={"by": "game"}, files=files, by=Author(AuthorKind.PAPER)
    )
    assert (report.stored, report.findings) == (132, [])
    event = Event.objects.get(slug="night")
    compute_event_standings(event_id=event.pk)
    return event


def upload(ending):
    path = NIGHT.with_name(NIGHT.name + ending)
    return Upload(path.name, path.read_bytes())


def expected_rows():
    with NIGHT.with_name("skat-club-night.expected.csv").open(encoding="utf-8") as file:
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


def test_the_foot_of_every_list_adds_up_to_the_paper(night):
    [*results] = load_results(night)
    names = dict(night.entrants.values_list("number", "player__name"))
    tallies = {
        names[number]: {part: result.tallies[part][seat] for part in PARTS}
        for result in results
        for seat, number in enumerate(result.accounts)
    }
    assert tallies == {name: {part: row[part] for part in PARTS} for name, row in expected_rows().items()}


def test_equal_totals_go_by_games_won_and_then_by_games_lost(night):
    rows = expected_rows()
    equal = [rows["Fenja Achterdiek"], rows["Ernst Tangstedter"]]
    assert [(row["rank"], row["total"], row["won"], row["lost"]) for row in equal] == [
        (2, 1102, 11, 0), (3, 1102, 11, 2),
    ]  # fmt: skip
    page = text_of(stranger().get(f"/events/{published(night).slug}/"))
    assert page.index("Fenja Achterdiek") < page.index("Ernst Tangstedter")


def test_a_printed_list_has_the_parts_of_its_totals_at_the_foot(night):
    table = Table.objects.get(round__event=published(night), number=1)
    page = text_of(stranger().get(f"/events/night/tables/{table.public_id}/"))
    for label in ("Game points", "Games won", "Games lost", "Bonus for games lost by others"):
        assert label in page


def test_a_printed_list_keeps_game_points_games_won_and_lost_of_every_player(night):
    table = Table.objects.get(round__event=night, number=1)
    [part] = printed_sheet(night, load_many(night, [table.pk])[table.pk], {}, PublicEvent(night).names).parts
    assert part.columns == ["Points", "W", "L"]
    last: dict[str, dict[int, str]] = {name: {} for name in part.names}
    for row in part.listed:
        for name, texts in zip(part.names, row, strict=True):
            last[name] |= {place: text for place, text in enumerate(texts) if text}
    expected = expected_rows()
    for name, kept in last.items():
        sums = [kept.get(place, "0").replace(MINUS, "-") for place in range(3)]
        assert [int(each) for each in sums] == [expected[name][part] for part in PARTS[:3]], name


def test_an_empty_list_has_room_for_games_won_and_lost_and_for_the_parts_of_the_total():
    round = a_round(event=an_event(game="skat", deals_per_table={"4": 48, "3": 36}))
    page = text_of(ada().get(f"/events/{round.event.slug}/organise/rounds/1/sheets/"))
    assert page.count('class="of-column') == 4 * 3 and page.count('class="dot"') == 48
    parts = [label for label in PARTS_IN_WORDS if f'<td colspan="2">{label}</td>' in page]
    assert parts == list(PARTS_IN_WORDS)
    assert page.index("Bonus for games lost by others") < page.index('<th scope="row">=</th>')


def test_a_deal_writes_only_into_the_columns_of_its_declarer(night):
    table = Table.objects.get(round__event=night, number=3)
    [part] = printed_sheet(night, load_many(night, [table.pk])[table.pk], {}, PublicEvent(night).names).parts
    for row, listed in zip(part.rows, part.listed, strict=True):
        written = [seat for seat, texts in enumerate(listed) if any(texts)]
        assert written == ([] if row["record"]["contract"] == "passed" else [row["record"]["declarer"]])


def test_a_rank_is_explained_with_the_parts_of_the_list(night):
    number = published(night).entrants.get(player__name="Gerold Deelbögen").number
    page = text_of(stranger().get(f"/events/night/entrants/{number}/rank/"))
    assert "<dt>Game points</dt><dd>671</dd>" in page
    assert "<dt>Bonus for games won and lost</dt><dd>600</dd>" in page
    assert "<dt>Bonus for games lost by others</dt><dd>150</dd>" in page


def test_a_players_page_tells_what_was_kept_from_others_and_the_average_value(night):
    player = night.entrants.get(player__name="Hille Quickmoor").player
    own = expected_rows()["Hille Quickmoor"]
    declaring = declaring_of(player, get_game("skat"), own_tallies(player, night), [night.pk])
    assert declaring is not None and declaring.average_value is not None
    assert (declaring.total.won, declaring.total.deals) == (own["won"], own["won"] + own["lost"])
    assert [value for _, value, _ in declaring.sums] == [own["game_points"], own["others_lost"]]
    games = [habit.deals for habit in declaring.words if habit.word.startswith("Kind of game:")]
    assert sum(games) == own["won"] + own["lost"]
    assert 18 <= declaring.average_value <= 60


@pytest.mark.parametrize(
    ("key", "deals", "rounds"),
    [("skat-evening", {4: 48, 3: 36}, 2), ("skat-three-lists", {4: 36, 3: 36}, 3)],
)
def test_a_template_of_a_skat_evening_has_its_lists(key, deals, rounds):
    template = get_template(key)
    evening = template.evening
    page = text_of(ada().get(f"/clubs/{a_club().slug}/new-event/?template={key}"))
    assert (evening.deals_per_table, evening.planned_rounds, template.game) == (deals, rounds, "skat")
    assert 'name="deals_3" value="36"' in page


def test_the_foot_of_a_typed_list_finds_the_game_that_was_lost_and_not_won():
    game = get_game("skat")
    opening = blank_sheet(open_table(game, game.Options(), 4, 0))
    with NIGHT.with_suffix(".csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["table"] == "1"]
    records = [read_record(game, read_cells(columns_of(game), row)[0]) for row in rows]
    number = next(n for n, each in enumerate(records) if (each.result, each.contract) == ("lost", "null"))
    typed = [*records]
    typed[number] = replace(records[number], result="won")
    paper = fold_sheet(game, opening, records)
    slips = find_slips(game, opening, fold_sheet(game, opening, typed), Foot(paper.totals, 48))
    assert number + 1 in slips[0].rows
