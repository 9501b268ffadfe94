"""The impact of a correction: the resulting standings, shown before it is stored."""

import json

import pytest

from tests.builders import a_record, a_round, write_deal
from tests.tournaments.phones import Phone
from tournaments.models import Deal
from tournaments.selectors.tables.correction_impact import correction_impact

pytestmark = pytest.mark.django_db


def a_table_with_two_deals():
    table = a_round(tables=2).tables.get(number=1)
    write_deal(table, declarer=1)
    write_deal(table, 2, declarer=2)
    table.refresh_from_db()
    return table


def moves(table, number=1, **changes):
    lines = correction_impact(table, number=number, record=a_record(**changes))
    return {line["number"]: (line["rank_before"], line["rank_after"], line["total_after"]) for line in lines}


def test_a_correction_says_who_moves_and_to_what():
    others = dict.fromkeys((1, 4), (3, 2, 0))
    assert moves(a_table_with_two_deals(), tricks=1) == {2: (1, 4, -4), **others}


def test_a_player_who_is_not_ranked_before_or_after_is_told_so():
    table = a_round(tables=2).tables.get(number=1)
    write_deal(table)
    lines = correction_impact(table, number=1, record=a_record(declarer=0))
    assert [line["number"] for line in lines] == [1, 2]
    assert all(line["is_ranked_before"] and line["is_ranked_after"] for line in lines)


def test_a_correction_that_changes_nothing_moves_nobody():
    assert moves(a_table_with_two_deals()) == {}


def test_a_correction_that_the_rules_refuse_moves_nobody():
    assert moves(a_table_with_two_deals(), bid=9) == {}


def test_nothing_is_stored_by_looking():
    table = a_table_with_two_deals()
    moves(table, tricks=1)
    assert Deal.objects.get(table=table, number=1).record["tricks"] == 2


def test_looking_costs_the_same_for_any_number_of_entrants(django_assert_max_num_queries):
    table = a_round(tables=8).tables.get(number=1)
    write_deal(table, declarer=1)
    with django_assert_max_num_queries(15):
        correction_impact(table, number=1, record=a_record(tricks=1))


def test_a_phone_asks_for_it():
    phone = Phone(a_table_with_two_deals())
    record = json.dumps(a_record(tricks=1))
    impact = phone.get(f"correction_impact/?number=1&record={record}").json()["correction_impact"]
    assert [line["name"] for line in impact if line["rank_before"] < line["rank_after"]] == ["Ben"]
