"""Penalties, bonuses and rulings: in the standings, on the sheet, in the history, and their undo."""

from typing import Any

import pytest
from django.template.loader import render_to_string

from scoring.not_possible import NotPossible
from tests.builders import a_record, a_request, an_event, write_deal
from tests.tournaments.evenings import ADA, WHY, a_written_table, again, entrant, totals_of
from tests.tournaments.phones import Phone
from tournaments.models import EventChange, Ruling
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.selectors.standings.decisions import notes_by_number
from tournaments.selectors.tables.correction_impact import correction_impact
from tournaments.selectors.tables.sheet_context import sheet_context
from tournaments.services.entry.entrants import enter_players
from tournaments.services.rounds.lifecycle import close_round, open_round, seat_round
from tournaments.services.sheets.deals import correct_deal, strike_deal
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import adjust_points, rule_on_deal, undo_decision
from tournaments.services.standings.verification import differences
from tournaments.services.tables.seat_changes import change_seats

pytestmark = pytest.mark.django_db


def sheet_of(table):
    """Return the sheet as its page shows it."""
    return sheet_context(table, load_parts(table))


def adjust(table, number=1, points=-5, **more):
    about = {"points": points, "reason": WHY, "by": ADA} | more
    return adjust_points(entrant=entrant(table.round.event, number), **about)


SAID: dict[str, Any] = {"reason": WHY, "by": ADA}


def rule(table, *points, number=1, **more):
    return rule_on_deal(table=table, number=number, points=points, **{**SAID, **more})


def refused(code, act):
    with pytest.raises(NotPossible) as refusal:
        act()
    assert refusal.value.code == code and refusal.value.message.endswith(".")


def is_whole(table):
    event = again(table).round.event
    compute_event_standings(event_id=event.pk)
    return differences(event) == []


# Adjustments


def test_a_penalty_counts_in_the_standings_and_not_on_the_sheet():
    table = a_written_table()
    adjust(table, 2, -5)
    assert totals_of(table.round.event)[2] == 1 and is_whole(table)


def test_an_adjustment_undone_counts_no_more_and_is_undone_once():
    table = a_written_table()
    adjustment = adjust(table)
    undo_decision(decision=adjustment, by=ADA)
    assert totals_of(table.round.event)[1] == 0 and is_whole(table)
    refused("undone_already", lambda: undo_decision(decision=adjustment, by=ADA))


def test_an_adjustment_may_belong_to_a_round_that_was_played():
    table = a_written_table()
    adjust(table, 2, 4, round_number=1)
    assert totals_of(table.round.event)[2] == 10
    refused("not_in_round", lambda: adjust(table, 2, 4, round_number=2))


def test_points_of_a_round_are_adjusted_for_whom_a_seat_of_it_scores_once_it_is_open():
    table = a_written_table(event=an_event())
    event = table.round.event
    enter_players(event=event, names=["Frieda"])
    table.parts.get().seats.filter(entrant__number=1).update(entrant=entrant(event, 5))  # she sits in for Ada
    assert adjust(table, 1, -5, round_number=1).round_number == 1
    refused("not_in_round", lambda: adjust(table, 5, -5, round_number=1))
    close_round(round=table.round, even_if_incomplete=True)
    draft = seat_round(event=event, tables=[list(event.entrants.order_by("number")[:4])])
    refused("not_in_round", lambda: adjust(table, 2, -5, round_number=2))
    open_round(round=draft)
    assert adjust(table, 2, -5, round_number=2).round_number == 2


ORDERS = [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]]


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_decisions_undone_in_any_order_leave_all_as_if_they_had_never_been(order):
    table = a_written_table()
    event, untouched = table.round.event, totals_of(table.round.event)
    made = [
        rule(table, 0, 9, 0, -9),
        rule(table, 0, 0, 0, 0, number=2),
        adjust(table, 1, 7),
        adjust(table, 2, -3, round_number=1),
    ]
    assert totals_of(event) != untouched
    for at in order:
        undo_decision(decision=made[at], by=ADA)
    assert totals_of(event) == untouched and is_whole(table)
    assert notes_by_number(event) == {} and Phone(table).get().json()["rulings"] == []


def test_of_many_rulings_on_a_deal_the_one_that_stands_counts():
    table = a_written_table(deals=1)
    for points in (5, 6, 7):
        ruling = rule(table, points, 0, 0, 0)
        assert totals_of(table.round.event)[1] == points
        assert [each["points"][0] for each in Phone(table).get().json()["rulings"]] == [points]
        undo_decision(decision=ruling, by=ADA)
        assert totals_of(table.round.event)[1] == 0
    rule(table, 8, 0, 0, 0)
    assert totals_of(table.round.event)[1] == 8 and is_whole(table)


def test_no_points_and_no_reason_are_no_adjustment():
    table = a_written_table()
    refused("no_points", lambda: adjust(table, points=0))
    refused("reason_missing", lambda: adjust(table, reason="  "))
    refused("reason_too_long", lambda: adjust(table, reason="x" * 501))
    assert not table.round.event.adjustments.exists()


def test_the_reason_lies_beside_the_history_and_in_the_notes():
    table = a_written_table()
    adjust(table, 2, -5)
    entry = EventChange.objects.get(kind="adjusted")
    assert WHY not in str(entry.facts) and entry.reason.text == WHY
    (note,) = notes_by_number(table.round.event)[2]
    assert (note.points, note.reason, note.round) == (-5, WHY, None)


