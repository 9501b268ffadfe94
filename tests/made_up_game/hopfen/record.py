"""What a table of Hopfen writes down, and what a deal leaves."""

from dataclasses import dataclass

from rules.fields import Choice, Field, Kind, Switch
from rules.game import text

SEATS = (3,)
MOST_HOPS = 6
GOLD, GREEN = "gold", "green"
WORTH_OF_A_HOP = {GOLD: 2, GREEN: 1}

COLOUR_CHOICES = (Choice(GOLD, text("Gold")), Choice(GREEN, text("Green")))


@dataclass(frozen=True)
class Options:
    """House rules of an event."""

    green_counts: bool = True


@dataclass(frozen=True)
class Record:
    """One deal as written on the sheet; None where nothing was written."""

    colour: str | None = None
    hops: int | None = None
    dealer: int | None = None


SWITCHES = (Switch(name="green_counts", kind=Kind.FLAG, label=text("Green hops count")),)

FIELDS = (
    Field(name="colour", kind=Kind.CHOICE, label=text("Colour of the hops"), choices=COLOUR_CHOICES),
    Field(name="hops", kind=Kind.COUNT, label=text("Hops"), keys=tuple(range(MOST_HOPS + 1))),
)
