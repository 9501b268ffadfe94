"""Standings that stay secret from the public, and the list that ends the secret."""

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_record, a_round, write_deal
from tests.tournaments.publishing.test_publishing import ADA, SECRET, compute, played, publish, refusal, shown
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Event, Part, Stage
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.tables.correction_impact import correction_impact
from tournaments.services.publishing.publications import freeze_event
from tournaments.services.standings.decisions import adjust_points

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def evening(lasting):
    return played()


@pytest.fixture
def event(evening):
    """Return one closed round with one deal."""
    return Event.objects.get(pk=evening.pk)


@pytest.fixture(scope="module")
def secret_evening(lasting):
    event = played()
    publish(event, Stage.PROVISIONAL)
    freeze_event(event=event, is_frozen=True, by=ADA)
    event = played(event)
    Part.objects.filter(table__round__number=2).update(tallies={"total": [0, 0, 0, SECRET]})
    event.markers.create()
    compute(event)
    return event


@pytest.fixture
def frozen(secret_evening):
    """Return an event with round 1 published and round 2 played in secret."""
    return Event.objects.get(pk=secret_evening.pk)


def test_the_public_sees_the_last_list_and_the_club_the_truth_marked_as_secret(frozen):
    assert [row["total"] for row in shown(frozen)["rows"]] == [2, 0, 0, 0]
    truth = shown(frozen, ada())
    assert truth["is_secret"] and truth["rows"][0]["total"] == SECRET
    assert "secret until prize-giving" in text_of(ada().get(f"/events/{frozen.slug}/"))


PUBLIC = [
    "/events/{}/",
    "/events/{}/live/",
    "/events/{}/wall/",
    "/events/{}/wall/live/",
    "/events/{}/embed/",
    "/events/{}/entrants/4/",
    "/events/{}/entrants/4/rank/",
    "/events/{}/standings.json",
    "/events/{}/standings.csv",
    "/events/{}/rounds.csv",
    "/events/{}/feed.atom",
    "/api/v1/events/{}/",
    "/api/v1/events/{}/standings/",
]


@pytest.mark.parametrize("url", PUBLIC)
def test_nothing_public_tells_what_round_2_was_worth(frozen, url):
    page = text_of(stranger().get(url.format(frozen.slug)))
    assert str(SECRET) not in page and "Round 2 is closed" not in page


def test_while_it_is_secret_only_decisions_before_the_list_are_told(event):
    before, after, cleo = (event.entrants.get(number=number) for number in (1, 2, 3))
    adjust_points(entrant=before, points=-1, reason="early", by=ADA)
    publish(event, Stage.PROVISIONAL)
    adjust_points(entrant=after, points=-1, reason="later", by=ADA)
    adjust_points(entrant=cleo, points=-1, reason="in a round that is told", round_number=1, by=ADA)
    freeze_event(event=event, is_frozen=True, by=ADA)
    event.refresh_from_db()
    assert [each.number for each in PublicEvent(event).notes] == [1, 3]
    assert [each.number for each in PublicEvent(event, is_member=True).notes] == [1, 2, 3]


def test_the_sheets_of_secret_rounds_are_the_clubs(frozen):
    urls = [f"/events/{frozen.slug}/tables/{each.tables.get().public_id}/" for each in frozen.rounds.all()]
    assert [stranger().get(url).status_code for url in urls] == [200, 404]
    assert [ada().get(url).status_code for url in urls] == [200, 200]


def test_a_table_is_not_told_what_a_correction_does_to_secret_standings(frozen):
    table = frozen.rounds.get(number=2).tables.get()
    assert correction_impact(table, number=1, record=a_record(bid=3, tricks=3)) == []
    freeze_event(event=frozen, is_frozen=False, by=ADA)
    table = frozen.rounds.get(number=2).tables.get()
    table.round.event.refresh_from_db()
    assert correction_impact(table, number=1, record=a_record(bid=3, tricks=3))


def test_frozen_before_any_list_the_public_sees_no_line_at_all(event):
    compute(event)
    freeze_event(event=event, is_frozen=True, by=ADA)
    assert shown(event)["rows"] == []
    assert "secret until prize-giving" in text_of(stranger().get(f"/events/{event.slug}/"))


def test_a_list_from_the_midst_of_a_round_does_not_open_the_sheets_of_that_round(event):
    table = a_round(event).tables.get()
    write_deal(table)
    assert publish(event, Stage.PROVISIONAL).rows["rounds"] == [1, 2]
    freeze_event(event=event, is_frozen=True, by=ADA)
    assert stranger().get(f"/events/{event.slug}/tables/{table.public_id}/").status_code == 404


def test_the_final_list_ends_the_secret(frozen):
    publish(frozen)
    assert not frozen.is_frozen
    assert shown(frozen)["rows"][0]["total"] == SECRET


HISTORIES = {
    "no list": [],
    "a provisional one": [Stage.PROVISIONAL],
    "two provisional ones": [Stage.PROVISIONAL, Stage.PROVISIONAL],
    "a final one": [Stage.FINAL],
    "both": [Stage.PROVISIONAL, Stage.FINAL],
}


@pytest.mark.parametrize("stage", [Stage.PROVISIONAL, Stage.FINAL])
@pytest.mark.parametrize("before", HISTORIES.values(), ids=HISTORIES)
def test_a_freeze_ends_with_a_final_list_and_with_nothing_else(event, before, stage):
    for points, each in enumerate(before, start=1):
        adjust_points(entrant=event.entrants.get(number=1), points=points, reason="late", by=ADA)
        publish(event, each)
    adjust_points(entrant=event.entrants.get(number=2), points=-1, reason="late", by=ADA)
    freeze_event(event=event, is_frozen=True, by=ADA)
    if Stage.FINAL in before and stage == Stage.PROVISIONAL:
        with pytest.raises(NotPossible) as refused:
            publish(event, stage, reason="anew")
        assert refused.value.code == "final_already"
    else:
        publish(event, stage, reason="anew" if Stage.FINAL in before else "")
    event.refresh_from_db()
    assert event.is_frozen == (stage != Stage.FINAL)


@pytest.mark.parametrize("last", [Stage.PROVISIONAL, Stage.FINAL])
def test_an_equal_list_is_news_only_if_it_is_final_at_last(event, last):
    publish(event, last)
    if last == Stage.PROVISIONAL:
        assert publish(event, Stage.FINAL).rows == event.publications.get(number=1).rows
    assert refusal(event, Stage.FINAL, reason="anew").code == "nothing_new"
