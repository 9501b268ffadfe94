"""Settle an accepted deal: its points, and the state for the next one."""

from collections.abc import Mapping
from typing import Any

from rules.board import BoardLine, Hint, Scope, Unit
from rules.doppelkopf.record import Options, Record, State
from rules.doppelkopf.value import deal_parts, winning_side
from rules.doppelkopf.words import (
    ALONE,
    BOCK_FACTOR,
    FORCED,
    FREE,
    IN_PAIRS,
    KONTRA,
    MANDATORY,
    NO,
    POINTS_IN_THE_PACK,
    RE,
    SEATS_WITH_SITTER,
    SOLO_FACTOR,
    SOLOS,
    TOURNAMENT_DEALS,
)
from rules.game import Outcome, text

WON, LOST, SOLO_POINTS = "deals_won", "deals_lost", "mandatory_solo_points"
RE_WON, KONTRA_WON, FOXES_CAUGHT = "re_won", "kontra_won", "foxes"
SOLOS_PLAYED, SOLOS_WON = "solos", "solos_won"
COUNTED = (WON, LOST, SOLO_POINTS, RE_WON, KONTRA_WON, SOLOS_PLAYED, SOLOS_WON, FOXES_CAUGHT)


def opening(options: Options, seats: int, first_dealer: int) -> State:
    """Return the table before its first deal: every player owes a solo (§ Mandatory solo)."""
    length = options.list_deals or TOURNAMENT_DEALS.get(seats)
    return State(
        options=options,
        seats=seats,
        dealer=first_dealer,
        totals=(0,) * seats,
        owes_solo=(options.mandatory_solo,) * seats,
        deals_left=length if options.mandatory_solo else None,
        bock_left=0,
        counted=dict.fromkeys(COUNTED, (0,) * seats),
    )


def sitter_of(state: State) -> int | None:
    """Return who sits out: of five players the dealer gets no cards (§ Table)."""
    return state.dealer if state.seats == SEATS_WITH_SITTER else None


def must_solo(state: State) -> int | None:
    """Return the player who must play an owed solo next, because as many solos are owed as deals are left."""
    if not state.deals_left or state.deals_left != sum(state.owes_solo):
        return None
    left_of_dealer = [(state.dealer + step) % state.seats for step in range(1, state.seats + 1)]
    return next((seat for seat in left_of_dealer if state.owes_solo[seat] and seat != sitter_of(state)), None)


def kind_of_solo(state: State, record: Record) -> str | None:
    """Return the kind of a solo: the first announced one is mandatory, or forced (§ Mandatory solo)."""
    if record.contract not in SOLOS or record.declarer is None:
        return None
    if not state.owes_solo[record.declarer]:
        return FREE
    return FORCED if record.declarer == must_solo(state) else MANDATORY


def re_seats(record: Record) -> tuple[int, ...]:
    """Return the players of Re, in the order of the seats."""
    partner = None if record.contract in ALONE else record.partner
    return tuple(sorted(seat for seat in (record.declarer, partner) if seat is not None))


def points_of_seats(state: State, record: Record, value: int) -> tuple[int, ...]:
    """Return the value for each of Re, against each of Kontra; a soloist counts it three times (§ Value)."""
    own = value
    if record.contract in ALONE and state.options.solo_counts_triple:
        own = SOLO_FACTOR * value
    re, sitter = re_seats(record), sitter_of(state)
    return tuple(own if seat in re else 0 if seat == sitter else -value for seat in range(state.seats))


def settle(state: State, record: Record) -> tuple[State, Outcome]:
    """Score a deal and advance the list by one deal (§ Value, § Mandatory solo)."""
    if record.declarer is None:
        return thrown(state, record)
    parts, winner, solo = deal_parts(state.options, record), winning_side(record), kind_of_solo(state, record)
    bock = BOCK_FACTOR if state.bock_left else 1
    value = sum(parts.values()) * bock
    deltas = points_of_seats(state, record, value)
    facts = row_facts(state, record, parts, value=value, winner=winner, solo=solo, bock=bock)
    owes = tuple(owed and not (solo and seat == record.declarer) for seat, owed in enumerate(state.owes_solo))
    left = deals_left_after(state, record, owes, 1)
    after = state.after(
        deltas,
        dealer=next_dealer(state, owes, left, 0 if solo == MANDATORY else 1),
        owes_solo=owes,
        deals_left=left,
        bock_left=bock_left_after(state, record, parts),
        counted=count_deal(state, record, deltas, facts),
    )
    return after, Outcome(deltas, True, facts)


def thrown(state: State, record: Record) -> tuple[State, Outcome]:
    """Have a thrown hand dealt again by the same dealer; time may be up (§ Which deal, public)."""
    nothing = (0,) * state.seats
    left = deals_left_after(state, record, state.owes_solo, 0)
    dealer = next_dealer(state, state.owes_solo, left, 0)
    facts = row_facts(state, record, {}, value=0, winner=None, solo=None, bock=1)
    return state.after(nothing, dealer=dealer, deals_left=left), Outcome(nothing, False, facts)


def deals_left_after(state: State, record: Record, owes: tuple[bool, ...], used: int) -> int | None:
    """Return one deal fewer; when time is up only the owed solos are left (§ Mandatory solo)."""
    if state.deals_left is None:
        return None
    return sum(owes) if record.time_up else state.deals_left - used


