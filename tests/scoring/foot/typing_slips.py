"""How people mistype a sheet with the paper before them: keys, words, taps and lines that slip.

The slips are made on the typed lines and on the foot, key by key, and know nothing of points or of what the
guard looks for (`scoring/foot/cross_foot.py`). A line that cannot be read any more, or that the rules refuse,
is noticed while it is typed, so it is not a slip of the sheet.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.fields import Field, Kind
from rules.game import Game
from rules.notation import as_asked, read_line, write_line
from rules.reading import Refused, clean_record, read_record

KEY_ROWS = ("1234567890", "qwertzuiop", "asdfghjkl", "yxcvbnm")
KEY_PAD = {
    "1": "24",
    "2": "135",
    "3": "26",
    "4": "157",
    "5": "2468",
    "6": "359",
    "7": "48",
    "8": "579",
    "9": "68",
}
TRIES = 400


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet as it was played: its game, the state before the first deal, and its records in order."""

    game: Game
    opening: Any
    records: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Typing:
    """A mistyped sheet: records, the foot (totals, deals or None), and the slips made.

    A slip is its kind and its row on the typed sheet: 0 for the foot and for a deal that is missing.
    """

    records: tuple[Any, ...]
    totals: tuple[int, ...]
    deals: int | None
    slips: tuple[tuple[str, int], ...]


# Slips of the keys in one line


def neighbouring_key(line: str, rng: Random) -> str:
    """Return one key beside the right one, in the row of keys or on the pad of digits."""
    at = rng.randrange(len(line))
    beside = keys_beside(line[at])
    return line[:at] + rng.choice(beside) + line[at + 1 :] if beside else line


def keys_beside(key: str) -> str:
    """Return the keys beside one."""
    row = next((row for row in KEY_ROWS if key.lower() in row), "")
    at = row.find(key.lower())
    return row[max(at - 1, 0) : at] + row[at + 1 : at + 2] + KEY_PAD.get(key, "")


def swapped_keys(line: str, rng: Random) -> str:
    """Return two neighbouring keys of a word in the wrong order."""
    at = rng.randrange(max(len(line) - 1, 1))
    pair = line[at : at + 2]
    return line if " " in pair else line[:at] + pair[::-1] + line[at + 2 :]


def doubled_key(line: str, rng: Random) -> str:
    """Return one digit pressed twice, or a zero after it."""
    at = rng.randrange(len(line))
    return line[: at + 1] + rng.choice((line[at], "0")) + line[at + 1 :] if line[at].isdigit() else line


def lost_key(line: str, rng: Random) -> str:
    """Return one key not pressed; a zero too few."""
    at = rng.randrange(len(line))
    return line[:at] + line[at + 1 :]


def forgotten_word(line: str, rng: Random) -> str:
    """Return a word left out: an option that was announced, a sign."""
    words = line.split()
    del words[rng.randrange(len(words))]
    return " ".join(words)


def wrong_sign(line: str, rng: Random) -> str:
    """Return plus for minus, a lost minus, a minus too many."""
    words = line.split()
    at = rng.randrange(len(words))
    word = words[at]
    if word[0] in "+-":
        words[at] = {"+": "-", "-": rng.choice(("+", ""))}[word[0]] + word[1:]
    elif word.isdigit():
        words[at] = "-" + word
    return " ".join(words)


def neighbouring_seat(line: str, rng: Random) -> str:
    """Return a value in the column of the neighbour."""
    words = line.split()
    at = rng.randrange(max(len(words) - 1, 1))
    words[at : at + 2] = reversed(words[at : at + 2])
    return " ".join(words)


LINE_SLIPS: Mapping[str, Callable[[str, Random], str]] = {
    "neighbouring key": neighbouring_key,
    "swapped keys": swapped_keys,
    "doubled key": doubled_key,
    "lost key": lost_key,
    "forgotten word": forgotten_word,
    "wrong sign": wrong_sign,
    "neighbouring seat": neighbouring_seat,
}


@dataclass(frozen=True, slots=True)
class Habits:
    """How often a typist makes each kind of slip in a row, and the share of slips made at the foot."""

    rows: Mapping[str, int]
    at_foot: float


USUAL = Habits(
    {
        "neighbouring key": 20,
        "swapped keys": 10,
        "doubled key": 5,
        "lost key": 5,
        "forgotten word": 10,
        "wrong sign": 15,
        "neighbouring seat": 10,
        "wrong tap": 15,
        "neighbouring row": 4,
        "typed twice": 4,
        "missing deal": 4,
    },
    1 / 8,
)
"""The habits with which the chances of the guard were chosen."""
OTHER = Habits(
    {
        "neighbouring key": 6,
        "swapped keys": 4,
        "doubled key": 8,
        "lost key": 8,
        "forgotten word": 4,
        "wrong sign": 8,
        "neighbouring seat": 18,
        "wrong tap": 30,
        "neighbouring row": 8,
        "typed twice": 8,
        "missing deal": 8,
    },
    1 / 4,
)
"""Habits that nothing was chosen with, to check the guard by: taps and rows slip more often, keys less."""


# Slips of a tap, for what is one tap on the pad and one column on paper


def other_seat(each: Field, value: Any, seats: int, rng: Random) -> Any:
    """Return the seat to the left or right."""
    return (value + rng.choice((-1, 1))) % seats


def next_choice(each: Field, value: Any, seats: int, rng: Random) -> Any:
    """Return the word or number beside the right one: a game value one step off."""
    known = [*(each.keys or (choice.value for choice in each.choices))]
    at = known.index(value) if value in known else -1
    beside = known[max(at - 1, 0) : at] + known[at + 1 : at + 2]
    return rng.choice(beside) if at >= 0 and beside else value


