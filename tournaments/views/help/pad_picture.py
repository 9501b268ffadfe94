"""A picture of a pad with one deal tapped, drawn from the fields that the pad is made of."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from django.utils.translation import gettext

from rules.fields import NEVER_ASKED, Choice, Field, Kind
from rules.game import Game
from rules.prose import Situation
from rules.writing import sign_word
from tournaments.views.games.games import situation_facts
from tournaments.wording.lists import in_a_list, labelled
from tournaments.wording.sheet_json import translate
from tournaments.wording.taps import chosen_word, seat_words

NUMBER, SUITS = re.compile(r"[+−]?\d+"), tuple("♣♠♥♦")
DRAWN = {Kind.SEAT, Kind.CHOICE, Kind.CHOICES, Kind.COUNT, Kind.COUNTS, Kind.FREE}
NUMBERS = {Kind.COUNTS, Kind.FREE}  # one for each seat or side


class PictureKey(NamedTuple):
    """A key: its word, the look of a number or a suit, whether it was tapped, and a shape before the word."""

    word: str
    look: str = ""
    is_tapped: bool = False
    picture: str = ""


class PictureRow(NamedTuple):
    """Keys in one row: the label above them and the word before them, each "" if there is none."""

    label: str
    keys: list[PictureKey]
    head: str = ""


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
            words = words.replace(seat_words(seats), in_a_list(names[seat] for seat in seats))
    return words


def is_pictured(situation: Situation) -> bool:
    """Return whether a situation has enough answers to be drawn."""
    return len(situation.record) > 2 and not situation.refused


def has_picture(game: Game) -> bool:
    """Return whether a game has such a situation."""
    return any(map(is_pictured, game.page.situations))


def rows_of(game: Game, situation: Situation, names: Sequence[str]) -> Iterator[PictureRow]:
    """Yield the rows of the fields that are answered, in the order of the pad."""
    kinds = [each for each in game.fields if is_kind(each, game)]
    record = {**{each.name: each.presets[0].value for each in kinds}, **situation.record}
    top = next((each for each in game.fields if each.kind == Kind.SEAT and each.asked != NEVER_ASKED), None)
    entry = top or next((each for each in game.fields if each.kind in NUMBERS), None)
    for each in sorted(game.fields, key=lambda each: (each != entry, each not in kinds)):
        if each.name in record and each.kind in DRAWN:
            yield from rows_of_field(game, each, record[each.name], names)


def is_kind(each: Field, game: Game) -> bool:
    """Return whether a field says what kind of deal it is: it is preset, and other fields depend on it."""
    is_preset = each.kind == Kind.CHOICE and any(not preset.when for preset in each.presets)
    return (
        is_preset
        and not each.asked
        and any(when.field == each.name for other in game.fields for when in other.asked)
    )


def rows_of_field(game: Game, each: Field, answer: Any, names: Sequence[str]) -> Iterator[PictureRow]:
    """Yield the keys of a field under its label, as the pad has them."""
    label = translate(each.label)
    if each.kind in NUMBERS:
        sides = (
            game.partners.sides(len(names))
            if each.places.per_side
            else [[seat] for seat in range(len(names))]
        )
        players = [" + ".join(names[seat] for seat in side) for side in sides]
        yield PictureRow(label, [typed(*pair) for pair in zip(players, answer, strict=True)])
    elif each.count.rest:
        rest = typed(translate(each.count.rest.label), each.count.rest.total - answer)
        yield PictureRow("", [typed(label, answer), rest])
    elif each.count.signs:
        for sign in (1, -1):
            keys = [key for key in each.keys if key * sign > 0]
            row = [PictureKey(str(abs(key)), "is-number", key == answer) for key in keys]
            yield PictureRow(label if sign > 0 else "", row, translate(sign_word(each, sign)))
    else:
        yield PictureRow(label, [*keys_of(game, each, answer, names)])


def typed(label: str, number: Any) -> PictureKey:
    """Return a typed number under its label."""
    return PictureKey(labelled(label, number), "is-typed")


def keys_of(game: Game, each: Field, answer: Any, names: Sequence[str]) -> Iterator[PictureKey]:
    """Yield the keys of a field; the choices of a group stand behind one key."""
    tapped = answer if each.kind == Kind.CHOICES else [answer]
    if each.kind == Kind.SEAT:
        yield from (PictureKey(name, "", seat == answer) for seat, name in enumerate(names))
    elif not each.choices:
        yield from (PictureKey(str(key), "is-number", key == answer) for key in each.keys)
    shown = set()
    for choice in offered(game, each):
        is_suit = choice.mark in SUITS
        word = choice.mark if is_suit else translate(choice.group) or chosen_word(each.choices, choice.value)
        if word and word not in shown:
            look = "is-suit" if is_suit else "is-number" if NUMBER.fullmatch(word) else ""
            yield PictureKey(word, look, choice.value in tapped, choice.picture)
        shown.add(word)


def offered(game: Game, each: Field) -> list[Choice]:
    """Return the choices that have a key under the usual rules of the game."""
    options, presets = game.Options(), {preset.value for preset in each.presets}
    usual = [
        choice
        for choice in each.choices
        if all(getattr(options, when.field.removeprefix("options.")) in when.values for when in choice.asked)
    ]
    return [one for one in usual if one.key or not (one.mark == "" and one.value in presets)]
