"""Typing a paper sheet: the grid's check and save, the plain form, the foot of the paper, empty sheets."""

import pytest

from tests.builders import a_record, a_request, a_round, a_table, an_event, write_deal
from tests.tournaments.visitors import ada, dov, queries_of, stranger, text_of
from tournaments.models import AuthorKind, Event, PendingDeal, SheetChange, Table
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.sheets.deals import record_deal, strike_deal

pytestmark = pytest.mark.django_db

PAGES = ("", "check/", "foot/")


@pytest.fixture(scope="module", autouse=True)
def at_hand(lasting):
    """Keep a table without deals."""
    a_table(event=an_event(slug="typed"))


def an_empty_table():
    """Return it as each test finds it."""
    return Table.objects.select_related("round__event").get(round__event__slug="typed")


def url(table, more=""):
    return f"/events/{table.round.event.slug}/organise/tables/{table.public_id}/type/{more}"


def sheets_url(round):
    return f"/events/{round.event.slug}/organise/rounds/{round.number}/sheets/"


def save(table, number, line, key="", **more):
    sent = {"number": number, "line": line, "key": key or f"{number}-{line}", **more}
    return ada().post(url(table, "save/"), sent)


def check(table, *lines):
    return ada().get(url(table, "check/"), {"line": lines}).json()


def store_all(table, lines, **more):
    table.refresh_from_db()
    sent = {"lines": "\n".join(lines), "revision": table.revision, "key": "form", **more}
    return ada().post(url(table), sent)


def lines_of(table):
    return [row["line"] for row in check(table)["rows"]]


# The check


def test_lines_are_checked_in_order_and_nothing_is_stored():
    table = an_empty_table()
    rows = check(table, "1:34Sh+", "2:12c-1")["rows"]
    assert [(row["words"], row["totals"]) for row in rows] == [
        ("4 ♠ Hand", [0, 0, 8, 0]),
        ("2 ♣", [-4, 0, 8, 0]),
    ]
    assert not table.deals.exists()


def test_an_unreadable_line_is_named_and_the_next_is_checked_anyway():
    first, second = check(an_empty_table(), "1:34x", "2:12c+")["rows"]
    assert first["messages"][0].startswith("Word 1, “x”, is not") and first["words"] == ""
    assert second["messages"] == [] and second["totals"] == [2, 0, 0, 0]


def test_a_record_that_the_rules_refuse_has_the_reason_beside_its_line():
    (row,) = check(an_empty_table(), "1:34r s+")["rows"]
    assert row["messages"] and row["words"]


def test_a_line_over_a_stored_row_shows_what_follows_from_it():
    table = an_empty_table()
    write_deal(table)
    write_deal(table, 2)
    rows = check(table, "1:2 2 s -1")["rows"]
    assert [row["totals"][1] for row in rows] == [-4, -2]
    assert [row["is_changed"] for row in rows] == [True, False]


def test_lines_behind_a_gap_wait():
    assert check(an_empty_table(), "2:34s+")["rows"] == []


@pytest.mark.parametrize("sent", ["", "x", "x:34s+", ":34s+"])
def test_lines_without_a_number_are_left_out(sent):
    assert check(an_empty_table(), sent)["rows"] == []


@pytest.mark.parametrize("more", PAGES)
def test_the_page_and_its_check_take_as_many_queries_for_many_rows(more):
    table = an_empty_table()
    write_deal(table)
    few = queries_of(ada(), url(table, more))
    for number in range(2, 8):
        write_deal(table, number)
    assert queries_of(ada(), url(table, more)) == few


# Saving a line


def test_a_saved_line_is_a_deal_written_by_paper():
    table = an_empty_table()
    saved = save(table, 1, "22s+")
    assert saved.status_code == 200 and saved.json()["next_number"] == 2
    assert table.deals.get().record["bid"] == 2
    assert SheetChange.objects.get().author_kind == AuthorKind.PAPER


def test_a_line_sent_twice_is_stored_once():
    table = an_empty_table()
    assert [save(table, 1, "22s+").status_code for _ in range(2)] == [200, 200]
    assert table.deals.count() == 1


