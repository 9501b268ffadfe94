"""Settle an accepted deal: its points, and the state for the next one."""

from collections.abc import Sequence
from typing import Any

from rules.board import BoardLine, Hint, Unit
from rules.game import Outcome, signed, text
from rules.prose import Phrase
from rules.seats import added, only_seat
from rules.skat.record import (
    DECLARER_BONUS,
    KONTRA_FACTORS,
    LOSS_FACTOR,
    NULL,
    OTHERS_BONUS,
    SEEGER_FABIAN,
    Options,
    Record,
    State,
)
from rules.skat.value import (
    counted_factor,
    counted_value,
    is_made,
    is_overbid,
    null_value,
    overbid_values,
)

SEATS_WITH_SITTER = 4


def opening(options: Options, seats: int, first_dealer: int) -> State:
    """Return the table before its first deal."""
    nothing = (0,) * seats
    return State(
        options=options,
        seats=seats,
        dealer=first_dealer,
        totals=nothing,
        passed=0,
        game_points=nothing,
        won=nothing,
        lost=nothing,
        others_lost=nothing,
    )


def sitter_of(seats: int, dealer: int) -> int | None:
    """Return the seat without cards: at a table of four the dealer (§ Table)."""
    return dealer if seats == SEATS_WITH_SITTER else None


def declarer_points(record: Record) -> int:
    """Return the value if won; twice the value, negative, if lost; times Kontra (§ Score)."""
    value = counted_value(record)
    points = value if is_made(record) else -LOSS_FACTOR * value
    return points * KONTRA_FACTORS[record.kontra]


def bonus_points(state: State, declarer: int, *, made: bool) -> tuple[int, ...]:
    """Return the bonus of extended Seeger-Fabian: 50 for or against the declarer.

    The others share in a lost game (SkWO 6.3).
    """
    if state.options.scoring != SEEGER_FABIAN:
        return (0,) * state.seats
    if made:
        return only_seat(state.seats, declarer, DECLARER_BONUS)
    others = OTHERS_BONUS[state.seats]
    return tuple(-DECLARER_BONUS if seat == declarer else others for seat in range(state.seats))


def settle(state: State, record: Record) -> tuple[State, Outcome]:
    """Settle a deal: game points of the declarer and the bonus of all.

    The deal passes on, also after a passed one.
    """
    nothing = (0,) * state.seats
    facts: dict[str, Any] = {"declarer": record.declarer, "sitter": sitter_of(state.seats, state.dealer)}
    if record.declarer is None:
        facts |= {"made": None, "value": 0, "factor": 0, "overbid": None}
        facts |= {"game_points": nothing, "bonus": nothing}
        after = state.after(nothing, dealer=state.dealer + 1, passed=state.passed + 1)
        return after, Outcome(nothing, True, facts)
    made = is_made(record)
    points = only_seat(state.seats, record.declarer, declarer_points(record))
    bonus = bonus_points(state, record.declarer, made=made)
    facts |= {"made": made, "value": counted_value(record), "factor": counted_factor(record)}
    facts |= {"overbid": is_overbid(record), "game_points": points, "bonus": bonus}
    deltas = added(points, bonus)
    return after_game(state, record.declarer, made, points, deltas), Outcome(deltas, True, facts)


def after_game(
    state: State, declarer: int, made: bool, points: Sequence[int], deltas: Sequence[int]
) -> State:
    """Return the foot of the list after a game that was played."""
    seats = range(state.seats)
    after: State = state.after(
        deltas,
        dealer=state.dealer + 1,
        game_points=added(state.game_points, points),
        won=added(state.won, [int(made and seat == declarer) for seat in seats]),
        lost=added(state.lost, [int(not made and seat == declarer) for seat in seats]),
        others_lost=added(state.others_lost, [int(not made and seat != declarer) for seat in seats]),
    )
    return after


