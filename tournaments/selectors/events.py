"""What pages show of clubs and events, and what a director needs; queries never grow with rows."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

from scoring.agreements import read_prizes
from tournaments.errors import NotPossible
from tournaments.models import (
    Admission,
    Club,
    Deal,
    Entrant,
    Event,
    Publication,
    Round,
    Seat,
    Stage,
    Table,
    User,
)
from tournaments.selectors.access import Visitor
from tournaments.selectors.cash import is_cash_done
from tournaments.selectors.drafts import searching_draw
from tournaments.selectors.rounds import RoundProgress
from tournaments.selectors.seating import sizes_for
from tournaments.selectors.standings import standings_version

FINAL_LIST = Exists(Publication.objects.filter(event=OuterRef("pk"), stage=Stage.FINAL))

# Clubs and events


def clubs_of(user: User) -> QuerySet[Club]:
    """The clubs an account is a member of."""
    return Club.objects.filter(members__user=user)


def visible_events(user: Visitor) -> QuerySet[Event]:
    """Published events and those of the account's own clubs, newest first, with their rounds."""
    own = Club.objects.filter(members__user_id=user.pk or 0)
    events = Event.objects.filter(Q(is_published=True) | Q(club__in=own))
    return with_status(events)


def events_at(club: Club, *, with_unpublished: bool) -> QuerySet[Event]:
    """A club's events, newest first, with their rounds; unpublished ones for its members."""
    events = with_status(club.events.all())
    return events if with_unpublished else events.filter(is_published=True)


def with_status(events: QuerySet[Event]) -> QuerySet[Event]:
    """The events with all that tells how far each is."""
    return events.select_related("club").prefetch_related("rounds").annotate(has_final=FINAL_LIST)


def has_final_list(event: Event) -> bool:
    """Whether a final list is published; one query where the event was not loaded with its status."""
    known: bool | None = getattr(event, "has_final", None)
    return event.publications.filter(stage=Stage.FINAL).exists() if known is None else known


def has_deals(event: Event) -> bool:
    """Whether anything was written at a table of the event, struck out or not."""
    return Deal.objects.filter(table__round__event=event).exists()


# What tells two states of a page apart


def event_state(event: Event) -> list[Any]:
    """Changes whenever the event's page does; two queries."""
    rounds = event.rounds.annotate(Count("tables"), Max("tables__last_activity")).order_by("number")
    return [
        standings_version(event),
        *(
            getattr(event, name)
            for name in ("name", "date", "place", "deals_per_table", "is_closed", "revision")
        ),
        *rounds.values_list("pk", "status", "tables__count", "tables__last_activity__max"),
    ]


def sheet_state(table: Table) -> list[Any]:
    """Changes whenever a table's sheet does, or a name on it; one query."""
    event = table.round.event
    facts = (event.name, event.deals_per_table, event.is_closed, table.round.status, event.revision)
    return [standings_version(event), table.head, table.revision, *facts]


# What a director needs

ENDING = ("prizes", "cash", "publish", "end")  # in the order they are done in


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendance:
    """Who is entered and present, and the tables that makes, or why it makes none."""

    entrants: Sequence[Entrant]
    present: int
    sizes: Sequence[int] = ()
    problem: str = ""

    @property
    def entered(self) -> int:
        """How many have a place."""
        return sum(each.admission == Admission.ENTERED for each in self.entrants)

    @property
    def waiting(self) -> int:
        """How many are on the waiting list."""
        return sum(each.admission == Admission.WAITING for each in self.entrants)

    @property
    def gone(self) -> int:
        """How many left, or did not come."""
        return sum(each.admission == Admission.LEFT for each in self.entrants)

    @property
    def expected(self) -> int:
        """How many are entered and still to come."""
        return sum(each.admission == Admission.ENTERED and not each.is_present for each in self.entrants)

    @property
    def tables(self) -> list[tuple[int, int]]:
        """Size and number of tables, the larger first."""
        return sorted(Counter(self.sizes).items(), reverse=True)


