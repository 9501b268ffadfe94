"""Clubs, events and who plays in them."""

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext, ngettext

from rules import get_game
from rules.game import Game
from rules.reading import changed_options, read_options
from scoring.policy import read_policy
from tournaments.errors import NotPossible
from tournaments.models import Club, Entrant, Event, Member, Player, Role, Seat, Standings, User
from tournaments.selectors.events import has_deals
from tournaments.services.history import lock_event, mark_standings
from tournaments.services.rounds import refuse_unfinished
from tournaments.services.standings import compute_event_standings

RANKS_BY = ("policy", "deals_per_table")  # what of an event the ranking values depend on
SLUG_LENGTH = 60
NAME_LENGTH = 120


@transaction.atomic
def create_club(*, name: str, owner: User) -> Club:
    """A new club, owned by whoever makes it."""
    club = Club.objects.create(name=name, slug=free_slug(Club, name, fallback="club"))
    Member.objects.create(club=club, user=owner, role=Role.OWNER)
    return club


@transaction.atomic
def create_event(
    *,
    club: Club,
    name: str,
    date: datetime.date,
    game: str,
    options: Mapping[str, Any] | None = None,
    policy: Mapping[str, Any] | None = None,
    deals_per_table: Mapping[str, int] | None = None,
    place: str = "",
    slug: str = "",
    is_published: bool = False,
    marks_later_deals: bool = False,
) -> Event:
    """A new event of one game. Raises rules.reading.Refused for options or a policy."""
    game_value = get_game(game)
    kept_options = changed_options(read_options(game_value, options or {}))
    kept_policy = dict(policy or {"by": "game"})
    read_policy(kept_policy, game_value)
    if deals_per_table is None:
        deals_per_table = {str(seats): deals for seats, deals in game_value.deals_per_round.items()}
    return Event.objects.create(
        club=club,
        name=name,
        slug=slug or free_slug(Event, f"{name}-{date:%Y-%m-%d}", fallback=f"event-{date:%Y-%m-%d}"),
        date=date,
        place=place,
        game=game_value.key,
        options=kept_options,
        policy=kept_policy,
        deals_per_table=dict(deals_per_table),
        is_published=is_published,
        marks_later_deals=marks_later_deals,
    )


@transaction.atomic
def change_event(*, event: Event, options: Mapping[str, Any], **changes: Any) -> Event:
    """Change name, date, place, publication, deals per table, later deals, policy; options until deals exist.

    Raises rules.reading.Refused for options the game does not have or a policy, NotPossible
    (`options_fixed`, `event_closed`). Standings that rank by another policy are computed at once.
    """
    event = lock_event(event)
    game = get_game(event.game)
    kept = changed_options(read_options(game, options))
    ranks_anew = any(name in changes and changes[name] != getattr(event, name) for name in RANKS_BY)
    if "policy" in changes:
        refuse_policy(event, game, changes["policy"])
    if kept != event.options and has_deals(event):
        message = gettext("Deals are written already; the options they were checked against cannot change.")
        raise NotPossible("options_fixed", message)
    for name, value in {**changes, "options": kept}.items():
        setattr(event, name, value)
    event.save(update_fields=["options", *changes])
    if ranks_anew:
        mark_standings(event)
        compute_event_standings(event_id=event.pk)
    return event


def refuse_policy(event: Event, game: Game, policy: Mapping[str, Any]) -> None:
    """Raises Refused for what is no policy, NotPossible (`event_closed`) for another than the final one."""
    read_policy(policy, game)
    if policy != event.policy and event.is_closed:
        message = gettext("The event is closed and its standings are final. Take it up again to rank anew.")
        raise NotPossible("event_closed", message)


def free_slug(model: type[Club] | type[Event], name: str, *, fallback: str) -> str:
    """A slug nobody has yet, made from a name in any script."""
    slug = slugify(name, allow_unicode=True)[:SLUG_LENGTH] or fallback
    while model.objects.filter(slug=slug).exists():
        slug = f"{slug[:SLUG_LENGTH]}-{get_random_string(4, 'abcdefghjkmnpqrstuvwxyz23456789')}"
    return slug


@transaction.atomic
def enter_players(*, event: Event, names: Iterable[str]) -> list[Entrant]:
    """Enter players by name, known ones of the club or new ones; start numbers go on from the last.

    Raises NotPossible: `player_twice` if a name is given twice or is entered already, `name_too_long`.
    """
    event = lock_event(event)
    names = [" ".join(name.split()) for name in names if name.strip()]
    refuse_long(names)
    refuse_repeated(event, names)
    known = {player.name: player for player in Player.objects.filter(club=event.club, name__in=names)}
    entrants = [
        Entrant(event=event, player=known.get(name) or new_player(event.club, name), number=number)
        for number, name in enumerate(names, start=next_number(event))
    ]
    entrants = Entrant.objects.bulk_create(entrants)
    mark_standings(event)
    return entrants


def refuse_long(names: Iterable[str]) -> None:
    """Raises NotPossible (`name_too_long`)."""
    for name in names:
        if len(name) > NAME_LENGTH:
            message = gettext("A name has at most %(most)s characters; “%(name)s…” has %(found)s.")
            values = {"most": NAME_LENGTH, "name": name[:30], "found": len(name)}
            raise NotPossible("name_too_long", message % values)


def refuse_repeated(event: Event, names: list[str]) -> None:
    """Raises NotPossible (`player_twice`) for names given twice or entered already."""
    taken = set(event.entrants.values_list("player__name", flat=True))
    repeated = sorted({name for name in names if names.count(name) > 1 or name in taken})
    if repeated:
        message = ngettext(
            "This name is entered twice: %(names)s. Add something to tell them apart.",
            "These names are entered twice: %(names)s. Add something to tell them apart.",
            len(repeated),
        )
        raise NotPossible("player_twice", message % {"names": ", ".join(repeated)})


def next_number(event: Event) -> int:
    """The start number after the last."""
    return (event.entrants.order_by("-number").values_list("number", flat=True).first() or 0) + 1


def new_player(club: Club, name: str) -> Player:
    """A person the club did not know yet."""
    return Player.objects.create(club=club, name=name)


@transaction.atomic
def set_present(*, entrant: Entrant, is_present: bool) -> Entrant:
    """Tick somebody at the door, or take the tick away."""
    entrant.is_present = is_present
    entrant.save(update_fields=["is_present"])
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


@transaction.atomic
def withdraw_entrant(*, entrant: Entrant) -> None:
    """Take an entrant out. Raises NotPossible (`entrant_has_seat`) for somebody who was seated."""
    if Seat.objects.filter(Q(entrant=entrant) | Q(account=entrant)).exists():
        message = gettext("%(name)s was seated in a round and cannot be taken out; untick “present” instead.")
        raise NotPossible("entrant_has_seat", message % {"name": entrant.player.name})
    event = entrant.event
    entrant.delete()
    mark_standings(event)


@transaction.atomic
def publish_event(*, event: Event, is_published: bool) -> Event:
    """Show the event to everybody, or to its club only."""
    event.is_published = is_published
    event.save(update_fields=["is_published"])
    return event


@transaction.atomic
def close_event(*, event: Event, is_closed: bool) -> Event:
    """End an event: its table links open nothing any more; or take it up again.

    Raises NotPossible (`round_open`) while a round is not closed.
    """
    event = lock_event(event)
    if is_closed:
        refuse_unfinished(event)
    event.is_closed = is_closed
    event.save(update_fields=["is_closed"])
    return event
