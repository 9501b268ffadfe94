"""Who plays in an event: entered, checked in at the door, renamed, gone early, taken out.

Every change but a name is an entry of the event's history: ids only, never a name.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F, Max, Q
from django.utils.translation import gettext, ngettext

from tournaments.errors import NotPossible
from tournaments.models import (
    Admission,
    Club,
    Entrant,
    Event,
    EventEntryKind,
    LeaverRule,
    Player,
    RoundStatus,
    Seat,
    Standings,
)
from tournaments.selectors.door import has_begun, is_released, unticked_together
from tournaments.services.event_history import SYSTEM, append_event_entry
from tournaments.services.history import Author, lock_event, mark_standings

NAME_LENGTH = 120
TEAM_LENGTH = 80
NEVER_CAME = 0  # `left_after` of somebody who was dropped before he played


@transaction.atomic
def enter_players(
    *, event: Event, names: Iterable[str], are_present: bool = True, by: Author = SYSTEM
) -> list[Entrant]:
    """Enter players by name, known ones of the club or new ones; start numbers go on from the last.

    Raises NotPossible: `player_twice` if a name is given twice or is entered already, `name_too_long`.
    """
    event = lock_event(event)
    names = tidied(names)
    refuse_long(names)
    refuse_repeated(event, names)
    known = {player.name: player for player in Player.objects.filter(club=event.club, name__in=names)}
    new = Player.objects.bulk_create(
        Player(club=event.club, name=name) for name in names if name not in known
    )
    known |= {player.name: player for player in new}
    return enter(event, [known[name] for name in names], are_present=are_present, by=by)


@dataclass(frozen=True, slots=True)
class EnteredList:
    """What became of a list: who is new, who was registered already, whose name stands in it twice."""

    entrants: Sequence[Entrant]
    registered: Sequence[str]
    repeated: Sequence[str]


@transaction.atomic
def enter_list(*, event: Event, names: Iterable[str], are_present: bool, by: Author = SYSTEM) -> EnteredList:
    """Enter everybody on a list who is not registered yet, each name once.

    Raises NotPossible (`name_too_long`), and enters nobody then.
    """
    event = lock_event(event)
    names = tidied(names)
    once, taken = list(dict.fromkeys(names)), taken_names(event)
    new = [name for name in once if name not in taken]
    return EnteredList(
        enter_players(event=event, names=new, are_present=are_present, by=by),
        registered=[name for name in once if name in taken],
        repeated=[name for name in new if names.count(name) > 1],
    )


def tidied(names: Iterable[str]) -> list[str]:
    """The names that are not empty, without needless spaces."""
    return [" ".join(name.split()) for name in names if name.strip()]


def enter(event: Event, players: Sequence[Player], *, are_present: bool, by: Author) -> list[Entrant]:
    """Give the players the next start numbers of the (locked) event."""
    entrants = Entrant.objects.bulk_create(
        Entrant(event=event, player=player, number=number, is_present=are_present)
        for number, player in enumerate(players, start=next_number(event))
    )
    if entrants:
        append_event_entry(event, EventEntryKind.ENTERED, by=by, entrants=[each.pk for each in entrants])
    mark_standings(event)
    return entrants


def refuse_long(names: Iterable[str]) -> None:
    """Raises NotPossible (`name_too_long`)."""
    for name in names:
        if len(name) > NAME_LENGTH:
            message = gettext("A name has at most %(most)s characters; “%(name)s…” has %(found)s.")
            values = {"most": NAME_LENGTH, "name": name[:30], "found": len(name)}
            raise NotPossible("name_too_long", message % values)


def refuse_repeated(event: Event, names: Sequence[str]) -> None:
    """Raises NotPossible (`player_twice`) for names given twice or entered already."""
    taken = taken_names(event)
    repeated = sorted({name for name in names if names.count(name) > 1 or name in taken})
    if repeated:
        message = ngettext(
            "This name is entered twice: %(names)s. Add something to tell them apart.",
            "These names are entered twice: %(names)s. Add something to tell them apart.",
            len(repeated),
        )
        raise NotPossible("player_twice", message % {"names": ", ".join(repeated)})


def taken_names(event: Event) -> set[str]:
    """Everybody who plays in the event, those who share a start number too."""
    names = event.entrants.order_by().values_list("player__name", "partner__name")
    return {name for pair in names for name in pair if name}


def next_number(event: Event) -> int:
    """The start number after the last."""
    return (event.entrants.aggregate(last=Max("number"))["last"] or 0) + 1


def new_player(club: Club, name: str) -> Player:
    """A person the club did not know yet."""
    return Player.objects.create(club=club, name=name)


def player_called(club: Club, name: str) -> Player:
    """The club's player of this name, known or new."""
    return club.players.filter(name=name, is_forgotten=False).first() or new_player(club, name)


# At the door


