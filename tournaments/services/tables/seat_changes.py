"""Change the seats of a table in play: a mistake found late, or players coming or leaving.

Ends the current part of the sheet and opens the next; rows are numbered on, and points add up per account.
If the current seats have no row before the change, they are only replaced. A deal from a phone that does not
know of the change is treated like any other: accepted if the rules allow it on the new seats.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from scoring.sheet import refusals
from tournaments.models import (
    Entrant,
    Event,
    EventChangeKind,
    Part,
    Round,
    Seat,
    SheetChangeKind,
    SitOut,
    Table,
)
from tournaments.selectors.sheets.agreements import sizes_allowed
from tournaments.selectors.sheets.folded_sheets import LoadedPart, load_parts
from tournaments.selectors.sheets.seat_plan import (
    Places,
    SeatPlan,
    deal_of_row,
    first_row_of,
    next_row_of,
    places_of,
    plan_seats,
    row_of_deal,
    seats_of_parts,
    tables_now,
)
from tournaments.services.history.event_chain import append_event_entry, refuse_unseen
from tournaments.services.history.sheet_chain import Author, append_entry, lock_table, request_standings
from tournaments.services.rounds.decision_guards import checked_reason
from tournaments.services.rounds.lifecycle import keep_accounts
from tournaments.services.rounds.two_tables import lock_club, refuse_seated_elsewhere
from tournaments.services.sheets.sheet_transaction import store_part_sums
from tournaments.services.sheets.write_guard import lock_played, lock_undecided, refuse_unwritable


@transaction.atomic
def change_seats(
    *,
    table: Table,
    places: Places,
    reason: str,
    by: Author,
    number: int | None = None,
    first_dealer: int | None = None,
    seen: int | None = None,
) -> Table:
    """Seat these entrants from row `number` on (None: the next), with points to these accounts.

    Raises NotPossible: `seats_out_of_range`, `sits_twice` (or is not entered), `sits_elsewhere`,
    `sits_at_two_tables`, `row_unknown`, `seats_changed_later`, `dealer_out_of_range`, `ruled_already`,
    `reason_missing` and what `lock_played` raises; `changed_meanwhile` if seats of the table were changed
    after revision `seen`; `later_deals_impossible` with the rows that the rules refuse on the new seats,
    unless the event marks them.
    """
    event, table = lock_played(table)
    lock_club(event)
    here = {"round": table.round.number, "table": table.number}
    refuse_unseen(event, seen, EventChangeKind.RESEATED, **here)
    reason = checked_reason(reason)
    refuse_places(event, table, places, moving={})
    refuse_dealer(places, first_dealer)
    return seat_anew(event, table, places, number, first_dealer, reason, by)


def check_seats(
    *, table: Table, places: Places, number: int | None = None, first_dealer: int | None = None
) -> None:
    """Raise what `change_seats` would raise for these seats, row and dealer; changes nothing."""
    refuse_unwritable(table.round)
    refuse_places(table.round.event, table, places, moving={})
    refuse_row(table, number)
    refuse_dealer(places, first_dealer)


@transaction.atomic
def swap_players(
    *,
    round: Round,
    one: Entrant,
    two: Entrant,
    reason: str,
    by: Author,
    numbers: Mapping[int, int] | None = None,
    seen: int | None = None,
) -> list[Table]:
    """Swap two seated players, at one table or two, all or nothing.

    Applies to all deals so far, or from a deal on: `numbers` maps the table's number to it. Raises as
    `change_seats`, and `not_in_round`, `same_player`.
    """
    event, reason = lock_undecided(round.event), checked_reason(reason)
    refuse_unseen(event, seen, EventChangeKind.RESEATED, round=round.number)
    swapped = {one.pk: two.pk, two.pk: one.pk}
    if len(swapped) < 2:
        raise NotPossible("same_player", gettext("Choose two different players."))
    tables = tables_of(round, one, two)
    for table in tables:
        table.round.event = event
        refuse_unwritable(table.round)
        if numbers is None:
            exchange_everywhere(table, swapped, reason, by)
        else:
            places = swap_in_places(places_of(load_parts(table)[-1]), swapped)
            refuse_places(event, table, places, moving=swapped)
            seat_anew(event, table, places, numbers.get(table.number), None, reason, by)
    return tables


def check_swap(
    *,
    round: Round,
    one: Entrant,
    two: Entrant,
    reason: str,
    by: Author,
    numbers: Mapping[int, int] | None = None,
    seen: int | None = None,
) -> list[SeatPlan]:
    """Return the effect of `swap_players` on each table, found by doing it and rolling back.

    Raises as that.
    """
    with transaction.atomic():
        tables = swap_players(round=round, one=one, two=two, reason=reason, by=by, numbers=numbers, seen=seen)
        transaction.set_rollback(True)
    swapped = {one.pk: two.pk, two.pk: one.pk}
    return [plan_swap(table, swapped, numbers) for table in tables]


def plan_swap(table: Table, swapped: Mapping[int, int], numbers: Mapping[int, int] | None) -> SeatPlan:
    """Plan a table with the two swapped, from a row on or on all rows of the current seats."""
    parts = load_parts(table)
    places = swap_in_places(places_of(parts[-1]), swapped)
    if numbers is not None:
        return plan_seats(table, places, number=numbers.get(table.number))
    first_dealer = parts[-1].part.first_dealer
    return plan_seats(table, places, number=first_row_of(parts), first_dealer=first_dealer)


def tables_of(round: Round, *entrants: Entrant) -> list[Table]:
    """Return the tables where these entrants sit now, locked. Raises NotPossible (`not_in_round`)."""
    tables = tables_now(round.pk)
    for entrant in entrants:
        if entrant.pk not in tables:
            message = gettext("Number %(number)s has no seat in round %(round)s.")
            raise NotPossible("not_in_round", message % {"number": entrant.number, "round": round.number})
    numbers = {tables[entrant.pk] for entrant in entrants}
    return [lock_table(table) for table in round.tables.filter(number__in=numbers).order_by("pk")]


# Checks


def refuse_places(event: Event, table: Table, places: Places, moving: Mapping[int, int]) -> None:
    """Raise NotPossible for an invalid size, and for entrants seated twice, elsewhere or not entered.

    `moving` holds the entrants who change tables in the same step: they may still sit at the other one.
    """
    sitting = [entrant_id for entrant_id, _ in places]
    refuse_size(event, len(places))
    named = {pk for place in places for pk in place}
    known = {each.pk: each for each in event.entrants.filter(pk__in=named).select_related("player")}
    if set(known) != named or len(set(sitting)) != len(sitting):
        message = gettext(
            "Each player at a table must be entered in the event and have exactly one seat; check the seats."
        )
        raise NotPossible("sits_twice", message)
    tables = tables_now(table.round_id)
    for entrant_id in sitting:
        elsewhere = tables.get(entrant_id, table.number)
        if elsewhere != table.number and entrant_id not in moving:
            message = gettext("%(name)s sits at table %(table)s in this round; swap two players instead.")
            values = {"name": known[entrant_id].player.name, "table": elsewhere}
            raise NotPossible("sits_elsewhere", message % values)
    new = {known[pk].player_id for pk in sitting if pk not in tables and known[pk].partner_id is None}
    refuse_seated_elsewhere(table, new)


def refuse_size(event: Event, size: int) -> None:
    """Raise NotPossible (`seats_out_of_range`) for a size that is not allowed."""
    allowed = sizes_allowed(event)
    if size not in allowed:
        message = gettext("This game is played by %(allowed)s at a table, not by %(found)s.")
        words = get_text_list([str(each) for each in allowed], gettext("or"))
        raise NotPossible("seats_out_of_range", message % {"allowed": words, "found": size})


def refuse_row(table: Table, number: int | None) -> None:
    """Raise NotPossible (`row_unknown`, `seats_changed_later`) for a row outside the current seats' rows."""
    parts = load_parts(table)
    first, following = first_row_of(parts), next_row_of(parts)
    if number is None or first <= number <= following:
        return
    if 1 <= number < first:
        message = gettext(
            "The seats of table %(table)s changed at deal %(first)s; choose that deal or a later one."
        )
        first = deal_of_row(parts, first)
        raise NotPossible("seats_changed_later", message % {"table": table.number, "first": first})
    message = gettext("Table %(table)s has no deal %(number)s; the next one is %(next)s.")
    values = {"table": table.number, "number": number, "next": following}
    raise NotPossible("row_unknown", message % values)


