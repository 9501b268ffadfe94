"""Ratings: how strong a player is in one game, from all tables he sat at, with what every event did to it.

Weng and Lin's approximation for the Plackett-Luce model (openskill) takes every table as one contest of
those who met there. Here are the only floats of the house: a rating is shown as a whole number and stored
nowhere, and the same tables in the same order always give the same ratings. scoring/ runs on phones
without openskill, so this is not there; it knows no database either.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

FIRST = 1000  # what everybody begins with
PER_UNIT = 40  # points of ours to one of the model's
FEW_EVENTS = 3  # up to here a rating is a first guess and has no place in the list

MODEL = PlackettLuce()
Model = dict[int, PlackettLuceRating]


class Sitting(NamedTuple):
    """One table of one round: who played together, and the places of those sides; equals are equal."""

    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]


class RatedEvent(NamedTuple):
    """An event and its tables in the order of rounds."""

    event: int
    sittings: Sequence[Sitting]


class Step(NamedTuple):
    """What one event did to a rating, and why: the places at its tables and the average that was expected.

    A rating compares those who met; the rank in the event also depends on what others did at other tables.
    """

    event: int
    before: int
    after: int
    places: tuple[int, ...]
    expected: Decimal

    @property
    def change(self) -> int:
        """Points won or lost."""
        return self.after - self.before


class Expectation(NamedTuple):
    """One player at one table: the place he reached and the one his rating promised."""

    place: int
    expected: float


@dataclass(slots=True)
class Rating:
    """A player's rating now, how far it may be off, and how it came about."""

    points: int = FIRST
    doubt: int = 0
    steps: list[Step] = field(default_factory=list)

    @property
    def is_first_guess(self) -> bool:
        """Whether too few events speak for it."""
        return len(self.steps) < FEW_EVENTS


def rate_players(events: Iterable[RatedEvent]) -> dict[int, Rating]:
    """Everybody's rating after these events, the oldest first."""
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
    """Take table after table into the ratings; what each player was expected to do there, and did."""
    visits: dict[int, list[Expectation]] = {}
    for sitting in sittings:
        if len(sitting.sides) < 2:  # nobody is measured against himself alone
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
    """The place the ratings promise a side: behind each other one as often as that is likely to win."""
    others = [list(team) for number, team in enumerate(teams) if number != own]
    return 1 + sum(MODEL.predict_win([other, list(teams[own])])[0] for other in others)


def step_of(event: int, before: int, after: int, visits: Sequence[Expectation]) -> Step:
    """What the event did to one player; the expected average in tenths."""
    average = sum(visit.expected for visit in visits) / len(visits)
    expected = Decimal(round(10 * average)) / 10
    return Step(event, before, after, tuple(visit.place for visit in visits), expected)


def points_of(rating: PlackettLuceRating) -> int:
    """The model's strength in our points."""
    return FIRST + round((rating.mu - MODEL.mu) * PER_UNIT)


def doubt_of(rating: PlackettLuceRating) -> int:
    """How far the points may be off, one standard deviation to either side."""
    return round(rating.sigma * PER_UNIT)
