"""Two versions of a deal on the director's desk of a table, and the links from dashboard and checklist."""

import re

import pytest

from tests.builders import a_club, a_record, a_request, a_round, a_table, an_event, write_deal
from tests.tournaments.evenings import ADA, WHY, again, entrant, two_tables
from tests.tournaments.visitors import ada, dov, queries_of, stranger, text_of
from tournaments.models import AuthorKind, Deal, PendingDeal, Role, User
from tournaments.services.clubs.joining import helper_token, invite_helper
from tournaments.services.history.sheet_chain import Author, Request
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.sheets.deals import insert_deal, record_deal, strike_deal
from tournaments.services.tables.seat_changes import change_seats

pytestmark = pytest.mark.django_db


def a_conflict(table=None):
    """Return a conflict: Ben made 2 on the sheet; another phone sent that Cleo lost 3."""
    table = table or a_table()
    write_deal(table)
    write_deal(table, declarer=2, bid=3, tricks=1)
    return again(table)


def organise(table, tail=""):
    return f"/events/{table.round.event.slug}/organise/{tail}"


def desk(table, tail=""):
    return organise(table, f"tables/{table.public_id}/{tail}")


def choose(visitor, table, word):
    parked = PendingDeal.objects.get(table=table)
    return visitor.post(desk(table, f"conflicts/{parked.pk}/"), {"choose": word, "sure": "yes"})


def helper(table, role):
    visitor = stranger()
    visitor.get(f"/h/{helper_token(invite_helper(event=table.round.event, role=role))}")
    return visitor


