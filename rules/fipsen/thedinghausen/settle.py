"""Settle an accepted deal: tricks, bread and money, and the state for the next one."""

from typing import Any

from rules.board import BoardLine, Unit
from rules.fipsen.thedinghausen.record import (
    NOTHING,
    TRICKS_IN_A_DEAL,
    TRICKS_TO_WIN,
    Options,
    Record,
    State,
)
from rules.game import Outcome, text
from rules.seats import added, only_seat


def opening(options: Options, seats: int, first_dealer: int) -> State:
    """Return the table before its first deal; nothing is paid yet."""
    return State(options=options, seats=seats, dealer=first_dealer, totals=NOTHING)


def at_ten(tricks: tuple[int, ...]) -> list[int]:
    """Return the seats with ten tricks or more."""
    return [seat for seat, count in enumerate(tricks) if count >= TRICKS_TO_WIN]


def winner_of(tricks: tuple[int, ...], first_to_ten: int | None) -> int | None:
    """Return the winner: the first player with ten or more tricks (§ Thedinghausen)."""
    eligible = at_ten(tricks)
    return first_to_ten if len(eligible) > 1 else next(iter(eligible), None)


def all_five_of(tricks: tuple[int, ...]) -> int | None:
    """Return the player who took all five tricks of the deal."""
    return tricks.index(TRICKS_IN_A_DEAL) if TRICKS_IN_A_DEAL in tricks else None


def cents_of(state: State, tricks: tuple[int, ...]) -> tuple[int, ...]:
    """Return the fee with the first deal of a game; for all five tricks one euro from each other player."""
    is_first_deal = not any(state.game_tricks)
    fee = state.options.fee_cents if is_first_deal else 0
    taker, price = all_five_of(tricks), state.options.all_five_cents
    if taker is None:
        return (-fee,) * state.seats
    others = state.seats - 1
    return tuple((others * price if seat == taker else -price) - fee for seat in range(state.seats))


def hedewigs_of(state: State, tricks: tuple[int, ...], winner: int | None) -> tuple[int, ...]:
    """Return the bread for all five tricks, and the prize of the game."""
    bread = only_seat(state.seats, all_five_of(tricks), state.options.all_five_hedewigs)
    prize = only_seat(state.seats, winner, state.options.game_prize_hedewigs)
    return added(bread, prize)


def settle(state: State, record: Record) -> tuple[State, Outcome]:
    """Settle a deal: tricks add up; the first with ten wins bread, and the next deal opens a new game."""
    tricks = record.tricks or NOTHING
    standing = added(state.game_tricks, tricks)
    winner = winner_of(standing, record.first_to_ten)
    cents, hedewigs = cents_of(state, tricks), hedewigs_of(state, tricks, winner)
    after = state.after(
        tricks,
        dealer=state.dealer + 1,
        game_tricks=standing if winner is None else NOTHING,
        games_won=added(state.games_won, only_seat(state.seats, winner, 1)),
        hedewigs=added(state.hedewigs, hedewigs),
        cents=added(state.cents, cents),
    )
    return after, Outcome(tricks, True, {"winner": winner, "cents": cents, "hedewigs": hedewigs})


def extra(state: State) -> dict[str, Any]:
    """Return the facts of a sheet besides its tricks."""
    names = ("game_tricks", "games_won", "hedewigs", "cents")
    return {name: getattr(state, name) for name in names}


def board(state: State) -> tuple[BoardLine, ...]:
    """Return the running game, and every player's bread and money."""
    return (
        BoardLine(text("This game"), state.game_tricks, goal=TRICKS_TO_WIN),
        BoardLine(text("Hedewigs"), state.hedewigs),
        BoardLine(text("Euros"), state.cents, unit=Unit.CENTS),
    )


def tallies(state: State) -> dict[str, tuple[int, ...]]:
    """Return games, bread and money, and all tricks of the sheet (ours)."""
    return {
        "games": state.games_won,
        "hedewigs": state.hedewigs,
        "cents": state.cents,
        "tricks": state.totals,
        "total": state.totals,
    }
