"""Events: create, change, publish, close. Entrants are in services/entry/."""

import datetime
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext

from rules import get_game
from rules.game import Game
from rules.reading import Refused, changed_options, read_options, with_list
from rules.seats import sizes_of
from scoring.not_possible import NotPossible
from scoring.standings.agreements import (
    read_deals_per_table,
    read_fee_classes,
    read_lost_deal_money,
    read_prizes,
)
from scoring.standings.policy import read_policy
from tournaments.models import (
    Club,
    Counting,
    DrawConstraint,
    DrawConstraintKind,
    Event,
    EventChangeKind,
)
from tournaments.selectors.events.event_lists import has_deals
from tournaments.selectors.publishing.publishing_obstacles import rounds_left
from tournaments.selectors.sheets.agreements import agreed_deals, options_of
from tournaments.services.clubs.lifecycle import insert_with_free_slug, insert_with_slug
from tournaments.services.competitions.competitions import refuse_contradicted, refuse_gone
from tournaments.services.history.event_chain import SYSTEM, append_event_entry, append_settings_entry
from tournaments.services.history.sheet_chain import Author, lock_event, request_standings
from tournaments.services.rounds.lifecycle import refuse_unfinished
from tournaments.services.sheets.write_guard import refuse_cancelled, refuse_decided
from tournaments.services.standings.computation import compute_event_standings
from tournaments.wording.lists import in_a_list
from tournaments.wording.sheet_json import translate

RANKS_BY = ("policy", "deals_per_table", "missing_deals", "hides_unplayed")  # what the standings depend on


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
    new_partners: bool = False,
    **facts: Any,
) -> Event:
    """Create an event of one game; `facts` are its other fields, such as the fee.

    With `new_partners` the lot gives everybody another partner in each round.

    Raises rules.reading.Refused for unreadable options, policy or agreements, and NotPossible
    (`deals_not_multiple`, `fact_invalid`, `slug_taken`).
    """
    agreed = agreements(get_game(game), options, policy, deals_per_table, facts.get("planned_rounds"))
    event = Event(
        club=club, name=name, date=date, place=place, game=game, is_published=is_published, **agreed, **facts
    )
    with refusing_unsound(event):
        if slug:
            insert_with_slug(event, slug)
        else:
            insert_with_free_slug(event, f"{name}-{date:%Y-%m-%d}", fallback=f"event-{date:%Y-%m-%d}")
    if new_partners:
        DrawConstraint.objects.create(event=event, kind=DrawConstraintKind.NEW_PARTNERS)
    return event


def agreements(
    game: Game,
    options: Mapping[str, Any] | None,
    policy: Mapping[str, Any] | None,
    deals_per_table: Mapping[str, int] | None,
    rounds: int | None,
) -> dict[str, Any]:
    """Return the checked house rules, ranking and deals of a new event; None is what the game says.

    Raises as `create_event`.
    """
    read = read_options(game, options or {})
    checked_policy = dict(policy or {"by": "game"})
    read_policy(checked_policy, game, rounds)
    if deals_per_table is None:
        deals_per_table = {str(seats): deals for seats, deals in usual_deals(game, read).items()}
    refuse_deals(game, read, deals_per_table)
    refuse_lists(game, read, deals_per_table)
    return {
        "options": changed_options(read),
        "policy": checked_policy,
        "deals_per_table": dict(deals_per_table),
    }


def usual_deals(game: Game, options: Any) -> dict[int, int]:
    """Return the deals of a round by table size, without an agreement.

    As the game or its option for a list says.
    """
    length = list_option(game, options)
    return {seats: length or deals for seats, deals in game.round_length.deals.items()}


def list_option(game: Game, options: Any) -> int | None:
    """Return the length of a list by the game's own option; None if the option is empty, or there is none."""
    return getattr(options, game.round_length.option) if game.round_length.option else None


