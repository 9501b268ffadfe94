"""Merge two records of one person, and undo it: entries move to the kept record, nothing is copied.

Everything that counts for a person (events, money, series, ratings) follows `Entrant.player`, so it comes
out as if there had been one record. Published lists, hashes and the scores of sheets know start numbers
only and do not change.
"""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import (
    AuthorKind,
    Club,
    ClubChangeKind,
    Entrant,
    Event,
    EventChangeKind,
    Player,
    PlayerMerge,
    Seat,
    ShownAs,
    Standings,
    User,
)
from tournaments.selectors.clubs.register import entries_of
from tournaments.selectors.rounds.running_tables import place_text, tables_at_once
from tournaments.services.history.club_history import append_club_entry, raise_club_revision
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author

FILLED = (
    "reading",
    "member_number",
    "federation_number",
    "home_club",
    "email",
    "birth_year",
    "categories",
)
MOST_HIDING = (ShownAs.FULL, ShownAs.SHORT, ShownAs.NUMBER)


@transaction.atomic
def merge_players(*, player: Player, duplicate: Player, by: User) -> PlayerMerge:
    """Make two records one: the duplicate's entries become those of the kept record.

    What the kept record lacks is filled in, the name is shown as the more hidden of the two, and a guest who
    has a member number in the other record is none.

    Raises NotPossible: `same_record`, `merged_meanwhile`, `name_forgotten`, `players_together`.
    """
    events = lock_club(player.club)
    player, duplicate = lock_players(player, duplicate)
    refuse_merged(player, duplicate)
    refuse_together(player, duplicate)
    refuse_at_once(player, duplicate)
    merge = PlayerMerge.objects.create(
        kept=player,
        duplicate=duplicate,
        entries=ids_of(duplicate.entries.all()),
        shared=ids_of(duplicate.shared_entries.all()),
        changes=changes_of(player, duplicate),
        author=by,
    )
    change_player(player, {name: after for name, (_before, after) in merge.changes.items()})
    change_player(duplicate, {"merged_into": player})
    move_entries(merge, to=player)
    record(events, merge, EventChangeKind.MERGED, ClubChangeKind.MERGED, by)
    return merge


@transaction.atomic
def undo_merge(*, merge: PlayerMerge, by: User) -> PlayerMerge:
    """Give the duplicate its entries back; later entries and details changed since stay as they are.

    Raises NotPossible: `merge_undone`, `merged_meanwhile`, `name_forgotten`.
    """
    events = lock_club(merge.kept.club)
    merge = PlayerMerge.objects.select_related("kept__club", "duplicate").get(pk=merge.pk)
    player, duplicate = lock_players(merge.kept, merge.duplicate)
    if merge.undone_at:
        raise NotPossible("merge_undone", gettext("This merge was undone before."))
    refuse_merged(player)
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])
    unchanged = {
        name: before for name, (before, after) in merge.changes.items() if getattr(player, name) == after
    }
    change_player(player, unchanged)
    change_player(duplicate, {"merged_into": None})
    move_entries(merge, to=duplicate)
    record(events, merge, EventChangeKind.UNMERGED, ClubChangeKind.UNMERGED, by)
    return merge


# Locks and refusals


def lock_club(club: Club) -> dict[int, Event]:
    """Lock all events of the club, then the club: no entry and no other merge happens meanwhile."""
    events = Event.objects.select_for_update().filter(club=club).order_by("pk")
    locked = {event.pk: event for event in events}
    Club.objects.select_for_update().get(pk=club.pk)
    return locked


def lock_players(player: Player, duplicate: Player) -> tuple[Player, Player]:
    """Return both records reloaded and locked. Raises NotPossible: `same_record`, `merged_meanwhile`."""
    if player.pk == duplicate.pk:
        raise NotPossible("same_record", gettext("Choose two different players."))
    locked = Player.objects.select_for_update().filter(club=player.club_id).order_by("pk")
    players = locked.in_bulk([player.pk, duplicate.pk])
    if len(players) < 2:
        message = gettext("One of the two players no longer exists. Check the players again.")
        raise NotPossible("merged_meanwhile", message)
    return players[player.pk], players[duplicate.pk]


def refuse_merged(*players: Player) -> None:
    """Raise NotPossible (`merged_meanwhile`, `name_forgotten`) for a record that no longer stands alone."""
    for player in players:
        if player.is_forgotten:
            raise NotPossible("name_forgotten", gettext("This name was removed and cannot be restored."))
        if player.merged_into:
            message = gettext("%(name)s was already merged into %(other)s. Check the players again.")
            values = {"name": player.name, "other": player.merged_into.name}
            raise NotPossible("merged_meanwhile", message % values)


