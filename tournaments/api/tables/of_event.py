"""A table's endpoints for its organisers: requests and answers as at the table, by a personal token."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.bodies import Body
from tournaments.api.http.objects import event_for, table_of
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person, person_of
from tournaments.api.tables import schema_of_event as schema
from tournaments.api.tables import views as at_table
from tournaments.api.tables.sent import Sent, read_sent
from tournaments.models import AuthorKind, Table, TokenScope
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.tables.abandoning import abandon_table, resume_table


class OfEvent(ProgramView):
    """An endpoint of a table that the address names; the author of a change is the token's person."""

    right = Right.TYPE
    place: tuple[str, UUID]
    named: Table

    def dispatch(self, request: HttpRequest, slug: str, public_id: UUID, **more: int) -> HttpResponseBase:
        """Answer with the table's own endpoint, which knows only the rest of the address."""
        self.place = slug, public_id
        return super().dispatch(request, **more)

    def initial(self, request: Request, *arguments: Any, **more: Any) -> None:
        """Load the table, after the token was checked. Raises Http404."""
        super().initial(request, *arguments, **more)
        slug, public_id = self.place
        right = Right.LOOK if request.method in ("GET", "HEAD") else self.right
        self.named = table_of(event_for(request, slug, right), public_id)

    @property
    def table(self) -> Table:
        """Return the table."""
        return self.named


class AsAtTable(OfEvent):
    """An endpoint of the table itself, which keeps its own keys."""

    writes = TokenScope.WRITE
    runs_once = False

    def hear(self, request: Request) -> None:
        """Note nothing: a program is no phone."""

    def read(self, request: Request, shape: type[Body]) -> Sent:
        """Return key and body of a writing request; the person is its author."""
        return read_sent(request, shape, AuthorKind.MEMBER, person_of(request).pk)


@extend_schema_view(get=extend_schema(**schema.SHEET))
class EventSheet(AsAtTable, at_table.Sheet):
    """The table and its sheet."""


@extend_schema_view(get=extend_schema(**schema.STREAM))
class EventTableStream(AsAtTable, at_table.TableStream):
    """Changes of the table, as server-sent events."""


@extend_schema_view(get=extend_schema(**schema.PREVIEW))
class EventPreview(AsAtTable, at_table.Preview):
    """The points of a deal before it is recorded."""


@extend_schema_view(post=extend_schema(**schema.RECORD))
class EventDeals(AsAtTable, at_table.Deals):
    """The rows of the sheet."""


@extend_schema_view(put=extend_schema(**schema.CORRECT), delete=extend_schema(**schema.STRIKE))
class EventDeal(AsAtTable, at_table.Deal):
    """One row."""


@extend_schema_view(post=extend_schema(**schema.INSERT))
class EventInsertion(AsAtTable, at_table.Insertion):
    """A forgotten row to insert."""


@extend_schema_view(put=extend_schema(**schema.FIRST_DEALER))
class EventFirstDealer(AsAtTable, at_table.FirstDealer):
    """The first dealer."""


@extend_schema_view(post=extend_schema(**schema.SETTLE))
class EventConflict(AsAtTable, at_table.Conflict):
    """Two versions of one deal, or a deal that came after the close."""

    right = Right.RULE


class Abandoning(OfEvent):
    """Whether a table stopped before its last deal."""

    right = Right.DIRECT

    @extend_schema(**schema.ABANDON)
    def put(self, request: Request) -> Response:
        """Break the table off: its deals count as far as they are."""
        abandon_table(table=self.table, by=by_person(request))
        return Response({"is_abandoned": True})

    @extend_schema(**schema.RESUME)
    def delete(self, request: Request) -> Response:
        """Let the table play on."""
        resume_table(table=self.table, by=by_person(request))
        return Response({"is_abandoned": False})
