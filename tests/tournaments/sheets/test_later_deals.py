"""A correction that makes later deals impossible is refused, or marks them: the organiser chooses."""

import pytest

from scoring.not_possible import NotPossible
from scoring.sheet.sheet import IllegalDeal
from tests.builders import a_request, a_table, an_event
from tests.tournaments.phones import Phone
from tests.tournaments.visitors import ada, queries_of, stranger, text_of
from tournaments.models import Event, Part
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.selectors.tables.table_state import preview_deal
from tournaments.services.sheets.deals import correct_deal, record_deal, strike_deal
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences

pytestmark = pytest.mark.django_db


def el_almaz(counts=(13, 0, 0, 0)):
    return {"contract": "el_almaz", "counts": list(counts)}


ERKEK = {"contract": "erkek", "counts": [8, 0, 0, 0]}
RIFKI = [ERKEK, el_almaz(), el_almaz()]  # with el_almaz in row 1 too, row 3 is one too many


def frepe(*players):
    """Return a deal in which two seats play and are safe; of seven the dealer's left has no cards."""
    first, second = players
    tricks = {first: 3, second: 2}
    return {
        "playing": [seat in players for seat in range(7)],
        "tricks": [tricks.get(seat, 0) for seat in range(7)],
    }


FREPE = [frepe(0, 1), frepe(1, 2), frepe(2, 0)]  # without row 1 the dealer of row 2 sits out in row 3


def a_written_table(game, seats, records, *, marks):
    event = an_event(game=game, deals_per_table={}, marks_later_deals=marks)
    table = a_table(event=event, seats=seats)
    for number, record in enumerate(records, start=1):
        record_deal(table=table, number=number, record=record, request=a_request({"number": number}))
    table.refresh_from_db()
    return table


SKAT = [{"contract": "C", "declarer": seat, "matadors": 1, "result": "lost"} for seat in (1, 0, 1)]
DOPPELKOPF = [
    {"contract": "normal", "declarer": 0, "partner": 2, "card_points": 121},
    {"contract": "normal", "declarer": 1, "partner": 2, "card_points": 121},
]
TIME_UP = DOPPELKOPF[0] | {"time_up": True}


def correct_first(table):
    return correct_deal(table=table, number=1, record=el_almaz(), revision=1, request=a_request({"n": 1}))


def strike_first(table):
    return strike_deal(table=table, number=1, sheet_revision=table.revision, request=a_request({"n": 1}))


def end_with_first(table):
    """End the time with the first deal: in the second a player must play a solo."""
    return correct_deal(table=table, number=1, record=TIME_UP, revision=1, request=a_request({"n": 1}))


def marked_rows(table):
    rows = [row for loaded in load_parts(table) for row in loaded.sheet.rows]
    return {row.number: [each.code for each in row.violations] for row in rows if row.violations}


# The service


@pytest.mark.parametrize(
    ("game", "seats", "records", "change", "breaks"),
    [("rifki", 4, RIFKI, correct_first, [3]), ("frepe", 7, FREPE, strike_first, [1, 2])],
    ids=["a contract of Rifki chosen once too often", "a dealer of Frepe who is somebody else now"],
)
def test_such_a_correction_is_refused_with_the_deals_it_would_break(game, seats, records, change, breaks):
    table = a_written_table(game, seats, records, marks=False)
    with pytest.raises(NotPossible) as refused:
        change(table)
    assert (refused.value.code, refused.value.details["breaks"]) == ("later_deals_impossible", breaks)
    assert marked_rows(table) == {} and Part.objects.get().deals_marked == 0


def test_marked_deals_of_rifki_stay_without_points():
    table = a_written_table("rifki", 4, RIFKI, marks=True)
    assert correct_first(table).body["breaks"] == [3]
    assert marked_rows(table) == {3: ["contract_played_twice"]}
    rows = load_parts(table)[0].sheet.rows
    assert (rows[2].outcome.deltas, rows[2].totals[0]) == ((0, 0, 0, 0), -1300)


def test_marked_deals_of_frepe_name_the_dealer_and_who_sits_out():
    table = a_written_table("frepe", 7, FREPE, marks=True)
    assert strike_first(table).body["breaks"] == [1, 2]
    assert marked_rows(table) == {1: ["dealer_must_play"], 2: ["dealer_must_play", "sitter_has_no_cards"]}


