"""Ratings: a player's strength in one game, from all their tables, with the change by every event.

Weng and Lin's approximation for the Plackett-Luce model (openskill) treats every table as one contest of
its players. These are the only floats in the code: a rating is shown as a whole number and stored nowhere,
and the same tables in the same order always give the same ratings. This module is not in scoring/, which runs
on phones without openskill; it does not access the database either.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

FIRST = 1000  # the initial rating
PER_UNIT = 40  # rating points per unit of the model
FEW_EVENTS = 3  # with fewer events a rating is provisional and has no rank

MODEL = PlackettLuce()
Model = dict[int, PlackettLuceRating]


class Sitting(NamedTuple):
    """One table of one round: its sides, and the place of each; equal places are ties."""

    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]


class RatedEvent(NamedTuple):
    """An event and its tables in the order of rounds."""

    event: int
    sittings: Sequence[Sitting]


class Step(NamedTuple):
    """The effect of one event on a rating: the places at its tables and the expected average place.

    A rating compares players who met; the rank in the event also depends on results at other tables.
    """

    event: int
    before: int
    after: int
    places: tuple[int, ...]
    expected: Decimal

    @property
    def change(self) -> int:
        """Return points won or lost."""
        return self.after - self.before


class Expectation(NamedTuple):
    """One player at one table: the place reached and the one expected from the ratings."""

    place: int
    expected: float


@dataclass(slots=True)
class Rating:
    """A player's current rating, its uncertainty, and its steps."""

    points: int = FIRST
    doubt: int = 0
    steps: list[Step] = field(default_factory=list)

    @property
    def is_first_guess(self) -> bool:
        """Return whether the rating is provisional: based on too few events."""
        return len(self.steps) < FEW_EVENTS


def rate_players(events: Iterable[RatedEvent]) -> dict[int, Rating]:
    """Return the ratings of all players after these events, the oldest first."""
    model: Model = {}
    ratings: dict[int, Rating] = {}
    for each in events:
        for player, own in visits_of(model, each.sittings).items():
            rating = ratings.setdefault(player, Rating())
            before, rating.points = rating.points, points_of(model[player])
            rating.doubt = doubt_of(model[player])
            rating.steps.append(step_of(each.event, before, rating.points, own))
    return ratings


def visits_of(model: Model, sittings: Iterable[Sitting]) -> dict[int, list[Expectation]]:
    """Update the ratings table by table; return the expected and the actual places of each player."""
    visits: dict[int, list[Expectation]] = {}
    for sitting in sittings:
        if len(sitting.sides) < 2:  # a single side has no opponent
            continue
        teams = [[model.setdefault(player, MODEL.rating()) for player in side] for side in sitting.sides]
        for number, side in enumerate(sitting.sides):
            place = 1 + sum(other < sitting.places[number] for other in sitting.places)
            own = Expectation(place, expected_place(teams, number))
            for player in side:
                visits.setdefault(player, []).append(own)
        rated = MODEL.rate(teams, ranks=[float(place) for place in sitting.places])
        for side, team in zip(sitting.sides, rated, strict=True):
            model.update(zip(side, team, strict=True))
    return visits


def expected_place(teams: Sequence[Sequence[PlackettLuceRating]], own: int) -> float:
    """Return a side's expected place: 1 plus the winning probabilities of all other sides against it."""
    others = [list(team) for number, team in enumerate(teams) if number != own]
    return 1 + sum(MODEL.predict_win([other, list(teams[own])])[0] for other in others)


def step_of(event: int, before: int, after: int, visits: Sequence[Expectation]) -> Step:
    """Return the effect of the event on one player; the expected average is rounded to tenths."""
    average = sum(visit.expected for visit in visits) / len(visits)
    expected = Decimal(round(10 * average)) / 10
    return Step(event, before, after, tuple(visit.place for visit in visits), expected)


def points_of(rating: PlackettLuceRating) -> int:
    """Convert the model's strength to rating points."""
    return FIRST + round((rating.mu - MODEL.mu) * PER_UNIT)


def doubt_of(rating: PlackettLuceRating) -> int:
    """Return one standard deviation of the rating, in points."""
    return round(rating.sigma * PER_UNIT)
