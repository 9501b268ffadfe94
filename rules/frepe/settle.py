"""Settle an accepted deal in chips and the pot; the number of chips is constant."""

from dataclasses import dataclass
from typing import Any

from rules.board import BoardLine, Hint, Scope
from rules.frepe.record import (
    ALL,
    ALL_FREPE,
    DEALER,
    DEALER_FREPE,
    DEALER_HALF,
    DEALER_SWEEPS,
    NORMAL,
    SAFE_TRICKS,
    SITTING_SEATS,
    SWEEP_TRICKS,
    TRICKS_IN_A_DEAL,
    TURN_UP_FACTOR,
    Options,
    Record,
    State,
)
from rules.game import Outcome, text
from rules.seats import only_seat


@dataclass(frozen=True, slots=True)
class Settlement:
    """Payments of the play to each seat from players and pot, the remaining pot, and the next ante."""

    kind: str
    payments: tuple[int, ...]
    pot: int
    next_ante: str


def opening(options: Options, seats: int, first_dealer: int) -> State:
    """Return the table before its first deal: the pot is empty, so every player will pay the ante."""
    return State(options=options, seats=seats, dealer=first_dealer, totals=(0,) * seats)


def sitter_of(seats: int, dealer: int) -> int | None:
    """Return who sits out: of seven players the dealer's left gets no cards (§ Players)."""
    return (dealer - 1) % seats if seats == SITTING_SEATS else None


def right_of(seats: int, dealer: int) -> int:
    """Return the player on the dealer's right: the next seat."""
    return (dealer + 1) % seats


def players(record: Record) -> list[int]:
    """Return the seats that play."""
    return [seat for seat, plays in enumerate(record.playing or ()) if plays]


def is_special(state: State, record: Record) -> bool:
    """Return whether all passed but the dealer.

    The right neighbour plays on, only as opponent (§ All pass).
    """
    return players(record) == [state.dealer]


def takers(state: State, record: Record) -> list[int]:
    """Return the seats that can take tricks: the players, and the opponent when all others passed."""
    opponents = [right_of(state.seats, state.dealer)] if is_special(state, record) else []
    return [*players(record), *opponents]


def antes(state: State) -> tuple[int, ...]:
    """Return every player's stake into an empty pot, otherwise the dealer's alone (§ Pot)."""
    stake = state.options.stake
    if state.next_ante == DEALER:
        return only_seat(state.seats, state.dealer, -stake)
    spared = None if state.options.sitter_antes else sitter_of(state.seats, state.dealer)
    return tuple(0 if seat == spared else -stake for seat in range(state.seats))


def price(state: State, record: Record, seat: int, pot: int) -> int:
    """Return a frepe's payment per safe player: the pot, twice for a dealer with the turn-up (§ Frepe)."""
    is_double = seat == state.dealer and record.took_turnup
    return pot * TURN_UP_FACTOR if is_double else pot


def players_with(record: Record, lowest: int, highest: int) -> list[int]:
    """Return the players with at least `lowest` and at most `highest` tricks."""
    tricks = record.tricks or ()
    return [seat for seat in players(record) if lowest <= tricks[seat] <= highest]


def play_normal(state: State, record: Record, pot: int) -> Settlement:
    """Have each frepe pay each safe player; these share the pot; without any, no one pays (§ Frepe, ours)."""
    safe = players_with(record, SAFE_TRICKS, TRICKS_IN_A_DEAL)
    frepes = players_with(record, 0, SAFE_TRICKS - 1)
    if not safe:
        return Settlement(ALL_FREPE, (0,) * state.seats, pot, DEALER)
    share = pot // len(safe)
    prices = {seat: price(state, record, seat, pot) for seat in frepes}
    gains = dict.fromkeys(safe, share + sum(prices.values()))
    losses = {seat: -each * len(safe) for seat, each in prices.items()}
    changes = {**gains, **losses}
    payments = tuple(changes.get(seat, 0) for seat in range(state.seats))
    return Settlement(NORMAL, payments, pot - share * len(safe), ALL)


def play_special(state: State, record: Record, pot: int) -> Settlement:
    """Settle the dealer alone.

    Four tricks take the pot, two half of it, fewer pay it once more (§ All pass).
    """
    tricks = (record.tricks or ())[state.dealer]
    if tricks >= SWEEP_TRICKS:
        kind, gain = DEALER_SWEEPS, pot
    elif tricks >= SAFE_TRICKS:
        kind, gain = DEALER_HALF, pot // 2
    else:
        kind, gain = DEALER_FREPE, -price(state, record, state.dealer, pot)
    payments = only_seat(state.seats, state.dealer, gain)
    return Settlement(kind, payments, pot - gain, ALL if kind == DEALER_SWEEPS else DEALER)


def settle(state: State, record: Record) -> tuple[State, Outcome]:
    """Settle a deal: antes into the pot, then the play; all deltas and the change of the pot add up to 0."""
    ante = antes(state)
    pot = state.pot - sum(ante)
    play = play_special if is_special(state, record) else play_normal
    settlement = play(state, record, pot)
    deltas = tuple(paid + gained for paid, gained in zip(ante, settlement.payments, strict=True))
    facts = {
        "ante": ante,
        "pot_at_play": pot,
        "settlement": settlement.payments,
        "pot_after": settlement.pot,
        "kind": settlement.kind,
        "sitter": sitter_of(state.seats, state.dealer),
    }
    after = state.after(deltas, dealer=state.dealer + 1, pot=settlement.pot, next_ante=settlement.next_ante)
    return after, Outcome(deltas, True, facts)


def extra(state: State) -> dict[str, Any]:
    """Return the facts of a sheet besides its chips."""
    return {"pot": state.pot, "next_ante": state.next_ante}


def board(state: State) -> tuple[BoardLine, ...]:
    """Return the stakes of this deal: the pot with its antes (§ Pot)."""
    pot = state.pot - sum(antes(state))
    return (BoardLine(text("Pot with the antes"), (pot,), Scope.TABLE),)


def hints(state: State) -> tuple[Hint, ...]:
    """Return that the player who sits out of seven cannot play (§ Players)."""
    sitter = sitter_of(state.seats, state.dealer)
    return () if sitter is None else (Hint("playing", sitter, is_open=False),)


def tallies(state: State) -> dict[str, tuple[int, ...]]:
    """Return chips won and lost; chips left in the pot belong to no player (ours)."""
    return {"total": state.totals}
