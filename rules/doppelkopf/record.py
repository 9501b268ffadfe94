"""The record of a deal of Doppelkopf: words, house rules and fields."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.fields import Choice, Count, Field, Kind, OnPad, Preset, Rest, Switch, When
from rules.game import TableState, text

SEATS = (4, 5)
SEATS_WITH_SITTER, POINTS_IN_THE_PACK = 5, 240
SOLO_FACTOR, BOCK_FACTOR = 3, 2
TOURNAMENT_DEALS = {4: 24, 5: 30}
FEWEST_POINTS, FEWEST_POINTS_WITHOUT_NINES = 2, 8  # of a trick that counts: a jack, four jacks

RE, KONTRA, NO = "re", "kontra", "no"
NORMAL, WEDDING, WEDDING_ALONE, SILENT, THROWN = "normal", "wedding", "wedding_alone", "silent", "thrown"
QUEENS, JACKS, ACES = "queens", "jacks", "aces"
SOLOS = (QUEENS, JACKS, "clubs", "spades", "hearts", "diamonds", ACES)
IN_PAIRS = (NORMAL, WEDDING)
ALONE = (WEDDING_ALONE, SILENT, *SOLOS)
MANDATORY, FORCED, FREE = "mandatory", "forced", "free"
LIMITS = (NO90, NO60, NO30, BLACK) = ("no90", "no60", "no30", "black")
RE_CALLS, KONTRA_CALLS = (NO, RE, *LIMITS), (NO, KONTRA, *LIMITS)
FOXES, DOPPELKOEPFE, FOX_POINTS, CHARLIE_POINTS = 2, 4, 11, 2
DOPPELKOEPFE_POINTS = (0, 40, 80, 124, 168)  # the fewest card points that this many Doppelköpfe hold

SOLO = text("Solo …")
CONTRACT_CHOICES = (
    Choice(NORMAL, text("normal deal"), "", "n", key=text("normal deal")),
    Choice(WEDDING, text("wedding"), None, "w"),
    Choice(QUEENS, text("queens solo"), None, "q", group=SOLO),
    Choice(JACKS, text("jacks solo"), None, "j", group=SOLO),
    Choice("clubs", text("clubs solo"), None, "c", group=SOLO),
    Choice("spades", text("spades solo"), None, "s", group=SOLO),
    Choice("hearts", text("hearts solo"), None, "h", group=SOLO),
    Choice("diamonds", text("diamonds solo"), None, "d", group=SOLO),
    Choice(ACES, text("aces solo"), None, "a", group=SOLO),
    Choice(SILENT, text("silent wedding"), None, "ws", group=SOLO),
    Choice(WEDDING_ALONE, text("wedding, alone"), None, "wa", group=SOLO),
    Choice(THROWN, text("thrown hand"), None, "x", (When("options.throwing", (True,)),)),
)
RE_WORDS = (text("Re"), text("Re 90"), text("Re 60"), text("Re 30"), text("Re schwarz"))
KONTRA_WORDS = (
    text("Kontra"),
    text("Kontra 90"),
    text("Kontra 60"),
    text("Kontra 30"),
    text("Kontra schwarz"),
)


def call_choices(calls: tuple[str, ...], labels: tuple[str, ...], letter: str) -> tuple[Choice, ...]:
    """Return the calls of a side: `r9` is typed for no 90 of Re, and the sheet shows "Re 90"."""
    keys = ("", text("no 90"), text("no 60"), text("no 30"), text("schwarz"))
    rows = zip(calls[1:], labels, ("", *"9630"), keys, strict=True)
    choices = (Choice(call, label, None, letter + digit, key=key) for call, label, digit, key in rows)
    return Choice(NO, text("nothing"), ""), *choices


RE_CHOICES = call_choices(RE_CALLS, RE_WORDS, "r")
KONTRA_CHOICES = call_choices(KONTRA_CALLS, KONTRA_WORDS, "k")
CHARLIE_CHOICES = (
    Choice(NO, text("nobody"), ""),
    Choice(RE, text("Re"), None, "rc"),
    Choice(KONTRA, text("Kontra"), None, "kc"),
)
TEN_CHOICES = (
    Choice("no", text("the first wins")),
    Choice("yes", text("the second wins")),
    Choice("not_last_trick", text("the second wins, except in the last trick")),
)


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
