"""A Doppelkopf event: a list ended by the clock, its foot, a player, a template, a slip at the foot."""

from dataclasses import replace
from random import Random

import pytest

from rules import get_game
from rules.game import MINUS
from rules.reading import open_table, read_record
from scoring.foot.cross_foot import find_slips
from scoring.foot.footing import Foot
from scoring.sheet.sheet import blank_sheet, fold_sheet
from simulation import play_sheet
from tests.builders import a_club, a_round, an_event, own_tallies
from tests.tournaments.phones import Phone
from tests.tournaments.publishing.test_pdf import text_in
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.forms.events import get_template
from tournaments.models import Counting, RoundStatus, Table
from tournaments.selectors.publishing.sign_off_checklist import open_tables
from tournaments.selectors.series.declarer_statistics import declaring_of
from tournaments.selectors.standings.ranking_rules import method_of
from tournaments.selectors.standings.results import load_results
from tournaments.services.rounds.lifecycle import close_round, is_full
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences

pytestmark = pytest.mark.django_db

DOPPELKOPF = get_game("doppelkopf")
LISTS = {"4": 24, "5": 30}
NORMAL = {"contract": "normal", "declarer": 0, "partner": 2, "card_points": 121, "re_fox": 1}
BY_THE_CLOCK = [
    NORMAL,
    {"contract": "queens", "declarer": 1, "card_points": 151},
    NORMAL | {"time_up": True},
    {"contract": "clubs", "declarer": 3, "card_points": 130},
    {"contract": "hearts", "declarer": 0, "card_points": 119},
    {"contract": "aces", "declarer": 2, "card_points": 100},
]


@pytest.fixture
def table():
    """Return a table of four with a list that the clock ended after three ordinary deals."""
    round = a_round(event=an_event(game="doppelkopf", deals_per_table=LISTS))
    table = round.tables.get(number=1)
    phone = Phone(table)
    for number, record in enumerate(BY_THE_CLOCK, start=1):
        answer = phone.send("post", "deals/", {"number": number, "record": record})
        assert answer.status_code == 201, answer.json()
    return Table.objects.get(pk=table.pk)


def test_a_list_that_the_clock_ended_lacks_no_deals(table):
    event = table.round.event
    assert is_full(event, table)
    assert list(open_tables(event)) == []
    compute_event_standings(event_id=event.pk)
    assert differences(event) == []
    closed = close_round(round=table.round)
    assert closed.status == RoundStatus.CLOSED


def test_a_list_with_deals_left_is_not_over():
    round = a_round(event=an_event(game="doppelkopf", deals_per_table=LISTS))
    table = round.tables.get(number=1)
    assert Phone(table).send("post", "deals/", {"number": 1, "record": NORMAL}).status_code == 201
    assert not is_full(round.event, Table.objects.get(pk=table.pk))
    assert len(list(open_tables(round.event))) == 1


def test_correcting_the_row_of_the_clock_opens_the_list_again(table):
    record = {name: value for name, value in BY_THE_CLOCK[2].items() if name != "time_up"}
    body = {"record": record, "reason": "the clock was wrong"}
    assert Phone(table).send("put", "deals/3/", body, match=1).status_code == 200
    assert not is_full(table.round.event, table)


def test_the_list_marks_owed_solos_and_has_its_foot(table):
    page = text_of(stranger().get(f"/events/{table.round.event.slug}/tables/{table.public_id}/"))
    assert "mandatory" in page and "mandatory, forced" in page
    for label in ("Deals won", "Points in mandatory solos", "Foxes caught"):
        assert label in page


def lines_of(path, visitor=None):
    response = (visitor or stranger()).get(path)
    assert response.status_code == 200
    return [" ".join(line.replace("●", " ●").split()) for line in text_in(response.content).splitlines()]


def test_a_printed_list_says_who_played_alone_and_which_solo_was_the_mandatory_one(table):
    lines = lines_of(f"/events/{table.round.event.slug}/tables/{table.public_id}/sheet.pdf")
    rows = {line.split()[0]: line for line in reversed(lines) if line}
    assert rows["2"].startswith(f"2 0 ●M +4 0 {MINUS}4 ")
    assert [number for number in "123456" if "M" in rows[number]] == ["2", "4", "5", "6"]
    assert "● deals · M mandatory solo" in lines


