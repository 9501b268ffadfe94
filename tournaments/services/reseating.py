"""Other people on the seats of a table that plays: found out late, or because somebody comes or goes.

A part of a sheet is closed and the next one opened; rows run on, points add up over accounts. Where the seats
of now have written nothing before, they are only exchanged. What a phone sends that has not heard of it is a
deal like any other: taken if the rules allow it on the new seats.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext

from scoring import refusals
from tournaments.errors import NotPossible
from tournaments.models import Entrant, EntryKind, Event, EventEntryKind, Part, Round, Seat, SitOut, Table
from tournaments.selectors.seats import (
    Places,
    SeatPlan,
    deal_of_row,
    first_row_of,
    next_row_of,
    places_of,
    plan_seats,
    seats_of_parts,
    tables_now,
)
from tournaments.selectors.sheets import LoadedPart, load_parts, sizes_allowed
from tournaments.services.decided import lock_played, lock_undecided, said_reason
from tournaments.services.event_history import append_event_entry, refuse_unseen
from tournaments.services.history import Author, append_entry, lock_table, mark_standings
from tournaments.services.rounds import keep_accounts
from tournaments.services.writing import store_part_sums


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
    """Let these entrants sit here, points to these accounts, from row `number` (None: the next) on.

    Raises NotPossible: `seats_out_of_range`, `sits_twice` (or is not entered), `sits_elsewhere`,
    `row_unknown`, `seats_changed_later`, `dealer_out_of_range`, `ruled_already`, `reason_missing` and what
    `lock_played` raises; `changed_meanwhile` where seats of the table were changed after the revision that
    was `seen`; `later_deals_impossible` with the rows that the rules refuse on the new seats, unless
    the event marks them.
    """
    event, table = lock_played(table)
    here = {"round": table.round.number, "table": table.number}
    refuse_unseen(event, seen, EventEntryKind.RESEATED, **here)
    reason = said_reason(reason)
    refuse_places(event, table, places, moving={})
    refuse_dealer(places, first_dealer)
    return seat_anew(event, table, places, number, first_dealer, reason, by)


def check_seats(
    *, table: Table, places: Places, number: int | None = None, first_dealer: int | None = None
) -> None:
    """Raises what `change_seats` would refuse of these places, this row, this dealer; changes nothing."""
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
    """Let two who sit in each other's place change, at one table or two, all or nothing.

    With all deals written so far, or from a deal on: `numbers` has it by the table's number. Raises as
    `change_seats`, and `not_in_round`, `same_player`.
    """
    event, reason = lock_undecided(round.event), said_reason(reason)
    refuse_unseen(event, seen, EventEntryKind.RESEATED, round=round.number)
    swapped = {one.pk: two.pk, two.pk: one.pk}
    if len(swapped) < 2:
        raise NotPossible("same_player", gettext("Choose two different players."))
    tables = tables_of(round, one, two)
    for table in tables:
        table.round.event = event
        if numbers is None:
            exchange_everywhere(table, swapped, reason, by)
        else:
            places = exchanged(places_of(load_parts(table)[-1]), swapped)
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
    """What `swap_players` would do to each table, found by doing it and taking it back. Raises as that."""
    with transaction.atomic():
        tables = swap_players(round=round, one=one, two=two, reason=reason, by=by, numbers=numbers, seen=seen)
        transaction.set_rollback(True)
    swapped = {one.pk: two.pk, two.pk: one.pk}
    return [plan_swap(table, swapped, numbers) for table in tables]


def plan_swap(table: Table, swapped: Mapping[int, int], numbers: Mapping[int, int] | None) -> SeatPlan:
    """A table with the two in each other's place from a row on, or on all rows of the seats of now."""
    parts = load_parts(table)
    places = exchanged(places_of(parts[-1]), swapped)
    if numbers is not None:
        return plan_seats(table, places, number=numbers.get(table.number))
    first_dealer = parts[-1].part.first_dealer
    return plan_seats(table, places, number=first_row_of(parts), first_dealer=first_dealer)


def tables_of(round: Round, *entrants: Entrant) -> list[Table]:
    """The tables where these sit now, held. Raises NotPossible (`not_in_round`)."""
    tables = tables_now(round.pk)
    for entrant in entrants:
        if entrant.pk not in tables:
            message = gettext("Number %(number)s sits at no table in round %(round)s.")
            raise NotPossible("not_in_round", message % {"number": entrant.number, "round": round.number})
    numbers = {tables[entrant.pk] for entrant in entrants}
    return [lock_table(table) for table in round.tables.filter(number__in=numbers).order_by("pk")]


# What is refused


def refuse_places(event: Event, table: Table, places: Places, moving: Mapping[int, int]) -> None:
    """Raises NotPossible for a size the game has not, for somebody twice, elsewhere or not entered.

    `moving` has those who change tables in the same step: they may still sit at the other one.
    """
    sitting = [entrant_id for entrant_id, _ in places]
    refuse_size(event, len(places))
    named = {pk for place in places for pk in place}
    known = {each.pk: each for each in event.entrants.filter(pk__in=named).select_related("player")}
    if set(known) != named or len(set(sitting)) != len(sitting):
        message = gettext("Everybody at a table is entered in the event and sits on one seat; look again.")
        raise NotPossible("sits_twice", message)
    tables = tables_now(table.round_id)
    for entrant_id in sitting:
        elsewhere = tables.get(entrant_id, table.number)
        if elsewhere != table.number and entrant_id not in moving:
            message = gettext("%(name)s sits at table %(table)s in this round; swap two players instead.")
            values = {"name": known[entrant_id].player.name, "table": elsewhere}
            raise NotPossible("sits_elsewhere", message % values)