@transaction.atomic
def change_event(
    *, event: Event, options: Mapping[str, Any], by: Author = SYSTEM, seen: int | None = None, **changes: Any
) -> Event:
    """Change an event's settings; the options of the game only until deals exist.

    Raises Refused for options the game does not have and for an unreadable policy or agreement, NotPossible
    (`options_fixed`, `event_closed`, `deals_not_multiple`; `settings_changed` if they changed after revision
    `seen`; as `refusing_unsound`, and `refuse_decided` for another number of planned rounds, which final
    results rely on). Standings are recomputed at once if their ranking changed.
    """
    event = lock_event(event)
    refuse_unseen(event, seen)
    game = get_game(event.game)
    read = read_options(game, options)
    own_options = changed_options(read)
    refuse_deals(game, read, changes.get("deals_per_table", {}))
    deals = changes.get("deals_per_table", event.deals_per_table)
    planned = changes.get("planned_rounds", event.planned_rounds)
    if event.counting != Counting.BEFORE:
        refuse_lists(game, read, deals)
    ranks_anew = any(name in changes and changes[name] != getattr(event, name) for name in RANKS_BY)
    if planned != event.planned_rounds:
        refuse_decided(event)
    if not changes.keys().isdisjoint(("policy", "planned_rounds")):
        read_policy(changes.get("policy", event.policy), game, planned)
    refuse_fixed(event, ranks_anew=ranks_anew, has_other_options=own_options != event.options)
    refuse_other_lists(event, game, deals)
    changes = {**changes, **lost_deal_money(event, changes), "options": own_options}
    fee_classes = read_fee_classes(changes.get("fee_classes", event.fee_classes))
    refuse_gone(event, {*event.fee_classes} - {*fee_classes})
    before = {name: getattr(event, name) for name in changes}
    for name, value in changes.items():
        setattr(event, name, value)
    with refusing_unsound(event):
        event.save(update_fields=list(changes))
    append_settings_entry(event, before, by=by)
    if ranks_anew:
        request_standings(event)
        compute_event_standings(event_id=event.pk)
    return event


def refuse_fixed(event: Event, *, ranks_anew: bool, has_other_options: bool) -> None:
    """Raise NotPossible (`event_closed`, `options_fixed`) for what final results or deals rely on."""
    if ranks_anew and event.is_closed:
        message = gettext("The event is closed and its standings are final. Reopen it to rank again.")
        raise NotPossible("event_closed", message)
    if has_other_options and has_deals(event):
        message = gettext("Deals are already recorded; the options they were checked against cannot change.")
        raise NotPossible("options_fixed", message)


