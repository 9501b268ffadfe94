"""What a Fipsen declarer may exchange: two cards with the skat, or in a Kieker with all that is left."""

from collections.abc import Sequence

from rules.cards import make_pack, rank_of
from rules.fipsen.grossenaspe.record import FIPS
from rules.fipsen.prisdorf.record import KIEKER, SIEBENER
from simulation.dealing import Deal

HAND_SIZE = 5
PICTURES = "KQJ"
SMALL_REST = 3  # with such a rest (four seats, 25 cards) a Kieker may keep cards it was dealt
SEVENS = frozenset(make_pack("7"))


def hand_after_exchange(deal: Deal, seat: int) -> list[str]:
    """The hand a declarer plays: dealt and taken cards without those laid away."""
    away = deal.discards.get(seat, [])
    return [card for card in cards_to_choose_from(deal, seat) if card not in away]


def cards_to_choose_from(deal: Deal, seat: int) -> list[str]:
    """Dealt cards, the skat if it was taken, and the rest if it was drawn."""
    skat = deal.skat if deal.declaration.get("took_skat") else []
    return [*deal.hands[seat], *skat, *deal.drawn.get(seat, [])]


def has_picture(hand: list[str]) -> bool:
    """King, queen or jack forbid a Kieker (§ Kieker)."""
    return any(rank_of(card) in PICTURES for card in hand)


def is_siebener(hand: list[str]) -> bool:
    """Four sevens and one ace (§ Siebener-Fips)."""
    return len(SEVENS.intersection(hand)) == len(SEVENS) and any(rank_of(card) == "A" for card in hand)


def exchange_refusal(deal: Deal) -> str | None:
    """The first rule an exchange breaks; only the declarer exchanges, and keeps five cards."""
    seat = deal.declarer
    if seat is None:
        return "exchange_not_allowed" if deal.discards or deal.drawn else None
    checks = exchange_checks(deal, seat)
    return next((code for code, is_broken in checks.items() if is_broken), None)


def exchange_checks(deal: Deal, seat: int) -> dict[str, bool]:
    """Whether each rule of the exchange is broken, by code and in the order of the codes."""
    hand = hand_after_exchange(deal, seat)
    return {
        "kieker_hand_has_picture": needs_kieker_hand(deal) and has_picture(deal.hands[seat]),
        "exchange_not_allowed": is_elsewhere(deal, seat) or not is_drawing_allowed(deal, seat),
        "fips_forbids_exchange": deal.contract == FIPS and seat in deal.discards,
        "discards_wrong": not are_discards_right(deal, seat),
        "siebener_not_in_hand": deal.contract == SIEBENER and not is_siebener(hand),
    }


def is_elsewhere(deal: Deal, seat: int) -> bool:
    """Somebody exchanges who does not play alone."""
    return any(other != seat for other in (*deal.discards, *deal.drawn))


def needs_kieker_hand(deal: Deal) -> bool:
    """A Kieker, or a Siebener-Fips found after the exchange of a Kieker."""
    return deal.contract == KIEKER or (deal.contract == SIEBENER and bool(deal.drawn))


def is_drawing_allowed(deal: Deal, seat: int) -> bool:
    """A Kieker takes skat and all of the rest, or nothing; other bids never draw (§ Kieker)."""
    drawn = deal.drawn.get(seat, [])
    if not drawn:
        return deal.contract != KIEKER or not deal.declaration.get("took_skat")
    takes_all = sorted(drawn) == sorted(deal.rest)
    return needs_kieker_hand(deal) and takes_all and bool(deal.declaration.get("took_skat"))


def are_discards_right(deal: Deal, seat: int) -> bool:
    """As many cards go as were taken, each once; a Kieker with a large rest lays all dealt cards away."""
    away = deal.discards.get(seat, [])
    choice = cards_to_choose_from(deal, seat)
    must_go = deal.hands[seat] if len(deal.drawn.get(seat, [])) > SMALL_REST else []
    return (
        len(away) == len(set(away)) == len(choice) - HAND_SIZE
        and set(away) <= set(choice)
        and set(must_go) <= set(away)
    )


def lay_away(deal: Deal, seat: int, cards: Sequence[str], kept: Sequence[str]) -> None:
    """What is not kept is discarded."""
    if away := [card for card in cards if card not in kept]:
        deal.discards = {seat: away}