def test_a_typed_deal_equals_the_one_a_phone_wrote():
    table = an_empty_table()
    write_deal(table, 1, durch="no")
    assert save(table, 1, "22s+").status_code == 200
    assert not PendingDeal.objects.exists()


@pytest.mark.parametrize(("line", "code"), [("34x", "bad_line"), ("", "bad_line"), ("35", "trump_required")])
def test_a_wrong_line_is_refused_and_stores_nothing(line, code):
    table = an_empty_table()
    refused = save(table, 1, line)
    assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert refused.json()["message"] and not table.deals.exists()


def test_a_line_behind_a_gap_is_refused():
    refused = save(an_empty_table(), 3, "34s+")
    assert (refused.status_code, refused.json()["code"]) == (409, "earlier_rows_missing")


def test_a_line_over_a_row_corrects_it():
    table = an_empty_table()
    write_deal(table)
    assert save(table, 1, "34s+", revision=1, sure="yes").json()["rows"][0]["totals"] == [0, 0, 4, 0]
    assert lines_of(table) == ["3 4 s +"]


def test_a_row_that_a_phone_wrote_meanwhile_is_a_conflict_to_settle():
    table = an_empty_table()
    write_deal(table)
    conflict = save(table, 1, "34s+")
    assert conflict.status_code == 409 and "Another record" in conflict.json()["message"]
    chosen = {"conflict": conflict.json()["conflict"], "choose": "sent", "sure": "yes"}
    settled = save(table, 1, "34s+", key="settle", **chosen)
    assert settled.status_code == 200 and lines_of(table) == ["3 4 s +"]


def test_a_line_over_a_row_that_moved_meanwhile_is_a_conflict_to_settle():
    table = an_empty_table()
    meant = write_deal(table).body["row"]
    write_deal(table, 2)
    strike_deal(table=table, number=1, sheet_revision=2, request=a_request())
    assert save(table, 1, "34s+", revision=1, row=meant).status_code == 409
    assert lines_of(table) == ["2 2 s +"]


def test_phone_and_paper_take_turns_on_one_sheet():
    table = an_empty_table()
    save(table, 1, "34s+")
    write_deal(table, 2)
    save(table, 3, "-")
    assert lines_of(table) == ["3 4 s +", "2 2 s +", "-"]


def test_the_director_may_type_into_a_closed_round():
    round = a_round()
    close_round(round=round, even_if_incomplete=True)
    assert save(round.tables.get(), 1, "34s+").status_code == 200


def test_a_request_without_a_number_is_refused():
    refused = ada().post(url(an_empty_table(), "save/"), {"line": "34s+", "key": "k"})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")


# Final results

FINAL = {"is_closed": {"is_closed": True}, "signed_off": {"signed_off_at": "2026-11-21T20:00:00Z"}}


def a_final_table(fact):
    table = an_empty_table()
    write_deal(table)
    Event.objects.update(**FINAL[fact])
    return table


@pytest.mark.parametrize(
    ("fact", "code", "way_out"),
    [
        ("is_closed", "event_closed", "reopen it first"),
        ("signed_off", "signed_off", "undo the sign-off first"),
    ],
)
def test_final_results_are_not_typed_over(fact, code, way_out):
    table = a_final_table(fact)
    for number, more in ((1, {"revision": 1}), (2, {})):
        refused = save(table, number, "34s+", **more)
        assert (refused.status_code, refused.json()["code"]) == (409, code)
        assert way_out in refused.json()["message"]
    assert lines_of(table) == ["2 2 s +"]


@pytest.mark.parametrize("fact", FINAL)
def test_final_results_take_no_whole_sheet_either(fact):
    table = a_final_table(fact)
    refused = store_all(table, ["2 2 s +", "34s+"])
    assert refused.status_code == 409 and "34s+" in text_of(refused) and table.deals.count() == 1


def test_a_conflict_of_final_results_stays_open():
    table = an_empty_table()
    write_deal(table)
    conflict = save(table, 1, "34s+").json()["conflict"]
    Event.objects.update(**FINAL["signed_off"])
    refused = save(table, 1, "34s+", key="settle", conflict=conflict, choose="sent")
    assert refused.json()["code"] == "signed_off" and lines_of(table) == ["2 2 s +"]


