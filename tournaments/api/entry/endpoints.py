"""Endpoints of the entrants of an event, as its organisers see them, and of the check-in."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.entry import schema, shapes_sent
from tournaments.api.http.bodies import read_as
from tournaments.api.http.objects import entrant_of, event_for
from tournaments.api.http.pages import page_answer, page_of
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person, refuse_unmatched, told_with_etag
from tournaments.models import Entrant, TokenScope
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.draw.constraints import set_team
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.entrants import enter_players, rename_player, share_number
from tournaments.services.entry.leaving import leave_early, withdraw_entrant


class Entrants(ProgramView):
    """The entrants of an event."""

    writes = TokenScope.WRITE

    @extend_schema(**schema.ENTRANTS)
    def get(self, request: Request, slug: str) -> Response:
        """List the entrants by start number, with those on the waiting list and those who left."""
        entrants = event_for(request, slug, Right.LOOK).entrants.select_related("player", "partner")
        found, following = page_of(self, request, entrants, "number")
        return page_answer([entrant_json(each) for each in found], following)

    @extend_schema(**schema.ENTER)
    def post(self, request: Request, slug: str) -> Response:
        """Enter players, all or none, known ones of the club or new ones."""
        event, by = event_for(request, slug, Right.DIRECT), by_person(request)
        sent = read_as(shapes_sent.NewEntrants, request)["entrants"]
        names = [each["name"] for each in sent]
        readings = {each["name"]: each.get("reading", "") for each in sent}
        choices = {each["name"]: shapes_sent.choice_of(each) for each in sent}
        entrants = enter_players(
            event=event, names=names, readings=readings, choices=choices, are_present=False, by=by
        )
        for entrant, each in zip(entrants, sent, strict=True):
            if each.get("is_present"):
                check_in(entrant=entrant, is_present=True, by=by)
        return Response({"results": [entrant_json(each) for each in entrants]}, 201)


class OneEntrant(ProgramView):
    """One entrant."""

    writes = TokenScope.WRITE

    @extend_schema(**schema.ENTRANT)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return the entrant, with the ETag that a change needs."""
        return told_with_etag(entrant_json(entrant_of(event_for(request, slug, Right.LOOK), number)))

    @extend_schema(**schema.CHANGE)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Change name, reading, team, presence, or who shares the start number."""
        entrant = entrant_of(event_for(request, slug, Right.DIRECT), number)
        refuse_unmatched(request, entrant_json(entrant))
        body = read_as(shapes_sent.EntrantChanges, request)
        if "name" in body or "reading" in body:
            name = body.get("name", entrant.player.name)
            rename_player(entrant=entrant, name=name, reading=body.get("reading"))
        if "team" in body:
            set_team(entrant=entrant, team=body["team"])
        if "partner" in body:
            choice = shapes_sent.choice_of(body, "partner_")
            share_number(entrant=entrant, name=body["partner"] or "", choice=choice, by=by_person(request))
        if "is_present" in body:
            check_in(entrant=entrant, is_present=body["is_present"], by=by_person(request))
        return told_with_etag(entrant_json(entrant))

    @extend_schema(**schema.WITHDRAW)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Withdraw an entrant who never had a seat."""
        entrant = entrant_of(event_for(request, slug, Right.DIRECT), number)
        refuse_unmatched(request, entrant_json(entrant))
        withdraw_entrant(entrant=entrant, by=by_person(request))
        return Response(status=204)


class Leaving(ProgramView):
    """The leaving of one entrant."""

    writes = TokenScope.WRITE

    @extend_schema(**schema.LEAVE)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Let an entrant leave after a round."""
        entrant = entrant_of(event_for(request, slug, Right.DIRECT), number)
        left = leave_early(entrant=entrant, by=by_person(request), **read_as(shapes_sent.Leaving, request))
        return told_with_etag(entrant_json(left))


def entrant_json(entrant: Entrant) -> dict[str, Any]:
    """Return an entrant as organisers see them: with their whole name."""
    return {
        "number": entrant.number,
        "name": entrant.player.name,
        "reading": entrant.player.reading,
        "partner": entrant.partner.name if entrant.partner else None,
        "team": entrant.team,
        "is_present": entrant.is_present,
        "admission": entrant.admission,
        "left_after": entrant.left_after,
    }
