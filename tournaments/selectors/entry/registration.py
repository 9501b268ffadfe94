"""Before an event: what its public page says, who is registered twice, and who may come again."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from tournaments.models import Admission, AuthorKind, Entrant, Event, EventChangeKind, ListImport, Player
from tournaments.selectors.clubs.register import People, people_of
from tournaments.selectors.entry.check_in import NEVER_CAME, has_begun
from tournaments.wording.money import fee_words
from tournaments.wording.names import name_of
from tournaments.wording.person_names import sorted_as

LATELY = 6  # events of a club, whose players may come again
MOST_PEOPLE = 300  # who are offered; Django reads 1000 fields of a form


def before_facts(event: Event) -> dict[str, Any]:
    """Return fee, places, and the entrants who agreed to be listed.

    Two queries until it has begun, else one.
    """
    facts: dict[str, Any] = {
        "has_begun": has_begun(event) or event.is_closed,
        "starts_at": event.starts_at,
        "description": event.description,
        "fee": fee_words(event.fee_cents, event.fee_classes),
        "places": event.places,
    }
    return facts if facts["has_begun"] else {**facts, **coming_facts(event)}


def coming_facts(event: Event) -> dict[str, Any]:
    """Return the entrants as far as they agreed to be listed; one query."""
    entrants = event.entrants.exclude(admission=Admission.LEFT).select_related("player", "partner")
    entered = [each for each in entrants if each.admission == Admission.ENTERED]
    listed = [each for each in entered if each.agrees_to_list]
    return {
        "places_left": None if event.places is None else max(0, event.places - len(entered)),
        "waiting": len(entrants) - len(entered),
        "may_register": event.is_registration_open and not event.is_cancelled,
        "listed": [{"name": name_of(each), "team": each.team} for each in listed],
        "unlisted": len(entered) - len(listed),
    }


@dataclass(frozen=True, slots=True)
class Likeness:
    """A new player who registered, and the player of the club who may be the same person."""

    entrant: Entrant
    player: Player
    known: Player


def sent_before(event: Event, sent: Collection[int], name: str) -> Entrant | None:
    """Return the entrant of this name among those that a browser sent: a second tap registers nobody."""
    return event.entrants.filter(pk__in=sent, player__name=name).select_related("player").first()


def registered_likenesses(event: Event) -> list[Likeness]:
    """Return the new players of the event who registered themselves and are like somebody; none once it has
    begun.

    At most five queries.
    """
    entries = event.entries.filter(kind=EventChangeKind.ENTERED, author_kind=AuthorKind.ENTRANT)
    ids = [each for each in entries.values_list("author_id", flat=True) if each]
    if not ids or has_begun(event):
        return []
    people, known_before = people_of(event.club), players_elsewhere(event)
    entrants = event.entrants.filter(pk__in=ids).select_related("player", "partner").order_by("number")
    return [each for entrant in entrants for each in likenesses(entrant, people, known_before)]


def players_elsewhere(event: Event) -> set[int]:
    """Return the IDs of players who are in another event of the club.

    No registration for this one made them.
    """
    others = Entrant.objects.filter(event__club=event.club_id).exclude(event=event).order_by()
    return {each for pair in others.values_list("player", "partner") for each in pair if each}


def likenesses(entrant: Entrant, people: People, known_before: set[int]) -> Iterator[Likeness]:
    """Yield the new players of an entrant who are like another player, or have another's e-mail address."""
    for player in filter(None, (entrant.player, entrant.partner)):
        by_email = people.by_email.get(player.email.casefold(), ())
        others = [*people.called(player.name), *people.like(player.name), *by_email]
        known = next((each for each in others if each.pk < player.pk), None)
        if known and player.pk not in known_before:
            yield Likeness(entrant, player, known)


def regulars_of(event: Event) -> list[Entrant]:
    """Return the entrants who played, without guests of the club."""
    return [each for each in entrants_who_came(event) if not each.player.is_guest]


def entrants_who_came(event: Event) -> list[Entrant]:
    """Return the entrants who played, guests too, without the waiting list and those who never came."""
    came = event.entrants.exclude(admission=Admission.WAITING).exclude(left_after=NEVER_CAME)
    here = came.filter(player__is_forgotten=False).select_related("player", "partner")
    return list(here.order_by("number"))


def names_to_offer(event: Event) -> list[str]:
    """Return the names of the people of the club who may come and are not entered yet."""
    entered = set(event.entrants.values_list("player", flat=True))
    return [player.name for player, _ in people_to_expect(event) if player.pk not in entered]


def get_list(event: Event, pk: int) -> ListImport | None:
    """Return an import of a list of players into the event by ID, or None."""
    return event.list_imports.filter(pk=pk).first()


def people_from_before(event: Event) -> list[Player]:
    """Return the people of the club's last evening before the event's day, by name; one of its game first.

    Who sits at a table today is at no evening before.
    """
    evenings = event.club.events.filter(is_cancelled=False, date__lt=event.date, entrants__isnull=False)
    newest = evenings.order_by("-date", "-pk")
    before = newest.filter(game=event.game).first() or newest.first()
    return [player for player, came in people_to_expect(before) if came] if before else []


def people_to_expect(event: Event) -> list[tuple[Player, bool]]:
    """Return the people of the club who may come again, by name, and whether each played in this event.

    Those are who came, guests too, and members who played lately; three queries.
    """
    there = {each.player_id: each.player for each in entrants_who_came(event)}
    lately = event.club.events.order_by("-date", "-pk").values_list("pk", flat=True)[:LATELY]
    people = Player.objects.filter(is_guest=False, is_forgotten=False, merged_into=None)
    played = people.filter(entries__event__in=list(lately)).exclude(pk__in=there).distinct()
    expected = [*there.values(), *played[: MOST_PEOPLE - len(there)]][:MOST_PEOPLE]
    expected.sort(key=lambda each: sorted_as(each.name, each.reading))
    return [(each, each.pk in there) for each in expected]