@pytest.mark.parametrize(("fact", "leads_to"), [("is_closed", ""), ("signed_off", "sign-off-checklist/")])
def test_the_page_of_final_results_says_so_and_leads_to_the_way_out(fact, leads_to):
    table = a_final_table(fact)
    page = text_of(ada().get(url(table)))
    assert "data-locked" in page and "Store all lines" not in page
    assert f'href="/events/{table.round.event.slug}/organise/{leads_to}"' in page.partition("alert")[2]


def test_a_closed_round_warns_that_every_line_changes_its_results():
    round = a_round()
    close_round(round=round, even_if_incomplete=True)
    page = text_of(ada().get(url(round.tables.get())))
    assert "Round 1 is closed." in page and "data-locked" not in page


# The plain form


def test_all_lines_are_stored_at_once():
    table = an_empty_table()
    assert store_all(table, ["34s+", "", "12c-1"])["Location"] == url(table)
    assert lines_of(table) == ["3 4 s +", "1 2 c -1"]


def test_one_wrong_line_stores_nothing_and_every_problem_is_listed():
    table = an_empty_table()
    refused = store_all(table, ["34s+", "x", "35"])
    page = text_of(refused)
    assert refused.status_code == 422 and not table.deals.exists()
    assert "Row 2" in page and "Row 3" in page and "34s+\nx\n35" in refused.content.decode()


def test_lines_over_stored_rows_correct_them_and_equal_ones_are_left_alone():
    table = an_empty_table()
    write_deal(table)
    write_deal(table, 2)
    store_all(table, ["2 2 s +", "34s+", "p"], sure="yes")
    assert [deal.revision for deal in table.deals.order_by("number")] == [1, 2, 1]


def test_fewer_lines_than_rows_are_refused():
    table = an_empty_table()
    write_deal(table)
    refused = store_all(table, [])
    assert refused.status_code == 409 and "Strike a deal out" in text_of(refused)


def test_a_sheet_that_moved_on_is_refused_and_the_lines_stay():
    table = an_empty_table()
    refused = store_all(table, ["34s+"], revision=7)
    assert refused.status_code == 409 and "34s+" in text_of(refused) and not table.deals.exists()


def test_the_form_sent_twice_writes_once():
    table = an_empty_table()
    store_all(table, ["34s+"], revision=0)
    assert store_all(table, ["34s+"], revision=0).status_code == 409
    assert table.deals.count() == 1


# The page and its entry points


def test_the_page_shows_the_rows_and_what_a_line_may_hold():
    table = an_empty_table()
    write_deal(table)
    page = text_of(ada().get(url(table)))
    assert "2 2 s +" in page and "<kbd>he0</kbd>" in page and "Ada" in page


def test_the_round_leads_there():
    table = an_empty_table()
    board = f"/events/{table.round.event.slug}/organise/rounds/1/"
    assert url(table) in text_of(ada().get(board))
    assert sheets_url(table.round) in text_of(ada().get(board))


@pytest.mark.parametrize("more", PAGES)
def test_others_find_nothing(more):
    table = an_empty_table()
    assert dov().get(url(table, more)).status_code == 404
    assert stranger().get(url(table, more)).status_code == 302


def test_others_cannot_save():
    table = an_empty_table()
    assert dov().post(url(table, "save/"), {"number": 1, "line": "34s+", "key": "k"}).status_code == 404
    assert not table.deals.exists()


def test_a_draft_has_no_sheet_yet():
    table = a_round(is_open=False).tables.get()
    assert [ada().get(url(table, more)).status_code for more in PAGES] == [404] * 3
    assert save(table, 1, "34s+").status_code == 404


def test_wrong_methods_are_refused():
    table = an_empty_table()
    assert ada().get(url(table, "save/")).status_code == 405
    assert ada().post(url(table, "check/")).status_code == 405
    assert ada().put(url(table)).status_code == 405
    assert ada().post(sheets_url(table.round)).status_code == 405


# The foot of the paper


def foot(table, *totals, **more):
    typed = {f"total-{seat}": total for seat, total in enumerate(totals)}
    return text_of(ada().get(url(table, "foot/"), {**typed, **more}))


