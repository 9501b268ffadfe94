"""The record of a deal of Frepe: words, house rules and fields."""

from dataclasses import dataclass

from rules.fields import Field, Kind, Places, Preset, Switch
from rules.game import TableState, text

SEATS = (5, 6, 7)
SITTING_SEATS = 7
TRICKS_IN_A_DEAL = 5
SAFE_TRICKS = 2
SWEEP_TRICKS = 4  # the tricks the dealer needs alone against the right neighbour
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
    """The state between two deals: the pot, and the players who pay the ante."""

    pot: int = 0
    next_ante: str = ALL


SWITCHES = (
    Switch(
        name="stake",
        kind=Kind.COUNT,
        label=text("Stake (chips)"),
        help=text("The value of an ante: paid by all players into an empty pot, otherwise by the dealer."),
    ),
    Switch(
        name="sitter_antes",
        kind=Kind.FLAG,
        label=text("The player sitting out pays the ante too"),
        help=text("Of seven players the one left of the dealer gets no cards."),
    ),
)

FIELDS = (
    Field(
        name="playing", kind=Kind.FLAGS, label=text("Players in this deal"), places=Places(marks_dealer=True)
    ),
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
        places=Places(totals=(Preset(TRICKS_IN_A_DEAL),), counts_marked="playing"),
    ),
)
