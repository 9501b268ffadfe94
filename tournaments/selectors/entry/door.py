"""The door: who somebody there may be, and who was checked in by which phone."""

from collections.abc import Mapping

from tournaments.models import Admission, Door, Entrant, Event, EventChangeKind, ShownAs
from tournaments.selectors.entry.check_in import CHECKS, entrants_of
from tournaments.wording.person_names import sorted_as
from tournaments.wording.searching import folded

FEWEST_LETTERS, MOST_FOUND = 3, 6


def is_door_open(event: Event) -> bool:
    """Return whether people may check themselves in."""
    is_on = not (event.is_closed or event.is_cancelled)
    return is_on and Door.objects.filter(event=event).exists()


def people_called(event: Event, typed: str) -> list[Entrant]:
    """Return the entrants whose surname begins with these letters, as far as they are few; one query.

    A name that its owner shows nowhere is not found here: the desk knows it. Short surnames are typed whole.
    """
    letters = folded(typed).strip()
    if not letters:
        return []
    entered = event.entrants.filter(admission=Admission.ENTERED, player__is_forgotten=False)
    shown = entered.exclude(player__shown_as=ShownAs.NUMBER).select_related("player", "partner")
    people = [each for each in shown.order_by("number") if is_called(each, letters)]
    return people if len(people) <= MOST_FOUND else []


def is_called(entrant: Entrant, letters: str) -> bool:
    """Return whether a surname, or first name and surname, is what was typed."""
    player = entrant.player
    surname, given, *_ = (*sorted_as(player.name, player.reading), "")
    whole = (surname, f"{given} {surname}", folded(player.name))
    return letters in whole or (
        len(letters) >= FEWEST_LETTERS and any(each.startswith(letters) for each in whole)
    )


def phones_at_door(event: Event) -> Mapping[str, list[int]]:
    """Return the IDs of the entrants whom each phone checked in and nobody has undone; one query."""
    newest: dict[int, str] = {}
    for entry in event.entries.filter(kind__in=CHECKS).order_by("number"):
        is_here = entry.kind == EventChangeKind.CHECKED_IN
        newest.update(dict.fromkeys(entrants_of(entry), str(entry.facts.get("phone", "")) if is_here else ""))
    phones: dict[str, list[int]] = {}
    for pk, phone in newest.items():
        if phone:
            phones.setdefault(phone, []).append(pk)
    return phones
