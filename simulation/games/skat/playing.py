"""Skat with cards: forehand leads, ten tricks; a null ends with the declarer's first trick."""

from typing import Any

from rules import skat
from rules.reading import read_record
from rules.skat.record import (
    LOST,
    NULL,
    PASSED,
    POINTS_FOR_SCHNEIDER,
    POINTS_OF_SCHNEIDER,
    SCHNEIDER,
    SCHWARZ,
    SIMPLE,
    WON,
)
from rules.skat.settle import sitter
from simulation.dealing import Deal
from simulation.games.skat.cards import (
    HAND_SIZE,
    JACKS,
    cards_before,
    exchange_refusal,
    hand_to_play,
    matadors,
    points_in,
    put_away,
    ranks_of,
    shape,
    trump_suit,
)
from simulation.games.skat.declaring import declare
from simulation.games.skat.habits import choose_card
from simulation.play import Play, Position, declarer_tricks, is_played_out, start


def begin(deal: Deal) -> Position:
    """Let forehand lead; the dealer of a table of four does not play (ISkO 4.1)."""
    contract = deal.contract
    position = start(deal, leader=deal.dealer + 1, ranks=ranks_of(contract), trump=trump_suit(contract))
    position.above = () if contract in (NULL, PASSED) else JACKS
    out = sitter(deal.seats, deal.dealer)
    position.order = tuple(seat for seat in position.order if seat != out)
    if deal.declarer is not None:
        position.hands[deal.declarer] = hand_to_play(deal, deal.declarer)
    return position


def is_over(position: Position) -> bool:
    """Return whether ten tricks are played; none of a passed deal.

    A null until the declarer takes one (ours).
    """
    contract = position.deal.contract
    if contract == PASSED or is_played_out(position):
        return True
    return contract == NULL and not position.on_table and declarer_tricks(position) > 0


def derive(position: Position, state: Any) -> dict[str, Any]:
    """Return matadors, card points and level; for a null only the result."""
    deal = position.deal
    if deal.contract == PASSED or deal.contract is None:
        return {}
    if deal.contract == NULL:
        return {"result": LOST if declarer_tricks(position) else WON}
    taken = [card for trick in position.tricks if trick.winner == deal.declarer for card in trick.cards]
    points = points_in([*taken, *put_away(deal)])
    return {
        "matadors": matadors(cards_before(deal), deal.contract),
        "points": points,
        "level": level_of(points, declarer_tricks(position)),
    }


def level_of(points: int, tricks: int) -> str:
    """Return how the losing side lost: schwarz without a trick, schneider with 30 card points or fewer."""
    if tricks in (0, HAND_SIZE):
        return SCHWARZ
    return SIMPLE if POINTS_OF_SCHNEIDER < points < POINTS_FOR_SCHNEIDER else SCHNEIDER


def written(state: Any, record: dict[str, Any]) -> dict[str, Any]:
    """Write the record as on a list: won or lost instead of card points, the bid only if it matters."""
    if "points" not in record:
        return record
    facts = skat.GAME.settle(state, read_record(skat.GAME, record))[1].facts
    left_out = {"points"} | ({"level"} if record["level"] == SIMPLE else set())
    if not (facts["overbid"] or state.options.bid_required):
        left_out.add("bid")
    fields = {name: value for name, value in record.items() if name not in left_out}
    return {**fields, "result": WON if facts["made"] else LOST}


PLAY = Play(
    game=skat.GAME,
    shape=shape,
    exchange_refusal=exchange_refusal,
    begin=begin,
    is_over=is_over,
    derive=derive,
    written=written,
    derived=("matadors", "points", "level", "result"),
    declared_too=("matadors",),
    declare=declare,
    choose=choose_card,
)
