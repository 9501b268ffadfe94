"""Endpoints of players' lists: import a file in one step, dry or real, and undo it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.entry import shapes
from tournaments.api.http.bodies import read_form
from tournaments.api.http.files import MAX_UPLOAD, flag_of, upload_of, words_of
from tournaments.api.http.objects import event_for, or_404
from tournaments.api.http.pages import page_of
from tournaments.api.http.reading import bad_request
from tournaments.api.http.schema_of_programs import listing, writing
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person
from tournaments.models import Event, ListImport, TokenScope
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.entry.registration import get_list
from tournaments.services.entry.lists import (
    NEW,
    SAME,
    Judged,
    ListPlan,
    PlayerList,
    plan_list,
    read_list,
    take_over,
    undo_list,
    with_likely_sheet,
)
from tournaments.storage.uploads.encodings import ENCODINGS
from tournaments.storage.uploads.spreadsheets import LONGEST_CHOICE
from tournaments.wording.lists import in_a_list
from tournaments.wording.whole_numbers import ascii_number

TAG = "entrants"
LISTS = listing("player_lists", TAG, shapes.ImportShape)
IMPORT_LIST = writing(
    "import_players",
    TAG,
    shapes.ListAnswer,
    body={"multipart/form-data": shapes.ListSent},
    example={"file": "players.csv", "columns": '{"Spieler": "name", "Ort": null}', "dry_run": "true"},
)
UNDO_LIST = writing("take_back_list", TAG, None, status=204)


class Lists(ProgramView):
    """The lists that were imported into an event."""

    writes = TokenScope.WRITE
    longest_body = MAX_UPLOAD
    in_portions = True

    @extend_schema(**LISTS)
    def get(self, request: Request, slug: str) -> Response:
        """List the imports, the newest first."""
        imports = event_for(request, slug, Right.LOOK).list_imports.all()
        return page_of(self, request, imports, "-pk", import_json)

    @extend_schema(**IMPORT_LIST)
    def post(self, request: Request, slug: str) -> Response:
        """Enter all players of a list, doubtful rows as answered; with `dry_run`, say what would happen."""
        event, sent = event_for(request, slug, Right.DIRECT), read_form(shapes.ListSent, request)
        listed = list_sent(sent, event)
        if flag_of(sent, "dry_run"):
            return Response({**plan_json(listed, plan_list(event, listed)), "list": None, "entered": 0})
        plan, taken = take_over(
            event=event,
            players=listed,
            by=by_person(request),
            are_present=flag_of(sent, "are_present"),
            answers=answers_sent(sent),
            seen=sent.POST.get("plan") or None,
        )
        counts = {"list": taken.pk if taken else None, "entered": len(taken.entrants) if taken else 0}
        return Response({**plan_json(listed, plan), **counts})


class OneList(ProgramView):
    """One import."""

    writes = TokenScope.WRITE

    @extend_schema(**UNDO_LIST)
    def delete(self, request: Request, slug: str, list_id: int) -> Response:
        """Undo the newest import: its entrants, the players it created, the details it changed."""
        event = event_for(request, slug, Right.DIRECT)
        undo_list(taken=or_404(get_list(event, list_id)), by=by_person(request))
        return Response(status=204)


def list_sent(sent: HttpRequest, event: Event) -> PlayerList:
    """Return the list of a request. Raises Unreadable, and NotPossible as `read_list`."""
    sheet, encoding = sent.POST.get("sheet", "")[:LONGEST_CHOICE], sent.POST.get("encoding", "")
    if encoding and encoding not in ENCODINGS:
        known = {"found": encoding[:20], "known": in_a_list(ENCODINGS)}
        raise bad_request(gettext("“encoding” is one of: %(known)s; not “%(found)s”.") % known)
    upload = replace(upload_of(sent, "file"), sheet=sheet, encoding=encoding)
    if not sheet:
        upload = with_likely_sheet(upload, club=event.club)
    headings = flag_of(sent, "has_headings")
    return read_list(upload, club=event.club, columns=words_of(sent, "columns"), has_headings=headings)


def answers_sent(sent: HttpRequest) -> dict[int, str]:
    """Return the answers for doubtful rows, by line. Raises Unreadable (`bad_request`)."""
    answers = words_of(sent, "answers") or {}
    lines = {ascii_number(line): answer for line, answer in answers.items()}
    if None in lines or not set(answers.values()) <= {SAME, NEW, ""}:
        raise bad_request(gettext("“answers” has “same” or “new” by the number of a line."))
    return {line: answer for line, answer in lines.items() if line is not None}


def plan_json(listed: PlayerList, plan: ListPlan) -> dict[str, Any]:
    """Return what an import does; `plan` names it."""
    columns: Mapping[str, Any] = listed.columns
    return {
        "plan": plan.digest,
        "columns": {heading: columns.get(heading) for heading in listed.table.headings},
        "rows": [row_json(each) for each in plan.rows],
        "problems": [
            {"line": each.line, "column": each.column, "code": each.code, "message": each.message}
            for each in plan.problems
        ],
    }


def row_json(row: Judged) -> dict[str, Any]:
    """Return what happens to one row, and the answers that it takes."""
    return {
        "line": row.line,
        "name": row.name,
        "action": row.action,
        "why": row.why,
        "is_entered": row.is_entered,
        "known": row.known.name if row.known else None,
        "answers": list(row.answers),
    }


def import_json(each: ListImport) -> dict[str, Any]:
    """Return an import."""
    return {
        "list": each.pk,
        "at": each.at.isoformat(),
        "entered": len(each.entrants),
        "is_taken_back": each.taken_back_at is not None,
    }
