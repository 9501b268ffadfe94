"""The check-in list: expected, present, waiting and gone entrants; the number of queries is constant."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext

from tournaments.models import (
    Admission,
    DrawStatus,
    Entrant,
    Event,
    EventChange,
    EventChangeKind,
    RoundStatus,
    TeamMember,
)
from tournaments.selectors.cash.cash_desk import Account, accounts_of
from tournaments.selectors.competitions.teams import TeamSeen, teams_of
from tournaments.selectors.history.authors import author_names
from tournaments.wording.lists import in_brackets
from tournaments.wording.names import name_of
from tournaments.wording.person_names import sorted_as
from tournaments.wording.searching import folded
from tournaments.wording.whole_numbers import whole_number

NEVER_CAME = 0  # `left_after` of an entrant who was dropped before playing
CHECKS = (EventChangeKind.CHECKED_IN, EventChangeKind.CHECKED_OUT)
CALM = timedelta(minutes=2)  # a line that was just tapped stays where the thumb is


@dataclass(frozen=True, slots=True)
class Check:
    """The time of an entrant's check-in, and its author."""

    at: datetime
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInLine:
    """One line of the check-in list; `beside` are the person's accounts in other events of the evening."""

    account: Account
    check: Check | None = None
    beside: Sequence[Account] = ()

    @property
    def entrant(self) -> Entrant:
        """Return the entrant of the line."""
        return self.account.entrant

    @property
    def name(self) -> str:
        """Return the name, or both names that share the start number."""
        return name_of(self.entrant)

    @property
    def order(self) -> tuple[tuple[str, ...], int]:
        """Return the place of the line in a list by name."""
        player = self.entrant.player
        return sorted_as(player.name, player.reading), self.entrant.number

    @property
    def due(self) -> int:
        """Return what they pay at the door for all that they enter this evening, in cents."""
        return self.account.door_due + sum(each.door_due for each in self.beside)

    @property
    def missing(self) -> int:
        """Return the unpaid part of it."""
        return self.account.door_missing + sum(each.door_missing for each in self.beside)

    def has_come(self, now: datetime) -> bool:
        """Return whether they are here, and have been for a while."""
        return self.entrant.is_present and (self.check is None or now - self.check.at >= CALM)

    def is_done(self, now: datetime) -> bool:
        """Return whether nothing is awaited any more: they have come, and nothing is due at the door."""
        return self.has_come(now) and not self.missing

    @property
    def folded(self) -> str:
        """Return the text that a search matches."""
        return folded(f"{self.name} {self.entrant.team}")

    def answers(self, query: str) -> bool:
        """Return whether the line contains every word of the query; a number is a start number."""
        words = folded(query).split()
        return all(
            self.entrant.number == whole_number(word) if word.isdecimal() else word in self.folded
            for word in words
        )


@dataclass(frozen=True, slots=True)
class CheckInTeam:
    """The one line of a team: all its expected members, who are checked in together or one by one."""

    team: TeamSeen
    lines: Sequence[CheckInLine]

    @property
    def first(self) -> Entrant:
        """Return the member by whom the line is changed."""
        return self.lines[0].entrant

    @property
    def order(self) -> tuple[tuple[str, ...], int]:
        """Return the place of the line in a list by name."""
        return self.lines[0].order

    @property
    def folded(self) -> str:
        """Return the text that a search matches."""
        return " ".join([folded(self.team.name), *(each.folded for each in self.lines)])

    def has_come(self, now: datetime) -> bool:
        """Return whether all of them are here, and have been for a while."""
        return all(each.has_come(now) for each in self.lines)

    def is_done(self, now: datetime) -> bool:
        """Return whether nobody and nothing is awaited any more."""
        return all(each.is_done(now) for each in self.lines)

    @property
    def is_here(self) -> bool:
        """Return whether everybody of the team is present."""
        return all(each.entrant.is_present for each in self.lines)

    @property
    def here(self) -> int:
        """Return how many are present."""
        return sum(each.entrant.is_present for each in self.lines)

    @property
    def missing(self) -> int:
        """Return what all of them owe at the door, in cents."""
        return sum(each.missing for each in self.lines)

    def answers(self, query: str) -> bool:
        """Return whether the line of a member, or the team's name, matches the query."""
        words = folded(query).split()
        return any(each.answers(query) for each in self.lines) or all(word in self.folded for word in words)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInList:
    """All entrants, grouped by their state at check-in; `rows` are those coming, a team in one line."""

    coming: Sequence[CheckInLine]
    rows: Sequence[CheckInLine | CheckInTeam]
    waiting: Sequence[CheckInLine]
    gone: Sequence[CheckInLine]
    news: Sequence[str] = ()

    @property
    def here(self) -> int:
        """Return the number of entrants present."""
        return sum(each.entrant.is_present for each in self.coming)

    @property
    def never_came(self) -> int:
        """Return the number of entrants dropped before they played."""
        return sum(not each.entrant.left_after for each in self.gone)

    @property
    def taken(self) -> int:
        """Return all fees received, in cents."""
        return sum(
            each.account.fee_paid + each.account.entry_paid
            for each in (*self.coming, *self.waiting, *self.gone)
        )

    @property
    def missing(self) -> int:
        """Return the unpaid fees of entrants who are present, in cents."""
        return sum(each.account.door_missing for each in self.coming if each.entrant.is_present)


