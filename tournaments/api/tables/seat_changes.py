"""Endpoints that change who sits at a table, and undo it."""

from functools import partial
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.bodies import read_as
from tournaments.api.http.dry_runs import rehearsal_of, undone
from tournaments.api.http.objects import entrant_of, event_for, round_of, table_of
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person
from tournaments.api.tables import schema_of_directing as schema
from tournaments.api.tables import shapes_of_directing as shapes
from tournaments.api.tables.of_event import OfEvent
from tournaments.models import Event, Table
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.entry.seats import numbers_by_id
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.selectors.sheets.seat_plan import Places, places_of
from tournaments.selectors.tables.table_state import table_state
from tournaments.services.tables.seat_changes import change_seats, swap_players
from tournaments.services.tables.undo_seat_change import undo_seat_change


class Seats(OfEvent):
    """The seats of a table."""

    right = Right.RULE

    @extend_schema(**schema.CHANGE_SEATS)
    def post(self, request: Request) -> Response:
        """Seat other entrants from a row on."""
        table, body = self.table, read_as(shapes.NewSeats, request)
        act = partial(
            change_seats,
            table=table,
            places=places_in(table, body["seats"]),
            number=body.get("first_number"),
            first_dealer=body.get("first_dealer"),
            reason=body["reason"],
            by=by_person(request),
        )
        if body.get("dry_run"):
            return rehearsal_of(table.round.event, act)
        act()
        changed = table_of(table.round.event, table.public_id)
        return Response(table_state(changed, load_parts(changed)), 201)

    @extend_schema(**schema.UNDO_SEATS)
    def delete(self, request: Request) -> Response:
        """Undo the last change of seats, as long as nothing was written on them."""
        act = partial(undo_seat_change, table=self.table, by=by_person(request))
        return undone(request, self.table.round.event, act)


class PlayersSwapped(ProgramView):
    """Two players of a round who change places."""

    @extend_schema(**schema.SWAP_PLAYERS)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Swap two seated players, at one table or two, for all rows or from a row on."""
        event = event_for(request, slug, Right.RULE)
        body, round = read_as(shapes.PlayerSwap, request), round_of(event, number)
        rows = body.get("from_rows")
        numbers = None if rows is None else {each["table"]: each["first_number"] for each in rows}
        act = partial(
            swap_players,
            round=round,
            one=entrant_of(event, body["one"]),
            two=entrant_of(event, body["two"]),
            numbers=numbers,
            reason=body["reason"],
            by=by_person(request),
        )
        if body.get("dry_run"):
            return rehearsal_of(event, act)
        return Response({"tables": [seats_json(event, each.public_id) for each in act()]}, 201)


def places_in(table: Table, seats: list[dict[str, Any]]) -> Places:
    """Return the entrants and accounts of the seats that a program names. Raises Http404."""
    now, event = places_of(load_parts(table)[-1]), table.round.event
    places: list[tuple[int, int]] = []
    for at, seat in enumerate(seats):
        entrant = entrant_of(event, seat["number"]).pk
        if "account" in seat:
            places.append((entrant, entrant_of(event, seat["account"]).pk))
        else:
            stays = at < len(now) and now[at][0] == entrant
            places.append((entrant, now[at][1] if stays else entrant))
    return tuple(places)


def seats_json(event: Event, public_id: UUID) -> dict[str, Any]:
    """Return a table with those who sit there now."""
    table = table_of(event, public_id)
    now = places_of(load_parts(table)[-1])
    number_by_id = numbers_by_id(event, {each for place in now for each in place})
    seats = [{"number": number_by_id[who], "account": number_by_id[whose]} for who, whose in now]
    return {"id": str(table.public_id), "number": table.number, "seats": seats}
