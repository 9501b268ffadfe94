"""Who registered without the club's help and may be a person whom the club knows; the director decides."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from tournaments.models import AuthorKind, Entrant, Event, EventChangeKind, Player
from tournaments.selectors.clubs.register import People, people_of
from tournaments.selectors.entry.check_in import has_begun


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
