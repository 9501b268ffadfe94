"""Follow an auction at a table call by call: the player to call, the legal calls, the result."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.auction import Call, CallRefused, read_call, take_calls
from rules.game import Game, text
from rules.writing import call_words
from scoring.sheet.serialising import Language, line_text, translated_value, violation_json


def auction_json(
    language: Language, game: Game, sheet_state: Any, raw_calls: Sequence[object]
) -> dict[str, Any]:
    """Return the next deal's auction after these calls; a refused call and all later ones are dropped.

    The game must have an auction.
    """
    auction, problems = game.auction, []
    try:
        state = take_calls(auction, sheet_state, raw_calls)
    except CallRefused as refused:
        raw_calls, problems = raw_calls[: refused.index], refused.violations
        state = take_calls(auction, sheet_state, raw_calls)
    legal = auction.legal_calls(state)
    result = auction.result(state)
    return {
        "turn": legal[0].seat if legal else None,
        "legal": [call_json(language, game, call) for call in legal],
        "calls": [said_call(language, game, read_call(raw)) for raw in raw_calls],
        "result": result,
        "label": result_text(language, game, sheet_state, result) if result else None,
        "violations": [violation_json(language, each) for each in problems],
    }


def call_json(language: Language, game: Game, call: Call) -> dict[str, Any]:
    """Return a legal call; `group` is its label without the options, by which a phone sorts calls."""
    return {
        "call": call.call,
        "contract": call.contract,
        "bid": call.bid,
        "announced": list(call.announced),
        "label": call_text(language, game, call),
        "group": call_text(language, game, Call(call.seat, call.call, call.contract, call.bid)),
    }


def said_call(language: Language, game: Game, call: Call) -> dict[str, Any]:
    """Return a call that was made: its seat and its words."""
    return {"seat": call.seat, "label": call_text(language, game, call)}


def result_text(language: Language, game: Game, sheet_state: Any, result: Mapping[str, Any]) -> str:
    """Return the contract in words, and how many options the declarer owes after a hold."""
    label = line_text(language, game, sheet_state, result)
    if not result["held_options"]:
        return label
    message = language.translate(text("%(label)s, options owed: %(count)s"))
    return message % {"label": label, "count": result["held_options"]}


def call_text(language: Language, game: Game, call: Call) -> str:
    """Return the words of a call."""
    return " ".join(translated_value(language, word) for word in call_words(game, call))
