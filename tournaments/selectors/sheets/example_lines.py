"""Example lines of a game: simulated deals of its commonest kind, in the reader's words and in marks."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from rules import get_game
from rules.game import Game
from rules.notation import Sign, Words, as_asked, labels, spell_out, write_line
from rules.reading import Refused, open_table, read_options
from simulation import play_sheet
from tournaments.wording.sheet_json import translate

DEALS = 12
SEED = 9
MOST_WORDS = 5
MOST_LINES = 2
MOST_KEPT = 64  # combinations of game, options, table size and language


@dataclass(frozen=True, slots=True)
class Example:
    """A line as it may be typed: in the reader's words, in marks, and word by word."""

    line: str
    short: str
    signs: tuple[Sign, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the label of each word's field."""
        return tuple(sign.label for sign in self.signs)


def translated_words(game: Game) -> Words:
    """Return the words a line may contain, in the language of the typist."""
    return {label: translate(label) for label in labels(game)}


def example_lines(game: Game, options: Mapping[str, Any], seats: int) -> list[Example]:
    """Return one won and one lost deal, if the game has both; an empty list for a game without simulation."""
    by_ending = {
        last_word_meaning(each): each for each in sorted(lines(game, options, seats), key=usefulness)
    }
    return sorted(by_ending.values(), key=usefulness, reverse=True)[:MOST_LINES]


def usual_line(game: Game, options: Mapping[str, Any], seats: int) -> Example | None:
    """Return the first deal with the fields that most deals have, few before many; None if there is none."""
    every = lines(game, options, seats)
    counts = Counter(each.fields for each in every)
    return max(every, key=lambda each: (counts[each.fields], -len(each.fields)), default=None)


def lines(game: Game, options: Mapping[str, Any], seats: int) -> tuple[Example, ...]:
    """Return the short lines of a simulated table in the reader's words."""
    words = tuple(translated_words(game).items())
    return examples_in(game.key, json.dumps(options, sort_keys=True), seats, words)


@lru_cache(MOST_KEPT)
def examples_in(
    game_key: str, options: str, seats: int, words: tuple[tuple[str, str], ...]
) -> tuple[Example, ...]:
    """Return the short lines of a simulated table, without rare fields, of the kind that most deals are of.

    Deals are of one kind if their lines begin with the same field: normal ones of Doppelkopf with players.
    """
    game, differing = get_game(game_key), json.loads(options)
    state = open_table(game, read_options(game, differing), seats, 0)
    rare = {each.label for each in game.fields if each.is_rare}
    played = [
        example_of(game, record, state, dict(words)) for record in simulated_records(game, differing, seats)
    ]
    kinds = Counter(each.fields[0] for each in played if each.fields and each.fields[0] not in rare)
    kind = [label for label, _ in kinds.most_common(1)]
    return tuple(
        each
        for each in played
        if [*each.fields[:1]] == kind and len(each.fields) <= MOST_WORDS and rare.isdisjoint(each.fields)
    )


def simulated_records(game: Game, options: Mapping[str, Any], seats: int) -> list[dict[str, Any]]:
    """Return the records of a simulated table; empty if the game has no simulation."""
    try:
        deals = play_sheet(game.key, options, seats, 0, DEALS, Random(SEED))
    except Refused:
        return []
    return [deal.record for deal in deals]


def example_of(game: Game, record: Mapping[str, Any], state: Any, words: Words) -> Example:
    """Return the line of a record, as the pad would write it."""
    answers = as_asked(game, record, state)
    signs = spell_out(game, answers, state, words)
    return Example(
        " ".join(sign.mark for sign in signs), write_line(game, answers, state, words), tuple(signs)
    )


def usefulness(example: Example) -> tuple[int, str]:
    """Sort key: the number of different words in the line, then the line itself."""
    return len({sign.mark for sign in example.signs}), example.line


def last_word_meaning(example: Example) -> str:
    """Return the meaning of the last word: won, lost, a number."""
    return example.signs[-1].meaning
