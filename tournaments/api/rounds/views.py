"""Endpoints of rounds: their tables, open and close them, their clock."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.dry_runs import answer_consequences
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.objects import or_404
from tournaments.api.http.views import OfEvent
from tournaments.api.rounds.shapes import (
    ClockChange,
    Closing,
    OpenedRound,
    Opening,
    OrganisedRound,
    RoundClock,
)
from tournaments.models import Round, RoundStatus
from tournaments.selectors.rounds.clock import clock_json
from tournaments.selectors.rounds.progress import RoundProgress, rounds_for_director
from tournaments.services.rounds.clock import (
    announce_last_deal,
    extend_clock,
    pause_clock,
    reset_clock,
    start_clock,
)
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.tables.rehearsal import rehearse, rehearse_reopening

ACTS: Mapping[str, Any] = {
    "start": start_clock,
    "pause": pause_clock,
    "extend": extend_clock,
    "last_deal": announce_last_deal,
    "reset": reset_clock,
}


@extend_schema(tags=["rounds"])
class RoundViewSet(OfEvent):
    """The rounds of an event."""

    queryset = Round.objects.select_related("event")
    serializer_class = OrganisedRound
    lookup_field = "number"

    def as_it_is(self, round: Round) -> RoundProgress:
        """Return the round as it is stored now, with its tables."""
        rows = rounds_for_director(self.event, self.get_queryset().filter(pk=round.pk))
        progress: RoundProgress = or_404(next(iter(rows), None))
        return progress

    @extend_schema(operation_id="round")
    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """Return the round with its tables, a draft too."""
        return self.answer(self.as_it_is(self.get_object()))

    @extend_schema(request=Opening, responses=OpenedRound)
    @action(detail=True, methods=["post"], url_path="open", url_name="open_round")
    def open_round(self, request: Request, slug: str, number: int) -> Response:
        """Open a draft, or a closed round again: tables may write."""
        round, body = self.get_object(), self.sent(Opening)
        if not body.pop("dry_run", False):
            open_round(round=round, by=self.author, **body)
            return self.answer(self.as_it_is(round))
        if round.status == RoundStatus.CLOSED:
            effect = rehearse_reopening(round=round, by=self.author)
        else:
            effect = rehearse(event=round.event, act=partial(open_round, round=round, by=self.author, **body))
        return answer_consequences(effect, **self.get_serializer(self.as_it_is(round)).data)

    @extend_schema(request=Closing, responses=OrganisedRound)
    @action(detail=True, methods=["post"], url_path="close", url_name="close_round")
    def close_round(self, request: Request, slug: str, number: int) -> Response:
        """Close a round: what its tables send later waits for the director."""
        round = self.get_object()
        close_round(round=round, by=self.author, **self.sent(Closing))
        return self.answer(self.as_it_is(round))

    @extend_schema(responses=RoundClock)
    @action(detail=True, url_path="clock", url_name="clock")
    def clock(self, request: Request, slug: str, number: int) -> Response:
        """Return the clock."""
        return Response({"clock": clock_json(self.get_object(), 0)})

    @extend_schema(request=ClockChange, responses=RoundClock)
    @clock.mapping.post
    def change_clock(self, request: Request, slug: str, number: int) -> Response:
        """Start, pause, extend or remove the clock, or announce the last deal."""
        round, body = self.get_object(), self.sent(ClockChange)
        act, minutes = body["act"], body.get("minutes")
        if act == "extend" and minutes is None:
            raise Unreadable("minutes_missing", gettext("“extend” needs “minutes”."), 422)
        more = {"start": {"minutes": minutes}, "extend": {"by_minutes": minutes}}.get(act, {})
        return Response({"clock": clock_json(ACTS[act](round=round, by=self.author, **more), 0)})
