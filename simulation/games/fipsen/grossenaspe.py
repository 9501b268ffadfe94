"""Fipsen (Grossenaspe) with cards: the dealer's left leads; a declarer without a trick plays on."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from rules.auction import Call
from rules.cards import CLUBS, PACK_25, PACK_32, SHORT_RANKS, SUITS
from rules.fipsen import grossenaspe
from rules.fipsen.grossenaspe.record import (
    FIPS,
    FIPS_VALUE,
    GUTE,
    GUTE_FACTOR,
    KIEKER,
    KIEKER_VALUE,
    PASSED,
    TRICKS,
    TRICKS_IN_A_DEAL,
)
from rules.fipsen.grossenaspe.settle import sitter_of
from simulation.auctions import bid_by_prospect, hold_auction
from simulation.dealing import Deal, Shape
from simulation.games.fipsen.exchange import (
    HAND_SIZE,
    cards_to_choose_from,
    exchange_refusal,
    hand_after_exchange,
    has_picture,
    lay_away,
)
from simulation.games.fipsen.habits import Weights, best_keeps, chance, choose_card, weigh, will_win_the_rest
from simulation.people import Person
from simulation.play import Play, Position, declarer_tricks, start

SKAT_SIZE = 2

WEIGHTS = {
    3: Weights(-40, 72, {"A": 83, "K": 54, "Q": 33, "J": 17}, {"A": 78, "K": 27, "Q": 9}, 73),
    4: Weights(-83, 87, {"A": 82, "K": 47, "Q": 27, "J": 15}, {"A": 68, "K": 19, "Q": 8}, 70),
    5: Weights(-92, 79, {"A": 93, "K": 53, "Q": 31, "J": 19}, {"A": 60, "K": 5}, 50),
}
SKAT_HELP = 0.7
BOLD_HELP = 0.3
CAUTION, MOOD = -0.25, 0.6  # players misjudge their hands in both directions
WORTH_BIDDING = 1.0  # points; players bid only above this
KIEKER_TRIES = 0.12
SURRENDER_BELOW = 0.25
KNOCK_RATE = 0.08


def shape(options: Any, seats: int, dealer: int) -> Shape:
    """Return five cards each, two in the skat; three players use the 25 cards of Prisdorf."""
    sitter = sitter_of(options, seats, dealer)
    hands = tuple(0 if seat == sitter else HAND_SIZE for seat in range(seats))
    return Shape(PACK_25 if seats == 3 else PACK_32, hands, skat=SKAT_SIZE)


def begin(deal: Deal) -> Position:
    """Return the first position: the next player after the dealer leads, not the declarer (§ Play)."""
    trump = deal.declaration.get("trump")
    position = start(deal, leader=deal.dealer + 1, ranks=SHORT_RANKS, trump=trump)
    sitter = sitter_of(deal.options, deal.seats, deal.dealer)
    position.order = tuple(seat for seat in position.order if seat != sitter)
    if deal.declarer is not None:
        position.hands[deal.declarer] = hand_after_exchange(deal, deal.declarer)
    return position


def is_played(deal: Deal) -> bool:
    """Return whether the deal is played: passed deals and surrendered Kiekers are not."""
    return deal.contract != PASSED and not deal.declaration.get("surrendered")


def bid_of(deal: Deal) -> int:
    """Return the number of tricks needed."""
    return int(deal.declaration["bid"]) if deal.contract == TRICKS else TRICKS_IN_A_DEAL


def is_over(position: Position) -> bool:
    """Return whether the bid is made or lost (§ Play)."""
    deal = position.deal
    if not is_played(deal):
        return True
    if position.on_table or not position.tricks:
        return False
    won = declarer_tricks(position)
    lost = len(position.tricks) - won
    return won + lost == TRICKS_IN_A_DEAL or is_decided(deal, won, lost)


def is_decided(deal: Deal, won: int, lost: int) -> bool:
    """Return whether the bid is made or lost; a declarer without a trick plays on until one (§ Play)."""
    if deal.declaration.get("continued"):
        return lost > 0
    bid = bid_of(deal)
    return won >= bid or (won > 0 and lost > TRICKS_IN_A_DEAL - bid)


def going_on(position: Position, person: Person) -> dict[str, Any]:
    """Return that a declarer without a lost trick goes on, if their cards win the rest (§ Play)."""
    return {"continued": True} if may_go_on(position) and will_win_the_rest(position) else {}


def may_go_on(position: Position) -> bool:
    """Return whether the bid is made, no trick is lost, and tricks are left."""
    deal = position.deal
    if not is_played(deal) or deal.declaration.get("continued"):
        return False
    return declarer_tricks(position) == len(position.tricks) < TRICKS_IN_A_DEAL


def derive(position: Position, state: Any) -> dict[str, Any]:
    """Return the declarer's tricks, if the deal was played."""
    return {"tricks": declarer_tricks(position)} if is_played(position.deal) else {}


