"""A player's results as declarer, from the newest sheets, by the fields that the game declares.

Sums of won and lost deals are stored with every part; bids and announcements are counted on the newest
sheets, and the page says how many deals are included.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from rules.board import Unit
from rules.fields import Field, Kind
from rules.game import Game
from rules.reading import fields_by_name
from scoring.sheet.tallies import DEALS_LOST, DEALS_WON, counts_every_deal, has_declarer
from tournaments.models import Player, RoundStatus, Seat
from tournaments.selectors.series.declared_deals import Choice, Declared, Place, declared_on
from tournaments.wording.lists import labelled
from tournaments.wording.sheet_json import translate

MOST_SHEETS = 10


@dataclass(frozen=True, slots=True)
class Habit:
    """A recorded choice: how often the player declared with it, and how often they made it."""

    word: str
    deals: int
    won: int

    @property
    def share(self) -> int:
        """Return the deals made, in percent, rounded."""
        return round(Fraction(100 * self.won, self.deals)) if self.deals else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaring:
    """A declarer's sums, and their choices on the newest sheets."""

    total: Habit
    sheets: int = 0
    seen: int = 0
    bids: list[Habit] = field(default_factory=list)
    average_bid: Fraction | None = None
    average_value: Fraction | None = None
    is_by_side: bool = False  # the total counts every deal that the player's side won or lost
    sums: list[tuple[str, int, Unit]] = field(default_factory=list)
    words: list[Habit] = field(default_factory=list)


def declaring_of(
    player: Player,
    game: Game,
    tallies: Mapping[str, int],
    events: Collection[int],
    most_sheets: int = MOST_SHEETS,
) -> Declaring | None:
    """Return the player's statistics as declarer; None if the game has no declarer or they never declared.

    `tallies` are the player's over all events; choices come from the newest sheets of `events`. One
    query, and three more for sheets that are not counted yet.
    """
    won, lost = tallies.get(DEALS_WON, 0), tallies.get(DEALS_LOST, 0)
    if not has_declarer(game) or not won + lost:
        return None
    sheets = newest_sheets(player, events, most_sheets)
    declared, is_by_side = counts_on(sheets), counts_every_deal(game)
    return Declaring(
        total=Habit("", won + lost, won),
        sheets=len(sheets),
        seen=declared.deals,
        bids=[Habit(str(bid), *made) for bid, made in made_of(declared.bids)],
        average_bid=average(Counter(bid for bid, _ in declared.bids.elements())),
        average_value=None if is_by_side else average(declared.values),
        sums=[(translate(each.label), tallies.get(each.tally, 0), each.unit) for each in game.statistics],
        is_by_side=is_by_side,
        words=[Habit(word, *made) for word, made in made_of(in_words(game, declared.choices))],
    )


class OwnSheet(NamedTuple):
    """A sheet with the digest of its history, and the seats on it that score for a player."""

    table_id: int
    head: str
    places: Sequence[Place]


def newest_sheets(player: Player, events: Collection[int], most: int) -> list[OwnSheet]:
    """Return the sheets on which the player's account scores, newest first; one query."""
    own = Seat.objects.filter(account__player=player, account__event__in=events)
    released = own.exclude(part__table__round__status=RoundStatus.DRAFT).order_by(
        "-account__event__date", "-account__event_id", "-part__table__round__number", "-part__table__number"
    )
    seats = released.values_list("part__table", "part__table__head", "part__position", "position")
    sheets = [
        OwnSheet(table_id, head, [(part, seat) for *_, part, seat in rows])
        for (table_id, head), rows in groupby(seats, key=lambda row: row[:2])
    ]
    return sheets[:most]


def counts_on(sheets: Sequence[OwnSheet]) -> Declared:
    """Return the player's counts on these sheets together."""
    counts = declared_on({each.table_id: each.head for each in sheets})
    total = Declared()
    for sheet in sheets:
        own = counts.get(sheet.table_id, {})
        for each in (own[place] for place in sheet.places if place in own):
            total.add(each)
    return total


# Recorded choices


def in_words(game: Game, choices: Mapping[tuple[Choice, bool], int]) -> Counter[tuple[str, bool]]:
    """Count choices by word: "Trumps: spades", "Named in the bid: Hand"."""
    words: Counter[tuple[str, bool]] = Counter()
    for ((name, value), is_made), deals in choices.items():
        words[word_of(fields_by_name(game)[name], value), is_made] += deals
    return words


def word_of(each: Field, value: Any) -> str:
    """Return the word of one field's value."""
    label = translate(each.label)
    if each.kind == Kind.FLAG:
        return label
    choice = next(choice for choice in each.choices if choice.value == value)
    return labelled(label, translate(choice.label))


def made_of(counts: Mapping[tuple[Any, bool], int]) -> Iterator[tuple[Any, tuple[int, int]]]:
    """Yield each value in order, with how often it was declared and how often made."""
    for value in sorted({value for value, _ in counts}):
        won, lost = counts.get((value, True), 0), counts.get((value, False), 0)
        yield value, (won + lost, won)


def average(counts: Mapping[int, int]) -> Fraction | None:
    """Return the average of counted values; None without any."""
    times = sum(counts.values())
    return Fraction(sum(value * each for value, each in counts.items()), times) if times else None