def test_an_empty_list_leaves_the_dealer_to_the_table_for_a_solo_is_dealt_again():
    round = a_round(event=an_event(game="doppelkopf", deals_per_table=LISTS))
    page = text_of(ada().get(f"/events/{round.event.slug}/organise/rounds/1/sheets/"))
    assert page.count('class="dot"') == 1 and page.count('<th scope="row" class="n">') == 24
    assert page.index('<th scope="row">=</th>') < page.index("Points in mandatory solos")


@pytest.fixture
def due():
    """Return a table of four with time up after the first deal: four solos are due, Cleo's first."""
    table = a_round(event=an_event(game="doppelkopf", deals_per_table=LISTS)).tables.get(number=1)
    body = {"number": 1, "record": NORMAL | {"time_up": True}}
    assert Phone(table).send("post", "deals/", body).status_code == 201
    return table


def test_the_player_of_a_due_solo_is_named_on_the_sheet(due):
    page = text_of(stranger().get(f"/events/{due.round.event.slug}/tables/{due.public_id}/"))
    row = page[page.index("Mandatory solo due now") :]
    assert '<td class="n">Cleo</td>' in row[: row.index("</tr>")]


def test_other_seats_end_what_was_owed_and_call_upon_nobody(due):
    typed = {"seat_0": "1", "seat_1": "2", "seat_2": "4", "seat_3": "3", "reason": "sat wrongly"}
    address = f"/events/{due.round.event.slug}/organise/tables/{due.public_id}/seat-changes/"
    page = text_of(ada().post(address, typed))
    assert "Deals left 4" in page and "Mandatory solo due now" not in page


def test_equal_totals_share_the_rank_unless_the_event_is_of_an_earlier_version(table):
    event = table.round.event
    assert [ranking.tally for ranking in method_of(event).rankings] == ["total"]
    event.counting = Counting.BEFORE
    by = ["total", "deals_won", "mandatory_solo_points"]
    assert [ranking.tally for ranking in method_of(event).rankings] == by


def test_the_tallies_of_a_list_are_those_of_its_deals(table):
    [result] = load_results(table.round.event)
    assert result.tallies["re_won"] == [2, 1, 2, 1]
    assert result.tallies["deals_won"] == [3, 3, 3, 3]
    assert result.tallies["foxes"] == [2, 0, 2, 0]
    assert result.tallies["solos_won"] == [0, 1, 0, 1]


def test_a_players_page_tells_deals_by_side_solos_and_foxes(table):
    event = table.round.event
    compute_event_standings(event_id=event.pk)
    player = event.entrants.get(number=1).player
    declaring = declaring_of(player, DOPPELKOPF, own_tallies(player, event), [event.pk])
    assert (declaring.is_by_side, declaring.total.won, declaring.total.deals) == (True, 3, 6)
    assert [value for _, value, _ in declaring.sums] == [2, 1, 1, 0, 2]
    assert declaring.average_value is None  # with solos alone it has no meaning


def test_the_template_of_an_evening_has_its_lists():
    evening = get_template("doppelkopf-three-lists").evening
    page = text_of(ada().get(f"/clubs/{a_club().slug}/new-event/?template={evening.key}"))
    assert (evening.deals_per_table, evening.planned_rounds) == ({4: 24, 5: 30}, 3)
    assert 'name="deals_5" value="30"' in page


def test_the_foot_of_a_typed_list_finds_the_call_that_was_forgotten():
    opening = blank_sheet(open_table(DOPPELKOPF, DOPPELKOPF.Options(), 4, 0))
    rows = play_sheet("doppelkopf", {}, 4, 0, 24, Random(3))
    records = [read_record(DOPPELKOPF, row.record) for row in rows]
    number = next(n for n, each in enumerate(records) if each.re_said == "re" and each.contract == "normal")
    typed = [*records]
    typed[number] = replace(records[number], re_said="no")
    paper = fold_sheet(DOPPELKOPF, opening, records)
    slips = find_slips(DOPPELKOPF, opening, fold_sheet(DOPPELKOPF, opening, typed), Foot(paper.totals, 24))
    assert any(number + 1 in slip.rows for slip in slips)
