"""Lists of clubs and events, and the director's next step; the number of queries is constant."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, count

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from rules import GAMES
from scoring.not_possible import NotPossible
from tournaments.models import (
    Admission,
    Club,
    ClubTemplate,
    Deal,
    Entrant,
    Event,
    EventChangeKind,
    Publication,
    Round,
    Seat,
    Stage,
)
from tournaments.selectors.cash.cash_desk import is_cash_done
from tournaments.selectors.cash.prize_plan import has_prizes
from tournaments.selectors.clubs.permissions import Visitor, clubs_of
from tournaments.selectors.draw.drafts import searching_draw
from tournaments.selectors.draw.draws import is_outdated
from tournaments.selectors.draw.table_sizes import sizes_for
from tournaments.selectors.publishing.publications import has_final_list
from tournaments.selectors.rounds.progress import RoundProgress
from tournaments.wording.days import with_day
from tournaments.wording.searching import date_texts, has_words

FINAL_LIST = Exists(Publication.objects.filter(event=OuterRef("pk"), stage=Stage.FINAL))
MOST_CLUBS = 20  # found by one search

# Clubs and events


def visible_events(user: Visitor) -> QuerySet[Event]:
    """Return published, listed events and those of the user's own clubs, newest first, with their rounds."""
    is_public = Q(is_published=True, is_unlisted=False)
    events = Event.objects.filter(is_public | Q(club__in=clubs_of(user)))
    return with_status(events)


def events_at(club: Club, *, with_unpublished: bool) -> QuerySet[Event]:
    """Return a club's events, newest first, with their rounds.

    Unpublished and hidden ones for its members.
    """
    events = with_status(club.events.all())
    return events if with_unpublished else events.filter(is_published=True, is_unlisted=False)


def last_game(club: Club) -> str:
    """Return the key of the game of the club's newest event; empty before the first."""
    return club.events.order_by("-date", "-pk").values_list("game", flat=True).first() or ""


def last_event(club: Club) -> Event | None:
    """Return the newest event of a club that was not cancelled, with the number of its entrants."""
    held = club.events.filter(is_cancelled=False).annotate(players=Count("entrants"))
    return held.order_by("-date", "-pk").first()


def free_name(club: Club, name: str, day: date) -> str:
    """Return the name of a new event: this one, with its day if the club has had an event of that name."""
    taken = set(club.events.filter(name__startswith=name).values_list("name", flat=True))
    dated = with_day(name, day)
    numbered = (f"{dated} ({number})" for number in count(2))
    return next(each for each in chain([name, dated], numbered) if each not in taken)


def cancellation_of(event: Event) -> dict[str, str] | None:
    """Return the public reason why the event is cancelled; None for an event that takes place."""
    if not event.is_cancelled:
        return None
    newest = event.entries.filter(kind=EventChangeKind.CANCELLED).select_related("reason").latest("number")
    reason = getattr(newest, "reason", None)  # deleted with a name that it mentions
    return {"reason": reason.text if reason else ""}


def events_called(events: QuerySet[Event], words: str) -> QuerySet[Event]:
    """Return the events whose name, place, date or club has these words; one query more if there are any."""
    if not words:
        return events
    facts = events.order_by().values_list("pk", "date", "name", "place", "club__name")
    texts = ((pk, " ".join([*date_texts(day), *names])) for pk, day, *names in facts)
    return events.filter(pk__in=[pk for pk, text in texts if has_words(text, words)])


def clubs_called(words: str) -> list[Club]:
    """Return the clubs whose name, with the place of a listed public event, has these words.

    None without words.
    """
    if not words:
        return []
    listed = Event.objects.filter(is_published=True, is_unlisted=False).order_by()
    names = listed.values_list("club", "club__name", "place").distinct()
    ids = {pk for pk, *texts in names if has_words(" ".join(texts), words)}
    return list(Club.objects.filter(pk__in=ids)[:MOST_CLUBS])


def with_status(events: QuerySet[Event]) -> QuerySet[Event]:
    """Return the events with the relations that show their progress."""
    return events.select_related("club").prefetch_related("rounds").annotate(has_final=FINAL_LIST)


def events_on(events: QuerySet[Event], day: date) -> QuerySet[Event]:
    """Return those of the events that take place on a day."""
    return events.filter(date=day)


def is_imported(event: Event) -> bool:
    """Return whether the event came from an archive of another installation."""
    return event.origins.exists()


def has_deals(event: Event) -> bool:
    """Return whether any deal was recorded at a table of the event, struck out or not."""
    return Deal.objects.filter(table__round__event=event).exists()


# The director's next step

ENDING = ("prizes", "cash", "publish", "end")  # in the order they are done in
CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendance:
    """Entrants and how many are present, and the tables they fill, or the problem if they fill none."""

    entrants: Sequence[Entrant]
    present: int
    sizes: Sequence[int] = ()
    problem: str = ""

    @property
    def entered(self) -> int:
        """Return the number of entrants with a place."""
        return sum(each.admission == Admission.ENTERED for each in self.entrants)

    @property
    def waiting(self) -> int:
        """Return the number of entrants on the waiting list."""
        return sum(each.admission == Admission.WAITING for each in self.entrants)

    @property
    def gone(self) -> int:
        """Return the number of entrants who left or did not come."""
        return sum(each.admission == Admission.LEFT for each in self.entrants)

    @property
    def expected(self) -> int:
        """Return the number of entrants who are entered but not present yet."""
        return sum(each.admission == Admission.ENTERED and not each.is_present for each in self.entrants)

    @property
    def tables(self) -> list[tuple[int, int]]:
        """Return pairs of table size and number of tables, the larger size first."""
        return sorted(Counter(self.sizes).items(), reverse=True)


