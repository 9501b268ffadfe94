"""A past round is another mode: how safely each act on a round is done, by the age of the round.

`SAFETY` is the one table of it; `docs/past-rounds.md` is made from it, and a test does each act at each age.
A round that is played is changed freely. One that is over is changed by one decision at a time, which shows
what it does, in colour, before it is stored; then the mode is left.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from tournaments.models import EventChangeKind, Publication, Round, RoundStatus

MOVES = (EventChangeKind.ROUND_RELEASED, EventChangeKind.ROUND_CLOSED, EventChangeKind.ROUND_REOPENED)


class Age(Enum):
    """How far back a round lies; the value says it to developers."""

    PLAYED = "being played"
    REOPENED = "open again"
    CLOSED = "closed"
    PUBLISHED = "in a published list"
    FINAL = "signed off"


class Safety(Enum):
    """What happens when somebody acts."""

    AT_ONCE = "at once"
    IF_RESULTS = "shown first if results change"
    FIRST = "shown first"
    KEPT = "kept for the director"
    REFUSED = "refused"
    NOT_THERE = "–"


class Act(Enum):
    """What somebody does to a round that was opened."""

    PHONE = "a phone of the table records a deal"
    NEW_ROW = "a new row is typed from paper"
    CORRECTED_ROW = "a typed line corrects a row"
    CORRECTED_SHEET = "a sheet typed as a whole, or a second time, corrects rows"
    TOTALS = "the totals on paper are compared"
    VERSION = "a deal goes back to an earlier version"
    SENT_DEAL = "a deal that waits for the director is taken"
    RULING = "a ruling on a deal"
    ADJUSTMENT = "a penalty or a bonus"
    SEATS = "seats are changed or swapped"
    REPLACEMENT = "a player is replaced, or a change of seats undone"
    PHOTO = "rows of photos are stored"
    ABANDONED = "a table is abandoned or resumed, or gets extra time"
    CLOSING = "the round is closed"
    REOPENING = "the round is opened again"


S = Safety
SAFETY = {
    act: dict(zip(Age, row, strict=True))
    for act, row in {
        Act.PHONE: (S.AT_ONCE, S.AT_ONCE, S.KEPT, S.KEPT, S.KEPT),
        Act.NEW_ROW: (S.AT_ONCE, S.AT_ONCE, S.AT_ONCE, S.FIRST, S.REFUSED),
        Act.CORRECTED_ROW: (S.IF_RESULTS, S.FIRST, S.FIRST, S.FIRST, S.REFUSED),
        Act.CORRECTED_SHEET: (S.FIRST, S.FIRST, S.FIRST, S.FIRST, S.REFUSED),
        Act.TOTALS: (S.AT_ONCE, S.AT_ONCE, S.AT_ONCE, S.AT_ONCE, S.REFUSED),
        Act.VERSION: (S.FIRST, S.FIRST, S.FIRST, S.FIRST, S.REFUSED),
        Act.SENT_DEAL: (S.FIRST, S.FIRST, S.FIRST, S.FIRST, S.REFUSED),
        Act.RULING: (S.FIRST, S.FIRST, S.FIRST, S.FIRST, S.REFUSED),
        Act.ADJUSTMENT: (S.FIRST, S.FIRST, S.FIRST, S.FIRST, S.REFUSED),
        Act.SEATS: (S.FIRST, S.FIRST, S.FIRST, S.FIRST, S.REFUSED),
        Act.REPLACEMENT: (S.IF_RESULTS, S.FIRST, S.FIRST, S.FIRST, S.REFUSED),
        Act.PHOTO: (S.AT_ONCE, S.AT_ONCE, S.REFUSED, S.REFUSED, S.REFUSED),
        Act.ABANDONED: (S.AT_ONCE, S.AT_ONCE, S.REFUSED, S.REFUSED, S.REFUSED),
        Act.CLOSING: (S.AT_ONCE, S.AT_ONCE, S.NOT_THERE, S.NOT_THERE, S.NOT_THERE),
        Act.REOPENING: (S.NOT_THERE, S.NOT_THERE, S.FIRST, S.FIRST, S.REFUSED),
    }.items()
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRound:
    """A round that is over, or open again since a moment; `published` is the newest list that counts it."""

    number: int
    reopened_at: datetime | None
    published: Publication | None


def is_shown_first(act: Act, round: Round, *, changes_results: bool) -> bool:
    """Return whether an act on this round is shown with its effect before it is stored."""
    safety = SAFETY[act][age_of(round)]
    return safety is Safety.FIRST or (safety is Safety.IF_RESULTS and changes_results)


def age_of(round: Round) -> Age:
    """Return the age of a round that was opened; three queries at most."""
    if round.event.is_closed or round.event.signed_off_at:
        return Age.FINAL
    past = past_round(round)
    if past is None:
        return Age.PLAYED
    if past.reopened_at:
        return Age.REOPENED
    return Age.PUBLISHED if past.published else Age.CLOSED


def past_round(round: Round) -> PastRound | None:
    """Return what a page says of a past round; None for one that is drafted or played. Two queries."""
    reopened_at = reopening_of(round) if round.status == RoundStatus.OPEN else None
    if round.status != RoundStatus.CLOSED and reopened_at is None:
        return None
    return PastRound(number=round.number, reopened_at=reopened_at, published=list_with(round))


def reopening_of(round: Round) -> datetime | None:
    """Return when an open round was opened again; None if it was opened only once."""
    moves = round.event.entries.filter(kind__in=MOVES, facts__round=round.number).order_by("-number")
    kind, at = moves.values_list("kind", "at").first() or ("", None)
    return at if kind == EventChangeKind.ROUND_REOPENED else None


def list_with(round: Round) -> Publication | None:
    """Return the newest published list that counts the round as closed, without its rows."""
    lists = round.event.publications.filter(rows__closed__gte=round.number)
    return lists.defer("rows").order_by("-number").first()
