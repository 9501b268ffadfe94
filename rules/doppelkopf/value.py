"""The value of a deal of Doppelkopf: the winner, and every part of the value, from the side of Re."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.doppelkopf.record import Options, Record
from rules.doppelkopf.words import (
    ALONE,
    FORCED,
    FREE,
    KONTRA,
    KONTRA_CALLS,
    MANDATORY,
    NO,
    POINTS_IN_THE_PACK,
    RE,
    RE_CALLS,
    SOLO_FACTOR,
)
from rules.game import Outcome, Term, signed, text
from rules.prose import Phrase

CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}  # a nine 0
ENOUGH = 120  # card points of Kontra; Re needs one more
LIMIT_POINTS = (90, 60, 30)
STEPS = ("under90", "under60", "under30", "black")
REACHED_AGAINST = (120, 90, 60, 30)  # card points that count against no 90, no 60, no 30, black
CALL_WORTH = 2
SIGNS = {RE: 1, KONTRA: -1}
PART_LABELS = {
    "under90": text("Under 90"),
    "under60": text("Under 60"),
    "under30": text("Under 30"),
    "black": text("No trick"),
    "re": text("Re said"),
    "kontra": text("Kontra said"),
    "re_limits": text("Limits of Re"),
    "kontra_limits": text("Limits of Kontra"),
    "against_re_limits": text("Against limits of Re"),
    "against_kontra_limits": text("Against limits of Kontra"),
    "against_the_old": text("Against the old"),
    "doppelkopf": text("Doppelkopf"),
    "fox": text("Fox caught"),
    "charlie": text("Karlchen"),
}
WINNERS = {RE: text("Re has won"), KONTRA: text("Kontra has won")}
SOLO_WORDS = {MANDATORY: text("mandatory"), FORCED: text("mandatory, forced")}
SOLO_KINDS = {
    MANDATORY: text("It is the mandatory solo; the same dealer deals again."),
    FORCED: text("It is a forced mandatory solo."),
    FREE: text("It is a free solo."),
}


def points_of(record: Record, side: str) -> int:
    """Return the card points of the side."""
    of_re = record.card_points or 0
    return of_re if side == RE else POINTS_IN_THE_PACK - of_re


def other(side: str) -> str:
    """Return the opposing side."""
    return KONTRA if side == RE else RE


def call_step(record: Record, side: str) -> int:
    """Return how high a side has called: 0 nothing, 1 Re or Kontra, 2 no 90, ... 5 black (§ Calls)."""
    call, calls = (record.re_said, RE_CALLS) if side == RE else (record.kontra_said, KONTRA_CALLS)
    return calls.index(call or NO)


def limits_of(record: Record, side: str) -> int:
    """Return how many limits a side has claimed; a limit includes the lower ones (§ Calls)."""
    return max(call_step(record, side) - 1, 0)


def steps_under(record: Record, side: str) -> int:
    """Return how many of under 90, under 60, under 30, no trick are true of a side (§ Value)."""
    points = points_of(record, side)
    took_nothing = points == 0 and record.all_tricks is not False
    return sum(points < limit for limit in LIMIT_POINTS) + took_nothing


def keeps_claim(record: Record, side: str) -> bool:
    """Return whether the others stay under the highest limit that a side has claimed (§ Who has won)."""
    return steps_under(record, other(side)) >= limits_of(record, side)


def winning_side(record: Record) -> str | None:
    """Return Re, Kontra, or None where both claimed limits and both missed (§ Who has won)."""
    claiming = [side for side in (RE, KONTRA) if limits_of(record, side)]
    if not claiming:
        needed = ENOUGH if call_step(record, KONTRA) and not call_step(record, RE) else ENOUGH + 1
        return RE if points_of(record, RE) >= needed else KONTRA
    successful = [side for side in claiming if keeps_claim(record, side)]
    if successful:
        return successful[0]
    return other(claiming[0]) if len(claiming) == 1 else None


def deal_parts(options: Options, record: Record) -> dict[str, int]:
    """Return every part of the value other than 0, with the sign of Re (§ Value)."""
    parts = {**basic_parts(record), **against_limits(record)}
    if record.contract not in ALONE:
        parts |= special_parts(options, record)
    return {name: points for name, points in parts.items() if points}


def basic_parts(record: Record) -> dict[str, int]:
    """Return the parts for won, the steps the losers stayed under, all calls.

    Without a winner only the steps (§ Value, a-d).
    """
    winner = winning_side(record)
    if winner is None:
        return {**steps_won(record, RE), **steps_won(record, KONTRA)}
    sign = SIGNS[winner]
    calls = {side: CALL_WORTH * sign for side in SIGNS if call_step(record, side)}
    limits = {f"{side}_limits": limits_of(record, side) * sign for side in SIGNS}
    return {"won": sign, **steps_won(record, winner), **calls, **limits}


def steps_won(record: Record, side: str) -> dict[str, int]:
    """Return the steps that the other side stayed under."""
    return dict.fromkeys(STEPS[: steps_under(record, other(side))], SIGNS[side])


def against_limits(record: Record) -> dict[str, int]:
    """Return the card points reached against the other side's claims (§ Value, e and f)."""
    points_by_fact = {}
    for side, sign in SIGNS.items():
        claimed = REACHED_AGAINST[: limits_of(record, other(side))]
        reached = sum(points_of(record, side) >= points for points in claimed)
        points_by_fact[f"against_{other(side)}_limits"] = reached * sign
    return points_by_fact


