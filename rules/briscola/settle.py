"""Settle an accepted deal: its points, and the state for the next one."""

from collections.abc import Sequence
from typing import Any

from rules.board import BoardLine, Scope
from rules.briscola.record import PAIRS, Options, Record, ScarneOptions, State, count_sides
from rules.game import Outcome, text
from rules.seats import added, only_seat


def opening(options: Options | ScarneOptions, seats: int, first_dealer: int) -> State:
    """Return the table before its first deal."""
    nothing = (0,) * count_sides(seats)
    totals = (0,) * seats
    return State(
        options=options, seats=seats, dealer=first_dealer, totals=totals, wins=nothing, card_points=nothing
    )


def leader(points: Sequence[int]) -> int | None:
    """Return the single side with most points; None if the top is level (§ Game)."""
    most = max(points)
    return points.index(most) if points.count(most) == 1 else None


def by_seat(state: State, values: Sequence[int]) -> tuple[int, ...]:
    """Return a side's value for each of its seats: `(3, 1)` of four seats is `(3, 1, 3, 1)`."""
    return tuple(values[seat % len(values)] for seat in range(state.seats))


def one_for(state: State, side: int | None) -> tuple[int, ...]:
    """Return one for every seat of the side; zeros if there is no side."""
    return by_seat(state, only_seat(len(state.wins), side, 1))


def settle(state: State, record: Record) -> tuple[State, Outcome]:
    """Settle a deal: most card points win it; the first side with three deals wins the game (§ Game)."""
    points = record.points or ()
    winner = leader(points)
    wins = added(state.wins, only_seat(len(state.wins), winner, 1))
    target = state.options.target_wins
    keeps_dealer = winner is None and state.options.redeal_keeps_dealer_on_tie
    deltas = one_for(state, winner)
    after = state.after(
        deltas,
        dealer=state.dealer + (0 if keeps_dealer else 1),
        wins=wins,
        card_points=added(state.card_points, points),
        game_winner=wins.index(target) if target in wins else None,
    )
    return after, Outcome(deltas, True, {"winner": winner})


def extra(state: State) -> dict[str, Any]:
    """Return the facts of a Briscola sheet besides its points."""
    return {"wins": state.wins, "game_winner": state.game_winner}


def board(state: State) -> tuple[BoardLine, ...]:
    """Return the deals won towards the game (§ Game)."""
    return (BoardLine(text("Deals won"), state.wins, Scope.SIDE, goal=state.options.target_wins),)


# After Scarne


def claimed_points(record: Record) -> tuple[int, ...]:
    """Return the points that both sides have counted in a deal ended by a claim."""
    claim = record.claim or {}
    counts = {claim["side"]: claim["counted"] or 0}
    return tuple(counts.get(side, claim.get("other_counted") or 0) for side in range(PAIRS))


def claim_is_correct(state: State, record: Record, card_points: Sequence[int]) -> bool | None:
    """Return whether the claiming side has reached the target; None without a claim (§ Scarne, 4)."""
    if record.claim is None:
        return None
    return bool(card_points[record.claim["side"] or 0] >= state.options.target_points)


def scarne_winner(
    state: State, record: Record, card_points: Sequence[int], is_correct: bool | None
) -> int | None:
    """Return the side that wins the game: by a right claim, or against a wrong one.

    Else the higher at the target (§ Scarne, ours).
    """
    if record.claim is not None:
        side = record.claim["side"] or 0
        return side if is_correct else PAIRS - 1 - side
    return leader(card_points) if max(card_points) >= state.options.target_points else None


def scarne_settle(state: State, record: Record) -> tuple[State, Outcome]:
    """Settle a deal: card points add up; the side that wins the game gets one (§ Scarne, 4)."""
    points = claimed_points(record) if record.claim is not None else record.points or ()
    card_points = added(state.card_points, points)
    is_correct = claim_is_correct(state, record, card_points)
    winner = scarne_winner(state, record, card_points, is_correct)
    deal_winner = leader(points) if record.claim is None else None
    deltas = one_for(state, winner)
    after = state.after(
        deltas,
        dealer=state.dealer + 1,
        wins=added(state.wins, only_seat(len(state.wins), deal_winner, 1)),
        card_points=card_points,
        game_winner=winner,
    )
    return after, Outcome(deltas, True, {"winner": winner, "claim_correct": is_correct})


def scarne_extra(state: State) -> dict[str, Any]:
    """Return the facts of a Briscola sheet after Scarne besides its points."""
    return {"card_points": state.card_points, "game_winner": state.game_winner}


def scarne_board(state: State) -> tuple[BoardLine, ...]:
    """Return the card points towards the target (§ Scarne)."""
    goal = state.options.target_points
    return (BoardLine(text("Card points"), state.card_points, Scope.SIDE, goal=goal),)


# Final values


def for_minus_against(values: Sequence[int]) -> list[int]:
    """Return each side's value minus those of all others."""
    return [2 * value - sum(values) for value in values]


def tallies(state: State) -> dict[str, tuple[int, ...]]:
    """Return games won, deals won minus lost, card points for minus against (ours)."""
    return {
        "games": one_for(state, state.game_winner),
        "deals": by_seat(state, for_minus_against(state.wins)),
        "card_points": by_seat(state, for_minus_against(state.card_points)),
        "total": state.totals,
    }


def is_over(state: State) -> bool:
    """Return whether the game is won; a sheet holds one."""
    return state.game_winner is not None
