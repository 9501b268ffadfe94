"""Fipsen (Prisdorf) with cards: dealing, exchange, and the end of the play."""

from typing import Any

from rules.cards import PACK_25, SHORT_RANKS
from rules.fipsen import prisdorf
from rules.fipsen.prisdorf.record import (
    ANNOUNCED,
    CONTINUED,
    KIEKER,
    NO,
    PASSED,
    SIEBENER,
    TRICKS_IN_A_DEAL,
)
from simulation.dealing import Deal, Shape
from simulation.games.fipsen.exchange import HAND_SIZE, exchange_refusal, hand_after_exchange
from simulation.games.fipsen.habits import choose_card, will_win_the_rest
from simulation.games.fipsen.prisdorf_bidding import declare
from simulation.people import Person
from simulation.play import Play, Position, declarer_tricks, start

SKAT_SIZE = 2


def shape(options: Any, seats: int, dealer: int) -> Shape:
    """Return five cards each, two in the skat; three or eight stay undealt (§ Deal)."""
    return Shape(PACK_25, (HAND_SIZE,) * seats, skat=SKAT_SIZE)


def begin(deal: Deal) -> Position:
    """Return the first position: the declarer leads, with the hand after the exchange (§ Play)."""
    position = start(deal, leader=deal.declarer or 0, ranks=SHORT_RANKS, trump=deal.declaration.get("trump"))
    if deal.declarer is not None:
        position.hands[deal.declarer] = hand_after_exchange(deal, deal.declarer)
    return position


def is_played(deal: Deal) -> bool:
    """Return whether the deal is played: passed deals, Siebener-Fips and surrendered Kiekers are not."""
    return deal.contract not in (PASSED, SIEBENER) and not deal.declaration.get("surrendered")


def needs_all(deal: Deal) -> bool:
    """Return whether the first lost trick ends the deal (§ Options, § Kieker, § Play)."""
    declaration = deal.declaration
    undertaken = declaration.get("durch", NO) in (ANNOUNCED, CONTINUED)
    return deal.contract == KIEKER or undertaken or declaration.get("bid") == TRICKS_IN_A_DEAL


def is_over(position: Position) -> bool:
    """Return whether the bid is made or out of reach, or one of all needed tricks is lost (§ Play)."""
    deal = position.deal
    if not is_played(deal):
        return True
    if position.on_table or not position.tricks:
        return False
    won = declarer_tricks(position)
    lost = len(position.tricks) - won
    bid = TRICKS_IN_A_DEAL if needs_all(deal) else deal.declaration["bid"]
    return won >= bid or lost > TRICKS_IN_A_DEAL - bid


def going_on(position: Position, person: Person) -> dict[str, Any]:
    """Return that a declarer who made the bid goes on (§ Play).

    They have lost no trick, and their cards win the rest.
    """
    deal = position.deal
    may_go_on = is_played(deal) and not needs_all(deal) and declarer_tricks(position) == len(position.tricks)
    return {"durch": CONTINUED} if may_go_on and will_win_the_rest(position) else {}


def derive(position: Position, state: Any) -> dict[str, Any]:
    """Return the declarer's tricks, if the deal was played."""
    return {"tricks": declarer_tricks(position)} if is_played(position.deal) else {}


PLAY = Play(
    game=prisdorf.GAME,
    shape=shape,
    exchange_refusal=exchange_refusal,
    begin=begin,
    is_over=is_over,
    derive=derive,
    declare=declare,
    choose=choose_card,
    going_on=going_on,
)
