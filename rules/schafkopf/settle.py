"""Settle an accepted deal: its points, and the state for the next one."""

from collections.abc import Sequence
from typing import Any

from rules.board import BoardLine, Hint, Unit
from rules.game import Outcome, Term, declarer_made, text
from rules.prose import Phrase
from rules.schafkopf.record import Options, Record, State
from rules.schafkopf.value import (
    counted_laufende,
    deal_value,
    is_made,
    is_march,
    reached_level,
    value_note,
)
from rules.schafkopf.words import (
    BETTEL,
    IN_PAIRS,
    KREUZ,
    ONLY_PLUS,
    PASSED,
    PLAYERS,
    RAMSCH,
    REDEAL,
    SEATS_WITH_SITTER,
    SOLOS,
)
from rules.seats import added, only_seat


def opening(options: Options, seats: int, first_dealer: int) -> State:
    """Return the table before its first deal."""
    nothing = (0,) * seats
    return State(
        options=options,
        seats=seats,
        dealer=first_dealer,
        totals=nothing,
        passed=0,
        plus=nothing,
        minus=nothing,
        solos_won=nothing,
        won=nothing,
        lost=nothing,
    )


def sitter_of(seats: int, dealer: int) -> int | None:
    """Return who sits out: of five players the dealer gets no cards (§ Table)."""
    return dealer if seats == SEATS_WITH_SITTER else None


def active(seats: int, dealer: int) -> tuple[int, ...]:
    """Return the four players from forehand on."""
    return tuple((dealer + step) % seats for step in range(1, PLAYERS + 1))


def side_of_declarer(state: State, record: Record) -> tuple[int, ...]:
    """Return the players of a game: two in a Ruf, forehand and the player opposite if crosswise, else one."""
    if record.contract == KREUZ:
        return active(state.seats, state.dealer)[::2]
    players = (record.declarer, record.partner)
    return tuple(seat for seat in players if seat is not None)


def settle(state: State, record: Record) -> tuple[State, Outcome]:
    """Settle a deal: the value from each to each; a passed deal is dealt again, or is a line in the list."""
    if record.contract == PASSED:
        return settle_passed(state)
    side = side_of_declarer(state, record)
    value = deal_value(state.options, record)
    made = is_march(record) if record.contract == RAMSCH else is_made(record)
    is_shared = record.contract == RAMSCH and not made
    paid = ramsch_points(state, record, value) if is_shared else side_points(state, side, value, made)
    deltas = tuple(max(each, 0) for each in paid) if state.options.scoring == ONLY_PLUS else paid
    facts = {
        "declarer": side[0],
        "partner": side[1] if record.contract in IN_PAIRS else None,
        "sitter": sitter_of(state.seats, state.dealer),
        "made": made,
        "level": reached_level(record),
        "laufende": counted_laufende(state.options, record),
        "value": value,
        "solo": record.contract in SOLOS,
    }
    outcome = Outcome(deltas, True, facts, is_declared=record.contract not in (KREUZ, RAMSCH))
    return after_game(state, outcome), outcome


def settle_passed(state: State) -> tuple[State, Outcome]:
    """Settle a passed deal: the same dealer again, or the next one where it is a line in the list
    (§ All pass).
    """
    nothing, is_again = (0,) * state.seats, state.options.all_pass == REDEAL
    facts = {"declarer": None, "partner": None, "sitter": sitter_of(state.seats, state.dealer)}
    facts |= {"made": None, "level": None, "laufende": 0, "value": 0, "solo": False}
    after = state.after(nothing, dealer=state.dealer + (not is_again), passed=state.passed + 1)
    return after, Outcome(nothing, not is_again, facts, is_declared=False)


def side_points(state: State, side: Sequence[int], value: int, made: bool) -> tuple[int, ...]:
    """Return the points: each of two gets the value from an opponent, one alone from all three
    (§ Who has won).
    """
    own = value * (PLAYERS - len(side)) // len(side)
    points = [own if seat in side else -value for seat in range(state.seats)]
    sitter = sitter_of(state.seats, state.dealer)
    return tuple(0 if seat == sitter else each if made else -each for seat, each in enumerate(points))


