"""The record of a deal of Schafkopf: tariff, house rules and fields."""

from dataclasses import dataclass

from rules.fields import Choice, Count, Field, Kind, OnPad, Preset, Rest, Switch, When
from rules.game import TableState, text
from rules.schafkopf.words import (
    ALL_PASS_CHOICES,
    ANNOUNCED_CHOICES,
    BETTEL,
    CALLED_CHOICES,
    CARD_POINTS,
    CONTRACT_CHOICES,
    COUNTED,
    LEVEL_CHOICES,
    LONG_PACK,
    LOST,
    MOST_LAUFENDE,
    MOST_STOSS,
    MUSS,
    NO,
    PLUS_MINUS,
    RAMSCH,
    REDEAL,
    RESULT_CHOICES,
    RUF,
    SCORING_CHOICES,
    SHORT_PACK,
    SIMPLE,
    SOLOS,
    STOSS_CHOICES,
    TOUT,
    TRICK_SOLOS,
    TRUMP_CHOICES,
    WITH_TRUMP,
)

SEATS = (4, 5)


@dataclass(frozen=True)
class Options:
    """Tariff and house rules of an event; the defaults are those of most tournaments."""

    scoring: str = PLUS_MINUS
    pack: int = LONG_PACK
    tariff_ruf: int = 1
    tariff_wenz: int = 5
    tariff_geier: int = 5
    tariff_farbwenz: int = 5
    tariff_solo: int = 5
    tariff_bettel: int = 3
    tariff_ramsch: int = 2
    tariff_extra: int = 1
    laufende_from: int = 3
    laufende_from_wenz: int = 2
    laufende_max: int | None = None
    tout_with_levels: bool = False
    stoss_max: int = 0
    geier: bool = False
    farbwenz: bool = False
    bettel: bool = False
    all_pass: str = REDEAL


@dataclass(frozen=True)
class Record:
    """One deal as written on the sheet; None where nothing was written."""

    contract: str | None = None
    declarer: int | None = None
    partner: int | None = None
    called: str | None = None
    trump: str | None = None
    announced: str | None = None
    result: str | None = None
    level: str | None = None
    laufende: int | None = None
    card_points: int | None = None
    virgins: tuple[int, ...] = ()
    stoss: int = 0
    forced: bool = False
    dealer: int | None = None

    @property
    def is_announced(self) -> bool:
        """Return whether all tricks were announced, as Tout or Sie."""
        return self.announced not in (None, NO)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(TableState):
    """The state between two deals: dealer and totals; per seat the games at the foot of the list."""

    passed: int
    plus: tuple[int, ...]
    minus: tuple[int, ...]
    solos_won: tuple[int, ...]
    won: tuple[int, ...]
    lost: tuple[int, ...]


def number(name: str, label: str, help_text: str = "", *, least: int = 0, most: int | None = None) -> Switch:
    """Return a number that the announcement of the event sets; one that begins at 1 may be empty."""
    return Switch(
        name=name, kind=Kind.COUNT, label=label, help=help_text, least=least, most=most, may_be_none=least > 0
    )


def pick(name: str, label: str, choices: tuple[Choice, ...], help_text: str = "") -> Switch:
    """Return a house rule that is one of some values."""
    return Switch(name=name, kind=Kind.CHOICE, label=label, choices=choices, help=help_text)


def flag(name: str, label: str, help_text: str = "") -> Switch:
    """Return a house rule that is on or off."""
    return Switch(name=name, kind=Kind.FLAG, label=label, help=help_text)


FROM_HELP = text("0 to 4; 0: Laufende are not counted.")
ALL_HELP = text("Empty: all.")
STOSS_HELP = text("0: no Stoß, as at tournaments; 2: also Retour.")

