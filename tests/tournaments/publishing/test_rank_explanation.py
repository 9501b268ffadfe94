"""The explanation of a rank: neighbours, rounds, tables, deals, rulings, dropped rounds."""

import pytest

from tests.builders import a_round, an_event, write_deal
from tests.tournaments.publishing.test_publishing import ADA, compute, played, publish
from tests.tournaments.visitors import queries_of, stranger, text_of
from tournaments.models import Adjustment, EventChangeKind, Ruling
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import lock_event
from tournaments.services.rounds.lifecycle import close_round

pytestmark = pytest.mark.django_db


def why(event, number):
    return stranger().get(f"/events/{event.slug}/entrants/{number}/rank/")


@pytest.fixture
def event():
    """Return an event: Ben, number 2, won a deal of 2 points; the others have none."""
    event = played()
    compute(event)
    return event


def test_the_value_that_decided_is_said_for_the_line_above_and_below(event):
    steps = why(event, 1).context["steps"]
    assert [(step["other"]["number"], step["is_above"]) for step in steps] == [(2, True), (3, False)]
    assert steps[0]["words"] == "Total put Ben before Ada: +2 against 0."
    assert steps[1]["words"] == "Ada and Cleo are equal in every tie-break and share a rank."


@pytest.mark.parametrize(("language", "words"), [("de", "Darüber: 1. <a"), ("ja", "上： 1位 <a")])
def test_the_rank_of_the_line_above_is_said_as_on_the_podium(event, language, words):
    page = stranger().get(f"/events/{event.slug}/entrants/1/rank/", headers={"accept-language": language})
    assert words in text_of(page)


def test_a_tie_break_says_what_was_equal_before_it():
    event = an_event(deals_per_table={"4": 3}, policy={"by": "total", "tie_breaks": ["deals_won"]})
    round = a_round(event)
    write_deal(round.tables.get(), 1, bid=4, tricks=4, declarer=0)
    for number in (2, 3):
        write_deal(round.tables.get(), number, declarer=1)
    close_round(round=round)
    compute(event)
    words = why(event, 1).context["steps"][0]["words"]
    assert words == "Equal in: Total. Deals won put Ben before Ada: 2 against 1."


def test_a_round_opens_up_into_tables_and_every_deal(event):
    page = why(event, 2)
    drawn = page.context["rounds"][0]
    sheet = drawn.sheets[0]
    assert (drawn.value, sheet.table, sheet.points, sheet.deals) == (2, 1, 2, 1)
    assert [row["points"] for row in sheet.rows] == [2]
    assert [row["points"] for row in why(event, 1).context["rounds"][0].sheets[0].rows] == [0]
    assert f"/tables/{sheet.public_id}/" in text_of(page)
    assert "/games/fipsen-prisdorf/#scoring" in text_of(page)


def test_a_deal_counts_as_ruled_and_says_so(event):
    deal = event.rounds.get().tables.get().deals.get()
    entry = append_event_entry(lock_event(event), EventChangeKind.RULED, by=ADA, reason="revoke")
    Ruling.objects.create(deal=deal, points=[0, -4, 0, 0], entry=entry)
    page = why(event, 2)
    assert page.context["rounds"][0].sheets[0].points == -4
    assert "as ruled" in text_of(page)


def test_a_round_that_does_not_count_is_marked():
    event = an_event(deals_per_table={"4": 1}, policy={"by": "total", "best": 1})
    played(event)
    played(event, bid=3, tricks=3)
    compute(event)
    assert [each.is_dropped for each in why(event, 2).context["rounds"]] == [True, False]
    assert "does not count" in text_of(why(event, 2))


def test_points_of_the_director_stand_with_their_reason(event):
    entry = append_event_entry(lock_event(event), EventChangeKind.ADJUSTED, by=ADA, reason="came late")
    Adjustment.objects.create(event=event, entrant=event.entrants.get(number=2), points=-5, entry=entry)
    page = text_of(why(event, 2))
    assert "−5" in page and "came late" in page


def test_the_page_explains_the_published_list_where_one_stands_for_the_standings(event):
    publish(event)
    page = text_of(why(event, 2))
    assert "List 1" in page and "Why Ben has rank 1" in page


def test_the_standings_and_the_evening_lead_to_the_page(event):
    link = f"/events/{event.slug}/entrants/2/rank/"
    assert link in text_of(stranger().get(f"/events/{event.slug}/"))
    assert link in text_of(stranger().get(f"/events/{event.slug}/entrants/2/"))


def test_a_player_who_has_no_line_yet_is_told_so():
    event = a_round().event
    assert "The standings have no row" in text_of(why(event, 2))
    assert why(event, 99).status_code == 404


def test_the_page_takes_as_many_queries_for_many_rounds_as_for_one(event):
    url = f"/events/{event.slug}/entrants/2/rank/"
    once = queries_of(stranger(), url)
    played(event, rounds=3)
    compute(event)
    assert queries_of(stranger(), url) == once
