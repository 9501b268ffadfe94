"""The endpoint of sheets typed from paper: the same files and the same answer as the command."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.bodies import read_form
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.files import MAX_UPLOAD, flag_of, upload_of
from tournaments.api.http.objects import event_for
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person
from tournaments.api.paper import schema, shapes
from tournaments.models import TokenScope
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.paper import PaperFiles, Report, import_paper, preview_paper


class Sheets(ProgramView):
    """Sheets typed from paper."""

    writes = TokenScope.WRITE
    longest_body = MAX_UPLOAD
    in_portions = True

    @extend_schema(**schema.SHEETS)
    def post(self, request: Request, slug: str) -> Response:
        """Store the deals of all tables, or none if any line has a problem (422)."""
        event = event_for(request, slug, Right.TYPE)
        sent = read_form(shapes.PaperSent, request)
        files = PaperFiles(
            upload_of(sent, "seating"),
            upload_of(sent, "sheets"),
            upload_of(sent, "totals") if "totals" in sent.FILES else None,
        )
        is_dry = flag_of(sent, "dry_run")
        if is_dry:
            report = preview_paper(event=event, files=files)
        else:
            report = import_paper(event=event, files=files, by=by_person(request))
        if report.findings and not is_dry:
            message = gettext("The files have problems; nothing was stored.")
            raise Unreadable("sheets_refused", message, 422, **report_json(report))
        return Response(report_json(report))


def report_json(report: Report) -> dict[str, Any]:
    """Return the result as the command prints it."""
    facts: dict[str, Any] = {
        "stored": report.stored,
        "problems": [finding.as_json() for finding in report.findings],
    }
    disputed = [finding.as_json() for finding in report.disputed]
    return {**facts, "disputed": disputed} if disputed else facts