def attendance_of(event: Event) -> Attendance:
    """Return all entrants of an event; one query."""
    entrants = list(event.entrants.select_related("player", "partner").order_by("number"))
    present = sum(entrant.is_present for entrant in entrants)
    try:
        return Attendance(entrants=entrants, present=present, sizes=sizes_for(event, present))
    except NotPossible as refusal:
        return Attendance(entrants=entrants, present=present, problem=refusal.message)


def seating_gaps(attendance: Attendance, round: Round) -> tuple[list[Entrant], list[Entrant]]:
    """Return the present entrants without a place in a draw, and the absent ones with a seat; two queries."""
    seats = Seat.objects.filter(part__table__round=round)
    seated = set(seats.values_list("entrant_id", flat=True))
    placed = seated.union(round.sit_outs.values_list("entrant_id", flat=True))
    missing = [entrant for entrant in attendance.entrants if entrant.is_present and entrant.pk not in placed]
    absent = [entrant for entrant in attendance.entrants if not entrant.is_present and entrant.pk in seated]
    return missing, absent


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step of an event: `kind`, its `round`, and `draw`, the draw to wait for.

    `abandoned` is the number of abandoned tables of the round; `is_outdated` is whether a draft was drawn by
    standings that have changed. When all planned rounds are played,
    `may_draw` is whether another one could be drawn. Once the results are signed off, the kind is one of
    ENDING; `left` are the steps still to do, `done` those done, and `is_secret` is whether the results wait
    for the prize-giving.
    """

    kind: str
    round: int = 0
    draw: int = 0
    may_draw: bool = False
    abandoned: int = 0
    is_outdated: bool = False
    left: Sequence[str] = ()
    done: Sequence[str] = ()
    is_secret: bool = False

    @property
    def is_ending(self) -> bool:
        """Return whether play is over and only closing steps are left."""
        return self.kind in ENDING


def next_step(
    event: Event, rounds: Sequence[RoundProgress], attendance: Attendance, are_prizes_given: bool = False
) -> NextStep:
    """Return the next step of an event."""
    if event.is_closed:
        return NextStep(CLOSED)
    if event.signed_off_at and not any(each.is_open for each in rounds):
        return ending_step(event, are_prizes_given)
    unfinished = next((each for each in rounds if each.is_draft or each.is_open), None)
    if unfinished is None:
        step = draw_step(event, attendance, rounds[-1].number + 1 if rounds else 1)
        return finish_step(step) if is_played(event, rounds) else step
    if unfinished.is_draft:
        round = event.rounds.select_related("draw").get(number=unfinished.number)
        return NextStep("open", unfinished.number, is_outdated=is_outdated(round))
    kind = "close" if unfinished.is_complete else "watch"
    return NextStep(kind, unfinished.number, abandoned=unfinished.abandoned)


def ending_step(event: Event, are_prizes_given: bool) -> NextStep:
    """Return the first remaining step after the sign-off; eight queries at most."""
    is_final = has_final_list(event)
    are_none = not are_prizes_given and is_final and not has_prizes(event)
    is_done = {
        "prizes": None if are_none else are_prizes_given,
        "cash": is_cash_done(event),
        "publish": is_final,
        "end": False,
    }
    left = [kind for kind in ENDING if is_done[kind] is False]
    done = [kind for kind in ENDING if is_done[kind]]
    return NextStep(left[0], left=left, done=done, is_secret=event.is_frozen and not is_final)


def is_played(event: Event, rounds: Sequence[RoundProgress]) -> bool:
    """Return whether all planned rounds are played."""
    return event.planned_rounds is not None and len(rounds) >= event.planned_rounds > 0


def finish_step(step: NextStep) -> NextStep:
    """Return the step after the last planned round: the end, unless another round is being drawn."""
    return step if step.kind == "drawing" else replace(step, kind="finish", may_draw=step.kind == "draw")


def draw_step(event: Event, attendance: Attendance, number: int) -> NextStep:
    """Draw this round, wait for its draw, or first change the number of players so that they fill tables."""
    draw = searching_draw(event)
    if draw:
        return NextStep("drawing", number, draw.number)
    return NextStep("draw" if attendance.sizes else "add_players", number)


def get_entrant(event: Event, entrant_id: int) -> Entrant | None:
    """Return an entrant of an event by ID, or None."""
    return event.entrants.select_related("player__club", "partner", "event").filter(pk=entrant_id).first()


def templates_of(club: Club) -> list[ClubTemplate]:
    """Return a club's templates by name; one query."""
    return list(club.templates.filter(game__in=[game.key for game in GAMES]).order_by("name"))


def get_club_template(club: Club, template_id: int) -> ClubTemplate | None:
    """Return a template of the club by ID, or None."""
    return club.templates.select_related("club").filter(pk=template_id).first()
