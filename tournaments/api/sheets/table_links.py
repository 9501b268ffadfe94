"""Endpoint of a table's link: read, renewed, revoked."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.addresses import link_to
from tournaments.api.http.bodies import Body, Flag, read_as
from tournaments.api.http.objects import or_404
from tournaments.api.http.schema_of_programs import writing
from tournaments.api.http.writing import by_person
from tournaments.api.tables.of_event import OfEvent
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.sheets.table_links import first_link
from tournaments.services.sheets.table_links import revoke_links, show_link, token_of

TAG = "tables"


class LinkSent(Body):
    """Whether the link is renewed."""

    renew = Flag(required=False, help_text="the old link stops working")


class LinkShape(s.Serializer[Any]):
    """A table's link."""

    token = s.CharField(help_text="for `Authorization: Table <token>`")
    url = s.URLField(help_text="the page of the table, for a phone")


class Link(OfEvent):
    """The link of a table."""

    right = Right.DIRECT

    @extend_schema(**writing("table_link", TAG, LinkShape, body=LinkSent, example={"renew": True}))
    def post(self, request: Request) -> Response:
        """Return the table's link; with `renew`, the old one stops working."""
        body = read_as(LinkSent, request)
        show_link(table=self.table, renews=bool(body.get("renew")), by=by_person(request))
        return Response({})

    def with_secrets(self, answer: Any) -> Any:
        """Return the link, which the stored answer does not have."""
        if self.request.method != "POST":
            return answer
        token = token_of(or_404(first_link(self.table)))
        return {"token": token, "url": link_to(self.request, "table_link", token)}

    @extend_schema(**writing("revoke_table_link", TAG, None, status=204))
    def delete(self, request: Request) -> Response:
        """Revoke the table's link until it is renewed."""
        revoke_links(table=self.table, by=by_person(request))
        return Response(status=204)
