"""Writing a sheet: recording, correcting, striking, inserting; conflicts and late deals."""

import pytest

from scoring.not_possible import NotPossible
from scoring.sheet.sheet import IllegalDeal
from tests.builders import a_record, a_request, a_round, a_table, an_event, write_deal
from tournaments.models import Deal, PendingDeal, SheetChange, StandingsRequest, Table
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.sheets.deals import (
    correct_deal,
    insert_deal,
    record_deal,
    set_first_dealer,
    strike_deal,
)
from tournaments.services.tables.deal_versions import settle_conflict
from tournaments.wording.refusals import translated

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(table_at_hand):
    """Return table 1 of an open round without deals."""
    return Table.objects.get(pk=table_at_hand.pk)


def totals_of(table):
    return load_parts(table)[-1].sheet.totals


def correct(table, number, revision=1, row=None, **changes):
    about = {"number": number, "revision": revision, "row": row}
    return correct_deal(table=table, record=a_record(**changes), request=a_request(), **about)


def test_a_deal_is_answered_with_its_points():
    answer = write_deal(a_table())
    assert answer.result == "written"
    assert answer.body["deltas"] == [0, 2, 0, 0]
    assert answer.body["totals"] == [0, 2, 0, 0]
    assert answer.body["revision"] == 1


def test_totals_add_up_over_deals(table):
    write_deal(table)
    assert write_deal(table, 2, declarer=0, tricks=1).body["totals"] == [-4, 2, 0, 0]


def test_a_refused_deal_names_the_dealer_who_sits_out_recorded_or_corrected():
    table = a_table(event=an_event(game="skat"))
    played = {"contract": "C", "matadors": 1, "result": "won"}
    by_dealer = {**played, "declarer": 0}
    name = table.parts.get().seats.get(position=0).entrant.player.name
    with pytest.raises(IllegalDeal) as recorded:
        record_deal(table=table, number=1, record=by_dealer, request=a_request())
    record_deal(table=table, number=1, record={**played, "declarer": 1}, request=a_request())
    with pytest.raises(IllegalDeal) as corrected:
        correct_deal(table=table, number=1, record=by_dealer, revision=1, request=a_request())
    for refused in (recorded, corrected):
        assert translated(refused.value.violations[0]).startswith(f"{name} deals and sits out")


def test_a_deal_the_rules_refuse_stores_nothing(table):
    with pytest.raises(IllegalDeal) as refused:
        write_deal(table, trump="X", tricks=9)
    assert [violation.code for violation in refused.value.violations] == [
        "trump_unknown",
        "tricks_out_of_range",
    ]
    assert not Deal.objects.exists() and not SheetChange.objects.exists()


def test_a_passed_deal_shares_its_number_with_the_next(table):
    passed = {"contract": "passed"}
    record_deal(table=table, number=1, record=passed, request=a_request())
    answer = write_deal(table, 2)
    assert (answer.body["number"], answer.body["deal"]) == (2, 1)


def test_a_gap_names_the_deal_that_comes_next():
    with pytest.raises(NotPossible) as refused:
        write_deal(a_table(), 3)
    assert refused.value.code == "earlier_rows_missing"
    assert refused.value.details == {"expected": 1}


def test_a_full_sheet_takes_no_more():
    table = a_table(event=an_event(deals_per_table={"4": 1}))
    write_deal(table)
    with pytest.raises(NotPossible, match="All 1 deals"):
        write_deal(table, 2)


def test_a_repeated_request_gets_the_same_answer_and_counts_once(table):
    request = a_request({"number": 1, "record": a_record()})
    first = record_deal(table=table, number=1, record=a_record(), request=request)
    again = record_deal(table=table, number=1, record=a_record(), request=request)
    assert (again.result, again.body) == ("done", first.body)
    assert Deal.objects.count() == 1


def test_a_key_used_for_another_body_is_refused(table):
    write_deal(table)
    request = a_request({"number": 2}, key="same")
    record_deal(table=table, number=2, record=a_record(), request=request)
    with pytest.raises(NotPossible) as refused:
        record_deal(table=table, number=3, record=a_record(), request=a_request({"number": 3}, key="same"))
    assert refused.value.code == "key_reused"


def test_two_phones_writing_the_same_deal_agree(table):
    write_deal(table)
    answer = write_deal(table, durch="no")
    assert answer.result == "done"
    assert totals_of(table) == (0, 2, 0, 0)


def test_two_phones_writing_different_deals_are_in_conflict_and_nothing_is_overwritten(table):
    write_deal(table)
    answer = write_deal(table, tricks=1)
    assert answer.result == "taken"
    assert answer.body["stored"]["record"]["tricks"] == 2
    assert answer.body["sent"]["record"]["tricks"] == 1
    assert totals_of(table) == (0, 2, 0, 0)


@pytest.mark.parametrize(("choose", "total"), [("stored", 2), ("sent", -4)])
def test_the_table_settles_a_conflict(table, choose, total):
    write_deal(table)
    conflict = write_deal(table, tricks=1).body["conflict"]
    settle_conflict(table=table, conflict_id=conflict, choose=choose, request=a_request())
    assert totals_of(table) == (0, total, 0, 0)
    assert PendingDeal.objects.get().settlement == choose


def test_twenty_open_conflicts_are_enough(table):
    write_deal(table)
    for _ in range(20):
        write_deal(table, tricks=1)
    with pytest.raises(NotPossible) as refused:
        write_deal(table, tricks=1)
    assert refused.value.code == "too_many_conflicts"