def plain(response):
    """Return the words of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", text_of(response)).split())


def declarers():
    rows = Deal.objects.exclude(number=None).order_by("number")
    return list(rows.values_list("record__declarer", flat=True))


# Content of the desk


def test_both_versions_stand_side_by_side_in_the_words_of_the_sheet():
    page = plain(ada().get(desk(a_conflict())))
    stored, _, sent = page.partition("Two versions of deal 1")[2].partition("Also sent")
    assert "Declarer Ben: 2 made" in stored and "Ben +2 +2 Cleo 0 0" in stored
    assert "Declarer Cleo: 3 lost" in sent and "Ben 0 0 Cleo −6 −6" in sent
    assert page.count("This version is right") == 2


def test_each_version_says_who_wrote_it():
    table, visitor = a_table(), ada()
    ada_herself = Author(AuthorKind.MEMBER, User.objects.get(username="ada").pk)
    asked = Request("by-ada", {}, ada_herself)
    record_deal(table=table, number=1, record=a_record(), request=asked)
    write_deal(table, declarer=2, bid=3, tricks=1)
    stored, _, sent = plain(visitor.get(desk(table))).partition("Also sent")
    assert re.search(r"ada, \d\d:\d\d", stored) and re.search(r"a phone at the table, \d\d:\d\d", sent)


def test_a_desk_without_a_conflict_says_nothing_of_one():
    assert "This version is right" not in text_of(ada().get(desk(a_table())))


def test_the_desk_takes_as_many_queries_for_many_conflicts_as_for_one():
    one, many = a_conflict(), a_conflict(a_table(event=an_event(name="Many")))
    write_deal(many, declarer=3, bid=3, tricks=1)
    write_deal(many, declarer=0, bid=3, tricks=1)
    visitor = ada()
    assert queries_of(visitor, desk(many)) == queries_of(visitor, desk(one))


# Settling


@pytest.mark.parametrize(("word", "declarer"), [("take", 2), ("keep", 1)])
def test_the_director_says_which_one_is_right(word, declarer):
    table = a_conflict()
    assert choose(ada(), table, word)["Location"] == desk(table)
    assert declarers() == [declarer]
    assert "This version is right" not in text_of(ada().get(desk(table)))


def test_a_conflict_is_settled_after_the_round_was_closed():
    table = a_conflict()
    close_round(round=table.round, even_if_incomplete=True)
    choose(ada(), table, "take")
    assert declarers() == [2]


def test_a_conflict_is_settled_once():
    table = a_conflict()
    choose(ada(), table, "keep")
    refused = choose(ada(), table, "take")
    assert refused.status_code == 409 and "already resolved" in text_of(refused)
    assert declarers() == [1]


def test_a_version_whose_row_was_struck_out_is_taken_or_dropped():
    table = a_conflict()
    write_deal(table, 2)
    strike_deal(table=table, number=1, sheet_revision=again(table).revision, request=a_request())
    page = plain(ada().get(desk(table)))
    assert "It would be inserted as deal 1; the later ones move down." in page and "Accept Discard" in page
    choose(ada(), table, "take")
    assert declarers()[:2] == [2, 1]


def test_a_forgotten_deal_that_came_too_late_says_where_it_would_stand():
    table = a_table()
    write_deal(table)
    write_deal(table, 2)
    insert_deal(table=table, number=2, record=a_record(declarer=3), sheet_revision=1, request=a_request())
    assert "It would be inserted as deal 2" in plain(ada().get(desk(table)))


def test_each_version_is_told_with_those_who_sat_there_then():
    table = a_conflict()
    write_deal(table, 2)
    now = [(each, each) for each in (entrant(table.round.event, number).pk for number in (2, 1, 3, 4))]
    change_seats(table=again(table), places=tuple(now), number=2, reason=WHY, by=ADA)
    page = plain(ada().get(desk(table))).partition("Two versions of deal 1")[2]
    assert page.count("Ada 0 0 Ben") == 2 and "Declarer Cleo: 3 lost" in page
    write_deal(table, 2, declarer=0, bid=3, tricks=1)
    assert "Declarer Ben: 3 lost Player Points Total Ben −6 −6 Ada 0 0" in plain(ada().get(desk(table)))


def test_a_version_the_rules_refuse_says_why_and_has_no_points():
    table = a_conflict()
    PendingDeal.objects.update(record=a_record(bid=99))
    page = plain(ada().get(desk(table))).partition("Also sent")[2].partition("This version is right")[0]
    assert "bid" in page.lower() and "Player Points Total" not in page
    refused = choose(ada(), table, "take")
    assert refused.status_code == 409 and declarers() == [1]


# Permissions and links


def test_a_referee_settles_and_a_scorer_does_not():
    table = a_conflict()
    assert choose(helper(table, Role.SCORER), table, "take").status_code == 404
    assert choose(dov(), table, "take").status_code == 404
    assert choose(stranger(), table, "take").status_code == 302
    assert declarers() == [1]
    choose(helper(table, Role.REFEREE), table, "take")
    assert declarers() == [2]


def test_the_dashboard_and_the_gate_lead_straight_to_the_conflict():
    table = a_conflict()
    link = f'href="{desk(table)}#conflicts"'
    for tail in ("", "live/", "rounds/1/", "sign-off-checklist/"):
        assert link in text_of(ada().get(organise(table, tail))), tail
        assert link not in text_of(helper(table, Role.SCORER).get(organise(table, tail))), tail


def test_the_gate_leads_to_each_table_that_has_a_conflict():
    one, two = two_tables(deals=0)
    a_conflict(one)
    a_conflict(two)
    page = plain(ada().get(organise(one, "sign-off-checklist/")))
    assert "Resolve at table 1 Resolve at table 2" in page


def test_the_gate_takes_as_many_queries_for_many_conflicts_as_for_one():
    counts = []
    for name, tables in (("one", 1), ("many", 4)):
        round = a_round(an_event(name=name, club=a_club(name=name)), tables=tables)
        for table in round.tables.all():
            a_conflict(table)
        visitor = ada()
        visitor.get(organise(table, "sign-off-checklist/"))
        counts.append(queries_of(visitor, organise(table, "sign-off-checklist/")))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("tail", "is_closed"), [("", False), ("rounds/1/", False), ("rounds/1/", True)]
)  # the dashboard has one line for a round that is not being played
def test_the_name_of_a_table_leads_the_director_to_its_desk_and_others_to_its_sheet(tail, is_closed):
    table = a_conflict()
    if is_closed:
        close_round(round=table.round, even_if_incomplete=True)
    sheet = f"/events/{table.round.event.slug}/tables/{table.public_id}/"
    named = re.compile(r'class="table-name" href="([^"]+)"')
    assert set(named.findall(text_of(ada().get(organise(table, tail))))) == {desk(table)}
    scorer = helper(table, Role.SCORER)
    assert set(named.findall(text_of(scorer.get(organise(table, tail))))) == {sheet}


def test_the_desk_leads_to_the_sheet_as_everybody_sees_it():
    table = a_conflict()
    page = text_of(ada().get(desk(table)))
    assert f'href="/events/{table.round.event.slug}/tables/{table.public_id}/"' in page


@pytest.mark.parametrize(
    ("tail", "key"),
    [
        ("", "round"),
        ("sign-off-checklist/", "after"),
        ("check-in/", "check-in"),
        ("draw/", "draw"),
        ("settings/", "before"),
    ],
)
def test_a_page_leads_to_its_own_chapter_of_the_help(tail, key):
    assert f'href="/help/{key}/?game=' in text_of(ada().get(organise(a_table(), tail)))