def other_flag(each: Field, value: Any, seats: int, rng: Random) -> Any:
    """Return yes for no."""
    return not value


TAPS = {Kind.SEAT: other_seat, Kind.CHOICE: next_choice, Kind.COUNT: next_choice, Kind.FLAG: other_flag}


def wrong_tap(game: Game, state: Any, record: Mapping[str, Any], rng: Random) -> Mapping[str, Any]:
    """Return the record with one field tapped beside; what follows from it is filled in anew.

    A tap that empties most of the line (a deal that was passed out) is noticed.
    """
    tapped = [each for each in game.fields if each.kind in TAPS and each.name in record]
    if not tapped:
        return record
    each = rng.choice(tapped)
    value = TAPS[each.kind](each, record[each.name], state.seats, rng)
    changed = as_asked(game, {**record, each.name: value}, state)
    return changed if 2 * len(changed) > len(record) else record


# A whole sheet


def states_of(paper: Paper, records: Sequence[Any]) -> list[Any] | None:
    """Return the state before every record and the last; None if the rules refuse one."""
    states = [paper.opening]
    for record in records:
        if paper.game.violations(states[-1], record):
            return None
        states.append(paper.game.settle(states[-1], record)[0])
    return states


def count_of(paper: Paper, records: Sequence[Any]) -> int:
    """Return how many of the records count as deals."""
    state, counted = paper.opening, 0
    for record in records:
        state, outcome = paper.game.settle(state, record)
        counted += outcome.counts
    return counted


def typed_rows(
    paper: Paper, records: tuple[Any, ...], rng: Random, habits: Habits
) -> Iterator[tuple[str, int, tuple[Any, ...]]]:
    """Yield sheets with one slip in a row, with its kind and its row, without end."""
    states = states_of(paper, records) or []
    while True:
        kind = rng.choices([*habits.rows], [*habits.rows.values()])[0]
        at = rng.randrange(len(records))
        if kind == "typed twice":
            yield kind, at + 2, (*records[: at + 1], *records[at:])
        elif kind == "missing deal":
            yield kind, 0, (*records[:at], *records[at + 1 :])
        else:
            other = slipped(paper, states[at], records, at, kind, rng)
            if other is not None and other != records[at]:
                yield kind, at + 1, (*records[:at], other, *records[at + 1 :])


def slipped(paper: Paper, state: Any, records: Sequence[Any], at: int, kind: str, rng: Random) -> Any:
    """Return the record that stands in a row instead; None if it would be noticed while it is typed."""
    if kind == "neighbouring row":
        return records[max(at - 1, 0)]
    game = paper.game
    plain = plain_record(game, records[at])
    try:
        if kind == "wrong tap":
            return read_record(game, wrong_tap(game, state, plain, rng))
        line = write_line(game, as_asked(game, plain, state), state)
        return read_record(game, read_line(game, state.options, state, LINE_SLIPS[kind](line, rng)))
    except Refused:
        return None


def plain_record(game: Game, record: Any) -> dict[str, Any]:
    """Return a Record as the JSON it was read from."""
    values = {each.name: getattr(record, each.name) for each in game.fields}
    return clean_record(game, {name: [*v] if type(v) is tuple else v for name, v in values.items()})


FOOT_SLIPS = ("swapped columns", "sign of a total", "digits of a total", "key of a total")


def typed_foot(totals: tuple[int, ...], kind: str, rng: Random) -> tuple[int, ...]:
    """Return the foot with one slip in it."""
    typed = list(totals)
    seat = rng.randrange(len(totals))
    if kind == "swapped columns":
        other = (seat + 1) % len(totals)
        typed[seat], typed[other] = typed[other], typed[seat]
    elif kind == "sign of a total":
        typed[seat] = -typed[seat]
    else:
        slip = swapped_keys if kind == "digits of a total" else neighbouring_key
        digits = slip(str(abs(totals[seat])), rng)
        typed[seat] = int(digits) if totals[seat] >= 0 else -int(digits)
    return tuple(typed)


def mistype(paper: Paper, rng: Random, *, slips: int = 1, habits: Habits = USUAL) -> Typing | None:
    """Return a sheet typed with this many slips, each of which shows at the foot; None if there is none.

    Only a single slip may be one of the foot. The number of deals is known in every second case.
    """
    states = states_of(paper, paper.records) or []
    totals, counted = states[-1].totals, count_of(paper, paper.records)
    deals = counted if rng.random() < 0.5 else None
    if slips == 1 and rng.random() < habits.at_foot:
        kind = rng.choice(FOOT_SLIPS)
        for _ in range(TRIES):
            foot = typed_foot(totals, kind, rng)
            if foot != totals:
                return Typing(paper.records, foot, deals, ((kind, 0),))
    typed, made = paper.records, []
    for _ in range(slips):
        found = one_more(paper, typed, rng, habits)
        if found is None:
            return None
        kind, row, typed = found
        made.append((kind, row))
    last = states_of(paper, typed) or states
    return Typing(typed, totals, deals, tuple(made)) if last[-1].totals != totals else None


def one_more(
    paper: Paper, typed: tuple[Any, ...], rng: Random, habits: Habits
) -> tuple[str, int, tuple[Any, ...]] | None:
    """Return the sheet with one more slip that the rules allow and that changes a total."""
    before = (states_of(paper, typed) or [])[-1].totals
    tried = typed_rows(paper, typed, rng, habits)
    for _ in range(TRIES):
        kind, row, records = next(tried)
        states = states_of(paper, records)
        if states and states[-1].totals != before:
            return kind, row, records
    return None