def lost_deal_money(event: Event, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return changed steps of the lost-deal money with what they count per, unless that changes, too."""
    money, agreed = changes.get("lost_deal_money"), event.lost_deal_money
    if isinstance(money, dict) and money.get("steps") and "per" in agreed:
        return {"lost_deal_money": {"per": agreed["per"], **money}}
    return {}


@transaction.atomic
def count_played_rounds(*, event: Event, by: Author) -> Event:
    """Plan no more rounds than were played, so that the results can be final.

    The settings have the number, and take it back. Raises NotPossible (`round_open`, `nothing_played`) and as
    `refuse_decided`, Refused for a ranking by more rounds.
    """
    event = lock_event(event)
    refuse_decided(event)
    refuse_unfinished(event)
    left = rounds_left(event)
    if left is None:
        return event
    if not left.played:
        raise NotPossible("nothing_played", gettext("No round has been played yet."))
    return change_event(event=event, options=event.options, by=by, planned_rounds=left.played)


@contextmanager
def refusing_unsound(event: Event) -> Iterator[None]:
    """Raise Refused for unreadable prizes or lost-deal money, and NotPossible (`fact_invalid`,
    `competition_invalid`).

    The first of these for what the database refuses within, with the same message as in the admin.
    """
    read_prizes(event.prizes)
    read_lost_deal_money(event.lost_deal_money)
    read_fee_classes(event.fee_classes)
    if event.pk:
        refuse_contradicted(event)
    try:
        with transaction.atomic():
            yield
    except (IntegrityError, DataError):
        try:
            event.validate_constraints()
        except ValidationError as error:
            raise NotPossible("fact_invalid", " ".join(error.messages)) from error
        raise


def refuse_deals(game: Game, options: Any, deals_per_table: Mapping[str, int]) -> None:
    """Raise Refused (`deals_invalid`), NotPossible (`deals_not_multiple`) for unequal turns as declarer.

    Raises NotPossible (`size_unknown`) for a table size that neither the game nor its options have.
    """
    sizes = sorted({*game.seats, *sizes_of(game, options)})
    for deals in read_deals_per_table(deals_per_table).values():
        if deals % game.round_length.step:
            message = gettext("%(game)s is played in multiples of %(step)s deals, not in %(deals)s.")
            values = {"game": translate(game.name), "step": game.round_length.step, "deals": deals}
            raise NotPossible("deals_not_multiple", message % values)
    for seats in deals_per_table:
        if seats not in map(str, sizes):
            message = gettext("%(game)s has tables of %(sizes)s, not of “%(found)s”.")
            named = in_a_list(sizes)
            values = {"game": translate(game.name), "sizes": named, "found": seats[:20]}
            raise NotPossible("size_unknown", message % values)


def refuse_lists(game: Game, options: Any, deals_per_table: Mapping[str, int]) -> None:
    """Raise NotPossible (`list_deals_differ`) where the option for a list says another number of deals.

    Raises Refused for a list in which not every player can play what they owe (`list_too_short`).
    """
    length = list_option(game, options)
    for seats, deals in read_deals_per_table(deals_per_table).items() if game.round_length.option else ():
        if length not in (None, deals):
            message = gettext(
                "The option for a list says %(length)s deals, but %(deals)s are agreed at a table of"
                " %(seats)s. Leave the option empty: the deals agreed for a table are its list."
            )
            values = {"length": length, "deals": deals, "seats": seats}
            raise NotPossible("list_deals_differ", message % values)
        violations = game.table_violations(with_list(game, options, deals), seats, 0)
        if too_short := [each for each in violations if each.field == game.round_length.option]:
            raise Refused(too_short)


def refuse_other_lists(event: Event, game: Game, deals_per_table: Mapping[str, int]) -> None:
    """Raise NotPossible (`deals_fixed`) if recorded deals were checked against lists of another length."""
    if event.counting == Counting.BEFORE or not game.round_length.option or not has_deals(event):
        return
    now, then = read_deals_per_table(deals_per_table), agreed_deals(event)
    changed = sorted(seats for seats in {*now, *then} if now.get(seats) != then.get(seats))
    options = options_of(event)
    for seats in changed:
        before, after = (with_list(game, options, deals.get(seats)) for deals in (then, now))
        if not game.table_violations(before, seats, 0) and has_other_list(game, before, after, seats):
            message = gettext(
                "Deals are already recorded; they were checked against lists of %(deals)s deals at a table"
                " of %(seats)s, which cannot change any more."
            )
            raise NotPossible("deals_fixed", message % {"deals": then.get(seats, "–"), "seats": seats})


def has_other_list(game: Game, before: Any, after: Any, seats: int) -> bool:
    """Return whether a table opens differently with other options.

    Without mandatory solos no length matters.
    """
    return game.extra(game.opening(before, seats, 0)) != game.extra(game.opening(after, seats, 0))


def refuse_unseen(event: Event, seen: int | None) -> None:
    """Raise NotPossible (`settings_changed`) if the settings were changed after revision `seen`."""
    if seen is None:
        return
    if event.entries.filter(kind=EventChangeKind.SETTINGS, number__gt=seen).exists():
        message = gettext(
            "Another person changed the settings in the meantime; your changes are not saved yet. Check "
            "what changed, then save again: your values below will replace it."
        )
        raise NotPossible("settings_changed", message)


@transaction.atomic
def close_event(
    *, event: Event, is_closed: bool, even_if_unsigned: bool = True, by: Author = SYSTEM
) -> Event:
    """Close an event, so that its table links end, or reopen it.

    Raises NotPossible: `event_cancelled`; `round_open` while a round is not closed; `not_signed_off` if the
    results are not signed off and `even_if_unsigned` is false.
    """
    event = lock_event(event)
    if is_closed:
        refuse_cancelled(event)
        refuse_unfinished(event)
        if event.signed_off_at is None and not even_if_unsigned:
            message = gettext("The results of %(event)s are not signed off yet.")
            raise NotPossible("not_signed_off", message % {"event": event.name})
    if event.is_closed == is_closed:
        return event
    event.is_closed = is_closed
    event.save(update_fields=["is_closed"])
    kind = EventChangeKind.EVENT_CLOSED if is_closed else EventChangeKind.EVENT_REOPENED
    append_event_entry(event, kind, by=by)
    return event