def refuse_dealer(places: Places, first_dealer: int | None) -> None:
    """Raise NotPossible (`dealer_out_of_range`) for a first dealer without a seat."""
    if first_dealer is not None and not 0 <= first_dealer < len(places):
        message = gettext(refusals.DEALER_OUT_OF_RANGE) % {"seats": len(places)}
        raise NotPossible("dealer_out_of_range", message)


def refuse_breaks(plan: SeatPlan, event: Event) -> None:
    """Raise NotPossible (`later_deals_impossible`), unless the event marks such deals."""
    if plan.breaks and not event.marks_later_deals:
        raise refusals.later_deals_impossible(plan.breaks).in_language(gettext)


def refuse_ruled(plan: SeatPlan) -> None:
    """Raise NotPossible (`ruled_already`) if a ruled deal would move to a table of another size."""
    moved = [deal.pk for deal in plan.moved.deals if (deal.number or 0) >= plan.number]
    ruled = Part.objects.filter(pk=plan.moved.part.pk, deals__in=moved, deals__rulings__is_undone=False)
    number = ruled.values_list("deals__number", flat=True).first()
    if number is not None and len(plan.places) != len(places_of(plan.moved)):
        message = gettext("Deal %(deal)s already has a ruling; undo it first.")
        raise NotPossible("ruled_already", message % {"deal": deal_of_row(plan.before, number)})