def attendance_of(event: Event) -> Attendance:
    """Everybody entered in an event; one query."""
    entrants = list(event.entrants.select_related("player", "partner").order_by("number"))
    present = sum(entrant.is_present for entrant in entrants)
    try:
        return Attendance(entrants=entrants, present=present, sizes=sizes_for(event, present))
    except NotPossible as refusal:
        return Attendance(entrants=entrants, present=present, problem=refusal.message)


def unseated(attendance: Attendance, drawn: Round) -> tuple[list[Entrant], list[Entrant]]:
    """Who is present without a place in a draw, and who has a seat but is not present; two queries."""
    seats = Seat.objects.filter(part__table__round=drawn)
    seated = set(seats.values_list("entrant_id", flat=True))
    placed = seated.union(drawn.sit_outs.values_list("entrant_id", flat=True))
    missing = [entrant for entrant in attendance.entrants if entrant.is_present and entrant.pk not in placed]
    absent = [entrant for entrant in attendance.entrants if not entrant.is_present and entrant.pk in seated]
    return missing, absent


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do next: `kind` names it, `round` its round, `draw` the draw to wait for.

    `broken_off` says how many tables of the round were broken off.

    When all planned rounds are played, `may_draw` says whether another one could be drawn. Once the results
    are signed off the kind is one of ENDING; `left` are those to be done still, `done` those that were.
    """

    kind: str
    round: int = 0
    draw: int = 0
    may_draw: bool = False
    broken_off: int = 0
    left: Sequence[str] = ()
    done: Sequence[str] = ()

    @property
    def is_ending(self) -> bool:
        """Whether nothing is played any more and only the end of the evening is left."""
        return self.kind in ENDING


def next_step(
    event: Event, rounds: Sequence[RoundProgress], attendance: Attendance, are_prizes_given: bool = False
) -> NextStep:
    """What an evening needs now."""
    if event.is_closed:
        return NextStep("closed")
    if event.signed_off_at and not any(each.is_open for each in rounds):
        return ending_step(event, are_prizes_given)
    unfinished = next((each for each in rounds if each.is_draft or each.is_open), None)
    if unfinished is None:
        step = draw_step(event, attendance, rounds[-1].number + 1 if rounds else 1)
        return finish_step(step) if is_played(event, rounds) else step
    if unfinished.is_draft:
        return NextStep("open", unfinished.number)
    kind = "close" if unfinished.is_complete else "watch"
    return NextStep(kind, unfinished.number, broken_off=unfinished.broken_off)


def ending_step(event: Event, are_prizes_given: bool) -> NextStep:
    """What comes first of what is left once the results are signed off; eight queries at most."""
    is_final = has_final_list(event)
    is_done = {
        "prizes": are_prizes_given or (is_final and not read_prizes(event.prizes).prizes),
        "cash": is_cash_done(event),
        "publish": is_final,
        "end": False,
    }
    left = [kind for kind in ENDING if is_done[kind] is False]
    return NextStep(left[0], left=left, done=[kind for kind in ENDING if is_done[kind]])


def is_played(event: Event, rounds: Sequence[RoundProgress]) -> bool:
    """Whether as many rounds are played as were planned."""
    return event.planned_rounds is not None and len(rounds) >= event.planned_rounds > 0


def finish_step(step: NextStep) -> NextStep:
    """After the last planned round: the prizes come next, unless somebody draws one more already."""
    return step if step.kind == "drawing" else replace(step, kind="finish", may_draw=step.kind == "draw")


def draw_step(event: Event, attendance: Attendance, number: int) -> NextStep:
    """Draw this round, or wait until it is drawn, or first see to it that whoever is present makes tables."""
    draw = searching_draw(event)
    if draw:
        return NextStep("drawing", number, draw.number)
    return NextStep("draw" if attendance.sizes else "add_players", number)


def get_entrant(event: Event, entrant_id: int) -> Entrant | None:
    """An entrant of an event."""
    return event.entrants.select_related("player__club", "partner", "event").filter(pk=entrant_id).first()
