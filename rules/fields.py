"""What a table writes down for a deal, and what a club may set: Field, Switch and their parts.

A game lists its fields once, beside `Record`; pad, paper, files, API and rules page are made from them. A
field says only what differs from the usual: look here before you bend something.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """The type of a field: how it is read from JSON, typed from paper and shown on the pad."""

    CHOICE = "choice"  # one word of `choices`
    CHOICES = "choices"  # a list of words of `choices`
    COUNT = "count"  # a whole number; the pad offers `keys`
    FLAG = "flag"  # yes or no
    SEAT = "seat"  # a seat, 0..n-1
    SEATS = "seats"  # a list of seats
    COUNTS = "counts"  # a whole number for every seat (or side); the pad fills in the rest of `total`
    FLAGS = "flags"  # yes or no for every seat
    CLAIM = "claim"  # a small object of whole numbers: side, counted, other_counted
    FREE = "free"  # any JSON value; only the game can refuse it


@dataclass(frozen=True, slots=True)
class When:
    """A condition: the value of `field` (or one entry of its list) is one of `values`. None means absent.

    "options.NAME" refers to the event's options, "seats" to the size of the table.
    """

    field: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that a field may have; `mark` is its short form on the sheet, "" if the sheet omits it.

    `typed` is its short form in typed lines, where the beginning of its word is ambiguous; `key` is its word
    on a key, where the label says too little, or where the sheet omits what has a key. Choices of a `group`
    stand behind one key with that word. It is offered while all of `asked` hold, about options only.
    """

    value: str | int
    label: str
    mark: str | None = None
    typed: str = ""
    asked: tuple[When, ...] = ()
    key: str = ""
    group: str = ""
    picture: str = ""  # of a suit of another pack than the French, above its word


NEVER_ASKED = (When("seats", ()),)  # for fields that only files and programs send


@dataclass(frozen=True, slots=True)
class Same:
    """The value of another field or option, as the value of a preset: tricks = the bid."""

    field: str


@dataclass(frozen=True, slots=True)
class Preset:
    """A value that the pad sets and shows while every condition holds."""

    value: Any
    when: tuple[When, ...] = ()


@dataclass(frozen=True, slots=True)
class Rest:
    """The number that is left of a total; the pad accepts either number."""

    label: str
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """What only a COUNT has: numbers behind "more", a sign in words, a rest."""

    rare_keys: tuple[int, ...] = ()  # the numbers that the pad offers behind "more"
    rare_asked: tuple[When, ...] = ()  # rare keys are offered while all of these hold
    keys_up_to: str = ""  # keys above this fact of the outcome are behind "more"
    keys_from: str | None = None  # no key below this option's value
    least: int | None = None  # a smaller number is refused on reading
    signs: tuple[str, ...] = ()  # the words before a number above 0, and before one below: "without 2"
    rest: Rest | None = None  # without keys: may be typed instead


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """What only COUNTS, FREE and FLAGS have, which say a value for every seat or side."""

    per_side: bool = False  # COUNTS, FREE: one number per side instead of per seat
    totals: tuple[Preset, ...] = ()  # COUNTS, FREE: what they add up to
    leaves_rest: bool = False  # COUNTS: a number may be left out (null), as the rest of the total
    blank: int | None = None  # COUNTS, FREE: the value of an empty seat, if no sum determines it
    aims_at: str | None = None  # COUNTS: the field that names the seat of the aim
    counts_marked: str | None = None  # COUNTS: seats not marked in this field are set to 0
    marks_dealer: bool = False  # FLAGS: the dealer's value is set to yes
    bounds: tuple[str, ...] = ()  # FREE: the options with the least and the most of a seat
    halves: str = ""  # FREE: the option that allows halves, 3.5


@dataclass(frozen=True, slots=True, kw_only=True)
class OnPad:
    """What a pad does otherwise for this field than for others of its kind."""

    is_behind: bool = False  # shown behind "more"; paper has it as any other
    usual: tuple[When, ...] = ()  # a rare field is shown directly while all of these hold
    is_ladder: bool = False  # CHOICE: a value includes those before it, which are marked too
    only_yes: bool = False  # FLAG: there is no key for "no", which goes without saying


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing that a table writes down for a deal: its name, its labels and how it is entered.

    Most need no more than the first lines. What fields of one kind have besides is in `count` or `places`.
    """

    name: str
    kind: Kind
    label: str
    choices: tuple[Choice, ...] = ()
    keys: tuple[int, ...] = ()  # COUNT, COUNTS: the numbers that the pad offers
    asked: tuple[When, ...] = ()  # asked while all of these hold
    presets: tuple[Preset, ...] = ()  # the first that holds is set until the user taps a value
    aims: tuple[Preset, ...] = ()  # COUNT, COUNTS: the pad marks the number that makes the contract
    is_rare: bool = False  # the pad shows it behind "more"
    is_quiet: bool = False  # the written line omits it
    shown_as: str = ""  # the written line shows this fact of the outcome instead
    typed: str = ""  # a number: the letter before it in typed lines; a rare one has one anyway
    joins: str = ""  # SEAT: the field of the player whom this one plays with; a row names both
    count: Count = Count()
    places: Places = Places()
    on_pad: OnPad = OnPad()


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """A house rule that a club may set for an event; its default is in the game's `Options`."""

    name: str
    kind: Kind  # FLAG, CHOICE, COUNT, or COUNTS for a pair [low, high]
    label: str
    help: str = ""
    choices: tuple[Choice, ...] = ()
    least: int | None = None
    most: int | None = None
    may_be_none: bool = False
    may_be_several: bool = False  # COUNT: a list of different numbers is a value too
    touches_scoring: bool = True
