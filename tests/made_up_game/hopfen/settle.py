"""What a deal of Hopfen is worth, and what it leaves for the next."""

from rules.game import Outcome, only_seat
from tests.made_up_game.hopfen.record import GREEN, WORTH_OF_A_HOP, Options, Record, State


def opening(options: Options, seats: int, first_dealer: int) -> State:
    """The table before its first deal."""
    return State(options=options, seats=seats, dealer=first_dealer, totals=(0,) * seats)


def worth_of_a_hop(options: Options, colour: str | None) -> int:
    """What each hop is worth; green hops only where the club counts them (§ Points)."""
    if colour == GREEN and not options.green_counts:
        return 0
    return WORTH_OF_A_HOP[colour or GREEN]


def settle(state: State, record: Record) -> tuple[State, Outcome]:
    """The player after the dealer scores; the deal passes on (§ Points)."""
    points = worth_of_a_hop(state.options, record.colour) * (record.hops or 0)
    deltas = only_seat(state.seats, (state.dealer + 1) % state.seats, points)
    return state.after(deltas, dealer=state.dealer + 1), Outcome(deltas)


def tallies(state: State) -> dict[str, tuple[int, ...]]:
    """Points are all that counts."""
    return {"total": state.totals}
