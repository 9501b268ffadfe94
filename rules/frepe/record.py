"""What a table writes down for a deal of Frepe: words, house rules, record and its fields."""

from dataclasses import dataclass

from rules.game import Field, Kind, Preset, Switch, TableState, text

SEATS = (5, 6, 7)
SITTING_SEATS = 7
TRICKS_IN_A_DEAL = 5
SAFE_TRICKS = 2
SWEEP_TRICKS = 4  # what the dealer needs alone against his right neighbour
TURN_UP_FACTOR = 2
ALL, DEALER = "all", "dealer"
NORMAL, ALL_FREPE = "normal", "all_frepe"
DEALER_SWEEPS, DEALER_HALF = "special_dealer_sweeps", "special_dealer_half"
DEALER_FREPE = "special_dealer_frepe"


@dataclass(frozen=True)
class Options:
    """House rules of an event."""

    stake: int = 10
    sitter_antes: bool = True


@dataclass(frozen=True)
class Record:
    """One deal as written on the sheet; None where nothing was written."""

    playing: tuple[bool, ...] | None = None
    tricks: tuple[int, ...] | None = None
    took_turnup: bool = False
    dealer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State(TableState):
    """What one deal leaves for the next: the pot, and who pays the ante."""

    pot: int = 0
    next_ante: str = ALL


SWITCHES = (
    Switch(
        name="stake",
        kind=Kind.COUNT,
        label=text("Stake (chips)"),
        help=text("What an ante is worth: everybody's into an empty pot, else the dealer's."),
    ),
    Switch(
        name="sitter_antes",
        kind=Kind.FLAG,
        label=text("Who sits out pays the ante too"),
        help=text("Of seven players the one left of the dealer gets no cards."),
    ),
)

FIELDS = (
    Field(name="playing", kind=Kind.FLAGS, label=text("Who plays"), marks_dealer=True),
    Field(
        name="took_turnup",
        kind=Kind.FLAG,
        label=text("The dealer took the turned-up card"),
        presets=(Preset(False),),
        is_rare=True,
    ),
    Field(
        name="tricks",
        kind=Kind.COUNTS,
        label=text("Tricks"),
        keys=(0, 1, 2, 3, 4, 5),
        totals=(Preset(TRICKS_IN_A_DEAL),),
        counts_marked="playing",
    ),
)