# Simulated players


def expected_tricks(hand: Sequence[str], seats: int) -> dict[str, float]:
    """Return the expected tricks with each suit as trumps."""
    return {suit: weigh(hand, suit, WEIGHTS[seats]) for suit in SUITS}


def contract_value(contract: str | None, bid: int | None) -> int:
    """Return the points without clubs (§ Score)."""
    return {KIEKER: KIEKER_VALUE, FIPS: FIPS_VALUE}.get(contract or "", bid or 0)


def prospect(call: Call, tricks: Mapping[str, float], mood: float) -> float:
    """Return the expected points of a bid relative to the others, who get as much if it is lost."""
    needed = TRICKS_IN_A_DEAL if call.contract == FIPS else (call.bid or 0)
    best = tricks[CLUBS] if GUTE in call.announced else max(tricks.values())
    hoped = mood + (0 if call.contract == FIPS else SKAT_HELP)
    value = contract_value(call.contract, call.bid) * (GUTE_FACTOR if GUTE in call.announced else 1)
    return value * (2 * chance(best + hoped, needed) - 1)


def declare(deal: Deal, state: Any, people: Sequence[Person], rng: Random) -> list[dict[str, Any]]:
    """Play auction, exchange and declaration of a deal; return the calls."""
    auction = grossenaspe.GAME.auction
    judge = make_judge(deal, people, rng)
    opening = auction.opening(deal.options, deal.seats, deal.dealer)
    calls, result = hold_auction(
        auction, opening, lambda now: bid_by_prospect(auction, now, judge, WORTH_BIDDING)
    )
    if result["contract"] == PASSED:
        deal.declaration = {"contract": PASSED}
        return calls
    declare_contract(deal, result)
    if deal.options.knock and is_played(deal) and rng.random() < KNOCK_RATE:
        deal.declaration["knock"] = True
    return calls


def make_judge(deal: Deal, people: Sequence[Person], rng: Random) -> Callable[[Call], float]:
    """Return each player's judge of bids, as prospects."""
    tricks = [expected_tricks(hand, deal.seats) for hand in deal.hands]
    moods = [BOLD_HELP * person.boldness + rng.gauss(CAUTION, MOOD) for person in people]
    tries = [not has_picture(hand) and rng.random() < KIEKER_TRIES for hand in deal.hands]

    def judge(call: Call) -> float:
        if call.contract == KIEKER:
            return KIEKER_VALUE if tries[call.seat] and not call.announced else 0
        return prospect(call, tricks[call.seat], moods[call.seat])

    return judge


def declare_contract(deal: Deal, result: Mapping[str, Any]) -> None:
    """Choose the exchange and trumps, or surrender a Kieker."""
    seat, contract = result["declarer"], result["contract"]
    deal.declaration = {"declarer": seat, "contract": contract, "announced": list(result["announced"])}
    deal.declaration["took_skat"] = contract != FIPS
    if contract == TRICKS:
        deal.declaration["bid"] = result["bid"]
    if contract == KIEKER:
        deal.drawn = {seat: list(deal.rest)}
    cards = cards_to_choose_from(deal, seat)
    keeps = best_keeps(kieker_choice(deal, seat) if contract == KIEKER else cards)
    trump = best_trump(keeps, bid_of(deal), deal.seats, is_gute=GUTE in result["announced"])
    lay_away(deal, seat, cards, keeps[trump])
    hope = chance(expected_tricks(keeps[trump], deal.seats)[trump], TRICKS_IN_A_DEAL)
    is_surrendered = contract == KIEKER and hope < SURRENDER_BELOW
    deal.declaration |= {"surrendered": True} if is_surrendered else {"trump": trump}


def kieker_choice(deal: Deal, seat: int) -> list[str]:
    """Return the cards a Kieker may keep: none of the dealt ones."""
    return [card for card in cards_to_choose_from(deal, seat) if card not in deal.hands[seat]]


def best_trump(keeps: Mapping[str, Sequence[str]], needed: int, seats: int, *, is_gute: bool) -> str:
    """Return clubs if Gute was named; else the most promising suit, clubs counting twice."""
    if is_gute:
        return CLUBS

    def promise(suit: str) -> float:
        expected = expected_tricks(keeps[suit], seats)[suit]
        return (GUTE_FACTOR if suit == CLUBS else 1) * (2 * chance(expected, needed) - 1)

    return max(SUITS, key=promise)


PLAY = Play(
    game=grossenaspe.GAME,
    shape=shape,
    exchange_refusal=exchange_refusal,
    begin=begin,
    is_over=is_over,
    derive=derive,
    declare=declare,
    choose=choose_card,
    going_on=going_on,
)
