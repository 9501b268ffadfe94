"""Clubs and events: made, changed, published, closed. Who plays in them is in people.py."""

import datetime
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext

from rules import get_game
from rules.game import Game
from rules.reading import changed_options, read_options
from scoring.agreements import read_deals_per_table, read_lost_deal_money, read_prizes
from scoring.policy import read_policy
from tournaments.errors import NotPossible
from tournaments.models import Club, Event, EventEntryKind, Member, Role, User
from tournaments.presenting import said
from tournaments.selectors.events import has_deals
from tournaments.services.event_history import SYSTEM, append_event_entry
from tournaments.services.history import Author, lock_event, mark_standings
from tournaments.services.rounds import refuse_unfinished
from tournaments.services.slugs import free_slug
from tournaments.services.standings import compute_event_standings

RANKS_BY = ("policy", "deals_per_table")  # what of an event the ranking values depend on


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
    **facts: Any,
) -> Event:
    """A new event of one game; `facts` are its other fields, such as the fee.

    Raises rules.reading.Refused for options, a policy or an agreement that cannot be read, NotPossible
    (`deals_not_multiple`, `fact_invalid`).
    """
    game_value = get_game(game)
    kept_options = changed_options(read_options(game_value, options or {}))
    kept_policy = dict(policy or {"by": "game"})
    read_policy(kept_policy, game_value, facts.get("planned_rounds"))
    if deals_per_table is None:
        deals_per_table = {str(seats): deals for seats, deals in game_value.deals_per_round.items()}
    refuse_deals(game_value, deals_per_table)
    event = Event(
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
        **facts,
    )
    refuse_unsound(event)
    event.save(force_insert=True)
    return event


@transaction.atomic
def change_event(
    *, event: Event, options: Mapping[str, Any], by: Author = SYSTEM, seen: int | None = None, **changes: Any
) -> Event:
    """Change name, date, place, publication, deals per table, later deals, policy; options until deals exist.

    Raises rules.reading.Refused for options the game does not have, a policy or an agreement that cannot be
    read, NotPossible (`options_fixed`, `event_closed`, `deals_not_multiple`, `fact_invalid`;
    `settings_changed` where they changed after the revision that was `seen`). Standings that rank by another
    policy are computed at once.
    """
    event = lock_event(event)
    refuse_unseen(event, seen)
    game = get_game(event.game)
    kept = changed_options(read_options(game, options))
    refuse_deals(game, changes.get("deals_per_table", {}))
    ranks_anew = any(name in changes and changes[name] != getattr(event, name) for name in RANKS_BY)
    if not changes.keys().isdisjoint(("policy", "planned_rounds")):
        refuse_policy(event, game, changes)
    if kept != event.options and has_deals(event):
        message = gettext("Deals are written already; the options they were checked against cannot change.")
        raise NotPossible("options_fixed", message)
    changes = {**changes, "options": kept}
    changed = sorted(name for name, value in changes.items() if getattr(event, name) != value)
    for name, value in changes.items():
        setattr(event, name, value)
    refuse_unsound(event)
    event.save(update_fields=list(changes))
    if changed:
        append_event_entry(event, EventEntryKind.SETTINGS, by=by, changed=changed)
    if ranks_anew:
        mark_standings(event)
        compute_event_standings(event_id=event.pk)
    return event


def refuse_unsound(event: Event) -> None:
    """Raises Refused for prizes or lost-deal money that cannot be read, NotPossible (`fact_invalid`) for what
    the database would refuse: the same sentence as in the admin."""
    read_prizes(event.prizes)
    read_lost_deal_money(event.lost_deal_money)
    try:
        event.validate_constraints()
    except ValidationError as error:
        raise NotPossible("fact_invalid", " ".join(error.messages)) from error


def refuse_deals(game: Game, deals_per_table: object) -> None:
    """Raises Refused (`deals_invalid`), NotPossible (`deals_not_multiple`) for a round in which not everybody
    declares equally often."""
    for deals in read_deals_per_table(deals_per_table).values():
        if deals % game.deals_step:
            message = gettext("%(game)s is played in multiples of %(step)s deals, not in %(deals)s.")
            values = {"game": said(game.name), "step": game.deals_step, "deals": deals}
            raise NotPossible("deals_not_multiple", message % values)


def refuse_unseen(event: Event, seen: int | None) -> None:
    """Raises NotPossible (`settings_changed`) where somebody changed the settings after this revision."""
    if seen is None:
        return
    if event.entries.filter(kind=EventEntryKind.SETTINGS, number__gt=seen).exists():
        message = gettext(
            "Somebody else changed the settings meanwhile; nothing of yours is saved yet."
            " Look at what changed, then save again: what stands below will be put in its place."
        )
        raise NotPossible("settings_changed", message)


def refuse_policy(event: Event, game: Game, changes: Mapping[str, Any]) -> None:
    """Raises Refused for what is no policy, or none for the rounds that are planned, NotPossible
    (`event_closed`) for another than the final one."""
    policy = changes.get("policy", event.policy)
    read_policy(policy, game, changes.get("planned_rounds", event.planned_rounds))
    if policy != event.policy and event.is_closed:
        message = gettext("The event is closed and its standings are final. Take it up again to rank anew.")
        raise NotPossible("event_closed", message)


@transaction.atomic
def close_event(
    *, event: Event, is_closed: bool, even_if_unsigned: bool = True, by: Author = SYSTEM
) -> Event:
    """End an event: its table links open nothing any more; or take it up again.

    Raises NotPossible: `round_open` while a round is not closed; `not_signed_off` unless told that it may
    be closed unsigned.
    """
    event = lock_event(event)
    if is_closed:
        refuse_unfinished(event)
        if event.signed_off_at is None and not even_if_unsigned:
            message = gettext("The results of %(event)s are not signed off yet.")
            raise NotPossible("not_signed_off", message % {"event": event.name})
    if event.is_closed == is_closed:
        return event
    event.is_closed = is_closed
    event.save(update_fields=["is_closed"])
    kind = EventEntryKind.EVENT_CLOSED if is_closed else EventEntryKind.EVENT_REOPENED
    append_event_entry(event, kind, by=by)
    return event
