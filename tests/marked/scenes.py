"""What may be on a photographed page: hands with their pens, folds, shadows, rings, stains, noise."""

from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

PENS = {  # colour, width in mm, opacity
    "blue": ((25, 40, 140), 0.45, 0.9),
    "black": ((20, 20, 25), 0.4, 0.95),
    "felt": ((15, 15, 40), 0.8, 0.9),
    "gel": ((10, 10, 15), 0.6, 0.95),
    "red": ((190, 25, 35), 0.45, 0.85),
    "green": ((20, 110, 60), 0.45, 0.85),
    "light green": ((70, 160, 60), 0.5, 0.85),
    "orange": ((225, 110, 25), 0.5, 0.85),
    "brown": ((120, 75, 35), 0.5, 0.85),
    "violet": ((110, 40, 150), 0.45, 0.85),
    "turquoise": ((20, 140, 160), 0.45, 0.85),
    "pencil": ((70, 70, 75), 0.4, 0.7),
    "light pencil": ((95, 95, 100), 0.35, 0.42),
}
PLAIN = ("blue", "black", "felt", "gel")
COLOURED = ("red", "green", "light green", "orange", "brown", "violet", "turquoise")
MARKS = ("cross", "cross", "tick", "stroke", "fill", "dot", "circle", "aside")


class Hand(NamedTuple):
    """A person who marks: their pen, their mark, and the share of marks that look otherwise."""

    pen: str
    mark: str
    mixed: float = 0.0
    size: float = 1.0


class Fold(NamedTuple):
    """A fold of a sheet that was in a pocket: its place from 0 to 1, how sharp it is, and its shaded side.

    `shade` is how much darker the paper is at one side, `reach` for how many mm.
    """

    is_across: bool
    place: float
    sharp: float
    shade: float
    reach: float


class Shadow(NamedTuple):
    """A shadow over a part of the picture: how dark, how wide its edge is in mm, its direction and place."""

    depth: float
    edge: float
    angle: float
    place: float


class Ring(NamedTuple):
    """What a cup or a glass left: its middle as shares of the page, radius and width in mm, and how dark."""

    x: float
    y: float
    radius: float
    width: float
    depth: float
    colour: tuple[int, int, int] = (150, 105, 55)


@dataclass(frozen=True)
class Scene:
    """How a photograph is taken. Angles in degrees, curl in mm beside the place, light 0 to 1."""

    hands: tuple[Hand, ...] = (Hand("black", "cross"),)
    tilt: float = 0.0
    turn: float = 0.0
    curl: float = 0.0
    light: float = 0.92
    slope: float = 0.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    blur: float = 0.0
    noise: float = 0.0
    quality: int = 85
    long_side: int = 2400
    shadows: tuple[Shadow, ...] = ()
    stains: tuple[Ring, ...] = ()
    folds: tuple[Fold, ...] = ()


def a_scene(kind: str, rng: Random) -> Scene:
    """Return an easy, ordinary, coloured or hard scene."""
    if kind == "coloured":
        scene = a_scene("ordinary", rng)
        hands = tuple(hand._replace(pen=rng.choice(COLOURED)) for hand in scene.hands)
        stains = scene.stains or tuple(a_stain(kind, rng) for _ in range(rng.randint(0, 2)))
        return replace(scene, hands=hands, stains=stains)
    easy, hard = kind == "easy", kind == "hard"
    return Scene(
        hands=hands_of(kind, rng),
        tilt=rng.uniform(0, 8 if easy else 25 if hard else 15),
        turn=rng.uniform(-4, 4) + (0 if easy else rng.choice((0, 0, 0, 0, 90, 180, 270))),
        curl=rng.uniform(0, 0.7 if easy else 5.0 if hard else 2.0),
        light=rng.uniform(0.75, 0.95) if easy else rng.uniform(0.45 if hard else 0.55, 0.95),
        slope=rng.uniform(0, 0.1 if easy else 0.35 if hard else 0.25),
        tint=(rng.uniform(0.92, 1), rng.uniform(0.92, 1), rng.uniform(0.7, 1)),
        blur=rng.uniform(0.3, 0.8 if easy else 1.8 if hard else 1.2),
        noise=rng.uniform(1, 3 if easy else 10 if hard else 6),
        quality=rng.randint(80, 92) if easy else rng.randint(55, 80) if hard else rng.randint(65, 88),
        long_side=rng.choice(SIZES[kind]),
        shadows=shadows_of(kind, rng),
        stains=tuple(
            a_stain(kind, rng) for _ in range(0 if easy else rng.choice((0, 1, 2) if hard else (0, 0, 1)))
        ),
        folds=folds_of(kind, rng),
    )