def a_written_table():
    table = an_empty_table()
    for number, line in enumerate(["34s+", "12c-1", "23h+"], start=1):
        save(table, number, line)
    return table


def test_totals_that_agree_are_said_to_agree():
    assert "Paper and sheet agree." in foot(a_written_table(), "\u22124", "3", "+4", "0", deals="3")


@pytest.mark.parametrize(
    ("totals", "compared"),
    [
        pytest.param(("-4", "", "4", ""), 2, id="two are empty"),
        pytest.param(("-4", "abc", "4", "0"), 3, id="one is no number"),
        pytest.param(("", "", "", ""), 0, id="the deals alone"),
    ],
)
def test_a_sheet_agrees_only_where_every_total_was_compared(totals, compared):
    page = foot(a_written_table(), *totals, deals="3")
    assert "Paper and sheet agree." not in page
    assert f"{compared} of 4 totals compared, without a difference." in page
    assert ("“abc” is not a number" in page) == ("abc" in totals)


def test_a_number_of_deals_that_cannot_be_read_is_said():
    page = foot(a_written_table(), "-4", "3", "4", "0", deals="three")
    assert "“three” is not a number" in page and "Paper and sheet agree." not in page


def test_a_total_that_cannot_be_read_stays_typed():
    page = text_of(ada().get(url(a_written_table()), {"total-0": "abc"}))
    assert 'value="abc"' in page


def test_a_lost_deal_typed_as_made_is_proposed_with_its_row():
    page = foot(a_written_table(), "2", "3", "4", "0")
    assert "Made and lost are swapped in one deal. Check row 2." in page and 'href="#line-2"' in page


def test_a_difference_that_no_single_slip_explains_says_where_to_look():
    page = foot(a_written_table(), "71", "-33", "17", "5")
    assert "No single mistake explains the difference, so there is probably more than one." in page


def test_without_totals_nothing_is_compared():
    assert "the likeliest mistakes are listed here" in foot(a_written_table(), "", "x", "", "")


def test_the_page_compares_without_script_too():
    page = text_of(ada().get(url(a_written_table()), {"total-0": "2"}))
    assert "Made and lost are swapped" in page


# Empty sheets


def test_every_table_has_its_empty_sheet_with_names_code_and_dots():
    round = a_round(event=an_event(deals_per_table={"4": 12}), tables=2)
    page = text_of(ada().get(sheets_url(round)))
    assert page.count('class="blank-sheet"') == 2 and page.count('class="dot"') == 24
    assert "1 Ada" in page and "<style" not in page


def test_an_empty_sheet_says_what_its_columns_are_for_and_has_a_button_that_prints():
    page = text_of(ada().get(sheets_url(a_round())))
    assert "Played: the contract, in the short marks used for typing, for example" in page
    assert "data-print hidden>Print<" in page and "tournaments/print.js" in page


def test_sheets_of_a_draft_can_be_printed_before_the_round_opens():
    assert "Table 1" in text_of(ada().get(sheets_url(a_round(is_open=False))))


def test_others_cannot_print_sheets():
    round = a_round()
    assert dov().get(sheets_url(round)).status_code == 404
    assert stranger().get(sheets_url(round)).status_code == 302


def test_empty_sheets_take_as_many_queries_for_many_tables(settings):
    settings.PUBLIC_URL = "https://karten.example"
    few = queries_of(ada(), sheets_url(a_round(event=an_event(name="One"))))
    many = queries_of(ada(), sheets_url(a_round(event=an_event(name="Two", club=None), tables=3)))
    assert few == many


def test_a_record_written_by_a_phone_has_a_line():
    table = an_empty_table()
    write_deal(table, **a_record(announced=["hand"], took_skat=False))
    assert lines_of(table) == ["2 2 s h +"]


def test_a_line_typed_over_a_passed_row_makes_no_deal_too_many():
    table = a_table(event=an_event(deals_per_table={"4": 1}))
    record_deal(table=table, number=1, record={"contract": "passed"}, request=a_request())
    write_deal(table, 2)
    refused = save(table, 1, "34s+", revision=1)
    assert (refused.status_code, refused.json()["code"]) == (409, "later_deals_impossible")
    assert table.deals.get(number=1).record["contract"] == "passed"