def special_parts(options: Options, record: Record) -> dict[str, int]:
    """Return what is against the old ones and the special points of both sides, netted (§ Value)."""
    return {
        "against_the_old": -int(options.against_the_old and winning_side(record) == KONTRA),
        "doppelkopf": (record.re_doppelkopf or 0) - (record.kontra_doppelkopf or 0),
        "fox": (record.re_fox or 0) - (record.kontra_fox or 0),
        "charlie": SIGNS.get(record.charlie or NO, 0),
    }


def notes(state: Any, record: Record, outcome: Outcome) -> tuple[Phrase, ...]:
    """Explain the points of a deal: the winner and every part of the value, from the side of Re (§ Value)."""
    return tuple(sentences_of(state, record, outcome.facts)) if record.declarer is not None else ()


def sentences_of(state: Any, record: Record, facts: Mapping[str, Any]) -> Iterator[Phrase]:
    """Yield the sentences for a deal that was played."""
    if facts["winner"] is None:
        yield Phrase(text("Neither side has won."))
    if facts["parts"]:
        yield parts_line(facts["parts"], facts["winner"])
    if facts["bock"] > 1:
        yield Phrase(text("A bock deal: everything counts double."))
    if facts["solo"]:
        yield Phrase(SOLO_KINDS[facts["solo"]])
    if record.contract in ALONE and state.options.solo_counts_triple:
        yield Phrase(text("The player alone scores {factor} times the value."), {"factor": SOLO_FACTOR})


def parts_line(parts: Mapping[str, int], winner: str | None) -> Phrase:
    """Return every part with its points, in one line: `Re has won +1 · Under 90 +1`."""
    message = " · ".join(f"{{{name}}} {{{name}_points}}" for name in parts)
    every = PART_LABELS | ({"won": WINNERS[winner]} if winner else {})
    labels = {name: Term(every[name]) for name in parts}
    return Phrase(message, {**labels, **{f"{name}_points": signed(points) for name, points in parts.items()}})


# A row that became impossible scores for no player and has no facts


def row_words(outcome: Outcome) -> tuple[Term, ...]:
    """Return the words of a list for a solo that was owed (§ Mandatory solo)."""
    word = SOLO_WORDS.get(outcome.facts.get("solo", ""))
    return (Term(word),) if word else ()


def soloist(outcome: Outcome) -> tuple[int, ...]:
    """Return the soloist; nobody in a deal of two against two."""
    re = tuple(outcome.facts.get("re", ()))
    return re if len(re) == 1 else ()


def mandatory_seats(outcome: Outcome) -> tuple[int, ...]:
    """Return the player of an owed solo (§ Mandatory solo)."""
    return soloist(outcome) if outcome.facts.get("solo") in SOLO_WORDS else ()


def alone_seats(outcome: Outcome) -> tuple[int, ...]:
    """Return the soloist, unless it was an owed solo."""
    return () if mandatory_seats(outcome) else soloist(outcome)


def alone_made(outcome: Outcome) -> tuple[int, bool] | None:
    """Return the soloist and whether they won."""
    alone = soloist(outcome)
    return (alone[0], outcome.facts["winner"] == RE) if alone else None


def losers(outcome: Outcome) -> tuple[int, ...]:
    """Return the players of the losing side; none without a winner, and never the player who sat out."""
    facts = outcome.facts
    winner = facts.get("winner")
    if winner is None:
        return ()
    played = [seat for seat in range(len(outcome.deltas)) if seat != facts["sitter"]]
    return tuple(seat for seat in played if (seat in facts["re"]) != (winner == RE))
