"""The cards of Schafkopf: trumps of every game, card points, the lead, and what a declaration needs."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.cards import HEARTS, SHORT_RANKS, SUITS, make_pack
from rules.schafkopf.settle import active, sitter_of
from rules.schafkopf.value import trumps_of_sie
from rules.schafkopf.words import (
    BETTEL,
    CALLED_SUITS,
    CARD_VALUES,
    FARBWENZ,
    GEIER,
    KREUZ,
    LONG_PACK,
    PASSED,
    PLAYERS,
    RAMSCH,
    RUF,
    SIE,
    SOLO,
    TOUT,
    WENZ,
)
from rules.tricks import NO_SUIT
from simulation.dealing import Deal, Shape
from simulation.play import Position, declarer_tricks, is_played_out, not_exchanged, start

OBERS = tuple(suit + "Q" for suit in SUITS)  # from the top: acorns, leaves, hearts, bells
UNTERS = tuple(suit + "J" for suit in SUITS)
ABOVE = {WENZ: UNTERS, FARBWENZ: UNTERS, GEIER: OBERS, BETTEL: ()}
RANKS = {WENZ: "ATKQ987", FARBWENZ: "ATKQ987", GEIER: "ATKJ987", BETTEL: SHORT_RANKS}
PLAIN_RANKS = "ATK987"
SHORT_PACK_RANKS = "AKQJT9"
OLD = "CQ"  # whose holder must play where the event says so


def shape(options: Any, seats: int, dealer: int) -> Shape:
    """Deal the long or the short pack out to four; of five the dealer gets none (§ Table)."""
    pack = make_pack(SHORT_RANKS if options.pack == LONG_PACK else SHORT_PACK_RANKS)
    sitter = sitter_of(seats, dealer)
    return Shape(pack, tuple(0 if seat == sitter else len(pack) // PLAYERS for seat in range(seats)))


def above_of(contract: str | None) -> tuple[str, ...]:
    """Return the cards that are trumps whatever their suit, from the top."""
    return ABOVE.get(contract or "", (*OBERS, *UNTERS))


def ranks_of(contract: str | None) -> str:
    """Return the order of the other cards."""
    return RANKS.get(contract or "", PLAIN_RANKS)


def trump_suit(contract: str | None, suit: str | None) -> str | None:
    """Return the suit that trumps are played as; none in a Bettel."""
    if contract in (BETTEL, PASSED):
        return None
    if contract in (WENZ, GEIER):
        return NO_SUIT
    return suit or HEARTS


def trumps_of(contract: str | None, suit: str | None, pack: Sequence[str]) -> tuple[str, ...]:
    """Return all trumps of a game from the top."""
    own = trump_suit(contract, suit)
    plain = [f"{own}{rank}" for rank in ranks_of(contract)]
    return (*above_of(contract), *(card for card in plain if card in pack))


def points_in(cards: Sequence[str]) -> int:
    """Return the card points of some cards (SS 1.2.3)."""
    return sum(CARD_VALUES.get(card[1], 0) for card in cards)


def begin(deal: Deal) -> Position:
    """Let forehand lead in every game (§ Table)."""
    contract, suit = deal.contract, deal.declaration.get("trump")
    position = start(deal, leader=deal.dealer + 1, ranks=ranks_of(contract), trump=trump_suit(contract, suit))
    position.above = above_of(contract)
    position.order = active(deal.seats, deal.dealer)
    return position


def is_over(position: Position) -> bool:
    """Return whether all tricks are played, or the declarer's announcement has failed.

    Shown and passed cards are not.
    """
    deal, own = position.deal, declarer_tricks(position)
    announced = deal.declaration.get("announced")
    if deal.contract == PASSED or announced == SIE or is_played_out(position):
        return True
    has_failed = own > 0 if deal.contract == BETTEL else announced == TOUT and own < len(position.tricks)
    return not position.on_table and has_failed


# The declaration


def ignored(declaration: Mapping[str, Any]) -> Sequence[str]:
    """Return the declarer of a crosswise game and of a Ramsch: seats and cards say who it is."""
    return ("declarer",) if declaration.get("contract") in (KREUZ, RAMSCH) else ()


def cards_refusal(deal: Deal) -> str | None:
    """Return the first rule that a declaration breaks by its cards (§ Games)."""
    if not_exchanged(deal):
        return not_exchanged(deal)
    if deal.contract == RUF:
        return call_refusal(deal)
    is_sie = deal.contract == SOLO and deal.declaration.get("announced") == SIE
    return "sie_not_in_hand" if is_sie and not has_sie(deal) else None


def call_refusal(deal: Deal) -> str | None:
    """Return why an ace cannot be called: players call one they lack, of a suit they have.

    Who must play may lack the suit too (SO 2.3).
    """
    called, hand = deal.declaration.get("called"), deal.hands[deal.declarer or 0]
    if called is None:
        return "called_required"
    if called + "A" in hand:
        return "called_ace_in_hand"
    is_locked = deal.declaration.get("forced") and not callable_suits(hand)
    if not plain_cards(hand, called) and not is_locked:
        return "called_suit_missing"
    return "forced_not_old" if deal.declaration.get("forced") and OLD not in hand else None


def plain_cards(hand: Sequence[str], suit: str) -> list[str]:
    """Return the cards of a suit that are no trumps in a Ruf."""
    return [card for card in hand if card[0] == suit and card[1] in PLAIN_RANKS]


def callable_suits(hand: Sequence[str]) -> list[str]:
    """Return the suits whose ace this hand may call."""
    return [suit for suit in CALLED_SUITS if plain_cards(hand, suit) and suit + "A" not in hand]


def has_sie(deal: Deal) -> bool:
    """Return whether the player holds the highest trumps, as many as a hand has."""
    highest = trumps_of(SOLO, deal.declaration.get("trump"), deal.pack)[: trumps_of_sie(deal.options)]
    return set(highest) <= set(deal.hands[deal.declarer or 0])


def caller_partner(deal: Deal) -> int | None:
    """Return the player who was dealt the called ace."""
    ace = f"{deal.declaration.get('called')}A"
    return next((seat for seat, hand in enumerate(deal.hands) if ace in hand), None)


def side_of_declarer(deal: Deal) -> tuple[int, ...]:
    """Return the players of the game; nobody's side in a Ramsch."""
    if deal.contract == KREUZ:
        return active(deal.seats, deal.dealer)[::2]
    players = (deal.declarer, caller_partner(deal) if deal.contract == RUF else None)
    return tuple(seat for seat in players if seat is not None)