# Changes


def seat_anew(
    event: Event,
    table: Table,
    places: Places,
    number: int | None,
    first_dealer: int | None,
    reason: str,
    by: Author,
) -> Table:
    """Change the seats of the (locked) table from a row on; `refuse_places` was called before."""
    refuse_row(table, number)
    plan = plan_seats(table, places, number=number, first_dealer=first_dealer)
    refuse_breaks(plan, event)
    refuse_ruled(plan)
    before = seats_of_parts(plan.before)
    carry_out(table, plan)
    sat_out = end_sit_outs(table, places)
    return keep_seats(event, table, before, plan.number, reason, by, sat_out)


def end_sit_outs(table: Table, places: Places) -> list[int]:
    """Delete the sit-outs of entrants who take a seat now; return their IDs."""
    sit_outs = SitOut.objects.filter(round=table.round_id, entrant__in=[who for who, _ in places])
    ids = list(sit_outs.values_list("entrant_id", flat=True))
    sit_outs.delete()
    return ids


def carry_out(table: Table, plan: SeatPlan) -> None:
    """Open the next part, or replace the seats of a part without earlier rows."""
    part = plan.moved.part
    if plan.opens_part:
        moved = [deal.pk for deal in plan.moved.deals if (deal.number or 0) >= plan.number]
        part = Part.objects.create(
            table=table, position=plan.moved.part.position + 1, first_dealer=plan.first_dealer
        )
        table.deals.filter(pk__in=moved).update(part=part)
    elif part.first_dealer != plan.first_dealer:
        part.first_dealer = plan.first_dealer
        part.save(update_fields=["first_dealer"])
    put_seats(part, plan.places)


def put_seats(part: Part, places: Places) -> None:
    """Replace the seats of a part by these, in this order."""
    Seat.objects.filter(part=part).delete()
    Seat.objects.bulk_create(
        Seat(part=part, position=position, entrant_id=entrant_id, account_id=account_id)
        for position, (entrant_id, account_id) in enumerate(places)
    )
    keep_accounts(part)


def exchange_everywhere(table: Table, swapped: Mapping[int, int], reason: str, by: Author) -> None:
    """Swap the two entrants, seat and account, in every part of a table."""
    parts = load_parts(table)
    for loaded in parts:
        put_seats(loaded.part, swap_in_places(places_of(loaded), swapped))
    keep_seats(table.round.event, table, seats_of_parts(parts), 1, reason, by)


def swap_in_places(places: Places, swapped: Mapping[int, int]) -> Places:
    """Return the places with the two entrants of `swapped` exchanged."""
    return tuple((swapped.get(who, who), swapped.get(whose, whose)) for who, whose in places)


def keep_seats(
    event: Event,
    table: Table,
    before: list[dict[str, Any]],
    number: int,
    reason: str,
    by: Author,
    sat_out: Sequence[int] = (),
) -> Table:
    """Append to both histories, store the sums of the parts, and request the standings."""
    parts: list[LoadedPart] = load_parts(table)
    record: dict[str, Any] = {"from": number, "before": before, "after": seats_of_parts(parts)}
    if sat_out:
        record["rested"] = list(sat_out)
    append_entry(table, SheetChangeKind.RESEATED, by=by, record=record)
    facts = {"round": table.round.number, "table": table.number}
    append_event_entry(event, EventChangeKind.RESEATED, by=by, reason=reason, **facts, **record)
    for loaded in parts:
        store_part_sums(event, loaded.part.pk, loaded.sheet)
    request_standings(event)
    return table


def known_row(table: Table, deal: int) -> int:
    """Return the row of a deal, numbered as on the sheet. Raises NotPossible (`deal_unknown`)."""
    parts = load_parts(table)
    row = row_of_deal(parts, deal)
    if row is None:
        message = gettext("Table %(table)s has no deal %(deal)s; the next one is %(next)s.")
        values = {"table": table.number, "deal": deal, "next": deal_of_row(parts, next_row_of(parts))}
        raise NotPossible("deal_unknown", message % values)
    return row