SWITCHES = (
    pick("scoring", text("Scoring"), SCORING_CHOICES),
    pick("pack", text("Cards in the pack"), (Choice(LONG_PACK, "32"), Choice(SHORT_PACK, "24"))),
    number("tariff_ruf", text("Tariff of a Ruf"), text("What each of two players pays.")),
    number("tariff_wenz", text("Tariff of a Wenz")),
    number("tariff_geier", text("Tariff of a Geier")),
    number("tariff_farbwenz", text("Tariff of a Farbwenz")),
    number("tariff_solo", text("Tariff of a Solo")),
    number("tariff_bettel", text("Tariff of a Bettel")),
    number("tariff_ramsch", text("Tariff of a Ramsch")),
    number("tariff_extra", text("Tariff of Schneider, Schwarz and each Laufender")),
    number("laufende_from", text("Laufende count from"), FROM_HELP, most=4),
    number("laufende_from_wenz", text("Laufende of a Wenz or Geier count from"), FROM_HELP, most=4),
    number(
        "laufende_max", text("Most Laufende that count"), text("Empty: all."), least=1, most=MOST_LAUFENDE
    ),
    flag("tout_with_levels", text("Tout and Sie count Schneider and Schwarz too")),
    number("stoss_max", text("Doublings allowed"), STOSS_HELP, most=MOST_STOSS),
    flag("geier", text("Geier is played")),
    flag("farbwenz", text("Farbwenz is played")),
    flag("bettel", text("Bettel is played")),
    pick("all_pass", text("When everybody passes"), ALL_PASS_CHOICES),
)

IS_PLAYED = When("contract", (RUF, *SOLOS, RAMSCH))
IS_COUNTED = (When("contract", COUNTED), When("announced", (None, NO)))
FIELDS = (
    Field(name="declarer", kind=Kind.SEAT, label=text("Player"), asked=(IS_PLAYED,)),
    Field(
        name="partner",
        kind=Kind.SEAT,
        label=text("Partner"),
        asked=(When("contract", (RUF,)),),
        joins="declarer",
    ),
    Field(
        name="contract",
        kind=Kind.CHOICE,
        label=text("Kind of game"),
        choices=CONTRACT_CHOICES,
        presets=(Preset(RUF),),
    ),
    Field(
        name="called",
        kind=Kind.CHOICE,
        label=text("Called"),
        choices=CALLED_CHOICES,
        asked=(When("contract", (RUF,)),),
    ),
    Field(
        name="trump",
        kind=Kind.CHOICE,
        label=text("Trumps"),
        choices=TRUMP_CHOICES,
        asked=(When("contract", WITH_TRUMP),),
    ),
    Field(
        name="announced",
        kind=Kind.CHOICE,
        label=text("Announced"),
        choices=ANNOUNCED_CHOICES,
        asked=(When("contract", TRICK_SOLOS),),
        presets=(Preset(NO),),
    ),
    Field(
        name="result",
        kind=Kind.CHOICE,
        label=text("Result"),
        choices=RESULT_CHOICES,
        asked=(When("contract", (*COUNTED, BETTEL, RAMSCH)),),
        presets=(Preset(LOST, (When("contract", (RAMSCH,)),)),),
        is_quiet=True,
    ),
    Field(
        name="level",
        kind=Kind.CHOICE,
        label=text("The losing side is"),
        choices=LEVEL_CHOICES,
        asked=IS_COUNTED,
        presets=(Preset(SIMPLE, (When("card_points", (None,)),)),),
    ),
    Field(
        name="laufende",
        kind=Kind.COUNT,
        label=text("Laufende"),
        keys=(2, 3, 4, 5, 6, 7),
        count=Count(rare_keys=(0, 1, 8, 9, 10, 11, 12, 13, 14)),
        asked=(When("contract", COUNTED), When("announced", (None, NO, TOUT))),
        is_quiet=True,
        typed="l",
    ),
    Field(
        name="card_points",
        kind=Kind.COUNT,
        label=text("Card points of the player's side"),
        count=Count(rest=Rest(text("Card points of the others"), CARD_POINTS)),
        asked=IS_COUNTED,
        on_pad=OnPad(is_behind=True),
    ),
    Field(
        name="virgins",
        kind=Kind.SEATS,
        label=text("Without a trick"),
        asked=(When("contract", (RAMSCH,)), When("result", (None, LOST))),
        is_quiet=True,
        typed="j",
    ),
    Field(
        name="stoss",
        kind=Kind.COUNT,
        label=text("Stoß"),
        choices=STOSS_CHOICES,
        keys=(0, 1, 2, 3, 4),
        asked=(When("options.stoss_max", (1, 2, 3, 4)), When("contract", (*COUNTED, BETTEL))),
        presets=(Preset(0),),
    ),
    Field(
        name="forced",
        kind=Kind.FLAG,
        label=text("Had to play"),
        asked=(When("options.all_pass", (MUSS,)), When("contract", (RUF,))),
        presets=(Preset(False),),
    ),
)
