"""Settle an accepted deal: its points, and the state for the next one."""

from collections.abc import Sequence
from typing import Any

from rules.board import BoardLine, Scope, Unit
from rules.game import Outcome, text
from rules.jass.record import DEAL_POINTS, FACTORS, SIDES, Options, Record, State, sides
from rules.prose import Phrase
from rules.seats import added

NEITHER = (0,) * SIDES
TO_FOREHAND, TO_PARTNER = 1, 3  # steps from the dealer


def opening(options: Options, seats: int, first_dealer: int) -> State:
    """Return the table before its first deal."""
    nothing = (0,) * seats
    return State(
        options=options,
        seats=seats,
        dealer=first_dealer,
        totals=nothing,
        side_totals=NEITHER,
        matches=nothing,
    )


def choosers(seats: int, dealer: int) -> tuple[int, int]:
    """Return forehand, who chooses the kind or pushes, and their partner (§ Table)."""
    return (dealer + TO_FOREHAND) % seats, (dealer + TO_PARTNER) % seats


def points_of(record: Record) -> tuple[int, ...]:
    """Return the points of both sides; a side that is not written has the rest of 157 (§ Score)."""
    written = record.points or (None, None)
    rest = DEAL_POINTS - sum(each or 0 for each in written)
    return tuple(rest if each is None else each for each in written)


def side_of_match(record: Record) -> int | None:
    """Return the side with all nine tricks: 157 points, unless the table says no (§ Score)."""
    points = points_of(record)
    return points.index(DEAL_POINTS) if DEAL_POINTS in points and record.match is not False else None


def factor_of(options: Options, record: Record) -> int:
    """Return the multiplier of the kind; 1 without a kind."""
    factor: int = getattr(options, FACTORS[record.contract]) if record.contract in FACTORS else 1
    return factor


def side_scores(options: Options, record: Record) -> tuple[int, ...]:
    """Return points, bonus of a match, Stöck and Weis of each side; all of it is multiplied (§ Score)."""
    match, factor = side_of_match(record), factor_of(options, record)
    bonus = [options.match_bonus if side == match else 0 for side in range(SIDES)]
    parts = zip(points_of(record), bonus, record.stoeck or NEITHER, record.weis or NEITHER, strict=True)
    return tuple(sum(part) * factor for part in parts)


def settle(state: State, record: Record) -> tuple[State, Outcome]:
    """Settle a deal: every player gets the points of their side; the next player deals (§ Score)."""
    scores, match = side_scores(state.options, record), side_of_match(record)
    deltas = tuple(scores[seat % SIDES] for seat in range(state.seats))
    declarer, pushed = who_chose(state, record)
    facts = {
        "declarer": declarer,
        "pushed": pushed,
        "points": points_of(record),
        "match": match,
        "factor": factor_of(state.options, record),
    }
    after: State = state.after(
        deltas,
        dealer=state.dealer + 1,
        side_totals=added(state.side_totals, scores),
        matches=added(state.matches, [int(seat % SIDES == match) for seat in range(state.seats)]),
    )
    return after, Outcome(deltas, True, facts)


def who_chose(state: State, record: Record) -> tuple[int | None, bool | None]:
    """Return who chose the kind and whether forehand pushed; each follows from the other."""
    forehand, partner = choosers(state.seats, state.dealer)
    if record.declarer is not None:
        return record.declarer, record.declarer == partner
    if record.pushed is None:
        return None, None
    return (partner if record.pushed else forehand), record.pushed


def extra(state: State) -> dict[str, Any]:
    """Return the facts below a slip besides the totals: both sides, and the sum of the table (JK 2)."""
    return {
        "side_totals": state.side_totals,
        "table_sum": sum(state.side_totals),
        "matches": state.matches,
    }


def board(state: State) -> tuple[BoardLine, ...]:
    """Return the points of both sides so far."""
    return (BoardLine(text("Points"), state.side_totals, Scope.SIDE, Unit.COUNT),)


def foot(state: State) -> tuple[BoardLine, ...]:
    """Return the matches below the totals of a slip, for the extra prize."""
    return (BoardLine(text("Matches"), state.matches),)


def tallies(state: State) -> dict[str, tuple[int, ...]]:
    """Return the total, by which players are ranked, and the matches."""
    return {"total": state.totals, "matches": state.matches}


def notes(state: State, record: Record, outcome: Outcome) -> tuple[Phrase, ...]:
    """Explain points that are more than those of the cards: bonus, Stöck, Weis, multiplier."""
    scores = side_scores(state.options, record)
    if scores == points_of(record):
        return ()
    values = {"first": scores[0], "second": scores[1], "factor": outcome.facts["factor"]}
    return (Phrase(text("with everything written: {first} to {second} (× {factor})"), values),)


def sum_after(state: State, deals: int) -> tuple[int, int] | None:
    """Return the sum of the table, and 157 for every deal: a slip is checked with it (JK 2)."""
    is_plain = state.options == Options(slalom=state.options.slalom)
    return (sum(state.side_totals), DEAL_POINTS * deals) if is_plain else None


def match_seats(outcome: Outcome) -> Sequence[int]:
    """Return the players of a side that made a match."""
    match = outcome.facts.get("match")
    return () if match is None else sides(len(outcome.deltas))[match]