@transaction.atomic
def check_in(*, entrant: Entrant, is_present: bool, by: Author = SYSTEM) -> bool:
    """Somebody is here, or is not; false where that stood so already and nothing was done.

    Raises NotPossible (`waiting`) for somebody on the waiting list: admit him first.
    """
    event = lock_event(entrant.event)
    entrant.refresh_from_db(fields=["is_present", "admission", "left_after", "leaver_rule"])
    if is_present and entrant.admission == Admission.WAITING:
        message = gettext("%(name)s is on the waiting list. Give %(name)s a place first.")
        raise NotPossible("waiting", message % {"name": entrant.player.name})
    if entrant.is_present == is_present and not (is_present and entrant.admission == Admission.LEFT):
        return False
    entrant.is_present = is_present
    if is_present and entrant.admission == Admission.LEFT:
        come_back(entrant)
    entrant.save(update_fields=["is_present", "admission", "left_after", "leaver_rule"])
    kind = EventEntryKind.CHECKED_IN if is_present else EventEntryKind.CHECKED_OUT
    append_event_entry(event, kind, by=by, entrant=entrant.pk)
    mark_standings(event)
    return True


def come_back(entrant: Entrant) -> None:
    """Whoever had left plays on; not saved."""
    entrant.admission, entrant.left_after, entrant.leaver_rule = Admission.ENTERED, None, ""


def set_present(*, entrant: Entrant, is_present: bool, by: Author = SYSTEM) -> Entrant:
    """Tick somebody at the door, or take the tick away. Raises as `check_in`."""
    check_in(entrant=entrant, is_present=is_present, by=by)
    return entrant


@transaction.atomic
def untick_all(*, event: Event, by: Author = SYSTEM) -> int:
    """Nobody is here yet: the check-in begins. How many were unticked.

    Raises NotPossible (`play_began`) once a round is released.
    """
    event = lock_event(event)
    if is_released(event):
        message = gettext(
            "A round is released: whoever sits at a table stays checked in."
            " Untick each player who is not here."
        )
        raise NotPossible("play_began", message)
    here = list(event.entrants.filter(is_present=True).values_list("pk", flat=True))
    event.entrants.filter(pk__in=here).update(is_present=False)
    if here:
        append_event_entry(event, EventEntryKind.CHECKED_OUT, by=by, entrants=here)
        mark_standings(event)
    return len(here)


@transaction.atomic
def tick_again(*, event: Event, by: Author = SYSTEM) -> int:
    """Take `untick_all` back. How many are here again."""
    event = lock_event(event)
    away = event.entrants.filter(pk__in=unticked_together(event), is_present=False)
    again = list(away.filter(admission=Admission.ENTERED).values_list("pk", flat=True))
    event.entrants.filter(pk__in=again).update(is_present=True)
    if again:
        append_event_entry(event, EventEntryKind.CHECKED_IN, by=by, entrants=again)
        mark_standings(event)
    return len(again)


@transaction.atomic
def drop_no_shows(*, event: Event, by: Author = SYSTEM) -> int:
    """Whoever is entered but not here, and never sat at a table, does not play. How many they were."""
    event = lock_event(event)
    missing = event.entrants.filter(admission=Admission.ENTERED, is_present=False)
    seated = Seat.objects.filter(part__table__round__event=event).values("entrant_id")
    dropped = list(missing.exclude(pk__in=seated).values_list("pk", flat=True))
    event.entrants.filter(pk__in=dropped).update(admission=Admission.LEFT, left_after=NEVER_CAME)
    if dropped:
        append_event_entry(event, EventEntryKind.LEFT, by=by, entrants=dropped, after=NEVER_CAME)
        mark_standings(event)
    return len(dropped)


@transaction.atomic
def take_back_no_shows(*, event: Event, by: Author = SYSTEM) -> int:
    """Expect everybody again who was dropped before he played. How many they are."""
    event = lock_event(event)
    dropped = event.entrants.filter(admission=Admission.LEFT, left_after=NEVER_CAME)
    back = list(dropped.values_list("pk", flat=True))
    dropped.update(admission=Admission.ENTERED, left_after=None)
    if back:
        append_event_entry(event, EventEntryKind.ENTERED, by=by, entrants=back)
        mark_standings(event)
    return len(back)


# People change


@transaction.atomic
def leave_early(*, entrant: Entrant, after: int, rule: str = "", by: Author = SYSTEM) -> Entrant:
    """Somebody goes after a round; `rule` is the event's unless another is given.

    Raises NotPossible: `rule_unknown`, `plays_later` where he sits in a released round after it.
    """
    event = lock_event(entrant.event)
    rule = rule or event.leaver_rule
    if rule not in LeaverRule.values:
        message = gettext("Who leaves early is not placed, gets the lowest result, or keeps what he has.")
        raise NotPossible("rule_unknown", message)
    refuse_later_seats(entrant, after)
    entrant.admission, entrant.left_after, entrant.leaver_rule = Admission.LEFT, after, rule
    entrant.is_present = False
    entrant.save(update_fields=["admission", "left_after", "leaver_rule", "is_present"])
    append_event_entry(event, EventEntryKind.LEFT, by=by, entrant=entrant.pk, after=after, rule=rule)
    mark_standings(event)
    return entrant


