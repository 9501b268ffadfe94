"""The situations of a game in words: the values that a table taps, and what the game answers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext

from rules.board import Unit
from rules.examples import Answer, answer_of
from rules.game import Choice, Field, Game, Kind, Ranking, signed
from rules.prose import Situation
from tournaments.views.games.rulebook import choice_word, phrase_text
from tournaments.wording.numbers import amount, plain
from tournaments.wording.refusals import translated
from tournaments.wording.sheet_json import translate

BETWEEN_SEATS = " – "


def situation_facts(game: Game, situation: Situation) -> dict[str, Any]:
    """Return a situation with the values to tap, and the refusal or the results of the deal."""
    answer = answer_of(game, situation)
    return {
        "question": translate(situation.question),
        "taps": [tap for each in game.fields for tap in taps_of(each, situation.record)],
        "refusals": [translated(each) for each in answer.violations],
        "results": [*results_of(game, answer)] if answer.outcome else [],
    }


# What is tapped


def taps_of(each: Field, record: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is tapped for a field: `Bid: 3`; nothing for a field that is left alone."""
    if each.name not in record:
        return
    value = record[each.name]
    if each.kind == Kind.CLAIM:
        yield from claim_taps(value)
    elif each.kind == Kind.FLAG and not each.choices:
        yield translate(each.label) if value else f"{translate(each.label)}: {gettext('no')}"
    else:
        for words in value_words(each, value):
            yield f"{translate(each.label)}: {words}"


def value_words(each: Field, value: Any) -> list[str]:
    """Return the values of a field in words, one for each key."""
    match each.kind:
        case Kind.SEAT:
            return [seat_words([value])]
        case Kind.SEATS:
            return [seat_words(value)]
        case Kind.FLAGS:
            return [seat_words([seat for seat, is_marked in enumerate(value) if is_marked])]
        case Kind.COUNTS | Kind.FREE:
            return [BETWEEN_SEATS.join("" if number is None else plain(number) for number in value)]
        case Kind.CHOICES:
            return [chosen_word(each.choices, one) for one in value]
    if each.choices:
        return [chosen_word(each.choices, value)]
    return [signed(value) if any(key < 0 for key in each.keys) else str(value)]


def claim_taps(claim: Mapping[str, int]) -> list[str]:
    """Return what is tapped for a claim, with the labels of the pad."""
    labels = {"counted": gettext("Counted"), "other_counted": gettext("Counted by the others")}
    numbers = [f"{label}: {claim[name]}" for name, label in labels.items()]
    return [f"{gettext('Claimed by')}: {seat_words([claim['side']])}", *numbers]


def chosen_word(choices: Sequence[Choice], value: Any) -> str:
    """Return the word on the key of one value."""
    chosen = next(each for each in choices if each.value == value)
    return translate(chosen.key) or choice_word(chosen)


def seat_words(seats: Sequence[int]) -> str:
    """Return seats as pages count them: `seat 2`, `seats 1, 3`."""
    numbers = ", ".join(str(seat + 1) for seat in seats)
    return ngettext("seat %(seats)s", "seats %(seats)s", len(seats)) % {"seats": numbers}


# What it brings


def results_of(game: Game, answer: Answer) -> Iterator[str]:
    """Yield what a deal brings to whom, and the game's notes; where the total ranks, the points alone."""
    assert answer.outcome is not None
    ranked = [each for each in game.ranks_by if each.tally == "total"] or game.ranks_by
    gains = [words for each in ranked if (words := gain_words(each, answer, is_only=len(ranked) == 1))]
    if answer.outcome.counts:
        yield from gains or [gettext("no points")]
    else:
        yield not_counted(answer)
    yield from map(phrase_text, answer.notes)


def not_counted(answer: Answer) -> str:
    """Return the sentence for a deal that is dealt again."""
    return gettext("does not count; %(seat)s deals again") % {"seat": seat_words([answer.next_dealer])}


def gain_words(ranking: Ranking, answer: Answer, *, is_only: bool) -> str:
    """Return the gains of the seats in one tally, `seat 2 +6`; "" if there are none."""
    gained = answer.changes[ranking.tally]
    values = sorted({each for each in gained if each}, reverse=True)
    parts = [f"{who_gained(gained, value)} {gain(value, ranking.unit)}" for value in values]
    label = "" if is_only or not parts else f"{translate(ranking.label)}: "
    return label + "; ".join(parts)


def who_gained(gained: Sequence[Any], value: Any) -> str:
    """Return the seats that gained this much."""
    seats = [seat for seat, each in enumerate(gained) if each == value]
    return gettext("everybody") if len(seats) == len(gained) else seat_words(seats)


def gain(value: Any, unit: Unit) -> str:
    """Return a number that was gained, with its sign, in its unit."""
    said = amount(value, unit)
    return said if unit == Unit.POINTS or value < 0 else f"+{said}"
