"""An auction at a table, call by call: whose turn, what may be said, what comes of it. Stores nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from rules.auction import Auction, Call, CallRefused, read_call, take_calls
from rules.game import Game, Term
from rules.writing import call_words
from tournaments.errors import NotPossible, violation_json
from tournaments.models import Table
from tournaments.presenting import line_text, said
from tournaments.selectors.sheets import game_of, load_tail


def auction_state(table: Table, raw_calls: Sequence[object]) -> dict[str, Any]:
    """Where the next deal's auction stands after these calls; a refused call and all behind it are left out.

    Raises NotPossible (`game_has_no_auction`).
    """
    game = game_of(table.round.event)
    auction = auction_of(game)
    sheet_state, problems = load_tail(table).sheet.state, []
    try:
        state = take_calls(auction, sheet_state, raw_calls)
    except CallRefused as refused:
        raw_calls, problems = raw_calls[: refused.index], refused.violations
        state = take_calls(auction, sheet_state, raw_calls)
    legal = auction.legal_calls(state)
    return {
        "turn": legal[0].seat if legal else None,
        "legal": [call_json(game, call) for call in legal],
        "calls": [said_call(game, read_call(raw)) for raw in raw_calls],
        "result": (result := auction.result(state)),
        "label": result_text(game, sheet_state, result) if result else None,
        "violations": [violation_json(each) for each in problems],
    }


def auction_of(game: Game) -> Auction:
    """The auction of a game. Raises NotPossible (`game_has_no_auction`)."""
    auction: Auction | None = game.auction
    if auction is None:
        raise NotPossible("game_has_no_auction", gettext("This game has no auction."))
    return auction


def call_json(game: Game, call: Call) -> dict[str, Any]:
    """One call that may be made; `group` is its label without the options, by which a phone sorts them."""
    return {
        "call": call.call,
        "contract": call.contract,
        "bid": call.bid,
        "announced": list(call.announced),
        "label": call_text(game, call),
        "group": call_text(game, Call(call.seat, call.call, call.contract, call.bid)),
    }


def said_call(game: Game, call: Call) -> dict[str, Any]:
    """A call that was made: who, and in which words."""
    return {"seat": call.seat, "label": call_text(game, call)}


def result_text(game: Game, sheet_state: Any, result: Mapping[str, Any]) -> str:
    """What is played, and how many options the declarer owes after a hold."""
    label = line_text(game, sheet_state, result)
    if not result["held_options"]:
        return label
    return gettext("%(label)s, options owed: %(count)s") % {"label": label, "count": result["held_options"]}


def call_text(game: Game, call: Call) -> str:
    """The words of a call in the reader's language."""
    return " ".join(said(word) if isinstance(word, Term) else word for word in call_words(game, call))