# Rulings


def test_a_deal_that_moved_while_the_director_looked_at_it_is_not_ruled_on():
    table = a_written_table()
    struck, moved = (table.deals.get(number=number).pk for number in (1, 2))
    strike_deal(table=table, number=1, sheet_revision=again(table).revision, request=a_request())
    refused("stale", lambda: rule(table, 0, 0, 0, 0, number=1, row=struck))
    refused("stale", lambda: rule(table, 0, 0, 0, 0, number=2, row=moved))
    assert rule(table, 0, 0, 0, 0, number=1, row=moved).deal_id == moved


def test_a_cancelled_deal_gives_nobody_points():
    table = a_written_table()
    rule(table, 0, 0, 0, 0, number=2)
    assert totals_of(table.round.event)[2] == 4 and is_whole(table)


def test_a_ruled_deal_counts_what_was_ruled():
    table = a_written_table()
    rule(table, 3, -1, -1, -1)
    assert totals_of(table.round.event) == {1: 3, 2: 3, 3: -1, 4: -1} and is_whole(table)


def test_a_ruling_is_noted_only_of_whom_it_changed_anything_for():
    table = a_written_table()
    rule(table, 0, 2, -3, 0)
    assert {number: [note.points for note in notes] for number, notes in notes_of(table).items()} == {3: [-3]}


def notes_of(table):
    return notes_by_number(table.round.event)


def test_a_ruling_outlives_a_correction_and_rests_when_the_deal_is_struck_out():
    table = a_written_table()
    rule(table, 0, 9, 0, 0)
    correct_deal(table=table, number=1, record=a_record(bid=3, tricks=3), revision=1, request=a_request())
    assert totals_of(table.round.event)[2] == 13
    table = again(table)
    strike_deal(table=table, number=1, sheet_revision=table.revision, request=a_request())
    assert totals_of(table.round.event)[2] == 4 and is_whole(table)


def test_the_effect_of_a_correction_knows_the_rulings():
    table = a_written_table()
    rule(table, 0, 9, 0, 0)
    assert correction_impact(table, number=1, record=a_record(bid=3, tricks=3)) == []
    (line,) = correction_impact(table, number=2, record=a_record(bid=3, tricks=3))
    assert (line["total_before"], line["total_after"]) == (13, 14)


def test_one_ruling_at_a_time():
    table = a_written_table()
    ruling = rule(table, 0, 0, 0, 0)
    refused("ruled_already", lambda: rule(table, 1, 0, 0, 0))
    undo_decision(decision=ruling, by=ADA)
    rule(table, 1, 0, 0, 0)
    assert totals_of(table.round.event)[1] == 1 and Ruling.objects.count() == 2


def test_a_ruling_has_points_for_every_seat_of_a_deal_that_stands():
    table = a_written_table()
    refused("points_per_seat", lambda: rule(table, 0, 0, 0))
    refused("row_unknown", lambda: rule(table, 0, 0, 0, 0, number=4))


def test_a_game_ranked_by_other_things_is_not_ruled_by_points():
    table = a_written_table(deals=0, event=an_event(game="briscola"))
    refused("not_by_points", lambda: rule(table, 0, 0, 0, 0))


def test_a_ruling_goes_with_its_deal_to_other_seats():
    table = a_written_table()
    rule(table, 0, 9, 0, 0, number=3)
    ids = [entrant(table.round.event, number).pk for number in (2, 1, 3, 4)]
    change_seats(table=table, places=tuple(zip(ids, ids, strict=True)), number=3, reason=WHY, by=ADA)
    assert totals_of(table.round.event)[1] == 9 and is_whole(table)


def test_the_sheet_and_the_phone_show_the_ruling_and_why():
    table = a_written_table()
    rule(table, 0, 0, 0, 0)
    row, *_ = sheet_of(table)["parts"][0]["rows"]
    assert row["ruling"] == {"number": 1, "points": [0, 0, 0, 0], "reason": WHY}
    assert {each["name"]: each["total"] for each in sheet_of(table)["accounts"]}["Ben"] == 4
    assert Phone(table).get().json()["rulings"] == [row["ruling"]]


def test_totals_that_leave_a_ruling_out_say_so():
    table = a_written_table()
    assert not sheet_of(table)["is_ruled"]
    rule(table, 0, 0, 0, 0)
    page = " ".join(render_to_string("sheets/_sheet.html", {"sheet": sheet_of(table)}).split())
    assert "deals · as written" in page and '<tr class="is-ruled">' in page


def test_a_phone_hears_of_a_ruling():
    table = a_written_table()
    phone = Phone(table)
    etag = phone.get().headers["ETag"]
    rule(table, 0, 0, 0, 0)
    assert phone.get(**{"If-None-Match": etag}).status_code == 200


def test_after_the_sign_off_nothing_is_decided():
    table = a_written_table()
    type(table.round.event).objects.update(signed_off_at=table.last_activity)
    refused("signed_off", lambda: adjust(table))
    refused("signed_off", lambda: rule(table, 0, 0, 0, 0))


def test_a_table_writes_on_after_a_ruling():
    table = a_written_table()
    rule(table, 0, 0, 0, 0)
    assert write_deal(table, 4).result == "written" and totals_of(table.round.event)[2] == 6
