"""The clock of a round: start, pause, extend (for the round or one table), announce the last deal.

Only points in time are stored, never a remaining time: every device that knows the time can calculate it.
On resuming, the start is moved by the length of the pause; when the computer's clock is set, by as much.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Event, EventChangeKind, Round, RoundStatus, Table
from tournaments.models.event import MOST_MINUTES
from tournaments.services.history.event_chain import SYSTEM, append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.services.rounds.decision_guards import refuse_not_open
from tournaments.services.rounds.lifecycle import lock_round
from tournaments.services.sheets.write_guard import lock_played, refuse_closed

CLOCK_FIELDS = ["clock_started_at", "clock_paused_at", "minutes", "is_last_deal"]
Change = Callable[..., None]


def on_the_clock(change: Change) -> Callable[..., Round]:
    """Wrap a change of an open round's clock, `change(round, ...)`, and store it in the history.

    Raises NotPossible: `round_not_open`, `event_closed`, and what the change raises.
    """

    @wraps(change)
    @transaction.atomic
    def run(*, round: Round, by: Author, **arguments: Any) -> Round:
        event = lock_round(round)
        round.refresh_from_db(fields=CLOCK_FIELDS)
        refuse_closed(event)
        refuse_not_open(round)
        change(round, event=event, **arguments)
        round.save(update_fields=CLOCK_FIELDS)
        facts = {"round": round.number, "minutes": round.minutes, **arguments}
        append_event_entry(event, EventChangeKind.CLOCK, by=by, done=change.__name__, **facts)
        return round

    return run


@on_the_clock
def start_clock(round: Round, *, event: Event, minutes: int | None = None) -> None:
    """Start the clock with so many `minutes` (default: the event's), or resume it after a pause.

    Raises NotPossible: `clock_runs`, `minutes_missing`, `minutes_out_of_range`.
    """
    if round.clock_started_at and not round.clock_paused_at:
        message = gettext("The clock of round %(round)s is already running.")
        raise NotPossible("clock_runs", message % {"round": round.number})
    if round.clock_started_at is None:
        round.minutes = minutes or event.round_minutes
    if round.minutes is None:
        message = gettext("Enter the minutes of round %(round)s.")
        raise NotPossible("minutes_missing", message % {"round": round.number})
    refuse_minutes(round.minutes)
    now = timezone.now()
    pause = now - round.clock_paused_at if round.clock_paused_at else timedelta()
    round.clock_started_at = round.clock_started_at + pause if round.clock_started_at else now
    round.clock_paused_at = None


@on_the_clock
def pause_clock(round: Round, *, event: Event) -> None:
    """Pause the clock. Raises NotPossible (`clock_stands`)."""
    refuse_standing(round)
    if round.clock_paused_at:
        message = gettext("The clock of round %(round)s is already paused.")
        raise NotPossible("clock_stands", message % {"round": round.number})
    round.clock_paused_at = timezone.now()


@on_the_clock
def extend_clock(round: Round, *, event: Event, by_minutes: int) -> None:
    """Add minutes for every table (negative: subtract). Raises NotPossible (`clock_stands`, `minutes...`)."""
    refuse_standing(round)
    round.minutes = (round.minutes or 0) + by_minutes
    refuse_minutes(round.minutes)


@on_the_clock
def announce_last_deal(round: Round, *, event: Event, is_last: bool = True) -> None:
    """Announce on every screen that the current deal is the last, or undo that."""
    round.is_last_deal = is_last


@on_the_clock
def reset_clock(round: Round, *, event: Event) -> None:
    """Remove the clock, so that the round has no time limit."""
    round.clock_started_at = round.clock_paused_at = None
    round.is_last_deal = False


@transaction.atomic
def extend_table(*, table: Table, minutes: int, by: Author) -> Table:
    """Set the total extra minutes of one table. Raises NotPossible (`round_not_open`, `minutes...`)."""
    event, table = lock_played(table)
    refuse_not_open(table.round)
    if not 0 <= minutes <= MOST_MINUTES:
        raise minutes_out_of_range(0, minutes)
    table.extra_minutes = minutes
    table.save(update_fields=["extra_minutes"])
    facts: dict[str, Any] = {"round": table.round.number, "table": table.number, "extra_minutes": minutes}
    append_event_entry(event, EventChangeKind.CLOCK, by=by, done="extend_table", **facts)
    return table


@transaction.atomic
def keep_minutes(by: timedelta) -> None:
    """Move the clocks of all rounds by what the computer's clock was set: they keep their minutes.

    A clock that somebody starts within the second before this is noticed is moved as well.
    """
    begun = Round.objects.filter(clock_started_at__isnull=False).exclude(status=RoundStatus.CLOSED)
    for round in begun.select_related("event").order_by("event", "number"):
        event = lock_event(round.event)
        round.refresh_from_db(fields=CLOCK_FIELDS)
        if round.clock_started_at is None:
            continue
        round.clock_started_at += by
        round.clock_paused_at = round.clock_paused_at and round.clock_paused_at + by
        round.save(update_fields=CLOCK_FIELDS)
        facts: dict[str, Any] = {"round": round.number, "minutes": round.minutes}
        facts["seconds"] = int(by.total_seconds())
        append_event_entry(event, EventChangeKind.CLOCK, by=SYSTEM, done="keep_minutes", **facts)


def refuse_standing(round: Round) -> None:
    """Raise NotPossible (`clock_stands`) if the clock was not started."""
    if round.clock_started_at is None:
        message = gettext("The clock of round %(round)s is not running; start it first.")
        raise NotPossible("clock_stands", message % {"round": round.number})


def refuse_minutes(minutes: int) -> None:
    """Raise NotPossible (`minutes_out_of_range`) unless minutes are between 1 and the maximum."""
    if not 1 <= minutes <= MOST_MINUTES:
        raise minutes_out_of_range(1, minutes)


def minutes_out_of_range(least: int, minutes: int) -> NotPossible:
    """Return the refusal of a number of minutes out of range."""
    message = gettext("Minutes must be a number from %(least)s to %(most)s, not %(found)s.")
    values = {"least": least, "most": MOST_MINUTES, "found": minutes}
    return NotPossible("minutes_out_of_range", message % values)
