"""The record of a deal of Rifki: contracts, house rules and fields."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.cards import SUIT_CHOICES
from rules.fields import NEVER_ASKED, Choice, Field, Kind, Places, Preset, Switch, When
from rules.game import TableState, text

SEATS = (4,)
DEALS_IN_A_GAME = 20
POSITIVES_EACH, NEGATIVES_EACH = 2, 3
TIMES_EACH_NEGATIVE = 2
NO_TRUMP = "NT"
KOZ, RIFKI, KIZ, ERKEK = "koz", "rifki", "kiz", "erkek"
KUPA, SON_IKI, EL_ALMAZ = "kupa", "son_iki", "el_almaz"
KIZ_VOID = (1, 1, 1, 1)
MOST_UNITS = 13


@dataclass(frozen=True, slots=True)
class Contract:
    """The number of units in a deal and the value of each."""

    units: int
    worth: int


CONTRACTS: Mapping[str, Contract] = {
    KOZ: Contract(MOST_UNITS, 50),  # tricks
    RIFKI: Contract(1, -320),  # the king of hearts
    KIZ: Contract(4, -100),  # queens
    ERKEK: Contract(8, -60),  # kings and jacks
    KUPA: Contract(MOST_UNITS, -30),  # hearts
    SON_IKI: Contract(2, -180),  # the last two tricks
    EL_ALMAZ: Contract(MOST_UNITS, -50),  # tricks
}
NEGATIVES = tuple(key for key in CONTRACTS if key != KOZ)

CONTRACT_CHOICES = (
    Choice(KOZ, text("Kozlar"), ""),
    Choice(RIFKI, text("Rifki")),
    Choice(KIZ, text("Kız")),
    Choice(ERKEK, text("Erkek")),
    Choice(KUPA, text("Kupa")),
    Choice(SON_IKI, text("Son iki")),
    Choice(EL_ALMAZ, text("El almaz")),
)


@dataclass(frozen=True)
class Options:
    """House rules of an event."""

    kiz_all_one_void: bool = False


@dataclass(frozen=True)
class Record:
    """One deal as written on the sheet; None where nothing was written."""

    contract: str | None = None
    trump: str | None = None
    counts: tuple[int, ...] | None = None
    declarer: int | None = None
    dealer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State(TableState):
    """The state between two deals: duties of every seat, and how often each contract was played."""

    positives_left: tuple[int, ...]
    negatives_left: tuple[int, ...]
    contract_counts: Mapping[str, int]


SWITCHES = (
    Switch(
        name="kiz_all_one_void",
        kind=Kind.FLAG,
        label=text("Kız with one queen each is void"),
        help=text("The same declarer chooses again; the deal does not count."),
    ),
)

FIELDS = (
    Field(
        name="contract",
        kind=Kind.CHOICE,
        label=text("Contract"),
        choices=CONTRACT_CHOICES,
    ),
    Field(
        name="trump",
        kind=Kind.CHOICE,
        label=text("Trumps"),
        choices=SUIT_CHOICES,
        asked=(When("contract", (KOZ,)),),
    ),
    Field(
        name="counts",
        kind=Kind.COUNTS,
        label=text("Units taken"),
        keys=tuple(range(MOST_UNITS + 1)),
        asked=(When("contract", tuple(CONTRACTS)),),
        places=Places(
            totals=tuple(
                Preset(contract.units, (When("contract", (key,)),)) for key, contract in CONTRACTS.items()
            )
        ),
    ),
    Field(name="declarer", kind=Kind.SEAT, label=text("Declarer"), asked=NEVER_ASKED),
)
