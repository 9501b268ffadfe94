"""A player's page shows ranks as bars, and with whom they sat most often."""

import pytest

from tests.builders import a_club, a_round, an_event, write_deal
from tests.tournaments.visitors import stranger, text_of
from tournaments.models import Player, ShownAs
from tournaments.publications.charts.drawing import NARROW, text_width
from tournaments.publications.charts.form import HEIGHT, LEAST_BAR, TOP, Placed, draw_form
from tournaments.selectors.series.players import companions_of
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.standings.computation import compute_event_standings


def drawn(*ranks: tuple[int, int], width: int = 720):
    placed = [Placed(rank, of, "26.11.2026") for rank, of in ranks]
    return draw_form(placed=placed, key="form", title="T", description="D", width=width)


def path_of(picture, ink):
    return next(outline.path for outline in picture.outlines if outline.ink == ink)


def test_a_win_is_the_highest_bar_and_has_its_own_colour_the_last_rank_the_lowest():
    picture = drawn((1, 9), (9, 9), (5, 9), (1, 1))
    whole = HEIGHT - TOP - 26
    assert [Placed(rank, 9, "").height for rank in (1, 5, 9)] == [whole, whole // 2, LEAST_BAR]
    assert path_of(picture, "win").count("M") == 2 and path_of(picture, "form").count("M") == 2


@pytest.mark.parametrize("width", [720, NARROW])
@pytest.mark.parametrize("events", [2, 3, 200])
def test_ranks_and_days_have_room_however_many_events_there_are(width, events):
    picture = drawn(*((number % 100 + 1, 120) for number in range(events)), width=width)
    ranks = [label for label in picture.labels if label.anchor == "middle"]
    first, last = (label for label in picture.labels if label.anchor == "start")
    assert ranks[-1].text == str((events - 1) % 100 + 1) and 2 <= len(ranks) <= events
    assert first.x + text_width(first.text, first.size) <= last.x
    assert max(label.x + text_width(label.text, label.size) for label in (first, last)) <= width + 12


@pytest.mark.django_db
def test_a_player_sees_with_whom_they_sat_most_often_but_nobody_who_wants_no_name_shown():
    club = a_club()
    for day in (1, 2):
        table = a_round(an_event(name=f"Evening {day}", club=club)).tables.get()
        write_deal(table)
        close_round(round=table.round, even_if_incomplete=True)
        compute_event_standings(event_id=table.round.event_id)
    ada = Player.objects.filter(club=club, name="Ada").first()
    Player.objects.filter(club=club, name="Cleo").update(shown_as=ShownAs.NUMBER)
    events = list(club.events.values_list("pk", flat=True))
    met = companions_of(ada, events)
    assert {each.name for each in met} <= {"Ben", "Emil"} and met[0].tables >= 1
    page = text_of(stranger().get(f"/clubs/{club.slug}/players/{ada.pk}/"))
    assert "Most often at a table with" in page and "Cleo" not in page
