"""Entrants of an event: enter them one by one or from a list, change them, let two share a start number.

Every change except a name or a team is an entry of the event's history, which holds IDs and never names.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import F, Max, Q
from django.utils.translation import gettext, ngettext

from scoring.not_possible import NotPossible
from tournaments.models import Club, Entrant, Event, EventChangeKind, FeeClass, Player, Standings
from tournaments.models.lengths import longest
from tournaments.selectors.cash.fee_classes import classes_in
from tournaments.selectors.clubs.register import players_as_stored
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.persons import NEW, Typed, persons_meant, refuse_like_another
from tournaments.services.history.club_history import raise_club_revision
from tournaments.services.history.event_chain import SYSTEM, append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event, request_standings
from tournaments.services.sheets.write_guard import lock_not_over, refuse_closed, refuse_over
from tournaments.storage.uploads.letters import visible
from tournaments.wording.lists import in_a_list
from tournaments.wording.person_names import email_in, read_name
from tournaments.wording.refusals import QUOTED

NAME_LENGTH, TEAM_LENGTH = longest(Player, "name"), longest(Entrant, "team")
NOTHING: Mapping[str, str] = {}
MOST_PLAYERS = 2000  # per event; four times the largest event known to us


def enter_players(
    *,
    event: Event,
    names: Iterable[str],
    readings: Mapping[str, str] = NOTHING,
    choices: Mapping[str, str] = NOTHING,
    are_present: bool = True,
    by: Author = SYSTEM,
) -> list[Entrant]:
    """Enter players by name, existing ones of the club or new ones, with the next start numbers.

    `readings` are by name; one is stored if the player's record has none. `choices` say who a name means:
    NEW for another person than those with similar names, or the ID of the club's player. Raises NotPossible:
    those of `refuse_over`, `player_doubtful` with every name that needs a choice, `player_twice`
    if a name is repeated or entered already, `name_missing`, `name_too_long`, `too_many_players`.
    """
    tidy = {read_name(name): tidied(reading) for name, reading in readings.items()}
    chosen = {read_name(name): choice for name, choice in choices.items() if choice}
    refuse_long(tidy.values())
    readable = readable_names(names)
    meant, read_names = Meant(event.club, readable, chosen), [each.name for each in readable]
    return enter_tidied(event, read_names, tidy, chosen, meant, are_present=are_present, by=by)


class Meant:
    """Whom names mean: compared with every player of the club before anything is locked."""

    def __init__(self, club: Club, names: Sequence[Typed], choices: Mapping[str, str]) -> None:
        self.names, self.choices, self.players = names, choices, players_as_stored(club)
        self.refused: NotPossible | None = None
        try:
            self.known = persons_meant(club, names, choices)
        except NotPossible as refused:
            self.refused = refused

    def in_club(self, club: Club) -> dict[str, Player]:
        """Return them, of the (locked) club; compared again if its players have changed.

        Raises NotPossible as `persons_meant`.
        """
        if players_as_stored(club) != self.players:
            return persons_meant(club, self.names, self.choices)
        if self.refused:
            raise self.refused
        return dict(self.known)


@transaction.atomic
def enter_tidied(
    event: Event,
    names: Sequence[str],
    readings: Mapping[str, str],
    choices: Mapping[str, str],
    meant: Meant,
    *,
    are_present: bool,
    by: Author,
) -> list[Entrant]:
    """Enter players by names that `readable_names` has checked."""
    event = lock_not_over(event)
    times = Counter(names)
    refuse_repeated(event, [name for name in names if choices.get(name, NEW) == NEW or times[name] > 1])
    refuse_overfull(event, len(names))
    known = meant.in_club(event.club)
    refuse_same_person(event, known)
    new = Player.objects.bulk_create(
        Player(club=event.club, name=name) for name in names if name not in known
    )
    known |= {player.name: player for player in new}
    for name, reading in readings.items():
        if name in known:
            note_reading(known[name], reading)
    return enter(event, [known[name] for name in names], are_present=are_present, by=by)


@transaction.atomic
def add_late(
    *,
    event: Event,
    names: Sequence[str],
    readings: Mapping[str, str] = NOTHING,
    choices: Mapping[str, str] = NOTHING,
    here: Container[str] | None = None,
    by: Author = SYSTEM,
) -> list[Entrant]:
    """Enter players and check in those of the names `here`, by default all: all of it or nothing.

    They pay the fee of those who come late, where there is one.

    Return the entrants in the order of the names. Raises NotPossible as `enter_players`, also for an empty
    name.
    """
    for name in names:
        required_name(name)
    entrants = enter_players(
        event=event, names=names, readings=readings, choices=choices, are_present=False, by=by
    )
    is_late = FeeClass.LATE in classes_in(event)
    for entrant, name in zip(entrants, names, strict=True):
        if here is None or name in here:
            check_in(entrant=entrant, is_present=True, by=by)
        if is_late:
            set_fee_class(entrant=entrant, fee_class=FeeClass.LATE, by=by)
    return entrants


def readable_names(names: Iterable[str]) -> list[Typed]:
    """Normalise a list of names, with the addresses beside them, and make the checks that need no lock.

    Raises NotPossible (`name_missing`, `name_too_long`, `too_many_players`).
    """
    readable = [as_typed(name) for name in names if tidied(name)]
    if len(readable) > MOST_PLAYERS:
        message = gettext(
            "An event has at most %(most)s players; this list has %(found)s names. Enter a shorter list."
        )
        raise NotPossible("too_many_players", message % {"most": MOST_PLAYERS, "found": len(readable)})
    refuse_long(each.name for each in readable)
    return readable


def as_typed(name: str) -> Typed:
    """Return a name, and the e-mail address beside it as it is compared. Raises as `required_name`."""
    return Typed(required_name(name), email_in(name).casefold())


def required_name(typed: str) -> str:
    """Return the name that was typed. Raises NotPossible (`name_missing`) for a telephone number alone."""
    name = read_name(typed)
    if not name:
        message = gettext("“%(found)s” is no name; enter first name and surname.")
        raise NotPossible("name_missing", message % {"found": tidied(typed)[:QUOTED]})
    return name


def tidied(text: str) -> str:
    """Return a text with whitespace collapsed, without characters that nobody sees."""
    return " ".join(visible(text).split())


def enter(event: Event, players: Sequence[Player], *, are_present: bool, by: Author) -> list[Entrant]:
    """Give the players the next start numbers of the (locked) event."""
    numbered = enumerate(players, start=next_number(event))
    return store_entrants(
        event,
        [Entrant(event=event, player=each, number=n, is_present=are_present) for n, each in numbered],
        by=by,
    )


def store_entrants(event: Event, new: Sequence[Entrant], *, by: Author) -> list[Entrant]:
    """Store the new entrants of the (locked) event, with an entry of its history."""
    entrants = Entrant.objects.bulk_create(new)
    if entrants:
        append_event_entry(event, EventChangeKind.ENTERED, by=by, entrants=[each.pk for each in entrants])
    request_standings(event)
    return entrants


def refuse_long(names: Iterable[str]) -> None:
    """Raise NotPossible (`name_too_long`) for the first name that is too long."""
    for name in names:
        if len(name) > NAME_LENGTH:
            message = gettext("A name has at most %(most)s characters; “%(name)s…” has %(found)s.")
            values = {"most": NAME_LENGTH, "name": name[:QUOTED], "found": len(name)}
            raise NotPossible("name_too_long", message % values)


def refuse_repeated(event: Event, names: Sequence[str]) -> None:
    """Raise NotPossible (`player_twice`) for names that are repeated or entered already."""
    taken = taken_names(event)
    times_by_name = Counter(names)
    repeated = sorted(name for name, times in times_by_name.items() if times > 1 or name in taken)
    if repeated:
        message = ngettext(
            "This name is entered twice: %(names)s. Add something to tell them apart.",
            "These names are entered twice: %(names)s. Add something to tell them apart.",
            len(repeated),
        )
        raise NotPossible("player_twice", message % {"names": in_a_list(repeated)})


def refuse_overfull(event: Event, more: int) -> None:
    """Raise NotPossible (`too_many_players`) if the (locked) event cannot take this many more."""
    count = event.entrants.count() + more
    if count > MOST_PLAYERS:
        message = gettext(
            "An event has at most %(most)s players; this one would have %(found)s. Remove some first, or "
            "create a second event."
        )
        raise NotPossible("too_many_players", message % {"most": MOST_PLAYERS, "found": count})


def taken_names(event: Event) -> set[str]:
    """Return the names of all players in the event, including those who share a start number."""
    names = event.entrants.order_by().values_list("player__name", "partner__name")
    return {name for pair in names for name in pair if name}


def next_number(event: Event) -> int:
    """Return the start number after the last."""
    return (event.entrants.aggregate(last=Max("number"))["last"] or 0) + 1


def new_player(club: Club, name: str, reading: str = "", email: str = "") -> Player:
    """Create a player of the club."""
    return Player.objects.create(club=club, name=name, reading=reading, email=email)


def note_reading(player: Player, reading: str) -> None:
    """Store how a name is read, if the record has no reading yet."""
    if reading and not player.reading:
        player.reading = reading
        player.save(update_fields=["reading"])
        raise_club_revision(player.club_id)


def refuse_same_person(event: Event, players: Mapping[str, Player]) -> None:
    """Raise NotPossible (`player_twice`) if two names mean one person, or one who is entered already."""
    pairs = event.entrants.order_by().values_list("player", "partner") if players else []
    there = {each for pair in pairs for each in pair}
    for name, player in players.items():
        if player.pk in there:
            message = gettext("%(name)s is already entered or listed under another name of the same person.")
            raise NotPossible("player_twice", message % {"name": name})
        there.add(player.pk)


def player_called(event: Event, typed: Typed, choice: str = "") -> Player:
    """Return the player whom a name means, created if necessary.

    Raises NotPossible: `player_doubtful`, and `player_twice` if it means a person who is entered already.
    """
    known = persons_meant(event.club, [typed], {typed.name: choice} if choice else {})
    refuse_same_person(event, known)
    return known.get(typed.name) or new_player(event.club, typed.name)


@transaction.atomic
def change_entrant(
    *,
    entrant: Entrant,
    name: str | None = None,
    is_new: bool = False,
    reading: str | None = None,
    team: str | None = None,
    partner: str | None = None,
    choice: str = "",
    is_present: bool | None = None,
    fee_class: str | None = None,
    by: Author = SYSTEM,
) -> Entrant:
    """Change all that is given of an entrant, or nothing; None leaves a value as it is.

    An empty partner ends the sharing; `choice` answers who the partner's name means, and `is_new` that the
    player's name means nobody with a similar one. Raises NotPossible: the codes of `rename_player`,
    `set_team`, `share_number`, `check_in` and `set_fee_class`.
    """
    lock_event(entrant.event)
    if name is not None or reading is not None:
        typed = entrant.player.name if name is None else name
        rename_player(entrant=entrant, name=typed, is_new=is_new, reading=reading)
    if team is not None:
        set_team(entrant=entrant, team=team)
    if partner is not None:
        share_number(entrant=entrant, name=partner, choice=choice, by=by)
    if is_present is not None:
        check_in(entrant=entrant, is_present=is_present, by=by)
    if fee_class is not None and fee_class != entrant.fee_class:
        set_fee_class(entrant=entrant, fee_class=fee_class, by=by)
    return entrant


@transaction.atomic
def set_fee_class(*, entrant: Entrant, fee_class: str, by: Author = SYSTEM) -> Entrant:
    """Say as what an entrant pays; empty: as the club's register says.

    Raises NotPossible (`fee_class_gone`) for a class that pays no fee of its own here.
    """
    event = lock_event(entrant.event)
    if fee_class not in ("", FeeClass.MEMBER, *classes_in(event)):
        known = in_a_list(str(FeeClass(each).label) for each in (FeeClass.MEMBER, *classes_in(event)))
        message = gettext("There is no fee for “%(found)s” in this event; there is: %(known)s.")
        label = FeeClass(fee_class).label if fee_class in FeeClass.values else fee_class[:QUOTED]
        raise NotPossible("fee_class_gone", message % {"found": label, "known": known})
    entrant.fee_class = fee_class
    entrant.save(update_fields=["fee_class"])
    append_event_entry(event, EventChangeKind.ENTERED, by=by, entrant=entrant.pk, fee_class=fee_class or "-")
    return entrant


@transaction.atomic
def share_number(
    *, entrant: Entrant, name: str, reading: str = "", choice: str = "", by: Author = SYSTEM
) -> Entrant:
    """Let a second person play under the same start number; an empty name ends the sharing.

    The reading is stored if the person's record has none; `choice` answers who the name means. Raises
    NotPossible as `enter_players`.
    """
    event = lock_event(entrant.event)
    typed, reading = as_typed(name) if tidied(name) else Typed(""), tidied(reading)
    name = typed.name
    refuse_long([name, reading])
    if name and name in taken_names(event) - {entrant.partner.name if entrant.partner else ""}:
        refuse_repeated(event, [name])
    is_same = entrant.partner and entrant.partner.name == name
    if not is_same:
        refuse_closed(event)
        if name:
            refuse_over(event)
        entrant.partner = player_called(event, typed, choice) if name else None
    if entrant.partner:
        note_reading(entrant.partner, reading)
    entrant.save(update_fields=["partner"])
    append_event_entry(event, EventChangeKind.ENTERED, by=by, entrant=entrant.pk, shares=bool(name))
    Standings.objects.filter(event=event).update(version=F("version") + 1)
    return entrant


@transaction.atomic
def rename_player(*, entrant: Entrant, name: str, is_new: bool = False, reading: str | None = None) -> Player:
    """Correct a player's name, and its reading unless None, in all events of the club.

    `is_new`: it is another person than those with similar names; who is the same is merged instead. Raises
    NotPossible as `enter_players`; raises the version of the standings, because they show names.
    """
    player = entrant.player
    typed, reading = as_typed(name), player.reading if reading is None else tidied(reading)
    name = typed.name
    refuse_long([name, reading])
    if player.club.players.filter(name=name).exclude(Q(pk=player.pk) | Q(merged_into=player)).exists():
        message = gettext("The club has another player called %(name)s. Add something to tell them apart.")
        raise NotPossible("player_twice", message % {"name": name})
    if not is_new:
        refuse_like_another(player, typed)
    player.name, player.reading = name, reading
    player.save(update_fields=["name", "reading"])
    played = Event.objects.filter(Q(entrants__player=player) | Q(entrants__partner=player))
    Standings.objects.filter(event__in=played).update(version=F("version") + 1)
    raise_club_revision(player.club_id)
    return player


@transaction.atomic
def set_team(*, entrant: Entrant, team: str) -> Entrant:
    """Set the entrant's team or club; empty for none. Raises NotPossible (`team_too_long`)."""
    team = " ".join(team.split())
    if len(team) > TEAM_LENGTH:
        message = gettext("The name of a team has at most %(most)s characters; this one has %(found)s.")
        raise NotPossible("team_too_long", message % {"most": TEAM_LENGTH, "found": len(team)})
    entrant.team = team
    entrant.save(update_fields=["team"])
    raise_club_revision(entrant.event.club_id)
    return entrant
