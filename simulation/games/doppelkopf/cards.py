"""Doppelkopf with cards: trumps, the sides, the lead, and the resulting record."""

from collections.abc import Sequence
from typing import Any

from rules.cards import CLUBS, DIAMONDS, HEARTS, SPADES, SUITS, make_pack
from rules.doppelkopf.value import CARD_POINTS
from rules.doppelkopf.words import (
    ACES,
    ALONE,
    DOPPELKOEPFE_POINTS,
    JACKS,
    KONTRA,
    KONTRA_CALLS,
    NO,
    NORMAL,
    POINTS_IN_THE_PACK,
    QUEENS,
    RE,
    RE_CALLS,
    SEATS_WITH_SITTER,
    SILENT,
    SOLOS,
    THROWN,
    WEDDING,
    WEDDING_ALONE,
)
from rules.tricks import NO_SUIT
from simulation.dealing import Deal, Shape
from simulation.play import Position, Trick, count_by_seat, seats_from

QUEEN_OF_CLUBS, FOX, CHARLIE, TEN_OF_HEARTS = "CQ", "DA", "CJ", "HT"
QUEENS_ABOVE = tuple(suit + "Q" for suit in SUITS)
JACKS_ABOVE = tuple(suit + "J" for suit in SUITS)
HIGH_TRUMPS = (TEN_OF_HEARTS, *QUEENS_ABOVE, *JACKS_ABOVE)
TRUMP_SUITS = {"clubs": CLUBS, "spades": SPADES, "hearts": HEARTS}
PLAIN_RANKS = {QUEENS: "ATKJ9", JACKS: "ATKQ9", ACES: "ATKQJ9"}
ABOVE = {QUEENS: QUEENS_ABOVE, JACKS: JACKS_ABOVE, ACES: ()}
CLARIFYING_TRICKS = 3
NOT_DECLARED = (None, THROWN, WEDDING_ALONE)
PLAYED = 4  # players of a deal, at any table


