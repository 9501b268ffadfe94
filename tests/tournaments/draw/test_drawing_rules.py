"""The rules of drawing of an event: turns of sitting out, partners, constraints in every mode."""

import re
from collections import Counter
from itertools import chain

import pytest

from tests.builders import an_event
from tests.processes import ROOT
from tournaments.models import DrawConstraint, DrawConstraintKind, DrawMode, DrawStatus
from tournaments.selectors.draw.draws import past_seatings, sit_outs_so_far
from tournaments.selectors.draw.table_sizes import CONTRADICTIONS, ways_to_seat
from tournaments.services.competitions.teams import form_team
from tournaments.services.draw import drawing
from tournaments.services.draw.constraints import keep_teams_apart
from tournaments.services.draw.drawing import start_draw
from tournaments.services.draw.search import carry_out_draw
from tournaments.services.entry.entrants import enter_players
from tournaments.services.rounds.lifecycle import close_round, open_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def short_searches(monkeypatch):
    monkeypatch.setattr(drawing, "STEPS", 2000)


def an_event_of(players, **changes):
    event = an_event(**changes)
    enter_players(event=event, names=[f"Player {number}" for number in range(1, players + 1)])
    return event


def a_wish(event, kind, number, other=None, **values):
    one, two = (event.entrants.filter(number=each).first() for each in (number, other))
    return DrawConstraint.objects.create(event=event, kind=kind, entrant=one, other=two, **values)


def draw_and_play(event, mode=DrawMode.RANDOM, rounds=1, **asked):
    draw = start_draw(event=event, mode=mode, rounds=rounds, **asked)
    carry_out_draw(draw_id=draw.pk)
    draw.refresh_from_db()
    for round in draw.rounds.order_by("number"):
        close_round(round=open_round(round=round), even_if_incomplete=True)
    return draw


@pytest.mark.parametrize("mode", [DrawMode.ALL, DrawMode.RANDOM])
def test_turns_to_sit_out_go_on_where_they_stopped(mode):
    event = an_event_of(10)
    draw_and_play(event, rounds=3, mode=DrawMode.ALL, sit_outs=2)
    for _ in range(2):
        draw_and_play(event, mode=mode, sit_outs=2)
    assert sit_outs_so_far(event) == Counter(range(1, 11))


def test_players_who_must_be_apart_are_apart_by_standings():
    event = an_event_of(8)
    draw_and_play(event)
    first = past_seatings(event)[0][0]
    a_wish(event, DrawConstraintKind.APART, first[0], first[1])
    draw_and_play(event, mode=DrawMode.STANDINGS)
    assert not any(set(first[:2]) <= set(table) for table in past_seatings(event)[1])


@pytest.mark.parametrize("mode", [DrawMode.RANDOM, DrawMode.STANDINGS])
def test_teams_sit_apart_in_every_mode(mode):
    event = an_event_of(16)
    entrants = list(event.entrants.order_by("number"))
    for at in range(0, 16, 4):
        form_team(event=event, members=entrants[at : at + 4])
    keep_teams_apart(event=event, are_apart=True)
    draw_and_play(event)
    draw_and_play(event, mode=mode)
    for tables in past_seatings(event):
        assert not any(len({(number - 1) // 4 for number in table}) < 4 for table in tables)


def test_fixed_seats_that_break_a_wish_are_refused_by_name():
    event = an_event_of(8)
    draw_and_play(event)
    one, two, *_ = past_seatings(event)[0][0]
    a_wish(event, DrawConstraintKind.APART, one, two)
    draw = draw_and_play(event, mode=DrawMode.FIXED)
    assert draw.status == DrawStatus.REFUSED
    assert f"Player {one} ({one})" in draw.problem


def test_partners_sit_out_together():
    event = an_event_of(10, game="points")
    for number in range(1, 6):
        a_wish(event, DrawConstraintKind.PARTNERS, number, number + 5)
    draw = draw_and_play(event, sit_outs=2)
    sitting_out = set(range(1, 11)) - set(chain(*past_seatings(event)[0]))
    assert draw.status == DrawStatus.DONE
    assert max(sitting_out) - min(sitting_out) == 5


def test_every_contradiction_of_the_seating_is_a_sentence_in_the_catalogues():
    sources = "".join(path.read_text() for path in (ROOT / "seating").glob("*.py"))
    raised = set(re.findall(r'Contradiction\(\s*"(\w+)"', sources))
    assert raised - {"mode_unknown"} == set(CONTRADICTIONS)


@pytest.mark.parametrize(("players", "sizes"), [
    (6, [3, 3]), (7, [4, 3]), (9, [3, 3, 3]), (10, [4, 3, 3]), (11, [4, 4, 3]), (14, [4, 4, 3, 3]),
    (26, [4, 4, 4, 4, 4, 3, 3]), (5, [5]), (2, [2]),
])  # fmt: skip
def test_players_of_any_card_game_sit_at_tables_of_four_and_three_first(players, sizes):
    event = an_event_of(players, game="points")
    draw = draw_and_play(event)
    assert sorted(map(len, past_seatings(event)[0]), reverse=True) == sizes
    assert (draw.status, ways_to_seat(event, players)[0].sizes) == (DrawStatus.DONE, tuple(sizes))