def refuse_size(event: Event, size: int) -> None:
    """Raises NotPossible (`seats_out_of_range`)."""
    allowed = sizes_allowed(event)
    if size not in allowed:
        message = gettext("This game is played by %(allowed)s at a table, not by %(found)s.")
        words = get_text_list([str(each) for each in allowed], gettext("or"))
        raise NotPossible("seats_out_of_range", message % {"allowed": words, "found": size})


def refuse_row(table: Table, number: int | None) -> None:
    """Raises NotPossible (`row_unknown`, `seats_changed_later`) for a row the seats of now have not."""
    parts = load_parts(table)
    first, following = first_row_of(parts), next_row_of(parts)
    if number is None or first <= number <= following:
        return
    if 1 <= number < first:
        message = gettext(
            "The seats of table %(table)s changed at deal %(first)s; choose a deal from there on."
        )
        first = deal_of_row(parts, first)
        raise NotPossible("seats_changed_later", message % {"table": table.number, "first": first})
    message = gettext("Table %(table)s has no deal %(number)s; the next one is %(next)s.")
    values = {"table": table.number, "number": number, "next": following}
    raise NotPossible("row_unknown", message % values)


def refuse_dealer(places: Places, first_dealer: int | None) -> None:
    """Raises NotPossible (`dealer_out_of_range`)."""
    if first_dealer is not None and not 0 <= first_dealer < len(places):
        message = gettext(refusals.DEALER_OUT_OF_RANGE) % {"seats": len(places)}
        raise NotPossible("dealer_out_of_range", message)


def refuse_breaks(plan: SeatPlan, event: Event) -> None:
    """Raises NotPossible (`later_deals_impossible`), unless the event marks such deals."""
    if plan.breaks and not event.marks_later_deals:
        raise refusals.later_deals_impossible(plan.breaks).said(gettext)


def refuse_ruled(plan: SeatPlan) -> None:
    """Raises NotPossible (`ruled_already`) where a ruled deal would go to a table of another size."""
    moved = [deal.pk for deal in plan.moved.deals if (deal.number or 0) >= plan.number]
    ruled = Part.objects.filter(pk=plan.moved.part.pk, deals__in=moved, deals__rulings__is_undone=False)
    number = ruled.values_list("deals__number", flat=True).first()
    if number is not None and len(plan.places) != len(places_of(plan.moved)):
        message = gettext("Deal %(deal)s is ruled on already; take that ruling back first.")
        raise NotPossible("ruled_already", message % {"deal": deal_of_row(plan.before, number)})


# What is done


def seat_anew(
    event: Event,
    table: Table,
    places: Places,
    number: int | None,
    first_dealer: int | None,
    reason: str,
    by: Author,
) -> Table:
    """The (locked) table with other places from a row on; what was checked already is not checked again."""
    refuse_row(table, number)
    plan = plan_seats(table, places, number=number, first_dealer=first_dealer)
    refuse_breaks(plan, event)
    refuse_ruled(plan)
    before = seats_of_parts(plan.before)
    carry_out(table, plan)
    rested = rest_no_more(table, places)
    return keep_seats(event, table, before, plan.number, reason, by, rested)


def rest_no_more(table: Table, places: Places) -> list[int]:
    """Who rested in the round and takes a seat now, by id."""
    resting = SitOut.objects.filter(round=table.round_id, entrant__in=[who for who, _ in places])
    ids = list(resting.values_list("entrant_id", flat=True))
    resting.delete()
    return ids


def carry_out(table: Table, plan: SeatPlan) -> None:
    """Close the part and open the next, or exchange the seats of the one that has no row before."""
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
    """These places, in this order, in the place of whatever was there."""
    Seat.objects.filter(part=part).delete()
    Seat.objects.bulk_create(
        Seat(part=part, position=position, entrant_id=entrant_id, account_id=account_id)
        for position, (entrant_id, account_id) in enumerate(places)
    )
    keep_accounts(part)


def exchange_everywhere(table: Table, swapped: Mapping[int, int], reason: str, by: Author) -> None:
    """In every part of a table each of the two takes the other's place, and account."""
    parts = load_parts(table)
    for loaded in parts:
        put_seats(loaded.part, exchanged(places_of(loaded), swapped))
    keep_seats(table.round.event, table, seats_of_parts(parts), 1, reason, by)


def exchanged(places: Places, swapped: Mapping[int, int]) -> Places:
    """Places with the two of `swapped` in each other's."""
    return tuple((swapped.get(who, who), swapped.get(whose, whose)) for who, whose in places)


def keep_seats(
    event: Event,
    table: Table,
    before: list[dict[str, Any]],
    number: int,
    reason: str,
    by: Author,
    rested: Sequence[int] = (),
) -> Table:
    """The entries in both histories, the sums of the parts anew, and the standings asked for."""
    parts: list[LoadedPart] = load_parts(table)
    record: dict[str, Any] = {"from": number, "before": before, "after": seats_of_parts(parts)}
    if rested:
        record["rested"] = list(rested)
    append_entry(table, EntryKind.RESEATED, by=by, record=record)
    facts = {"round": table.round.number, "table": table.number}
    append_event_entry(event, EventEntryKind.RESEATED, by=by, reason=reason, **facts, **record)
    for loaded in parts:
        store_part_sums(event, loaded.part.pk, loaded.sheet)
    mark_standings(event)
    return table
