"""Endpoints of a director at a table: extra time, versions of a deal, the totals on its paper."""

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.foot.paper_totals import Reading
from tournaments.api.http.bodies import read_as
from tournaments.api.http.dry_runs import rehearsal_of
from tournaments.api.http.objects import or_404
from tournaments.api.http.pages import page_of
from tournaments.api.http.reading import read_key, read_revision
from tournaments.api.http.writing import by_person
from tournaments.api.tables import schema_of_directing as schema
from tournaments.api.tables import shapes_of_directing as shapes
from tournaments.api.tables.of_event import OfEvent
from tournaments.models import Deal, TokenScope
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.paper.totals import PaperSheet, paper_sheet
from tournaments.selectors.tables.deal_versions import DealVersion, get_deal, history_of_deal
from tournaments.services.paper.totals import compare_totals, uphold_sheet
from tournaments.services.rounds.clock import extend_table
from tournaments.services.tables.deal_versions import EarlierVersion, return_to_version


class ExtraTime(OfEvent):
    """Extra time of one table."""

    right = Right.DIRECT

    @extend_schema(**schema.EXTEND_TABLE)
    def post(self, request: Request) -> Response:
        """Set the extra minutes of this table, all together."""
        minutes = read_as(shapes.ExtraMinutes, request)["minutes"]
        table = extend_table(table=self.table, minutes=minutes, by=by_person(request))
        return Response({"minutes": table.extra_minutes})


class Rows(OfEvent):
    """All rows of a table's sheet, those struck out too."""

    @extend_schema(**schema.ROWS)
    def get(self, request: Request) -> Response:
        """List the rows in the order they were written."""
        return page_of(self, request, self.table.deals.all(), "pk", row_json)


class Versions(OfEvent):
    """The versions of one row."""

    right = Right.RULE

    @extend_schema(**schema.VERSIONS)
    def get(self, request: Request, row: int) -> Response:
        """Return who wrote what and when, the newest first."""
        deal = self.deal(row)
        versions = [version_json(each) for each in history_of_deal(self.table, deal).versions]
        return Response(
            {"row": deal.pk, "number": deal.number, "revision": deal.revision, "versions": versions},
            headers={"ETag": f'"{deal.revision}"'},
        )

    @extend_schema(**schema.RETURN_TO_VERSION)
    def post(self, request: Request, row: int) -> Response:
        """Return to an earlier version, as a correction; If-Match is the row's revision."""
        deal, body = self.deal(row), read_as(shapes.VersionWanted, request)
        act = partial(
            return_to_version,
            table=self.table,
            version=EarlierVersion(deal, body["version"], read_revision(request)),
            reason=body.get("reason", ""),
            key=read_key(request),
            by=by_person(request),
        )
        if body.get("dry_run"):
            return rehearsal_of(self.table.round.event, act)
        return Response(act().body, 201)

    def deal(self, row: int) -> Deal:
        """Return the row with this id, struck out or not. Raises Http404."""
        return or_404(get_deal(self.table, row))


class Totals(OfEvent):
    """The totals on a table's paper sheet."""

    writes = TokenScope.WRITE

    @extend_schema(**schema.TOTALS)
    def get(self, request: Request) -> Response:
        """Return the comparison of the sheet with its paper totals."""
        return self.told(paper_sheet(self.table))

    @extend_schema(**schema.COMPARE_TOTALS)
    def post(self, request: Request) -> Response:
        """Store the totals read from the paper, and return the comparison of the sheet with them."""
        body = read_as(shapes.PaperTotals, request)
        totals = Reading(tuple(body["totals"]), body.get("deals"))
        return self.told(compare_totals(table=self.table, totals=totals, by=by_person(request)))

    @staticmethod
    def told(sheet: PaperSheet) -> Response:
        """Answer a sheet beside its paper."""
        return Response(paper_json(sheet))


class Upheld(OfEvent):
    """The confirmation of a sheet that differs from its paper."""

    right = Right.RULE

    @extend_schema(**schema.UPHOLD_SHEET)
    def post(self, request: Request) -> Response:
        """Confirm that the sheet is right."""
        body = read_as(shapes.Upholding, request)
        seen = body.get("sheet_revision")
        uphold_sheet(table=self.table, seen=seen, reason=body["reason"], by=by_person(request))
        return Totals.told(paper_sheet(self.table))


def row_json(deal: Deal) -> dict[str, Any]:
    """Return a row of a sheet by its ID."""
    return {"row": deal.pk, "number": deal.number, "revision": deal.revision}


def version_json(each: DealVersion) -> dict[str, Any]:
    """Return one entry of a row's history."""
    return {
        "version": each.entry.number,
        "kind": each.entry.kind,
        "at": each.entry.at.isoformat(),
        "who": each.who,
        "phone": each.phone,
        "reason": each.reason,
        "record": each.entry.record,
        "line": each.version.line if each.version else None,
        "is_now": each.is_now,
    }


def paper_json(sheet: PaperSheet) -> dict[str, Any]:
    """Return a sheet beside the totals on its paper."""
    judgement = sheet.judgement
    return {
        "standing": judgement.standing,
        "totals": list(judgement.paper.totals),
        "deals": judgement.paper.deals,
        "differences": list(judgement.differences),
        "deals_differ": judgement.deals_differ,
        "is_changed": sheet.is_changed,
        "who": sheet.who,
        "reason": sheet.reason,
    }
