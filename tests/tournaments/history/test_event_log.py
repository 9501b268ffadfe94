"""The log of an event: every entry in words, filters, pages, and the check of the chains."""

import re

import pytest
from django.urls import reverse

from tests.builders import a_record, a_request, an_event
from tests.tampering import without_triggers
from tests.tournaments.evenings import ADA, WHY, a_written_table, again, entrant, two_tables
from tests.tournaments.visitors import ada, queries_of, text_of
from tournaments.models import Deal, EventChange, EventChangeKind, PaymentKind, SheetChange
from tournaments.selectors.history.event_log import KINDS, LogFilter, count_entries, log_keys, log_lines
from tournaments.services.cash.payments import pay
from tournaments.services.sheets.deals import correct_deal
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import adjust_points, rule_on_deal
from tournaments.services.standings.verification import check_within, differences

pytestmark = pytest.mark.django_db


def plain(response):
    return " ".join(re.sub(r"<[^>]+>", " ", text_of(response)).split())


def log_of(event):
    return reverse("event_log", args=[event.slug])


def check_of(event):
    return reverse("check_history", args=[event.slug])


def chosen(event, **wanted):
    """Return kind and words of the entries that a filter chooses, newest first."""
    return [f"{line.kind}: {line.text}" for line in log_lines(event, log_keys(event, LogFilter(**wanted)))]


def a_decided_evening():
    """Return an event with deals at two tables, a penalty, a ruling and a fee."""
    one, two = two_tables(2, name="Log")
    event = one.round.event
    adjust_points(entrant=entrant(event, 2), points=-5, reason=WHY, by=ADA)
    rule_on_deal(table=two, number=1, points=[0, 0, 0, 0], reason=WHY, by=ADA)
    pay(event=event, kind=PaymentKind.FEE, cents=500, entrant=entrant(event, 1), by=ADA)
    return again(one).round.event


def test_every_kind_of_entry_is_in_one_group():
    kinds = [kind for group in KINDS.values() for kind in group]
    assert sorted(kinds) == sorted(EventChangeKind)


def test_entries_say_names_places_points_and_amounts():
    text = "\n".join(chosen(a_decided_evening()))
    assert "points adjusted: Ben (2), −5" in text and "money taken or given: Ada (1), fee, 5.00\xa0€" in text
    assert "ruling on a deal: Round 1, table 2, row 1, 0 / 0 / 0 / 0" in text
    assert "recorded: Round 1, table 1, row 2, Declarer Ben: 2 ♠" in text


@pytest.mark.parametrize(
    ("filters", "count"),
    [
        ({"kind": "deals"}, 4),
        ({"kind": "money"}, 1),
        ({"kind": "rulings"}, 2),
        ({"kind": "deals", "round": 1, "table": 2}, 2),
        ({"kind": "rulings", "round": 1, "table": 2}, 1),
        ({"kind": "rulings", "round": 1, "table": 1}, 0),
        ({"person": "member-1"}, 3),
        ({"person": "link"}, 4),
        ({"kind": "seats"}, 0),
    ],
)
def test_filters_choose(filters, count):
    assert len(chosen(a_decided_evening(), **filters)) == count


def test_a_player_is_found_as_the_one_an_entry_is_about():
    event = a_decided_evening()
    lines = chosen(event, person=f"player-{entrant(event, 2).pk}")
    assert lines == ["points adjusted: Ben (2), −5"]


def test_time_limits_both_sides():
    event = a_decided_evening()
    first = event.entries.earliest("number").at
    assert len(chosen(event, until=first)) == 1 and len(chosen(event, since=first)) == count_entries(event)


def test_the_page_shows_reasons_and_leads_to_the_deal():
    event = a_decided_evening()
    page = text_of(ada().get(log_of(event)))
    deal = Deal.objects.filter(table__number=1).latest("number")
    versions = reverse("deal_versions", args=[event.slug, deal.table.public_id, deal.pk])
    assert WHY in page and versions in page


def test_a_table_needs_its_round_and_nothing_typed_is_lost():
    event = a_decided_evening()
    refused = ada().get(log_of(event), {"table": "2", "since": "soon"})
    assert refused.status_code == 422 and "Enter the round of the table as well" in plain(refused)
    assert 'value="soon"' in text_of(refused)


def test_the_log_comes_in_pages_with_as_many_queries_for_many_entries_as_for_few():
    event, visitor = a_decided_evening(), ada()
    visitor.get(log_of(event))
    few = queries_of(visitor, log_of(event))
    for points in range(1, 60):
        adjust_points(entrant=entrant(event, 3), points=points, reason=WHY, by=ADA)
    assert queries_of(visitor, log_of(event)) <= few + 1
    assert "Page 1 of 2" in plain(visitor.get(log_of(event)))


# The check


def test_a_whole_chain_is_said_to_be_whole():
    event = a_decided_evening()
    checked = plain(ada().post(check_of(event)))
    assert f"{count_entries(event)} entries, all seals intact." in checked


def test_a_changed_entry_is_found_and_named():
    event = a_decided_evening()
    with without_triggers():
        SheetChange.objects.filter(table__number=2, number=1).update(deal_number=7)
    checked = plain(ada().post(check_of(event)))
    assert "difference" in checked and "history entry 1 is not what was once written" in checked
    assert "seals intact" not in checked


def test_a_check_without_time_goes_on_table_by_table_and_finds_the_same():
    event = a_decided_evening()
    compute_event_standings(event_id=event.pk)
    with without_triggers():
        EventChange.objects.filter(event=event, number=1).update(facts={"round": 9})
    found: list[str] = []
    after: int | None = 0
    steps = 0
    while after is not None:
        checked = check_within(event, seconds=-1, after=after)
        found, after, steps = [*found, *checked.differences], checked.after, steps + 1
    assert (steps, found) == (3, differences(event)) and found


def test_a_difference_found_earlier_is_not_forgotten_by_a_later_portion():
    event = a_decided_evening()
    last = event.rounds.get().tables.latest("pk").pk
    checked = plain(ada().post(check_of(event), {"after": last, "found": "1"}))
    assert "1 difference was found" in checked and "seals intact" not in checked


def test_a_correction_is_told_with_the_row_in_the_words_of_the_game():
    table = a_written_table(event=an_event())
    record = a_record(bid=3, tricks=3)
    correct_deal(table=table, number=1, record=record, revision=1, reason=WHY, request=a_request())
    assert chosen(table.round.event, kind="deals")[0] == (
        "corrected: Round 1, table 1, row 1, Declarer Ben: 2 ♠, Skat: taken, Declarer's tricks: 2"
        " → Declarer Ben: 3 ♠, Skat: taken, Declarer's tricks: 3"
    )
