"""Undo the newest list import of an event: its entrants, its new players and its changes."""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Club, Entrant, Event, EventChangeKind, ListImport, Player, Seat
from tournaments.services.entry.leaving import remove
from tournaments.services.history.club_history import raise_club_revision
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, request_standings
from tournaments.services.sheets.write_guard import lock_unclosed


def list_to_undo(event: Event) -> ListImport | None:
    """Return the event's newest list import, unless it was undone."""
    newest = event.list_imports.order_by("-pk").first()
    return newest if newest and newest.taken_back_at is None else None


def list_to_offer(event: Event) -> ListImport | None:
    """Return the list import that a page offers to undo: none once anyone of it has a seat; three queries."""
    newest = None if event.is_closed else list_to_undo(event)
    return None if newest is None or seated_among(newest.entrants) else newest


@transaction.atomic
def undo_list(*, taken: ListImport, by: Author) -> ListImport:
    """Undo the event's newest list import: its entrants, the players it created, the details it changed.

    Later changes stay. Raises NotPossible: `event_closed`; `list_taken_back`; `entrant_has_seat` and
    `entrant_has_paid` with the first name, and then changes nothing.
    """
    event = lock_unclosed(taken.event)
    Club.objects.select_for_update().get(pk=event.club_id)
    newest = list_to_undo(event)
    if newest is None or newest.pk != taken.pk:
        message = gettext("Only the newest import of the event can be undone, and only once.")
        raise NotPossible("list_taken_back", message)
    entrants = list(event.entrants.filter(pk__in=newest.entrants).select_related("player"))
    refuse_bound(entrants)
    if entrants:
        append_event_entry(
            event, EventChangeKind.WITHDRAWN, by=by, entrants=[each.pk for each in entrants], list=newest.pk
        )
    for entrant in entrants:
        remove(entrant)
    event.teams.filter(members=None).delete()
    restore_players(newest)
    raise_club_revision(event.club_id)
    request_standings(event)
    newest.taken_back_at = timezone.now()
    newest.save(update_fields=["taken_back_at"])
    return newest


def refuse_bound(entrants: Sequence[Entrant]) -> None:
    """Raise NotPossible (`entrant_has_seat`, `entrant_has_paid`) for the first such entrant."""
    seated = seated_among([each.pk for each in entrants])
    for entrant in entrants:
        if entrant.pk in seated:
            message = gettext(
                "%(name)s already has a seat, so the import cannot be undone. Remove single players instead."
            )
            raise NotPossible("entrant_has_seat", message % {"name": entrant.player.name})
        if sum(entrant.payments.values_list("cents", flat=True)):
            message = gettext(
                "%(name)s has paid. Pay the money back at the cash desk first, then undo the import."
            )
            raise NotPossible("entrant_has_paid", message % {"name": entrant.player.name})


def seated_among(entrants: Collection[int]) -> set[int]:
    """Return which of these entrants have a seat, or points on one."""
    seated = set(Seat.objects.filter(entrant__in=entrants).values_list("entrant", flat=True))
    return seated | set(Seat.objects.filter(account__in=entrants).values_list("account", flat=True))


def restore_players(taken: ListImport) -> None:
    """Restore values not changed since; delete created players without any entrant or merged duplicate."""
    for player in Player.objects.filter(pk__in=taken.changes, is_forgotten=False):
        changes = taken.changes[str(player.pk)]
        old = {name: before for name, (before, after) in changes.items() if getattr(player, name) == after}
        Player.objects.filter(pk=player.pk).update(**old)
    alone = {"entries": None, "shared_entries": None, "duplicates": None, "merged_into": None}
    unused = Player.objects.filter(pk__in=taken.players, **alone)
    unused.delete()
