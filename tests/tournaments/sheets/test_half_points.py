"""Half points: from the sheet, the pad's line and paper to the standings, exactly."""

import pytest

from rules.notation.reading import read_line
from rules.points import GAME, Options, Record
from rules.reading import Refused
from scoring.foot.cross_foot import find_slips
from scoring.foot.footing import Foot
from scoring.paper.columns import read_free
from scoring.sheet.sheet import blank_sheet, fold_sheet
from tests.builders import a_request, a_table, an_event
from tests.tournaments import public_addresses
from tests.tournaments.publishing.test_publishing import publish
from tests.tournaments.visitors import ada, stranger
from tournaments.models import Publication, Ruling, Stage, StandingsRow
from tournaments.selectors.publishing.publications import differs, list_rows
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.sheets.deals import record_deal
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences
from tournaments.wording.whole_numbers import half_number

pytestmark = pytest.mark.django_db
HALVES = {"halves": True, "zero_sum": True}
POINTS = [[3.5, -3.5, 0], [3.5, 0.5, -4], [-0.5, 0, 0.5]]


@pytest.fixture
def table():
    table = a_table(event=an_event(game="points", options=HALVES), seats=3)
    for number, points in enumerate(POINTS, start=1):
        record = {"points": points}
        request = a_request({"number": number, "record": record})
        record_deal(table=table, number=number, record=record, request=request)
    return table


def test_totals_and_standings_are_exact(table):
    event = table.round.event
    compute_event_standings(event_id=event.pk)
    table.refresh_from_db()
    assert table.parts.get().tallies["total"] == [6.5, -3, -3.5]
    rows = stranger().get(f"/events/{event.slug}/standings.json").json()["rows"]
    assert [(row["name"], row["total"]) for row in rows] == [("Ada", "13/2"), ("Ben", -3), ("Cleo", "-7/2")]


def test_players_numbers_that_an_earlier_version_wrote_otherwise_are_the_same(table):
    event = table.round.event
    close_round(round=table.round, even_if_incomplete=True)
    compute_event_standings(event_id=event.pk)
    publish(event, Stage.PROVISIONAL)
    listed = Publication.objects.get()
    for line, values in zip(listed.rows["lines"], ([6.5], ["-3"], [-3.5]), strict=True):
        line["values"] = values
    StandingsRow.objects.filter(values=[-3]).update(values=["-3"])
    assert not differs(list_rows(event), listed)
    assert not [each for each in differences(event) if "player" in each]
    listed.rows["lines"][0]["values"] = ["15/2"]
    assert differs(list_rows(event), listed)


@pytest.mark.parametrize(("language", "shown"), [("en", "+6.5"), ("de", "+6,5"), ("ja", "+6.5")])
def test_pages_show_halves_as_the_language_writes_them(table, language, shown):
    event = table.round.event
    compute_event_standings(event_id=event.pk)
    page = stranger().get(f"/events/{event.slug}/", headers={"accept-language": language}).content.decode()
    assert shown in page


def test_every_public_page_and_file_of_the_event_can_be_made(table):
    event = table.round.event
    close_round(round=table.round, even_if_incomplete=True)
    compute_event_standings(event_id=event.pk)
    publish(event, Stage.PROVISIONAL)
    visitor = stranger()
    for name, url in public_addresses.of_event(event):
        assert visitor.get(url).status_code < 500, (name, url)
    assert "Ada,6.5" in visitor.get(f"/events/{event.slug}/standings.csv").content.decode()


def test_the_states_numbers_are_whole_where_they_can_be(table):
    state = stranger().get(f"/tables/{table.public_id}/sheet/").content.decode()
    assert "3.5" in state and "7.0" not in state


def test_a_ruling_may_have_halves_in_such_an_event_only(table):
    desk = f"/events/{table.round.event.slug}/organise/tables/{table.public_id}/"
    typed = {"points_0": "1,5", "points_1": "\u22121½", "points_2": ""}
    typed |= {"deal": "2", "reason": "Misdeal", "sure": "yes"}
    response = ada().post(desk + "rule/", typed, follow=True)
    assert response.status_code == 200
    assert Ruling.objects.get().points == [1.5, -1.5, 0]


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("3,5 -3,5 0", [3.5, -3.5, 0]),
        ("3.5 -2", [3.5, -2, -1.5]),
        ("3½ ½", [3.5, 0.5, -4]),
        ("3;5;-8", [3, 5, -8]),
        ("0,5 0,5", [0.5, 0.5, -1]),
    ],
)
def test_a_typed_line_may_have_halves(line, points):
    options = Options(**HALVES)
    assert read_line(GAME, options, GAME.opening(options, 3, 0), line)["points"] == points


def test_without_the_option_a_comma_stays_between_two_numbers():
    assert read_line(GAME, Options(), GAME.opening(Options(), 3, 0), "3,5,5")["points"] == [3, 5, 5]
    with pytest.raises(Refused):
        read_line(GAME, Options(), GAME.opening(Options(), 3, 0), "3½ 1 1")


def test_a_column_of_a_file_may_have_halves():
    [field] = GAME.fields
    assert read_free(field, "3.5;-3,5;½;7;x") == [3.5, -3.5, 0.5, 7, "x"]


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("3,5", 3.5),
        ("-3.5", -3.5),
        ("\u22123½", -3.5),
        ("½", 0.5),
        ("-½", -0.5),
        ("4", 4),
        ("3.25", None),
        (",5", None),
        ("", None),
    ],
)
def test_a_number_of_a_form_may_be_a_half(typed, number):
    assert half_number(typed) == number


def test_the_guard_names_a_half_with_the_wrong_sign():
    opening = blank_sheet(GAME.opening(Options(**HALVES), 3, 0))
    sheet = fold_sheet(GAME, opening, [Record(points=tuple(each)) for each in POINTS])
    paper = Foot([sheet.totals[0] + 1, sheet.totals[1], sheet.totals[2] - 1], 3)
    assert find_slips(GAME, opening, sheet, paper)[0].rows == (3,)


def test_the_guard_names_swapped_digits_before_a_half():
    opening = blank_sheet(GAME.opening(Options(halves=True), 3, 0))
    sheet = fold_sheet(GAME, opening, [Record(points=(12.5, 0, 0))])
    assert find_slips(GAME, opening, sheet, Foot([21.5, 0, 0], 1))[0].values["paper"] == 21.5