def refuse_later_seats(entrant: Entrant, after: int) -> None:
    """Raises NotPossible (`plays_later`) for somebody who sits in a released round after this one."""
    seats = Seat.objects.filter(entrant=entrant, part__table__round__number__gt=after)
    released = seats.exclude(part__table__round__status=RoundStatus.DRAFT)
    first = released.order_by("part__table__round__number").values_list("part__table__round__number").first()
    if first:
        message = gettext(
            "%(name)s has a seat in round %(round)s, so left after that round at the earliest. Choose round"
            " %(round)s; for the deals that are missing there, change the seats of the table."
        )
        values = {"name": entrant.player.name, "round": first[0]}
        raise NotPossible("plays_later", message % values, round=first[0])


@transaction.atomic
def share_number(*, entrant: Entrant, name: str, by: Author = SYSTEM) -> Entrant:
    """A second person plays under the same start number; an empty name ends that.

    Raises NotPossible as `enter_players`.
    """
    event = lock_event(entrant.event)
    name = " ".join(name.split())
    refuse_long([name])
    if name and name in taken_names(event) - {entrant.partner.name if entrant.partner else ""}:
        refuse_repeated(event, [name])
    entrant.partner = player_called(event.club, name) if name else None
    entrant.save(update_fields=["partner"])
    append_event_entry(event, EventEntryKind.ENTERED, by=by, entrant=entrant.pk, shares=bool(name))
    Standings.objects.filter(event=event).update(version=F("version") + 1)
    return entrant


@transaction.atomic
def rename_player(*, entrant: Entrant, name: str) -> Player:
    """Correct a player's name, in all of the club's events. Raises as `enter_players`.

    Standings show names, so their version rises.
    """
    name, player = " ".join(name.split()), entrant.player
    refuse_long([name])
    if player.club.players.filter(name=name).exclude(pk=player.pk).exists():
        message = gettext("The club has another player called %(name)s. Add something to tell them apart.")
        raise NotPossible("player_twice", message % {"name": name})
    player.name = name
    player.save(update_fields=["name"])
    Standings.objects.filter(event__entrants__player=player).update(version=F("version") + 1)
    return player


# Out again, and in from the waiting list


@transaction.atomic
def withdraw_entrant(*, entrant: Entrant, by: Author = SYSTEM) -> list[Entrant]:
    """Take an entrant out; who moves up from the waiting list. Whoever paid stays in the books.

    Raises NotPossible: `entrant_has_seat` for somebody who was seated, `entrant_has_paid` until paid back.
    """
    if Seat.objects.filter(Q(entrant=entrant) | Q(account=entrant)).exists():
        message = gettext(
            "%(name)s was seated in a round and cannot be taken out;"
            " say after which round %(name)s left, or untick “present”."
        )
        raise NotPossible("entrant_has_seat", message % {"name": entrant.player.name})
    event = lock_event(entrant.event)
    if sum(entrant.payments.values_list("cents", flat=True)):
        message = gettext("%(name)s has paid. Pay it back at the cash desk first, then take %(name)s out.")
        raise NotPossible("entrant_has_paid", message % {"name": entrant.player.name})
    append_event_entry(event, EventEntryKind.WITHDRAWN, by=by, entrant=entrant.pk)
    remove(entrant)
    mark_standings(event)
    return move_up(event, by)


def remove(entrant: Entrant) -> None:
    """Out of the list; somebody the books know, as one who never came."""
    if not entrant.payments.exists():
        entrant.delete()
        return
    entrant.admission, entrant.left_after, entrant.is_present = Admission.LEFT, NEVER_CAME, False
    entrant.save(update_fields=["admission", "left_after", "is_present"])


def free_places(event: Event) -> int | None:
    """How many places are left; None without a limit."""
    if event.places is None:
        return None
    return max(0, event.places - event.entrants.filter(admission=Admission.ENTERED).count())


def move_up(event: Event, by: Author) -> list[Entrant]:
    """Give free places of the (locked) event to the waiting list, in its order, until the draw."""
    free = free_places(event)
    if has_begun(event) or event.is_closed:
        return []
    waiting = event.entrants.filter(admission=Admission.WAITING).select_related("player").order_by("number")
    moved = list(waiting if free is None else waiting[:free])
    for entrant in moved:
        admit_one(event, entrant, by)
    return moved


@transaction.atomic
def admit(*, entrant: Entrant, by: Author = SYSTEM) -> Entrant:
    """Give somebody on the waiting list a place, whatever the order and the number of places."""
    event = lock_event(entrant.event)
    entrant.refresh_from_db(fields=["admission"])
    return admit_one(event, entrant, by) if entrant.admission == Admission.WAITING else entrant


def admit_one(event: Event, entrant: Entrant, by: Author) -> Entrant:
    """From the waiting list into the (locked) event."""
    entrant.admission = Admission.ENTERED
    entrant.save(update_fields=["admission"])
    append_event_entry(event, EventEntryKind.ENTERED, by=by, entrant=entrant.pk, moved_up=True)
    mark_standings(event)
    return entrant
