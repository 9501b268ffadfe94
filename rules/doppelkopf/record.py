"""The record of a deal of Doppelkopf: house rules and fields."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.doppelkopf.words import (
    ALONE,
    CHARLIE_CHOICES,
    CONTRACT_CHOICES,
    DOPPELKOEPFE,
    FOXES,
    IN_PAIRS,
    KONTRA_CHOICES,
    NO,
    NORMAL,
    POINTS_IN_THE_PACK,
    RE_CHOICES,
    TEN_CHOICES,
)
from rules.fields import Choice, Count, Field, Kind, OnPad, Preset, Rest, Switch, When
from rules.game import TableState, text

SEATS = (4, 5)


@dataclass(frozen=True)
class Options:
    """House rules of an event; the defaults are those of a tournament of the DDV."""

    mandatory_solo: bool = True
    list_deals: int | None = None
    solo_counts_triple: bool = True
    against_the_old: bool = True
    fox: bool = True
    charlie: bool = True
    doppelkopf: bool = True
    without_nines: bool = False
    second_ten_beats_first: str = "no"
    solo_leads: bool = False
    throwing: bool = False
    bock: bool = False


@dataclass(frozen=True)
class Record:
    """One deal as written on the sheet; None where nothing was written."""

    contract: str | None = None
    declarer: int | None = None
    partner: int | None = None
    card_points: int | None = None
    all_tricks: bool | None = None
    re_said: str | None = None
    kontra_said: str | None = None
    re_fox: int | None = None
    kontra_fox: int | None = None
    re_doppelkopf: int | None = None
    kontra_doppelkopf: int | None = None
    charlie: str | None = None
    time_up: bool | None = None
    dealer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State(TableState):
    """The state between two deals: owed solos, deals left, bock deals, tallies by seat.

    `deals_left` is None where a list has no length.
    """

    owes_solo: tuple[bool, ...]
    deals_left: int | None
    bock_left: int
    counted: Mapping[str, tuple[int, ...]]

    def missed(self, dealer: int) -> "State":
        """Return the state after a deal that cannot be scored: one fewer is left (§ Mandatory solo)."""
        left = None if self.deals_left is None else max(self.deals_left - 1, 0)
        after: State = self.after((0,) * self.seats, dealer=dealer, deals_left=left)
        return after


def flag(name: str, label: str, help_text: str = "", *, touches_scoring: bool = True) -> Switch:
    """Return a house rule that is on or off."""
    return Switch(name=name, kind=Kind.FLAG, label=label, help=help_text, touches_scoring=touches_scoring)


SWITCHES = (
    flag(
        "mandatory_solo",
        text("Mandatory solo"),
        text("Each player plays one announced solo in a list. Off: every solo is free."),
    ),
    Switch(
        name="list_deals",
        kind=Kind.COUNT,
        label=text("Deals of a list"),
        help=text("Empty: 24 at four seats, 30 at five, the solos included."),
        least=1,
        may_be_none=True,
    ),
    flag(
        "solo_counts_triple",
        text("A solo counts three times for the soloist"),
        text("Off: the soloist gets as much as one opponent pays; the points then do not add up to 0."),
    ),
    flag("against_the_old", text("Special point: against the old")),
    flag("fox", text("Special point: fox caught")),
    flag("charlie", text("Special point: Karlchen")),
    flag("doppelkopf", text("Special point: Doppelkopf")),
    flag("without_nines", text("Without nines"), text("40 cards, ten in each hand.")),
    Switch(
        name="second_ten_beats_first",
        kind=Kind.CHOICE,
        label=text("Two tens of hearts in one trick"),
        help=text("A rule of the play; the score does not depend on it."),
        choices=TEN_CHOICES,
        touches_scoring=False,
    ),
    flag(
        "solo_leads", text("The soloist always leads"), text("Off: only if mandatory."), touches_scoring=False
    ),
    flag("throwing", text("Hands may be thrown"), text("The same dealer deals again; it does not count.")),
    flag("bock", text("Bock deals"), text("Home games: some deals make the next ones count double.")),
)

IS_PLAYED = (When("contract", (*IN_PAIRS, *ALONE)),)
IS_IN_PAIRS = (When("contract", IN_PAIRS),)


def special(name: str, label: str, most: int, switch: str, typed: str) -> Field:
    """Return the field for a number of special points of a side, where the event plays with them."""
    return Field(
        name=name,
        kind=Kind.COUNT,
        label=label,
        keys=tuple(range(FOXES + 1)),  # more than two Doppelköpfe are almost never seen
        count=Count(rare_keys=tuple(range(FOXES + 1, most + 1))),
        asked=(When(f"options.{switch}", (True,)), *IS_IN_PAIRS),
        presets=(Preset(0),),
        is_rare=True,
        is_quiet=True,
        typed=typed,
    )


def call(name: str, label: str, choices: tuple[Choice, ...]) -> Field:
    """Return the field for the highest call of a side, which includes the lower ones (§ Calls)."""
    return Field(
        name=name,
        kind=Kind.CHOICE,
        label=label,
        choices=choices,
        asked=IS_PLAYED,
        presets=(Preset(NO),),
        on_pad=OnPad(is_ladder=True, is_behind=True),
    )


FIELDS = (
    Field(name="declarer", kind=Kind.SEAT, label=text("Re player"), asked=IS_PLAYED),
    Field(name="partner", kind=Kind.SEAT, label=text("Partner"), asked=IS_IN_PAIRS, joins="declarer"),
    Field(
        name="card_points",
        kind=Kind.COUNT,
        label=text("Card points of Re"),
        count=Count(rest=Rest(text("Card points of Kontra"), POINTS_IN_THE_PACK)),
        asked=IS_PLAYED,
    ),
    Field(
        name="contract",
        kind=Kind.CHOICE,
        label=text("Kind of game"),
        choices=CONTRACT_CHOICES,
        presets=(Preset(NORMAL),),
    ),
    Field(
        name="all_tricks",
        kind=Kind.FLAG,
        label=text("All tricks"),
        asked=(*IS_PLAYED, When("card_points", (0, POINTS_IN_THE_PACK))),
        is_rare=True,
    ),
    call("re_said", text("Re said"), RE_CHOICES),
    call("kontra_said", text("Kontra said"), KONTRA_CHOICES),
    special("re_fox", text("Foxes caught by Re"), FOXES, "fox", "rf"),
    special("kontra_fox", text("Foxes caught by Kontra"), FOXES, "fox", "kf"),
    special("re_doppelkopf", text("Doppelköpfe of Re"), DOPPELKOEPFE, "doppelkopf", "rd"),
    special("kontra_doppelkopf", text("Doppelköpfe of Kontra"), DOPPELKOEPFE, "doppelkopf", "kd"),
    Field(
        name="charlie",
        kind=Kind.CHOICE,
        label=text("Karlchen"),
        choices=CHARLIE_CHOICES,
        asked=(When("options.charlie", (True,)), *IS_IN_PAIRS),
        presets=(Preset(NO),),
        is_rare=True,
        is_quiet=True,
    ),
    Field(
        name="time_up",
        kind=Kind.FLAG,
        label=text("Time is up"),
        asked=(When("options.mandatory_solo", (True,)),),
        is_rare=True,
        on_pad=OnPad(only_yes=True),
    ),
)
