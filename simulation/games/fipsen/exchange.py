"""The exchange of a Fipsen declarer: two cards with the skat, or in a Kieker with the whole rest."""

from collections.abc import Sequence

from rules.cards import make_pack, rank_of
from rules.fipsen.grossenaspe.record import FIPS
from rules.fipsen.prisdorf.record import KIEKER, SIEBENER
from simulation.dealing import Deal

HAND_SIZE = 5
PICTURES = "KQJ"
SMALL_REST = 3  # with a rest of this size (four seats, 25 cards) a Kieker may keep dealt cards
SEVENS = frozenset(make_pack("7"))


def hand_after_exchange(deal: Deal, seat: int) -> list[str]:
    """Return the hand a declarer plays: dealt and taken cards without the discards."""
    away = deal.discards.get(seat, [])
    return [card for card in cards_to_choose_from(deal, seat) if card not in away]


def cards_to_choose_from(deal: Deal, seat: int) -> list[str]:
    """Return the dealt cards, the skat if it was taken, and the rest if it was drawn."""
    skat = deal.skat if deal.declaration.get("took_skat") else []
    return [*deal.hands[seat], *skat, *deal.drawn.get(seat, [])]


def has_picture(hand: list[str]) -> bool:
    """Return whether the hand has a king, queen or jack, which forbid a Kieker (§ Kieker)."""
    return any(rank_of(card) in PICTURES for card in hand)


def is_siebener(hand: list[str]) -> bool:
    """Return whether the hand is four sevens and one ace (§ Siebener-Fips)."""
    return len(SEVENS.intersection(hand)) == len(SEVENS) and any(rank_of(card) == "A" for card in hand)


def exchange_refusal(deal: Deal) -> str | None:
    """Return the first rule an exchange breaks; only the declarer exchanges, and keeps five cards."""
    seat = deal.declarer
    if seat is None:
        return "exchange_not_allowed" if deal.discards or deal.drawn else None
    checks = exchange_checks(deal, seat)
    return next((code for code, is_broken in checks.items() if is_broken), None)


def exchange_checks(deal: Deal, seat: int) -> dict[str, bool]:
    """Return the code of each rule of the exchange and whether it is broken, in the order of the codes."""
    hand = hand_after_exchange(deal, seat)
    return {
        "kieker_hand_has_picture": needs_kieker_hand(deal) and has_picture(deal.hands[seat]),
        "exchange_not_allowed": is_elsewhere(deal, seat) or not is_drawing_allowed(deal, seat),
        "fips_forbids_exchange": deal.contract == FIPS and seat in deal.discards,
        "discards_wrong": not are_discards_right(deal, seat),
        "siebener_not_in_hand": deal.contract == SIEBENER and not is_siebener(hand),
    }


def is_elsewhere(deal: Deal, seat: int) -> bool:
    """Return whether a player other than the declarer exchanges."""
    return any(other != seat for other in (*deal.discards, *deal.drawn))


def needs_kieker_hand(deal: Deal) -> bool:
    """Return whether the hand must be one for a Kieker, or for a Siebener-Fips after its exchange."""
    return deal.contract == KIEKER or (deal.contract == SIEBENER and bool(deal.drawn))


def is_drawing_allowed(deal: Deal, seat: int) -> bool:
    """Return whether a Kieker takes the skat and the whole rest, or nothing.

    Other bids never draw (§ Kieker).
    """
    cards = deal.drawn.get(seat, [])
    if not cards:
        return deal.contract != KIEKER or not deal.declaration.get("took_skat")
    takes_all = sorted(cards) == sorted(deal.rest)
    return needs_kieker_hand(deal) and takes_all and bool(deal.declaration.get("took_skat"))


def are_discards_right(deal: Deal, seat: int) -> bool:
    """Return whether as many distinct cards are discarded as taken.

    All dealt ones by a Kieker with a large rest.
    """
    away = deal.discards.get(seat, [])
    choice = cards_to_choose_from(deal, seat)
    must_go = deal.hands[seat] if len(deal.drawn.get(seat, [])) > SMALL_REST else []
    return (
        len(away) == len(set(away)) == len(choice) - HAND_SIZE
        and set(away) <= set(choice)
        and set(must_go) <= set(away)
    )


def lay_away(deal: Deal, seat: int, cards: Sequence[str], choice: Sequence[str]) -> None:
    """Discard all cards that are not kept."""
    if away := [card for card in cards if card not in choice]:
        deal.discards = {seat: away}
