"""Endpoints of rounds: their tables, open and close them, their clock."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.bodies import read_as
from tournaments.api.http.dry_runs import tried
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.objects import event_for, found, round_of
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person
from tournaments.api.rounds import schema, shapes
from tournaments.models import Event, Round, RoundStatus
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.rounds.clock import clock_json
from tournaments.selectors.rounds.progress import TableProgress, rounds_for_director
from tournaments.selectors.tables.consequences import Consequences
from tournaments.services.history.sheet_chain import Author
from tournaments.services.rounds.clock import (
    announce_last_deal,
    extend_clock,
    pause_clock,
    reset_clock,
    start_clock,
)
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.tables.rehearsal import rehearse, rehearse_reopening


class OneRound(ProgramView):
    """One round."""

    @extend_schema(**schema.ROUND)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return the round with its tables, a draft too."""
        return round_answer(event_for(request, slug, Right.LOOK), number)


class Opening(ProgramView):
    """The opening of a round."""

    @extend_schema(**schema.OPEN)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Open a draft, or a closed round again: tables may write."""
        event = event_for(request, slug, Right.DIRECT)
        body, drawn = read_as(shapes.Opening, request), round_of(event, number)
        if body.pop("dry_run", False):
            return tried(effect_of(drawn, by_person(request), **body), **round_json(event, number))
        open_round(round=drawn, by=by_person(request), **body)
        return round_answer(event, number)


class Closing(ProgramView):
    """The close of a round."""

    @extend_schema(**schema.CLOSE)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Close a round: what its tables send later waits for the director."""
        event = event_for(request, slug, Right.DIRECT)
        body = read_as(shapes.Closing, request)
        close_round(round=round_of(event, number), by=by_person(request), **body)
        return round_answer(event, number)


class Clock(ProgramView):
    """The clock of a round."""

    @extend_schema(**schema.CLOCK)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return the clock."""
        drawn = round_of(event_for(request, slug, Right.LOOK), number)
        return Response({"clock": clock_json(drawn, 0)})

    @extend_schema(**schema.CHANGE_CLOCK)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Start, pause, extend or remove the clock, or announce the last deal."""
        drawn = round_of(event_for(request, slug, Right.DIRECT), number)
        body = read_as(shapes.ClockChange, request)
        change, by = clock_change(body["act"], body.get("minutes")), by_person(request)
        act = change.pop("act")
        return Response({"clock": clock_json(act(round=drawn, by=by, **change), 0)})


ACTS: Mapping[str, Any] = {
    "start": start_clock,
    "pause": pause_clock,
    "extend": extend_clock,
    "last_deal": announce_last_deal,
    "reset": reset_clock,
}


def clock_change(act: str, minutes: int | None) -> dict[str, Any]:
    """Return the service of an act and its arguments. Raises Unreadable (`minutes_missing`)."""
    if act == "extend":
        if minutes is None:
            raise Unreadable("minutes_missing", gettext("“extend” needs “minutes”."), 422)
        return {"act": extend_clock, "by_minutes": minutes}
    return {"act": ACTS[act], **({"minutes": minutes} if act == "start" else {})}


def effect_of(drawn: Round, by: Author, **more: Any) -> Consequences:
    """Return what opening a round would change. Raises NotPossible as `open_round`."""
    if drawn.status == RoundStatus.CLOSED:
        return rehearse_reopening(round=drawn, by=by)
    return rehearse(event=drawn.event, act=partial(open_round, round=drawn, by=by, **more))


def round_answer(event: Event, number: int) -> Response:
    """Return a round as it is stored now. Raises Http404."""
    return Response(round_json(event, number))


def round_json(event: Event, number: int) -> dict[str, Any]:
    """Return a round as its organisers see it. Raises Http404."""
    drawn: Round = round_of(event, number)
    progress = found(next(iter(rounds_for_director(event, event.rounds.filter(pk=drawn.pk))), None))
    tables = [table_json(each) for each in progress.tables]
    return {"number": drawn.number, "status": progress.status, "tables": tables}


def table_json(table: TableProgress) -> dict[str, Any]:
    """Return a table as its organisers see it."""
    return {
        "number": table.number,
        "id": str(table.public_id),
        "seats": list(table.seats),
        "deals_counted": table.deals_counted,
        "deals_expected": table.deals_expected,
        "conflicts": table.conflicts,
        "late": table.late,
        "is_abandoned": table.is_broken_off,
    }