SIZES = {  # of phones, and of the copies of messengers
    "easy": (4032, 4000, 3264),
    "ordinary": (4032, 4000, 3264, 2560, 2048, 1600),
    "hard": (4032, 3264, 2048, 1600, 1600),
}


def hands_of(kind: str, rng: Random) -> tuple[Hand, ...]:
    """Return one to three people, each with a way of marking that they do not always keep."""
    pens = {"easy": PLAIN, "ordinary": (*PLAIN, "red", "green", "pencil")}.get(kind)
    pens = pens or (*PLAIN, *COLOURED, "pencil", "pencil", "light pencil", "light pencil", "light pencil")
    number = rng.choice({"easy": (1,), "ordinary": (1, 1, 2)}.get(kind, (1, 2, 3)))
    return tuple(
        Hand(
            rng.choice(pens),
            rng.choice(MARKS),
            rng.choice((0.0, 0.0, 0.1) if kind == "easy" else (0.0, 0.1, 0.25)),
            rng.uniform(0.8, 1.1),
        )
        for _ in range(number)
    )


def shadows_of(kind: str, rng: Random) -> tuple[Shadow, ...]:
    """Return the shadows of a hand, a phone or a window's frame, with soft and hard edges."""
    number = rng.choice({"easy": (0, 0, 1), "ordinary": (0, 1)}.get(kind, (0, 1, 2)))
    deepest = {"easy": 0.15, "ordinary": 0.45}.get(kind, 0.55)
    edges = {"easy": (30.0, 60.0), "ordinary": (0.8, 3.0, 10.0, 30.0)}.get(kind, (0.3, 0.8, 3.0, 10.0, 30.0))
    return tuple(
        Shadow(rng.uniform(0.08, deepest), rng.choice(edges), rng.uniform(0, 360), rng.uniform(-0.35, 0.35))
        for _ in range(number)
    )


def folds_of(kind: str, rng: Random) -> tuple[Fold, ...]:
    """Return the folds, at any place: none of an easy sheet, one of an ordinary one in three."""
    number = {"easy": 0, "ordinary": rng.choice((0, 0, 1))}.get(kind, rng.choice((0, 1, 2)))
    return tuple(
        Fold(
            is_across=rng.random() < 0.5,
            place=rng.choice((1 / 3, 1 / 2, 2 / 3, rng.uniform(0.1, 0.9))) + rng.uniform(-0.02, 0.02),
            sharp=rng.uniform(0.1, 0.6 if kind == "ordinary" else 1.0),
            shade=rng.uniform(0.02, 0.15 if kind == "ordinary" else 0.25),
            reach=rng.choice((4.0, 10.0, 40.0, 1000.0)),
        )
        for _ in range(number)
    )


def a_stain(kind: str, rng: Random) -> Ring:
    """Return a ring, or a spot, of coffee, tea, wine or beer."""
    colour = rng.choice(((150, 105, 55), (150, 105, 55), (130, 60, 80), (190, 160, 80)))
    radius = rng.uniform(12, 40)
    width = rng.choice((rng.uniform(0.8, 4), rng.uniform(0.8, 4), 2 * radius))
    return Ring(
        rng.uniform(0.05, 0.95), rng.uniform(0.05, 0.95), radius, width, rng.uniform(0.1, 0.35), colour
    )
