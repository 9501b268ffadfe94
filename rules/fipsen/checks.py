"""Checks that the forms of Fipsen share: declarer, options, bid, trumps, tricks, a deal not played."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.cards import SUIT_CHOICES, SUITS
from rules.fields import Choice
from rules.game import Violation, choice_label, text

BIDS = (1, 2, 3, 4, 5)
TRICKS_IN_A_DEAL = 5
UNPLAYED = ("bid", "trump", "tricks")


def passed_violations(record: Any) -> Iterator[Violation]:
    """Check that a passed deal has neither a declarer nor a play."""
    if record.declarer is not None:
        message = text("A deal passed by all players has no declarer.")
        yield Violation("passed_deal_has_declarer", "declarer", message)
    for name in UNPLAYED:
        if getattr(record, name) is not None:
            message = text("A deal passed by all players is not played: no bid, trumps or tricks.")
            yield Violation("passed_deal_is_not_played", name, message)


def surrendered_violations(record: Any) -> Iterator[Violation]:
    """Check that a surrendered Kieker has no play."""
    for name in ("trump", "tricks"):
        if getattr(record, name) is not None:
            message = text("A surrendered Kieker is not played: no trumps, no tricks.")
            yield Violation("surrender_is_not_played", name, message)


def declarer_violations(seats: int, declarer: int | None) -> Iterator[Violation]:
    """Check that a player at the table is the declarer."""
    if declarer is None:
        yield Violation("declarer_required", "declarer", text("Choose the declarer."))
    elif not 0 <= declarer < seats:
        message = text("The declarer sits at seat 1 to {seats}, not at seat {declarer}.")
        values = {"seats": seats, "declarer": declarer + 1}
        yield Violation("declarer_out_of_range", "declarer", message, values)


def option_violations(announced: Sequence[str], option: Choice) -> Iterator[Violation]:
    """Check that a bid carries at most one option, once."""
    label = choice_label((option,), option.value)
    for name in dict.fromkeys(announced):
        if name != option.value:
            message = text("The only option of a bid is {option}, not {found}.")
            yield Violation("option_unknown", "announced", message, {"option": label, "found": name})
    if announced.count(str(option.value)) > 1:
        message = text("{option} is named twice; an option counts once.")
        yield Violation("option_repeated", "announced", message, {"option": label})


def bid_violations(bid: int | None) -> Iterator[Violation]:
    """Check the number of tricks bid."""
    if bid is None:
        yield Violation("bid_out_of_range", "bid", text("Enter the number of tricks bid."))
    elif bid not in BIDS:
        message = text("A bid is 1 to 5 tricks, not {bid}.")
        yield Violation("bid_out_of_range", "bid", message, {"bid": bid})


def trump_violations(trump: str | None) -> Iterator[Violation]:
    """Check that trumps are one of the four suits; there are no games without trumps."""
    if trump is None:
        yield Violation("trump_required", "trump", text("Choose the trump suit."))
    elif trump not in SUITS:
        message = text("Trumps are clubs, spades, hearts or diamonds, not {trump}.")
        yield Violation("trump_unknown", "trump", message, {"trump": trump})


def tricks_violations(tricks: int | None) -> Iterator[Violation]:
    """Check the declarer's tricks, five at most."""
    if tricks is None:
        message = text("Enter the number of tricks the declarer won.")
        yield Violation("tricks_out_of_range", "tricks", message)
    elif not 0 <= tricks <= TRICKS_IN_A_DEAL:
        message = text("The declarer wins 0 to 5 tricks, not {tricks}.")
        yield Violation("tricks_out_of_range", "tricks", message, {"tricks": tricks})


def binding_violations(code: str, option: Choice, suit: str, trump: str | None) -> Iterator[Violation]:
    """Check that an option that names the trumps binds the declarer to that suit."""
    if trump in SUITS and trump != suit:
        message = text("A bid with {option} has {suit} as trumps, not {trump}.")
        values = {
            "option": choice_label((option,), option.value),
            "suit": choice_label(SUIT_CHOICES, suit),
            "trump": choice_label(SUIT_CHOICES, trump),
        }
        yield Violation(code, "trump", message, values)
