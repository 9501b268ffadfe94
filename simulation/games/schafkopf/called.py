"""The called ace of a Ruf: it must be played when searched, and may not be thrown away before (SO 3.2)."""

from rules.schafkopf.words import RUF
from simulation.games.schafkopf.cards import plain_cards
from simulation.play import Position, follows_suit

TO_RUN_AWAY = 4  # cards of the suit, the ace among them


def card_refusal(position: Position, card: str) -> str | None:
    """Follow suit; then what the called ace demands of its holder."""
    return follows_suit(position, card) or called_refusal(position, card)


def called_refusal(position: Position, card: str) -> str | None:
    """Return the rule of the called ace that a card breaks."""
    suit = called_suit(position)
    if suit is None or suit + "A" not in position.hand or is_searched_before(position, suit):
        return None
    is_ace, is_of_suit = card == suit + "A", card in plain_cards([card], suit)
    if position.led is None:
        few = len(plain_cards(position.hand, suit)) < TO_RUN_AWAY
        return "may_not_run_away" if is_of_suit and not is_ace and few else None
    if is_led(position.on_table[0], suit):
        return None if is_ace else "must_play_called_ace"
    return "called_ace_not_to_be_thrown" if is_ace and len(position.hand) > 1 else None


def called_suit(position: Position) -> str | None:
    """Return the suit of the called ace; None outside a Ruf."""
    deal = position.deal
    return deal.declaration.get("called") if deal.contract == RUF else None


def is_searched_before(position: Position, suit: str) -> bool:
    """Return whether an earlier trick was led with the called suit: searched, or its holder ran away."""
    return any(is_led(trick.cards[0], suit) for trick in position.tricks)


def is_led(card: str, suit: str) -> bool:
    """Return whether a lead is of the called suit and no trump."""
    return bool(plain_cards([card], suit))


def is_shown(position: Position) -> bool:
    """Return whether everybody knows the partner: the called ace was played."""
    suit = called_suit(position)
    played = [card for trick in position.tricks for card in trick.cards] + position.on_table
    return suit is not None and suit + "A" in played
