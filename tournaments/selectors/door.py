"""The door: who is expected, who is here, who let him in, who waits; queries never grow with players."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from tournaments.models import Admission, DrawStatus, Entrant, Event, EventEntry, EventEntryKind, RoundStatus
from tournaments.selectors.authors import author_names
from tournaments.selectors.cash import Account, accounts_of
from tournaments.selectors.places import folded
from tournaments.typed_numbers import whole_number

CHECKS = (EventEntryKind.CHECKED_IN, EventEntryKind.CHECKED_OUT)


@dataclass(frozen=True, slots=True)
class Check:
    """When somebody was checked in, and by whom."""

    at: datetime
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorLine:
    """One line of the list at the door."""

    account: Account
    check: Check | None = None

    @property
    def entrant(self) -> Entrant:
        """Who comes."""
        return self.account.entrant

    @property
    def name(self) -> str:
        """The name, or both names that share the start number."""
        return name_of(self.entrant)

    @property
    def folded(self) -> str:
        """What a search looks at."""
        return folded(f"{self.name} {self.entrant.team}")

    def answers(self, query: str) -> bool:
        """Whether every word of the query is in the line; a figure is a start number."""
        words = folded(query).split()
        return all(
            self.entrant.number == whole_number(word) if word.isdecimal() else word in self.folded
            for word in words
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorList:
    """Everybody by what he needs at the door."""

    coming: Sequence[DoorLine]
    waiting: Sequence[DoorLine]
    gone: Sequence[DoorLine]
    news: Sequence[str] = ()

    @property
    def here(self) -> int:
        """How many are here."""
        return sum(each.entrant.is_present for each in self.coming)

    @property
    def never_came(self) -> int:
        """How many were dropped before they played."""
        return sum(not each.entrant.left_after for each in self.gone)

    @property
    def taken(self) -> int:
        """The fees that were paid, by whomever."""
        return sum(each.account.fee_paid for each in (*self.coming, *self.waiting, *self.gone))

    @property
    def missing(self) -> int:
        """The fees of those who are here and have not paid."""
        return sum(each.account.fee_missing for each in self.coming if each.entrant.is_present)


def name_of(entrant: Entrant) -> str:
    """One name, or two that share a start number."""
    return f"{entrant.player.name} + {entrant.partner.name}" if entrant.partner else entrant.player.name


def absence(entrant: Entrant) -> str:
    """What a list of names adds to who is not here: " (did not come)"; nothing for who is."""
    if entrant.is_present:
        return ""
    if entrant.admission == Admission.WAITING:
        words = entrant.get_admission_display()
    elif entrant.admission == Admission.ENTERED:
        words = gettext("not here")
    elif entrant.left_after:
        words = gettext("left after round %(round)s") % {"round": entrant.left_after}
    else:
        words = gettext("did not come")
    return f" ({words})"


def door_list(event: Event) -> DoorList:
    """The list at the door, by name; at most seven queries."""
    checks = last_checks(event)
    people = [DoorLine(account=each, check=checks.get(each.entrant.pk)) for each in accounts_of(event)]
    people.sort(key=lambda each: (each.entrant.player.reading or folded(each.name), each.entrant.number))
    return DoorList(
        coming=[each for each in people if each.entrant.admission == Admission.ENTERED],
        waiting=sorted(
            (each for each in people if each.entrant.admission == Admission.WAITING),
            key=lambda each: each.entrant.number,
        ),
        gone=[each for each in people if each.entrant.admission == Admission.LEFT],
    )


def last_checks(event: Event) -> dict[int, Check]:
    """The check-in that holds for each entrant, by id; three queries at most."""
    newest: dict[int, EventEntry] = {}
    for entry in event.entries.filter(kind__in=CHECKS).order_by("number"):
        newest.update(dict.fromkeys(entrants_of(entry), entry))
    held = {pk: entry for pk, entry in newest.items() if entry.kind == EventEntryKind.CHECKED_IN}
    names = author_names(held.values())
    return {pk: Check(entry.at, names[entry.pk]) for pk, entry in held.items()}


def entrants_of(entry: EventEntry) -> Iterable[int]:
    """The entrants an entry is about."""
    facts: Mapping[str, object] = entry.facts
    many = facts.get("entrants")
    return many if isinstance(many, list) else [int(str(facts["entrant"]))] if "entrant" in facts else []


def check_of(event: Event, entrant: Entrant) -> Check | None:
    """The check-in of one entrant."""
    entries = event.entries.filter(kind=EventEntryKind.CHECKED_IN, facts__entrant=entrant.pk)
    entry = entries.order_by("-number").first()
    return Check(entry.at, author_names([entry])[entry.pk]) if entry else None


def unticked_together(event: Event) -> list[int]:
    """The entrants who were unticked all at once, until that is taken back; one query."""
    many = event.entries.filter(kind__in=CHECKS, facts__has_key="entrants").order_by("-number").first()
    return list(entrants_of(many)) if many and many.kind == EventEntryKind.CHECKED_OUT else []


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody who got a place from the waiting list, or withdrew; told to the director."""

    name: str
    at: datetime


def moved_up(event: Event, newest: int = 5) -> list[Move]:
    """Who got a place from the waiting list, the newest first; two queries."""
    entries = event.entries.filter(kind=EventEntryKind.ENTERED, facts__moved_up=True).order_by("-number")
    newest_entries = list(entries[:newest])
    ids = [entry.facts["entrant"] for entry in newest_entries]
    named = event.entrants.filter(pk__in=ids).select_related("player", "partner")
    names = {entrant.pk: name_of(entrant) for entrant in named}
    return [
        Move(names[entry.facts["entrant"]], entry.at)
        for entry in newest_entries
        if entry.facts["entrant"] in names
    ]


def door_state(event: Event) -> list[object]:
    """Changes whenever the list does: every change at the door is an entry; one query."""
    facts = Event.objects.filter(pk=event.pk).values_list("head", "fee_cents", "name", "places").get()
    entrants = event.entrants.order_by("number")
    return [facts, list(entrants.values_list("number", "player__name", "is_present", "team"))]


# Before the event, as everybody may see it


def before_facts(event: Event) -> dict[str, Any]:
    """Fee, places, and who is coming if he agreed; two queries until it has begun, else one."""
    facts: dict[str, Any] = {
        "has_begun": has_begun(event) or event.is_closed,
        "starts_at": event.starts_at,
        "description": event.description,
        "fee": event.fee_cents,
        "places": event.places,
    }
    return facts if facts["has_begun"] else {**facts, **coming_facts(event)}


def coming_facts(event: Event) -> dict[str, Any]:
    """Who comes, as far as he agreed to be listed; one query."""
    entrants = event.entrants.exclude(admission=Admission.LEFT).select_related("player", "partner")
    entered = [each for each in entrants if each.admission == Admission.ENTERED]
    listed = [each for each in entered if each.agrees_to_list]
    return {
        "places_left": None if event.places is None else max(0, event.places - len(entered)),
        "waiting": len(entrants) - len(entered),
        "may_register": event.is_registration_open,
        "listed": [{"name": name_of(each), "team": each.team} for each in listed],
        "unlisted": len(entered) - len(listed),
    }


def has_begun(event: Event) -> bool:
    """Whether the list of players is closed: a draw was committed to, or a round is there."""
    return event.rounds.exists() or event.draws.exclude(status=DrawStatus.DISCARDED).exists()


def is_released(event: Event) -> bool:
    """Whether the tables of a round may write, or might."""
    return event.rounds.exclude(status=RoundStatus.DRAFT).exists()