def absence(entrant: Entrant) -> str:
    """Return a suffix for an absent entrant's name, such as " (did not come)"; empty for a present one."""
    if entrant.is_present:
        return ""
    if entrant.admission == Admission.WAITING:
        words = entrant.get_admission_display()
    elif entrant.admission == Admission.ENTERED:
        words = gettext("not here")
    elif entrant.left_after:
        words = gettext("left after round %(round)s") % {"round": entrant.left_after}
    else:
        words = gettext("no-show")
    return in_brackets(words)


MANY = 4  # absent people are many if they are more than every fourth of those expected


@dataclass(frozen=True, slots=True)
class Absent:
    """The names of those who are entered and not here, by surname, and how many are entered in all."""

    names: Sequence[str]
    expected: int

    @property
    def is_many(self) -> bool:
        """Return whether so many are absent that the check-in may have been forgotten."""
        return MANY * len(self.names) > self.expected


def absent_from(event: Event) -> Absent:
    """Return who is absent before a draw; one query."""
    entered = event.entrants.filter(admission=Admission.ENTERED).select_related("player", "partner")
    away = [each for each in entered if not each.is_present]
    away.sort(key=lambda each: (sorted_as(each.player.name, each.player.reading), each.number))
    return Absent([name_of(each) for each in away], len(entered))


@dataclass(frozen=True, slots=True)
class MissingPerson:
    """A person who is not here yet, with their line in each event of the evening that misses them."""

    name: str
    lines: Sequence[CheckInLine]


def missing_people(events: Sequence[Event]) -> tuple[list[MissingPerson], int]:
    """Return who is missing at events of one evening, each once, by surname, and how many are expected.

    At most five queries for each event.
    """
    expected = accounts_by_player(events)
    lines = (
        [CheckInLine(account=each) for each in own if not each.entrant.is_present]
        for own in expected.values()
    )
    people = [MissingPerson(away[0].name, away) for away in lines if away]
    return sorted(people, key=lambda each: each.lines[0].order), len(expected)


def load_check_in_list(event: Event, events: Sequence[Event] = ()) -> CheckInList:
    """Return the check-in list, by surname; at most nine queries, and five for each other event of the
    evening.
    """
    checks, beside = last_checks(event), accounts_by_player(events)
    people = [
        CheckInLine(
            account=each, check=checks.get(each.entrant.pk), beside=beside.get(each.entrant.player_id, ())
        )
        for each in accounts_of(event)
    ]
    people.sort(key=lambda each: each.order)
    coming = [each for each in people if each.entrant.admission == Admission.ENTERED]
    return CheckInList(
        coming=coming,
        rows=with_teams(coming, teams_of(event)),
        waiting=sorted(
            (each for each in people if each.entrant.admission == Admission.WAITING),
            key=lambda each: each.entrant.number,
        ),
        gone=[each for each in people if each.entrant.admission == Admission.LEFT],
    )


def accounts_by_player(events: Sequence[Event]) -> dict[int, list[Account]]:
    """Return the accounts of those who are expected in these events, by the ID of the player.

    Nobody is expected, or owes a fee, in an event that is cancelled.
    """
    accounts: dict[int, list[Account]] = {}
    for event in (each for each in events if not each.is_cancelled):
        for account in accounts_of(event):
            if account.entrant.admission == Admission.ENTERED:
                accounts.setdefault(account.entrant.player_id, []).append(account)
    return accounts


