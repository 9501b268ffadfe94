"""A picture of a pad with one deal tapped, drawn from the fields that the pad is made of."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from django.utils.translation import gettext

from rules.game import Field, Game, Kind
from rules.prose import Situation
from rules.writing import sign_word
from tournaments.views.games.games import situation_facts
from tournaments.wording.sheet_json import translate
from tournaments.wording.taps import chosen_word, seat_words

NUMBER, SUITS = re.compile(r"[+−]?\d+"), tuple("♣♠♥♦")
DRAWN = {Kind.SEAT, Kind.CHOICE, Kind.CHOICES, Kind.COUNT}


class PictureKey(NamedTuple):
    """A key: its word, the look of a number or a suit, and whether it was tapped."""

    word: str
    look: str
    is_tapped: bool


class PictureRow(NamedTuple):
    """The keys of one field, under its label."""

    label: str
    keys: list[PictureKey]


class PadPicture(NamedTuple):
    """The contract in words, the rows of keys, and the first result."""

    question: str
    rows: list[PictureRow]
    result: str


def pad_picture(game: Game, seats: int) -> PadPicture:
    """Return the first accepted situation of the game with more than two answers, as its pad shows it."""
    situation = next(filter(is_pictured, game.page.situations))
    facts = situation_facts(game, situation)
    names = gettext("Anna, Bert, Carla, David, Emma, Fritz, Gerda, Hans").split(", ")[:seats]
    result = with_names(facts["results"][0], names)
    return PadPicture(facts["question"], [*rows_of(game, situation, names)], result)


def with_names(words: str, names: Sequence[str]) -> str:
    """Return the words with the names of those who sit there instead of their seats."""
    for size in range(len(names), 0, -1):
        for seats in combinations(range(len(names)), size):
            words = words.replace(seat_words(seats), ", ".join(names[seat] for seat in seats))
    return words


def is_pictured(situation: Situation) -> bool:
    """Return whether a situation has enough answers to be drawn."""
    return len(situation.record) > 2 and not situation.refused


def has_picture(game: Game) -> bool:
    """Return whether a game has such a situation."""
    return any(map(is_pictured, game.page.situations))


def rows_of(game: Game, situation: Situation, names: Sequence[str]) -> Iterator[PictureRow]:
    """Yield the fields that are answered, each with all its keys."""
    for each in game.fields:
        if each.name in situation.record and each.kind in DRAWN:
            keys = [key_of(word, value, each, situation.record) for word, value in keys_of(each, names)]
            yield PictureRow(translate(each.label), keys)


def keys_of(each: Field, names: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Yield the word and the value of each key of a field."""
    if each.kind == Kind.SEAT:
        for seat, name in enumerate(names):
            yield name, seat
    elif each.choices:
        for choice in each.choices:
            yield (
                choice.mark if choice.mark in SUITS else chosen_word(each.choices, choice.value),
                choice.value,
            )
    else:
        for key in each.keys:
            yield f"{translate(sign_word(each, key))} {abs(key)}" if each.signs else str(key), key


def key_of(word: str, value: Any, each: Field, record: Mapping[str, Any]) -> PictureKey:
    """Return a key, tapped if its value is in the record."""
    answer = record[each.name]
    is_tapped = value in answer if each.kind == Kind.CHOICES else value == answer
    look = "is-number" if NUMBER.fullmatch(word) else "is-suit" if word in SUITS else ""
    return PictureKey(word, look, is_tapped)