def next_dealer(state: State, owes: tuple[bool, ...], left: int | None, step: int) -> int:
    """Return the next seat or the same; of five never the only one left to play (§ Mandatory solo)."""
    dealer = (state.dealer + step) % state.seats
    is_last_solo = state.seats == SEATS_WITH_SITTER and left == 1 and sum(owes) == 1
    return (dealer + 1) % state.seats if is_last_solo and owes[dealer] else dealer


def likely_dealers(state: State, record: Record | None) -> tuple[int, ...]:
    """Return the possible next dealers where it is in doubt whether a solo was mandatory or forced."""
    if record is None:
        return (state.dealer + 1, state.dealer)
    is_owed = kind_of_solo(state, record) in (MANDATORY, FORCED)
    return (state.dealer, state.dealer + 1) if is_owed else ()


def bock_left_after(state: State, record: Record, parts: Mapping[str, int]) -> int:
    """Return the double deals left; draws, worthless deals and mutual calls make more (§ Switches)."""
    if not state.options.bock:
        return 0
    both_called = NO not in (record.re_said or NO, record.kontra_said or NO)
    is_draw = record.card_points == POINTS_IN_THE_PACK // 2 or not sum(parts.values())
    return max(state.bock_left - 1, 0) + (state.seats if both_called or is_draw else 0)


def row_facts(
    state: State,
    record: Record,
    parts: Mapping[str, int],
    *,
    value: int,
    winner: str | None,
    solo: str | None,
    bock: int,
) -> dict[str, Any]:
    """Return the facts that a row of the sheet shows besides its points."""
    return {
        "re": re_seats(record),
        "sitter": sitter_of(state),
        "winner": winner,
        "value": value,
        "parts": parts,
        "solo": solo,
        "bock": bock,
    }


def count_deal(
    state: State, record: Record, deltas: tuple[int, ...], facts: Mapping[str, Any]
) -> dict[str, tuple[int, ...]]:
    """Add a deal to the tallies, which break ties and feed player pages."""
    winner, solo = facts["winner"], facts["solo"]
    added: dict[str, list[int]] = {name: [0] * state.seats for name in COUNTED}
    for seat in range(state.seats):
        if seat == facts["sitter"]:
            continue
        is_re = seat in facts["re"]
        side, other_side = (RE, KONTRA) if is_re else (KONTRA, RE)
        is_solo = is_re and solo is not None
        added[WON][seat] = int(winner == side)
        added[LOST][seat] = int(winner == other_side)
        added[RE_WON if is_re else KONTRA_WON][seat] = int(winner == side)
        added[FOXES_CAUGHT][seat] = (record.re_fox if is_re else record.kontra_fox) or 0
        added[SOLOS_PLAYED][seat] = int(is_solo)
        added[SOLOS_WON][seat] = int(is_solo and winner == RE)
        added[SOLO_POINTS][seat] = deltas[seat] if is_solo and solo != FREE else 0
    return {name: tuple(map(sum, zip(state.counted[name], added[name], strict=True))) for name in COUNTED}


def extra(state: State) -> dict[str, Any]:
    """Return the facts of a sheet besides its points: owed solos and the rest of the list."""
    return {
        "owes_solo": state.owes_solo,
        "deals_left": state.deals_left,
        "must_solo": must_solo(state),
        "complete": is_over(state),
        "bock_left": state.bock_left,
    }


def board(state: State) -> tuple[BoardLine, ...]:
    """Return the owed solos by player, the deals left, and the bock deals (§ Mandatory solo)."""
    lines, forced = [], must_solo(state)
    if forced is not None:
        lines.append(BoardLine(text("Mandatory solo due now"), (forced,), Scope.CALLED))
    if state.deals_left is not None:
        owed = tuple(int(owes) for owes in state.owes_solo)
        lines.append(BoardLine(text("Solos to play"), owed, contracts=SOLOS))
        lines.append(BoardLine(text("Deals left"), (state.deals_left,), Scope.TABLE, contracts=SOLOS))
    if state.options.bock:
        lines.append(BoardLine(text("Bock deals"), (state.bock_left,), Scope.TABLE))
    return tuple(lines)


def foot(state: State) -> tuple[BoardLine, ...]:
    """Return the tie-breaks between equal totals, and the special points of a list (§ Match, ranking)."""
    return (
        BoardLine(text("Deals won"), state.counted[WON]),
        BoardLine(text("Points in mandatory solos"), state.counted[SOLO_POINTS], unit=Unit.POINTS),
        BoardLine(text("Foxes caught"), state.counted[FOXES_CAUGHT]),
    )


def hints(state: State) -> tuple[Hint, ...]:
    """Rule out who sits out, and all but the solo where one is forced (§ Mandatory solo)."""
    forced, sitter = must_solo(state), sitter_of(state)
    if forced is not None:
        others = [seat for seat in range(state.seats) if seat != forced]
        closed = [value for value in (*IN_PAIRS, *ALONE) if value not in SOLOS]
        return (
            *(Hint("declarer", seat, is_open=False) for seat in others),
            *(Hint("partner", seat, is_open=False) for seat in range(state.seats)),
            *(Hint("contract", value, is_open=False) for value in closed),
        )
    if sitter is None:
        return ()
    return (Hint("declarer", sitter, is_open=False), Hint("partner", sitter, is_open=False))


def tallies(state: State) -> dict[str, tuple[int, ...]]:
    """Return points, and the tie-breaks between equal points."""
    return {"total": state.totals, **state.counted}


def is_over(state: State) -> bool:
    """Return whether no deal of the list is left; without mandatory solos a list has no length."""
    return state.deals_left == 0