def refuse_together(player: Player, duplicate: Player) -> None:
    """Raise NotPossible (`players_together`) with the table or the event where both were."""
    values: dict[str, Any] = {"name": player.name, "other": duplicate.name}
    shared = Event.objects.filter(pk__in=entries_of(player).values("event"))
    event = shared.filter(pk__in=entries_of(duplicate).values("event")).order_by("date", "pk").first()
    if event is None:
        return
    values["event"] = event.name
    seats = Seat.objects.filter(entrant__in=entries_of(duplicate).filter(event=event))
    own = entries_of(player).filter(event=event)
    seat = seats.filter(part__table__parts__seats__entrant__in=own).select_related("part__table__round")
    if together := seat.order_by("part__table__round__number", "part__table__number").first():
        table = together.part.table
        values |= {"round": table.round.number, "table": table.number}
        message = gettext(
            "%(name)s and %(other)s both sat at table %(table)s in round %(round)s of %(event)s, so they are "
            "two people. Nothing was merged."
        )
        raise NotPossible("players_together", message % values)
    numbers = [entries_of(each).filter(event=event)[0].number for each in (player, duplicate)]
    message = gettext(
        "%(name)s and %(other)s are both entered in %(event)s (start numbers %(first)s and %(second)s). "
        "Take one of them out there first, if they are one person. Nothing was merged."
    )
    raise NotPossible("players_together", message % {**values, "first": numbers[0], "second": numbers[1]})


def refuse_at_once(player: Player, duplicate: Player) -> None:
    """Raise NotPossible (`players_together`) with both tables if both are playing now."""
    if tables := tables_at_once(player, duplicate):
        message = gettext(
            "%(name)s and %(other)s are playing at the same time: %(one)s, and %(two)s. So they are two "
            "people, or one of the seats is wrong. Nothing was merged."
        )
        one, two = map(place_text, tables)
        values = {"name": player.name, "other": duplicate.name, "one": one, "two": two}
        raise NotPossible("players_together", message % values)


# What moves


def ids_of(entrants: QuerySet[Entrant]) -> list[int]:
    """Return the IDs of the entrants, in order."""
    return list(entrants.order_by("pk").values_list("pk", flat=True))


def changes_of(player: Player, duplicate: Player) -> dict[str, list[Any]]:
    """Return the fields of the kept record that the duplicate fills in, with the values before and after."""
    changes = {
        name: [getattr(player, name), getattr(duplicate, name)]
        for name in FILLED
        if not getattr(player, name) and getattr(duplicate, name)
    }
    shown = max(player.shown_as, duplicate.shown_as, key=MOST_HIDING.index)
    changes |= {"shown_as": [player.shown_as, shown]} if shown != player.shown_as else {}
    is_member = player.is_guest and not duplicate.is_guest and bool(duplicate.member_number)
    return changes | ({"is_guest": [True, False]} if is_member else {})


def change_player(player: Player, values: dict[str, Any]) -> None:
    """Store new values of a player."""
    for name, value in values.items():
        setattr(player, name, value)
    player.save(update_fields=list(values))


def move_entries(merge: PlayerMerge, *, to: Player) -> None:
    """Give the entrants of the merge to one of its two records."""
    both = (merge.kept_id, merge.duplicate_id)
    Entrant.objects.filter(pk__in=merge.entries, player__in=both).update(player=to)
    Entrant.objects.filter(pk__in=merge.shared, partner__in=both).update(partner=to)


def record(
    events: dict[int, Event],
    merge: PlayerMerge,
    kind: EventChangeKind,
    club_kind: ClubChangeKind,
    by: User,
) -> None:
    """Record it in the history of the club and of every event concerned, and show the names anew."""
    ids = [*merge.entries, *merge.shared]
    moved = list(Entrant.objects.filter(pk__in=ids).order_by("event", "pk"))
    author = Author(AuthorKind.MEMBER, by.pk)
    facts: dict[str, Any] = {"player": merge.kept_id, "other": merge.duplicate_id}
    for entrant in moved:
        append_event_entry(events[entrant.event_id], kind, by=author, entrant=entrant.pk, **facts)
    append_club_entry(merge.kept.club, club_kind, by=by, merge=merge.pk, **facts)
    raise_versions(entrant.event_id for entrant in moved)
    raise_club_revision(merge.kept.club_id)


def raise_versions(events: Iterable[int]) -> None:
    """Raise the versions of the events' standings, because ratings and lists are kept by them."""
    Standings.objects.filter(event__in=set(events)).update(version=F("version") + 1)
