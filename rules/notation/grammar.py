"""The signs of a game's lines, for readers: every mark, its field and its meaning, in the reader's words."""

from rules.fields import Field, Kind
from rules.game import Game, text
from rules.notation.marks import (
    DEALER_MARK,
    EXPECTED_NUMBERS,
    LOST,
    NOT_PLAYING,
    NOTHING,
    PASSED,
    Sign,
    goes_without_saying,
    is_list,
    is_marked,
    is_placed,
    is_typed,
    number_marks,
    numbers_of,
    passed_mark,
    result_signs,
)
from rules.notation.words import NO_WORDS, Words, numbers_with_words, short_form
from rules.reading import DEALER

EXAMPLES = {Kind.SEAT: "1", Kind.SEATS: "13", Kind.COUNT: "0", Kind.CLAIM: "1 60 35"}  # behind their marks


def grammar(game: Game, words: Words = NO_WORDS) -> list[Sign]:
    """Return all elements of a line of this game, field by field, as the reader of these words types them."""
    fields = [sign for each in game.fields for sign in signs_of(game, each, words)]
    anywhere = Sign(DEALER_MARK + "1", DEALER.label, text("the seat number, as a check"))
    return [*fields, anywhere]


def signs_of(game: Game, each: Field, words: Words) -> list[Sign]:
    """Return the rows of one field."""
    if is_marked(each):
        numbers = EXAMPLES[each.kind]
        return [Sign(number_marks(game)[each.name] + numbers, each.label, EXPECTED_NUMBERS[each.kind])]
    if each.count.signs:
        expected = EXPECTED_NUMBERS[each.kind]
        return [Sign(numbers, each.label, expected) for numbers in numbers_with_words(each, words)]
    if is_placed(each) or is_list(each):
        sign = Sign(numbers_of(each), each.label, EXPECTED_NUMBERS[each.kind])
        return [sign, *result_signs(each), *marked_signs(each)]
    return word_signs(game, each, words)


def word_signs(game: Game, each: Field, words: Words) -> list[Sign]:
    """Return the marks of a field's words, one row each."""
    signs = [
        Sign(mark, each.label, choice.label)
        for choice in each.choices
        if (mark := short_form(game, words, each, choice.value)) and not goes_without_saying(each, choice)
    ]
    if each.kind == Kind.FLAG and not each.choices and is_typed(each):
        signs = [Sign(short_form(game, words, each, True), each.label, text("yes"))]
    passed = [
        Sign(LOST, each.label, choice.label)
        for choice in each.choices
        if choice.value == PASSED and passed_mark(game)
    ]
    return [*signs, *passed]


def marked_signs(each: Field) -> list[Sign]:
    """Return the marks of players who do not play, if the numbers show it."""
    if not each.places.counts_marked:
        return []
    return [
        Sign(NOTHING, each.label, text("this seat does not play")),
        Sign(NOT_PLAYING + "1", each.label, text("won that many tricks without having chosen to play")),
    ]
