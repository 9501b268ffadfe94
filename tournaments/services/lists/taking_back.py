"""The newest list of an event, taken back: its entrants, its players and what it changed."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.models import Club, Entrant, Event, EventEntryKind, ListImport, Player, Seat
from tournaments.services.event_history import append_event_entry
from tournaments.services.history import Author, lock_event, mark_standings
from tournaments.services.leaving import remove


def list_to_take_back(event: Event) -> ListImport | None:
    """The event's newest list, unless it was taken back."""
    newest = event.list_imports.order_by("-pk").first()
    return newest if newest and newest.taken_back_at is None else None


@transaction.atomic
def take_back_list(*, taken: ListImport, by: Author) -> ListImport:
    """Take the event's newest list back: its entrants, the players it made, the facts it changed.

    What was changed otherwise since stays. Raises NotPossible: `list_taken_back`; `entrant_has_seat` and
    `entrant_has_paid` with the first name, and changes nothing then.
    """
    event = lock_event(taken.event)
    Club.objects.select_for_update().get(pk=event.club_id)
    newest = list_to_take_back(event)
    if newest is None or newest.pk != taken.pk:
        message = gettext("Only the newest list of the event can be taken back, and only once.")
        raise NotPossible("list_taken_back", message)
    entrants = list(event.entrants.filter(pk__in=newest.entrants).select_related("player"))
    refuse_bound(entrants)
    if entrants:
        append_event_entry(
            event, EventEntryKind.WITHDRAWN, by=by, entrants=[each.pk for each in entrants], list=newest.pk
        )
    for entrant in entrants:
        remove(entrant)
    restore_players(newest)
    mark_standings(event)
    newest.taken_back_at = timezone.now()
    newest.save(update_fields=["taken_back_at"])
    return newest


def refuse_bound(entrants: Sequence[Entrant]) -> None:
    """Raises NotPossible: `entrant_has_seat`, `entrant_has_paid`."""
    seated = set(Seat.objects.filter(entrant__in=entrants).values_list("entrant", flat=True))
    seated |= set(Seat.objects.filter(account__in=entrants).values_list("account", flat=True))
    for entrant in entrants:
        if entrant.pk in seated:
            message = gettext(
                "%(name)s has a seat already, so the list stays. Take single players out instead."
            )
            raise NotPossible("entrant_has_seat", message % {"name": entrant.player.name})
        if sum(entrant.payments.values_list("cents", flat=True)):
            message = gettext(
                "%(name)s has paid. Pay it back at the cash desk first, then take the list back."
            )
            raise NotPossible("entrant_has_paid", message % {"name": entrant.player.name})


def restore_players(taken: ListImport) -> None:
    """Values as they were, where nobody changed them since; players nobody needs any more are gone."""
    for player in Player.objects.filter(pk__in=taken.changes, is_forgotten=False):
        changes = taken.changes[str(player.pk)]
        old = {name: before for name, (before, after) in changes.items() if getattr(player, name) == after}
        Player.objects.filter(pk=player.pk).update(**old)
    unused = Player.objects.filter(pk__in=taken.players, entries=None, shared_entries=None)
    unused.delete()