def test_a_settled_conflict_makes_room_for_another(table):
    write_deal(table)
    conflicts = [write_deal(table, tricks=1).body["conflict"] for _ in range(20)]
    settle_conflict(table=table, conflict_id=conflicts[0], choose="stored", request=a_request())
    assert write_deal(table, tricks=1).result == "taken"


def test_a_correction_derives_everything_after_it_again(table):
    write_deal(table)
    write_deal(table, 2)
    answer = correct(table, 1, tricks=1)
    assert answer.body["totals"] == [0, -2, 0, 0]
    assert answer.body["revision"] == 2


def test_a_correction_of_a_deal_that_changed_meanwhile_is_parked(table):
    write_deal(table)
    correct(table, 1, tricks=1)
    answer = correct(table, 1, tricks=0)
    assert answer.result == "stale"
    assert totals_of(table) == (0, -4, 0, 0)


def insert(table, number, **changes):
    count = table.entries.count()
    return insert_deal(
        table=table, number=number, record=a_record(**changes), sheet_revision=count, request=a_request()
    )


def test_a_correction_of_a_deal_that_moved_meanwhile_overwrites_no_other(table):
    meant = write_deal(table).body["row"]
    insert(table, 1, bid=3, tricks=3)
    parked = correct(table, 1, row=meant, tricks=1)
    assert (parked.result, parked.body["code"], parked.body["number"]) == ("stale", "stale", 2)
    assert parked.body["stored"]["record"]["tricks"] == 2
    assert totals_of(table) == (0, 5, 0, 0)


def test_a_correction_of_a_deal_that_moved_goes_where_the_deal_is_once_the_table_says_so(table):
    meant = write_deal(table).body["row"]
    insert(table, 1, bid=3, tricks=3)
    conflict = correct(table, 1, row=meant, tricks=1).body["conflict"]
    insert(table, 1, bid=4, tricks=4)
    settle_conflict(table=table, conflict_id=conflict, choose="sent", request=a_request())
    assert [row.record.tricks for row in load_parts(table)[0].sheet.rows] == [4, 3, 1]


def test_a_correction_of_a_deal_that_was_struck_out_meanwhile_overwrites_no_other(table):
    meant = write_deal(table).body["row"]
    write_deal(table, 2, bid=3, tricks=3)
    strike_deal(table=table, number=1, sheet_revision=2, request=a_request())
    parked = correct(table, 1, row=meant, tricks=1)
    assert (parked.result, parked.body["stored"]) == ("stale", None)
    assert totals_of(table) == (0, 3, 0, 0)


def test_a_correction_of_an_unknown_row_is_parked(table):
    write_deal(table)
    assert correct(table, 1, row=10**6, tricks=1).result == "stale"
    assert totals_of(table) == (0, 2, 0, 0)


def test_a_late_correction_of_a_deal_that_moved_is_kept_beside_that_deal(table):
    meant = write_deal(table).body["row"]
    insert(table, 1, bid=3, tricks=3)
    close_round(round=table.round, even_if_incomplete=True)
    assert correct(table, 1, row=meant, tricks=1).result == "late"
    assert PendingDeal.objects.get().deal_id == meant


def test_a_struck_deal_lets_the_later_ones_move_up(table):
    for number, bid in enumerate((2, 3, 4), start=1):
        write_deal(table, number, bid=bid, tricks=bid)
    answer = strike_deal(table=table, number=2, sheet_revision=3, request=a_request())
    assert answer.body["totals"] == [0, 6, 0, 0]
    assert [row.record.bid for row in load_parts(table)[0].sheet.rows] == [2, 4]


def test_a_forgotten_deal_is_inserted_before_another(table):
    write_deal(table)
    write_deal(table, 2)
    answer = insert_deal(
        table=table, number=1, record=a_record(bid=3, tricks=3), sheet_revision=2, request=a_request()
    )
    assert answer.result == "written"
    assert [row.record.bid for row in load_parts(table)[0].sheet.rows] == [3, 2, 2]


def test_striking_out_on_an_old_view_of_the_sheet_is_refused(table):
    write_deal(table)
    with pytest.raises(NotPossible) as refused:
        strike_deal(table=table, number=1, sheet_revision=0, request=a_request())
    assert refused.value.code == "stale"


def test_the_first_dealer_is_set_until_the_first_deal(table):
    set_first_dealer(table=table, first_dealer=2, request=a_request())
    write_deal(table)
    assert load_parts(table)[0].sheet.rows[0].dealer == 2
    with pytest.raises(NotPossible, match="until the first deal"):
        set_first_dealer(table=table, first_dealer=1, request=a_request())


def test_a_deal_of_a_closed_round_is_kept_for_the_director():
    round = a_round()
    table = round.tables.get()
    close_round(round=round, even_if_incomplete=True)
    answer = write_deal(table)
    assert answer.result == "late"
    assert PendingDeal.objects.get().cause == "late"
    assert not Deal.objects.exists()


def test_every_change_asks_for_the_standings(table):
    StandingsRequest.objects.all().delete()
    write_deal(table)
    assert StandingsRequest.objects.count() == 1


def test_the_history_is_a_chain(table):
    write_deal(table)
    correct(table, 1, tricks=1)
    first, second = SheetChange.objects.order_by("number")
    assert second.previous == first.digest
    assert [entry.record and entry.record["tricks"] for entry in (first, second)] == [2, 1]


def test_a_typed_dealer_is_a_check_and_not_stored(table):
    with pytest.raises(IllegalDeal, match="Ada deals this deal, not Emil"):
        write_deal(table, dealer=3)
    write_deal(table, dealer=0)
    assert "dealer" not in Deal.objects.get().record
