"""What a deal of Hopfen is worth, and what it leaves for the next."""

from rules.game import Outcome, TableState
from rules.seats import only_seat
from tests.made_up_game.hopfen.record import GREEN, WORTH_OF_A_HOP, Options, Record


def worth_of_a_hop(options: Options, colour: str | None) -> int:
    """Return what each hop is worth; green hops only where the club counts them (§ Points)."""
    if colour == GREEN and not options.green_counts:
        return 0
    return WORTH_OF_A_HOP[colour or GREEN]


def settle(state: TableState, record: Record) -> tuple[TableState, Outcome]:
    """Give the points to the player after the dealer; the deal passes on (§ Points)."""
    points = worth_of_a_hop(state.options, record.colour) * (record.hops or 0)
    deltas = only_seat(state.seats, (state.dealer + 1) % state.seats, points)
    return state.after(deltas, dealer=state.dealer + 1), Outcome(deltas)