@pytest.mark.parametrize(
    ("game", "records", "change", "marked", "totals"),
    [
        ("skat", SKAT, strike_first, {1: ["declarer_sits_out"], 2: ["declarer_sits_out"]}, [0, 0, 0, 0]),
        ("doppelkopf", DOPPELKOPF, end_with_first, {2: ["forced_solo_due"]}, [1, -1, 1, -1]),
    ],
    ids=["Skat", "Doppelkopf"],
)
def test_marked_deals_stand_on_the_page_the_paper_and_the_phone(game, records, change, marked, totals):
    table = a_written_table(game, 4, records, marks=True)
    change(table)
    assert marked_rows(table) == marked
    compute_event_standings(event_id=table.round.event.pk)
    assert differences(table.round.event) == []
    address = f"/events/{table.round.event.slug}/tables/{table.public_id}/"
    assert text_of(stranger().get(address)).count('class="refusal"') == len(marked)
    assert stranger().get(address + "sheet.pdf").status_code == 200
    state = Phone(table).get().json()
    assert (state["totals"], len([deal for deal in state["deals"] if deal["violations"]])) == (
        totals,
        len(marked),
    )


def test_a_marked_deal_that_is_corrected_is_marked_no_longer():
    table = a_written_table("rifki", 4, RIFKI, marks=True)
    correct_first(table)
    correct_deal(table=table, number=3, record=ERKEK, revision=1, request=a_request({"n": 3}))
    assert marked_rows(table) == {} and Part.objects.get().deals_marked == 0


def test_the_changed_deal_itself_must_be_possible_all_the_same():
    table = a_written_table("rifki", 4, RIFKI, marks=True)
    with pytest.raises(IllegalDeal):
        correct_deal(table=table, number=3, record=el_almaz((1, 0, 0, 0)), revision=1, request=a_request())


def test_the_number_of_marked_deals_is_verified():
    table = a_written_table("rifki", 4, RIFKI, marks=True)
    correct_first(table)
    event = table.round.event
    assert not [line for line in differences(event) if "marked" in line]
    Part.objects.update(deals_marked=0)
    assert [line for line in differences(event) if "0 deals marked, its rows give 1" in line]


# The API


@pytest.mark.parametrize("marks", [False, True], ids=["refused", "marked"])
def test_the_api_refuses_or_marks_a_stricken_deal_of_frepe(marks):
    table = a_written_table("frepe", 7, FREPE, marks=marks)
    response = Phone(table).send("delete", "deals/1/", match=table.revision)
    assert response.status_code == (200 if marks else 422)
    assert response.json()["breaks"] == [1, 2]


# The pages


def test_the_organiser_chooses_in_the_settings():
    event = an_event(game="rifki")
    sent = {"name": event.name, "date": "2026-11-21", "deals_4": "20", "marks_later_deals": "on"}
    url = f"/events/{event.slug}/organise/settings/"
    assert ada().post(url, sent).status_code == 302
    assert Event.objects.get().marks_later_deals
    assert ada().get(url).context["form"]["marks_later_deals"].value() is True
    del sent["marks_later_deals"]
    ada().post(url, sent)
    assert not Event.objects.get().marks_later_deals


def test_the_choice_may_change_while_deals_exist():
    event = a_written_table("rifki", 4, RIFKI, marks=False).round.event
    sent = {"name": event.name, "date": "2026-11-21", "deals_4": "20", "marks_later_deals": "on"}
    assert ada().post(f"/events/{event.slug}/organise/settings/", sent).status_code == 302
    assert Event.objects.get().marks_later_deals


def test_marked_deals_are_seen_on_the_sheet_and_on_the_board():
    table = a_written_table("rifki", 4, RIFKI, marks=True)
    board = f"/events/{table.round.event.slug}/organise/"
    assert "impossible after a correction" not in text_of(ada().get(board))
    correct_first(table)
    sheet = text_of(stranger().get(f"/events/{table.round.event.slug}/tables/{table.public_id}/"))
    assert 'class="is-wrong"' in sheet and "El almaz has been played 2 times" in sheet
    assert "1 deal to check: impossible after a correction" in text_of(ada().get(board))
    assert "1 marked deal" in text_of(ada().get(f"{board}rounds/1/"))


def test_the_dashboard_asks_no_more_of_the_database_for_marked_deals():
    table = a_written_table("rifki", 4, RIFKI, marks=True)
    board = f"/events/{table.round.event.slug}/organise/"
    before = queries_of(ada(), board)
    correct_first(table)
    assert queries_of(ada(), board) == before


# Rows that are already broken


def a_marked_table(*more):
    table = a_written_table("rifki", 4, [*RIFKI, *more], marks=True)
    correct_first(table)
    table.refresh_from_db()
    return table


def test_a_row_after_a_marked_one_can_be_struck_out():
    table = a_marked_table(ERKEK)
    answer = strike_deal(table=table, number=4, sheet_revision=table.revision, request=a_request({"n": 4}))
    assert answer.result == "done" and list(marked_rows(table)) == [3]
    assert "breaks" not in answer.body


def test_a_correction_names_only_the_deals_it_breaks_itself():
    table = a_marked_table()
    again = el_almaz((12, 1, 0, 0))
    preview = preview_deal(table, number=2, record=again)
    answer = correct_deal(table=table, number=2, record=again, revision=1, request=a_request({"n": 2}))
    assert preview["breaks"] == [] and "breaks" not in answer.body
