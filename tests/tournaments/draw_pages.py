"""Drawn events and the addresses of their pages, for the tests of the draw's pages."""

from tests.builders import an_event
from tournaments.models import DrawConstraintKind, DrawMode
from tournaments.selectors.draw.drafts import draft_of
from tournaments.services.draw.constraints import add_constraint
from tournaments.services.draw.drawing import draw_round, start_draw
from tournaments.services.draw.search import carry_out_draw
from tournaments.services.entry.entrants import enter_players
from tournaments.services.rounds.lifecycle import close_round, open_round


def organise(event, more=""):
    return f"/events/{event.slug}/organise/{more}"


def draw_url(event, more=""):
    return organise(event, f"draw/{more}")


def round_url(round, more=""):
    return organise(round.event, f"rounds/{round.number}/{more}")


def an_event_of(players, **changes):
    event = an_event(**changes)
    enter_players(event=event, names=[f"Player {number}" for number in range(1, players + 1)])
    return event


def drawn_all(event, rounds=2):
    """Return drafts of all rounds at once, in order."""
    draw = start_draw(event=event, mode=DrawMode.ALL, rounds=rounds)
    carry_out_draw(draw_id=draw.pk)
    return list(draw.rounds.order_by("number"))


def play(round):
    close_round(round=open_round(round=round), even_if_incomplete=True)


def add_wish_apart(event):
    one, two = event.entrants.order_by("number")[:2]
    add_constraint(event=event, kind=DrawConstraintKind.APART, entrant=one, other=two)


def a_draft(players=8):
    return draw_round(event=an_event_of(players), seed=1)


def seated(drawn):
    return [[place.number for place in places] for _, places in draft_of(drawn).tables]
