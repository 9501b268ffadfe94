"""Settle an accepted deal: its points, and the state for the next one."""

from typing import Any

from rules.board import BoardLine, Hint
from rules.game import Outcome, text
from rules.rifki.record import (
    CONTRACTS,
    KIZ,
    KIZ_VOID,
    KOZ,
    NEGATIVES,
    NEGATIVES_EACH,
    POSITIVES_EACH,
    TIMES_EACH_NEGATIVE,
    Options,
    Record,
    State,
)


def opening(options: Options, seats: int, first_dealer: int) -> State:
    """Return the table before its first deal.

    Each player has two positive and three negative contracts left.
    """
    return State(
        options=options,
        seats=seats,
        dealer=first_dealer,
        totals=(0,) * seats,
        positives_left=(POSITIVES_EACH,) * seats,
        negatives_left=(NEGATIVES_EACH,) * seats,
        contract_counts=dict.fromkeys(CONTRACTS, 0),
    )


def declarer_of(state: State) -> int:
    """Return the player on the dealer's right (§ Deal)."""
    return (state.dealer + 1) % state.seats


def legal_contracts(state: State) -> tuple[str, ...]:
    """Return the next declarer's open contracts: their own duties, no negative a third time (§ Choice)."""
    declarer = declarer_of(state)
    positives = [KOZ] if state.positives_left[declarer] else []
    negatives = [key for key in NEGATIVES if state.contract_counts[key] < TIMES_EACH_NEGATIVE]
    return (*positives, *(negatives if state.negatives_left[declarer] else ()))


def is_void(state: State, record: Record) -> bool:
    """Return whether a Kız is chosen again: by house rule with one queen for each player."""
    return bool(state.options.kiz_all_one_void and record.contract == KIZ and record.counts == KIZ_VOID)


def without_one(left: tuple[int, ...], declarer: int) -> tuple[int, ...]:
    """Return the duties with one fewer for the declarer."""
    return tuple(count - 1 if seat == declarer else count for seat, count in enumerate(left))


def settle(state: State, record: Record) -> tuple[State, Outcome]:
    """Score every unit; the contract is used up and the deal passes on (§ Contracts)."""
    declarer, contract = declarer_of(state), record.contract or ""
    facts = {"declarer": declarer, "contract": contract}
    if is_void(state, record):
        return state, Outcome((0,) * state.seats, False, facts)
    deltas = tuple(count * CONTRACTS[contract].worth for count in record.counts or ())
    left = "positives_left" if contract == KOZ else "negatives_left"
    counts = {**state.contract_counts, contract: state.contract_counts[contract] + 1}
    used = {left: without_one(getattr(state, left), declarer), "contract_counts": counts}
    return state.after(deltas, dealer=state.dealer + 1, **used), Outcome(deltas, True, facts)


def extra(state: State) -> dict[str, Any]:
    """Return the facts of a sheet besides its points.

    Contracts left, for all players and for the next declarer.
    """
    return {
        "positives_left": state.positives_left,
        "negatives_left": state.negatives_left,
        "contract_counts": state.contract_counts,
        "complete": is_over(state),
        "legal_next": () if is_over(state) else legal_contracts(state),
    }


def board(state: State) -> tuple[BoardLine, ...]:
    """Return the contracts that each player still has to choose (§ Choice)."""
    return (
        BoardLine(text("Kozlar to choose"), state.positives_left),
        BoardLine(text("Negatives to choose"), state.negatives_left),
    )


def hints(state: State) -> tuple[Hint, ...]:
    """Return the declarer, the contracts open to them, and how often the table still has each (§ Choice)."""
    declarer, legal = declarer_of(state), legal_contracts(state)
    left = {key: TIMES_EACH_NEGATIVE - state.contract_counts[key] for key in NEGATIVES}
    left[KOZ] = state.positives_left[declarer]
    return (
        Hint("declarer", declarer),
        *(Hint("contract", key, key in legal, left[key]) for key in CONTRACTS),
    )


def tallies(state: State) -> dict[str, tuple[int, ...]]:
    """Return the points, by which alone players are ranked; over a whole game they add up to 0 (§ Game)."""
    return {"total": state.totals}


def is_over(state: State) -> bool:
    """Return whether no player has a contract left to choose, after twenty deals (§ Game)."""
    return not any(state.positives_left) and not any(state.negatives_left)