def with_teams(coming: Sequence[CheckInLine], teams: Sequence[TeamSeen]) -> list[CheckInLine | CheckInTeam]:
    """Return one line for each team with its expected members in their order, and those of all others."""
    line_by_entrant = {each.entrant.pk: each for each in coming}
    lines_of_teams: list[CheckInLine | CheckInTeam] = []
    for team in teams:
        lines = [line_by_entrant.pop(each.pk) for each in team.members if each.pk in line_by_entrant]
        lines_of_teams += [CheckInTeam(team, lines)] if lines else []
    return sorted([*lines_of_teams, *line_by_entrant.values()], key=lambda each: each.order)


def last_checks(event: Event) -> dict[int, Check]:
    """Return the valid check-in of each entrant, by ID; three queries at most."""
    newest: dict[int, EventChange] = {}
    for entry in event.entries.filter(kind__in=CHECKS).order_by("number"):
        newest.update(dict.fromkeys(entrants_of(entry), entry))
    held = {pk: entry for pk, entry in newest.items() if entry.kind == EventChangeKind.CHECKED_IN}
    names = author_names(held.values())
    return {pk: Check(entry.at, names[entry.pk]) for pk, entry in held.items()}


def entrants_of(entry: EventChange) -> Iterable[int]:
    """Return the IDs of the entrants that an entry concerns."""
    facts: Mapping[str, object] = entry.facts
    many = facts.get("entrants")
    return many if isinstance(many, list) else [int(str(facts["entrant"]))] if "entrant" in facts else []


def check_of(event: Event, entrant: Entrant) -> Check | None:
    """Return the check-in of one entrant, or None."""
    entries = event.entries.filter(kind=EventChangeKind.CHECKED_IN, facts__entrant=entrant.pk)
    entry = entries.order_by("-number").first()
    return Check(entry.at, author_names([entry])[entry.pk]) if entry else None


def unticked_together(event: Event) -> list[int]:
    """Return the IDs of entrants marked absent all at once, unless that was undone; one query."""
    many = event.entries.filter(kind__in=CHECKS, facts__has_key="entrants").order_by("-number").first()
    return list(entrants_of(many)) if many and many.kind == EventChangeKind.CHECKED_OUT else []


@dataclass(frozen=True, slots=True)
class Move:
    """An entrant who moved up from the waiting list, as shown to the director."""

    name: str
    at: datetime


def moved_up(event: Event, newest: int = 5) -> list[Move]:
    """Return the entrants who moved up from the waiting list, newest first; two queries."""
    entries = event.entries.filter(kind=EventChangeKind.ENTERED, facts__moved_up=True).order_by("-number")
    newest_entries = list(entries[:newest])
    ids = [entry.facts["entrant"] for entry in newest_entries]
    named = event.entrants.filter(pk__in=ids).select_related("player", "partner")
    names = {entrant.pk: name_of(entrant) for entrant in named}
    return [
        Move(names[entry.facts["entrant"]], entry.at)
        for entry in newest_entries
        if entry.facts["entrant"] in names
    ]


def check_in_state(event: Event) -> list[object]:
    """Return a value that changes whenever the check-in list does: every change makes an entry, but of
    teams; three queries.
    """
    facts = Event.objects.filter(pk=event.pk).values_list("head", "fee_cents", "name", "places").get()
    entrants = event.entrants.order_by("number")
    members = TeamMember.objects.filter(team__event=event).order_by("team__number", "position")
    return [
        *members.values_list("team__number", "team__name", "entrant__number"),
        facts,
        list(entrants.values_list("number", "player__name", "is_present", "team")),
    ]


def number_present(event: Event) -> int:
    """Return how many entrants are in the hall."""
    return event.entrants.filter(is_present=True).count()


def place_in_line(entrant: Entrant) -> int:
    """Return the place of an entrant on the waiting list, from 1."""
    waiting = entrant.event.entrants.filter(admission=Admission.WAITING)
    return waiting.filter(number__lte=entrant.number).count()


def has_begun(event: Event) -> bool:
    """Return whether the list of entrants is final: a draw is committed, or a round exists."""
    return event.rounds.exists() or event.draws.exclude(status=DrawStatus.DISCARDED).exists()


def next_draw(event: Event) -> int | None:
    """Return the round that could be drawn now; None while one is drawn or open, or results are final."""
    statuses = list(event.rounds.values_list("status", flat=True))
    is_final = event.is_closed or event.signed_off_at
    return None if {*statuses} - {RoundStatus.CLOSED} or is_final else len(statuses) + 1


def is_released(event: Event) -> bool:
    """Return whether any round is released."""
    return event.rounds.exclude(status=RoundStatus.DRAFT).exists()
