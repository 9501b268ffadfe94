"""Winners are shown once results are final: on the event's page, the wall, and by key at a prize-giving."""

from typing import Any

import pytest
from django.utils import timezone

from tests.builders import an_event, end_round
from tests.tournaments.evenings import ADA, a_written_table
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Event, Stage
from tournaments.selectors.publishing.podium import podium_of
from tournaments.services.publishing.publications import freeze_event, publish_list, sign_off_and_publish
from tournaments.services.publishing.sign_off import sign_off
from tournaments.services.standings.computation import compute_event_standings
from tournaments.views.hall.wall_pages import podium_page
from tournaments.wording.screen_widths import letters_behind

CEREMONY = "/events/autumn/wall/?show=ceremony"


def standings(
    *lines: tuple[int | None, str, Any], state: str = "final", unit: str = "points"
) -> dict[str, Any]:
    rows = [
        {"rank": rank, "name": name, "total": total, "unranked": None, "rounds": []}
        for rank, name, total in lines
    ]
    return {"state": state, "deals_counted": 9, "rows": rows, "ranked_by": [{"unit": "points"}]}


def seen(*lines: tuple[int | None, str, Any], **more: Any) -> list[tuple[int, list[str], str, str]]:
    return [
        (each.rank, list(each.names), each.lead, each.behind) for each in podium_of(standings(*lines, **more))
    ]


def test_the_winner_stands_in_the_middle_and_each_step_says_its_distance():
    steps = seen((1, "Ada", 150), (2, "Ben", 129), (3, "Cleo", 83), (4, "Dov", 80))
    assert steps == [(2, ["Ben"], "", "21"), (1, ["Ada"], "21", ""), (3, ["Cleo"], "", "67")]


def test_players_who_share_a_rank_share_a_step():
    steps = seen((1, "Ada", 27), (1, "Ben", 27), (3, "Cleo", 17))
    assert steps == [(1, ["Ada", "Ben"], "10", ""), (3, ["Cleo"], "", "10")]


@pytest.mark.parametrize(
    ("totals", "lead", "behind"),
    [((-3, -7), "4", "4"), ((50, 50), "", ""), (("9/2", "7/2"), "1", "1"), ((3, 8), "5", "5")],
)
def test_a_distance_is_the_same_whichever_value_wins_and_none_where_a_tie_break_decided(totals, lead, behind):
    steps = seen((1, "Ada", totals[0]), (2, "Ben", totals[1]), (None, "Cleo", 0))
    assert steps == [(2, ["Ben"], "", behind), (1, ["Ada"], lead, "")]


@pytest.mark.parametrize("state", ["provisional", "frozen"])
def test_nobody_is_a_winner_before_results_are_final(state):
    assert seen((1, "Ada", 150), (2, "Ben", 129), state=state) == []


# Pages


@pytest.fixture
def event(db: None) -> Event:
    """Return an event whose only round is closed, and nothing more."""
    table = a_written_table(event=an_event(slug="autumn", planned_rounds=1))
    end_round(table.round)
    compute_event_standings(event_id=table.round.event_id)
    return Event.objects.get(pk=table.round.event_id)


def page(address: str, who: Any = None) -> str:
    return text_of((who or stranger()).get(address))


def test_page_and_wall_say_the_winners_once_the_list_is_final(event):
    for address in ("/events/autumn/", "/events/autumn/live/", "/events/autumn/wall/"):
        assert "Final result" not in page(address)
    sign_off_and_publish(event=event, by=ADA)
    for address in ("/events/autumn/", "/events/autumn/live/", "/events/autumn/wall/"):
        assert "Final result" in page(address) and "ahead" in page(address)
    shown = page("/events/autumn/")
    assert shown.index("Final result") < shown.index("Find your seat") and "data-live-note" not in shown
    assert shown.index("</table>") < shown.index('class="hash"')


def test_the_wall_shows_no_seats_beside_final_standings(event):
    wall = "/events/autumn/wall/"
    assert 'class="wall-seats' in page(wall)
    sign_off_and_publish(event=event, by=ADA)
    assert 'class="wall-seats' not in page(wall) and 'class="wall-seats' in page(wall + "?show=seats")


@pytest.mark.parametrize("count", [3, 4, 14, 60])
def test_the_wall_shows_the_places_behind_the_podium_in_letters_that_fit(count):
    lines = [(place, f"Player {place}", 100 - place) for place in range(1, count + 1)]
    shown = standings(*lines, (None, "Zoe", 0))
    behind = podium_page(shown, podium_of(shown)).columns[0]
    assert [each["rank"] for each in behind] == list(range(4, min(count, 21) + 1))
    assert letters_behind(behind) * 1.25 * len(behind) <= 75  # the height beside the podium
    assert podium_page(shown, []).columns == [[]]  # nothing before the winners


def test_a_prize_giving_waits_for_the_sign_off_and_may_come_before_the_list(event):
    assert "wall-step" not in page(CEREMONY)
    sign_off(event=event, by=ADA)
    assert "wall-step" in page(CEREMONY) and "wall-step" not in page("/events/autumn/wall/")


def test_with_the_prize_giving_first_nobody_meets_the_winners_before_the_wall_has_shown_them(event):
    director, pages = ada(), ("/events/autumn/", "/events/autumn/live/", "/events/autumn/wall/")
    answer = director.post("/events/autumn/organise/sign-off/", {"publish": "later"}, follow=True)
    assert "Now the prize-giving" in text_of(answer)
    assert "Congratulations!" in page(CEREMONY, director)
    for address in pages:
        assert "Congratulations!" not in page(address)
    assert "secret until prize-giving" in page(pages[0])
    director.post("/events/autumn/organise/sign-off/", {"publish": "yes"})
    for address in pages:
        assert "Congratulations!" in page(address)


def test_secret_results_are_at_the_prize_giving_of_the_club_only(event):
    freeze_event(event=event, is_frozen=True, by=ADA)
    publish_list(event=event, stage=Stage.PROVISIONAL, by=ADA)
    Event.objects.filter(pk=event.pk).update(signed_off_at=timezone.now())
    assert "wall-step" in page(CEREMONY, ada())
    assert "wall-step" not in page(CEREMONY) + page(CEREMONY.replace("?", "live/?"))