def notes(state: State, record: Record, outcome: Outcome) -> tuple[Phrase, ...]:
    """Explain the value, overbidding in the words of the rule, and both parts of each player's points."""
    if record.declarer is None:
        return ()
    return (value_note(record), points_note(state, record.declarer, outcome))


def value_note(record: Record) -> Phrase:
    """Explain the value."""
    if record.contract == NULL:
        return Phrase(text("Null: {value}"), {"value": null_value(record)})
    values = overbid_values(record)
    if is_overbid(record):
        message = text(
            "{factor} × {base} = {value} does not reach the bid of {bid}:"
            " overbid, counts as {counted} × {base} = {worth}"
        )
        return Phrase(message, values)
    return Phrase(text("{factor} × {base} = {value}"), values)


def points_note(state: State, declarer: int, outcome: Outcome) -> Phrase:
    """Return the game points and bonus of the declarer, and the bonus of the others of a lost game."""
    points, bonus = outcome.facts["game_points"], outcome.facts["bonus"]
    others = bonus[(declarer + 1) % state.seats]
    values = {"points": signed(points[declarer]), "bonus": signed(bonus[declarer]), "others": signed(others)}
    message = text("game points {points}, bonus {bonus}")
    if others:
        message = text("game points {points}, bonus {bonus}, each of the others {others}")
    return Phrase(message, values)


def extra(state: State) -> dict[str, Any]:
    """Return the facts at the foot of a list besides the totals."""
    return {
        "passed": state.passed,
        "game_points": state.game_points,
        "won": state.won,
        "lost": state.lost,
        "others_lost": state.others_lost,
    }


def hints(state: State) -> tuple[Hint, ...]:
    """Return that the player who sits out cannot declare (§ Table)."""
    sitter = sitter_of(state.seats, state.dealer)
    return () if sitter is None else (Hint("declarer", sitter, is_open=False),)


def foot(state: State) -> tuple[BoardLine, ...]:
    """Return the parts of every total, as at the foot of a list (SkWO 6.3.1)."""
    lines = [
        BoardLine(text("Game points"), state.game_points, unit=Unit.POINTS),
        BoardLine(text("Games won"), state.won),
        BoardLine(text("Games lost"), state.lost),
    ]
    if state.options.scoring == SEEGER_FABIAN:
        own = [DECLARER_BONUS * (won - lost) for won, lost in zip(state.won, state.lost, strict=True)]
        bonuses = [OTHERS_BONUS[state.seats] * lost for lost in state.others_lost]
        lines += [
            BoardLine(text("Bonus for games won and lost"), tuple(own), unit=Unit.POINTS),
            BoardLine(text("Games lost by others"), state.others_lost),
            BoardLine(text("Bonus for games lost by others"), tuple(bonuses), unit=Unit.POINTS),
        ]
    return tuple(lines)


def game_points_of(outcome: Outcome) -> tuple[int, ...]:
    """Return the game points that a deal adds to a list, by seat."""
    points: tuple[int, ...] = outcome.facts["game_points"]
    return points


def games_won_of(outcome: Outcome) -> tuple[int, ...]:
    """Return 1 for a declarer who won."""
    return declared_as(outcome, True)


def games_lost_of(outcome: Outcome) -> tuple[int, ...]:
    """Return 1 for a declarer who lost."""
    return declared_as(outcome, False)


def declared_as(outcome: Outcome, made: bool) -> tuple[int, ...]:
    """Return 1 for the declarer of a game that ended this way."""
    declarer = outcome.facts["declarer"] if outcome.facts["made"] is made else None
    return only_seat(len(outcome.deltas), declarer, 1)


def tallies(state: State) -> dict[str, tuple[int, ...]]:
    """Return the total and its parts; games won and lost decide between equal totals (SkWO 6.3.1)."""
    return {
        "total": state.totals,
        "game_points": state.game_points,
        "won": state.won,
        "lost": state.lost,
        "others_lost": state.others_lost,
    }
