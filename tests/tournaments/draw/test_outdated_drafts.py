"""A draft drawn by standings that have changed since: it says so everywhere, and is drawn again or kept."""

import pytest

from scoring.not_possible import NotPossible
from tests.builders import an_event, write_deal
from tests.tournaments.api.programs import Program
from tests.tournaments.draw_pages import organise
from tests.tournaments.evenings import ADA
from tests.tournaments.visitors import ada, text_of
from tournaments.models import DrawMode, Event, RoundStatus
from tournaments.selectors.draw.draws import is_outdated
from tournaments.services.draw.drawing import draw_again, draw_round
from tournaments.services.draw.search import carry_out_draw
from tournaments.services.entry.entrants import enter_players
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import adjust_points

pytestmark = pytest.mark.django_db
SAYS = "The standings have changed since this draw"


@pytest.fixture(scope="module")
def played(lasting):
    """Return an event with a closed round."""
    event = an_event(slug="autumn")
    enter_players(event=event, names=[f"Player {number}" for number in range(1, 9)])
    first = open_round(round=draw_round(event=event, seed=1))
    for table in first.tables.all():
        write_deal(table)
    close_round(round=first, even_if_incomplete=True)
    compute_event_standings(event_id=event.pk)
    return event


@pytest.fixture
def event(played):
    return Event.objects.get(pk=played.pk)


def drawn(event, mode=DrawMode.STANDINGS):
    return draw_round(event=event, mode=mode, seed=2)


def penalise_the_leader(event):
    leader = event.standings_rows.order_by("rank").first().entrant
    adjust_points(entrant=leader, points=-100, reason="late", by=ADA)
    compute_event_standings(event_id=event.pk)


@pytest.mark.parametrize("mode", [DrawMode.STANDINGS, DrawMode.SNAKE, DrawMode.WINNERS_STAY])
def test_a_draft_by_standings_is_outdated_once_they_change(event, mode):
    draft = drawn(event, mode)
    assert not is_outdated(draft)
    penalise_the_leader(event)
    assert is_outdated(draft)


def test_a_draft_is_outdated_before_the_new_standings_are_stored(event):
    draft = drawn(event)
    leader = event.standings_rows.order_by("rank").first().entrant
    adjust_points(entrant=leader, points=-100, reason="late", by=ADA)
    assert is_outdated(draft)
    with pytest.raises(NotPossible, match="Draw it again"):
        open_round(round=draft)


def test_a_draw_by_standings_takes_those_that_wait_to_be_stored(event):
    leader = event.standings_rows.order_by("rank").first().entrant
    adjust_points(entrant=leader, points=-100, reason="late", by=ADA)
    draft = drawn(event)
    assert draft.draw.ranking[-1] == leader.number
    compute_event_standings(event_id=event.pk)
    assert not is_outdated(draft)


@pytest.mark.parametrize("mode", [DrawMode.RANDOM, DrawMode.FIXED])
def test_a_draft_that_asked_for_no_standings_is_never_outdated(event, mode):
    draft = drawn(event, mode)
    penalise_the_leader(event)
    assert not is_outdated(draft)


def test_page_board_and_program_say_that_a_draft_is_outdated(event):
    drawn(event)
    program, pages = Program(), [organise(event, "rounds/2/"), organise(event)]
    assert not any(SAYS in text_of(ada().get(page)) for page in pages)
    assert [each["is_outdated"] for each in program.get("events/autumn/draws/")["results"]] == [False, False]
    penalise_the_leader(event)
    assert all(SAYS in text_of(ada().get(page)) for page in pages)
    assert [each["is_outdated"] for each in program.get("events/autumn/draws/")["results"]] == [False, True]


def test_an_outdated_draft_is_opened_only_as_it_was_drawn(event):
    draft = drawn(event)
    penalise_the_leader(event)
    with pytest.raises(NotPossible, match="Draw it again, or open it as it was drawn") as refused:
        open_round(round=draft)
    assert refused.value.code == "standings_changed"
    page = ada().post(organise(event, "rounds/2/open/"))
    assert page.status_code == 409 and "Open as it was drawn" in text_of(page)
    ada().post(organise(event, "rounds/2/open/"), {"even_if_outdated": "yes"})
    draft.refresh_from_db()
    assert draft.status == RoundStatus.OPEN


def test_a_program_opens_an_outdated_draft_when_it_says_so(event):
    drawn(event)
    penalise_the_leader(event)
    program, path = Program(), "events/autumn/rounds/2/open/"
    assert program.post(path, {}, 409)["code"] == "standings_changed"
    assert program.post(path, {"even_if_outdated": True})["status"] == "open"


def test_a_draft_that_is_drawn_again_is_up_to_date(event):
    draft = drawn(event)
    penalise_the_leader(event)
    again = draw_again(round=draft)
    carry_out_draw(draw_id=again.pk)
    assert not is_outdated(again.rounds.get())