def shape(options: Any, seats: int, dealer: int) -> Shape:
    """Return two of every card, dealt out to four; of five the dealer gets none (§ Table)."""
    pack = make_pack("AKQJT" if options.without_nines else "AKQJT9") * 2
    sitter = dealer if seats == SEATS_WITH_SITTER else None
    return Shape(pack, tuple(0 if seat == sitter else len(pack) // PLAYED for seat in range(seats)))


def declaration_refusal(deal: Deal) -> str | None:
    """Return the first rule broken by the declaration, as far as cards decide (§ Which deal is played)."""
    contract = deal.contract
    if contract in NOT_DECLARED or contract not in (NORMAL, WEDDING, SILENT, *SOLOS):
        return "contract_unknown"
    code = queens_refusal(deal) if contract == NORMAL else declarer_refusal(deal)
    plays = [each.play for each in deal.announcements]
    return code or ("calls_out_of_order" if plays != sorted(plays) else None)


def queens_refusal(deal: Deal) -> str | None:
    """Refuse a normal deal unless two players hold one queen of clubs each."""
    return None if len(queen_holders(deal)) == 2 else "queens_in_one_hand"


def declarer_refusal(deal: Deal) -> str | None:
    """Return why a player cannot declare: a soloist holds cards, a wedding needs both queens of clubs."""
    declarer = deal.declarer
    if declarer is None:
        return "declarer_required"
    if not 0 <= declarer < deal.seats:
        return "declarer_out_of_range"
    if not deal.hands[declarer]:
        return "declarer_sits_out"
    is_wedding = deal.contract in (WEDDING, SILENT)
    return "queens_not_in_hand" if is_wedding and queen_holders(deal) != [declarer] else None


def queen_holders(deal: Deal) -> list[int]:
    """Return the players who were dealt a queen of clubs."""
    return [seat for seat, hand in enumerate(deal.hands) if QUEEN_OF_CLUBS in hand]


def begin(deal: Deal) -> Position:
    """Set the trumps and the leader: the dealer's left, or the soloist (§ Ranks, § Mandatory solo)."""
    contract = deal.contract or ""
    first = seats_from((deal.dealer + 1) % deal.seats, deal.seats)
    order = tuple(seat for seat in first if deal.hands[seat])
    leader = deal.declarer if soloist_leads(deal) and deal.declarer is not None else order[0]
    is_ten_taken = TEN_OF_HEARTS in ABOVE.get(contract, HIGH_TRUMPS)
    second_ten = deal.options.second_ten_beats_first if is_ten_taken else NO
    return Position(
        deal=deal,
        hands=[list(hand) for hand in deal.hands],
        order=order,
        owners=tuple(range(deal.seats)),
        ranks=PLAIN_RANKS.get(contract, "ATK9"),
        trump=None
        if contract == ACES
        else NO_SUIT
        if contract in ABOVE
        else TRUMP_SUITS.get(contract, DIAMONDS),
        above=ABOVE.get(contract, HIGH_TRUMPS),
        turn=order.index(leader),
        second_takes=None if second_ten == NO else TEN_OF_HEARTS,
        second_takes_last=second_ten == "yes",
    )


def soloist_leads(deal: Deal) -> bool:
    """Return whether the soloist leads: in a mandatory solo; by house rule in every announced solo."""
    is_mandatory = deal.options.mandatory_solo and not deal.free_solo
    return deal.contract in SOLOS and (is_mandatory or deal.options.solo_leads)


# Sides


def clarifying_trick(position: Position) -> int | None:
    """Return the trick (0 to 2) that gave a wedding its partner; None if none did so far."""
    first = position.tricks[:CLARIFYING_TRICKS]
    numbers = [number for number, trick in enumerate(first) if trick.winner != position.deal.declarer]
    return numbers[0] if numbers else None


def is_clarified(position: Position) -> bool:
    """Return whether the sides are determined: only a wedding is open for a while."""
    if position.deal.contract != WEDDING:
        return True
    return clarifying_trick(position) is not None or len(position.tricks) >= CLARIFYING_TRICKS


def re_of(position: Position) -> list[int]:
    """Return the players of Re as far as they are known, the declarer first."""
    deal = position.deal
    if deal.contract == NORMAL:
        return queen_holders(deal)
    number = clarifying_trick(position) if deal.contract == WEDDING else None
    partner = [] if number is None else [position.tricks[number].winner]
    return [seat for seat in (deal.declarer, *partner) if seat is not None]


def side_of(position: Position, seat: int) -> str:
    """Return the side of a player."""
    return RE if seat in re_of(position) else KONTRA


# The record of a deal


def points_in(cards: Sequence[str]) -> int:
    """Return the card points."""
    return sum(CARD_POINTS.get(card[1], 0) for card in cards)


def points_by_seat(position: Position) -> list[int]:
    """Return the card points taken so far."""
    return count_by_seat(position, [points_in(trick.cards) for trick in position.tricks])


def facts_shown(position: Position) -> dict[str, Any]:
    """Return the facts of an answer besides the tricks."""
    return {"card_points": points_by_seat(position)}


def derive(position: Position, state: Any) -> dict[str, Any]:
    """Return the record: the players of Re, card points, the highest calls, special points of both sides."""
    re = re_of(position)
    points = sum(points_by_seat(position)[seat] for seat in re)
    is_alone = len(re) == 1
    record: dict[str, Any] = {"contract": position.deal.contract, "declarer": re[0], "card_points": points}
    if is_alone and record["contract"] == WEDDING:
        record["contract"] = WEDDING_ALONE
    if not is_alone:
        record["partner"] = re[1]
    if points in (0, POINTS_IN_THE_PACK):
        record["all_tricks"] = len({side_of(position, trick.winner) for trick in position.tricks}) == 1
    record |= {"re_said": highest_call(position, RE), "kontra_said": highest_call(position, KONTRA)}
    return record if record["contract"] in ALONE else record | specials(position)


def highest_call(position: Position, side: str) -> str:
    """Return the highest call of a side; it includes the lower ones."""
    calls = RE_CALLS if side == RE else KONTRA_CALLS
    own = [each.call for each in position.announcements if side_of(position, each.seat) == side]
    return max(own, key=calls.index, default=NO)


def specials(position: Position) -> dict[str, Any]:
    """Count foxes, Doppelköpfe and the Karlchen, if the event plays with them (§ Value)."""
    options, counts = position.deal.options, {}
    for side in (RE, KONTRA):
        own = [trick for trick in position.tricks if side_of(position, trick.winner) == side]
        if options.fox:
            counts[f"{side}_fox"] = sum(foxes_caught(position, trick) for trick in own)
        if options.doppelkopf:
            counts[f"{side}_doppelkopf"] = sum(
                points_in(trick.cards) >= DOPPELKOEPFE_POINTS[1] for trick in own
            )
    return counts | ({"charlie": charlie_of(position)} if options.charlie else {})


def foxes_caught(position: Position, trick: Trick) -> int:
    """Return the aces of diamonds in a trick that the other side took from their owner (§ Value)."""
    taker = side_of(position, trick.winner)
    played = zip(players_of(position, trick), trick.cards, strict=True)
    return sum(card == FOX and side_of(position, seat) != taker for seat, card in played)


def charlie_of(position: Position) -> str:
    """Return the side that took the last trick with a jack of clubs."""
    last = position.tricks[-1]
    winning = dict(zip(players_of(position, last), last.cards, strict=True))[last.winner]
    return side_of(position, last.winner) if winning == CHARLIE else NO


def players_of(position: Position, trick: Trick) -> tuple[int, ...]:
    """Return the players of a trick, from the lead on."""
    start = position.order.index(trick.leader)
    return (*position.order[start:], *position.order[:start])
