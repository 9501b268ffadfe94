"""The rules of the games: a list, and a page per game generated from the game's own data."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from rules import get_game
from rules.board import Unit
from rules.examples import Answer, answer_of
from rules.game import Game, Ranking
from rules.prose import Situation
from rules.reading import Refused
from tournaments.serving.caching import same_for_all
from tournaments.views.games.rulebook import game_facts, phrase_text, rules_facts
from tournaments.views.pages.permissions import or_404
from tournaments.views.pages.suggested_games import likeliest_first
from tournaments.wording.numbers import amount
from tournaments.wording.refusals import translated
from tournaments.wording.sheet_json import translate
from tournaments.wording.taps import seat_words, taps_of


@require_safe
@same_for_all
def games(request: HttpRequest) -> HttpResponse:
    """List the games, first those that the reader's language and region suggest."""
    return render(request, "games/games.html", {"games": game_facts(likeliest_first(request))})


@require_safe
@same_for_all
def game(request: HttpRequest, key: str) -> HttpResponse:
    """Show how a game is played and scored."""
    try:
        shown = get_game(key)
    except Refused:
        shown = None
    game = or_404(shown)
    situations = [situation_facts(game, each) for each in game.page.situations]
    context = {"game": rules_facts(game), "game_key": game.key, "situations": situations}
    return render(request, "games/game.html", context)


def situation_facts(game: Game, situation: Situation) -> dict[str, Any]:
    """Return a situation with the values to tap, and the refusal or the results of the deal."""
    answer = answer_of(game, situation)
    return {
        "question": translate(situation.question),
        "taps": [tap for each in game.fields for tap in taps_of(each, situation.record)],
        "refusals": [translated(each) for each in answer.violations],
        "results": [*results_of(game, answer)] if answer.outcome else [],
    }


# What it brings


def results_of(game: Game, answer: Answer) -> Iterator[str]:
    """Yield what a deal brings to whom, and the game's notes; where the total ranks, the points alone."""
    assert answer.outcome is not None
    ranked = [each for each in game.ranks_by if each.tally == "total"] or game.ranks_by
    gains = [words for each in ranked if (words := gain_words(each, answer, is_only=len(ranked) == 1))]
    if answer.outcome.counts:
        yield from gains or [gettext("no points")]
    else:
        yield passed_out_words(answer)
    yield from map(phrase_text, answer.notes)


def passed_out_words(answer: Answer) -> str:
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
    text = amount(value, unit)
    return text if unit == Unit.POINTS or value < 0 else f"+{text}"