def ramsch_points(state: State, record: Record, value: int) -> tuple[int, ...]:
    """Return the points of a Ramsch by seat: the player with most card points pays each other.

    A player without a trick gets double (§ All pass).
    """
    sitter = sitter_of(state.seats, state.dealer)
    gains = [value * (2 if seat in record.virgins else 1) for seat in range(state.seats)]
    got = [0 if seat in (sitter, record.declarer) else gain for seat, gain in enumerate(gains)]
    return tuple(-sum(got) if seat == record.declarer else each for seat, each in enumerate(got))


def after_game(state: State, outcome: Outcome) -> State:
    """Return the foot of the list after a game; crosswise games and Ramsch are nobody's."""
    facts, nobody = outcome.facts, (0,) * state.seats
    own = only_seat(state.seats, facts["declarer"], 1) if outcome.is_declared else nobody
    after: State = state.after(
        outcome.deltas,
        dealer=state.dealer + 1,
        plus=added(state.plus, plus_of(outcome)),
        minus=added(state.minus, minus_of(outcome)),
        solos_won=added(state.solos_won, own if facts["made"] and facts["solo"] else nobody),
        won=added(state.won, own if facts["made"] else nobody),
        lost=added(state.lost, nobody if facts["made"] else own),
    )
    return after


def notes(state: State, record: Record, outcome: Outcome) -> tuple[Phrase, ...]:
    """Explain a value above the tariff."""
    note = None if record.contract in (PASSED, BETTEL, RAMSCH) else value_note(state, record)
    return (note,) if note else ()


def row_words(outcome: Outcome) -> tuple[Term | str, ...]:
    """Return the words of a row beside its record: the Laufende that count."""
    laufende = outcome.facts.get("laufende")
    return (Term(text("Laufende")), str(laufende)) if laufende else ()


def declared(outcome: Outcome) -> tuple[int, bool] | None:
    """Return the player of a game and whether they won; none of a passed, crosswise or Ramsch deal."""
    return declarer_made(outcome) if outcome.is_declared else None


def solo_seats(outcome: Outcome) -> tuple[int, ...]:
    """Return the player of a won solo, whose points are circled on a list."""
    facts = outcome.facts
    return (facts["declarer"],) if facts.get("solo") and facts["made"] else ()


def extra(state: State) -> dict[str, Any]:
    """Return the facts at the foot of a list besides the totals."""
    return {
        "passed": state.passed,
        "solos_won": state.solos_won,
        "won": state.won,
        "lost": state.lost,
    }


def hints(state: State) -> tuple[Hint, ...]:
    """Return that the player who sits out plays no game (§ Table)."""
    sitter = sitter_of(state.seats, state.dealer)
    if sitter is None:
        return ()
    return tuple(Hint(name, sitter, is_open=False) for name in ("declarer", "partner"))


def plus_of(outcome: Outcome) -> tuple[int, ...]:
    """Return the good points of a deal, by seat."""
    return tuple(max(each, 0) for each in outcome.deltas)


def minus_of(outcome: Outcome) -> tuple[int, ...]:
    """Return the bad points of a deal, by seat."""
    return tuple(min(each, 0) for each in outcome.deltas)


def sum_after(state: State, deals: int) -> tuple[int, int] | None:
    """Return the sum of the table, which is 0 where plus and minus are written (§ List, ranking)."""
    return None if state.options.scoring == ONLY_PLUS else (sum(state.totals), 0)


def foot(state: State) -> tuple[BoardLine, ...]:
    """Return plus and minus, and the games, below the deals of a list."""
    return (
        BoardLine(text("Plus"), state.plus, unit=Unit.POINTS),
        BoardLine(text("Minus"), state.minus, unit=Unit.POINTS),
        BoardLine(text("Solos won"), state.solos_won),
        BoardLine(text("Games won"), state.won),
        BoardLine(text("Games lost"), state.lost),
    )


def tallies(state: State) -> dict[str, tuple[int, ...]]:
    """Return the total; solos won and games won decide between equal totals (§ List, ranking)."""
    return {"total": state.totals, "solos_won": state.solos_won, "won": state.won, "lost": state.lost}
