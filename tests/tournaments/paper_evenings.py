"""Events into which tests bring paper sheets: by the use case, the command and the page."""

import io
import json

from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from tests.builders import an_event
from tests.tournaments.paper_files import (
    NIGHT,
    NIGHT_SEATING,
    PLAYERS,
    some_files,
)
from tournaments.models import AuthorKind
from tournaments.services.entry.entrants import enter_players
from tournaments.services.history.sheet_chain import Author
from tournaments.services.paper import (
    import_paper,
)
from tournaments.services.standings.computation import compute_event_standings

PAPER = Author(AuthorKind.PAPER)


def an_evening(names=PLAYERS, **changes):
    event = an_event(**{"deals_per_table": {"4": 1, "3": 1}} | changes)
    enter_players(event=event, names=names)
    return event


def import_into(event, files=None, **arguments):
    return import_paper(event=event, files=files or some_files(), by=PAPER, **arguments)


def codes(report):
    return [finding.code for finding in report.findings]


def statuses(event):
    return [each.status for each in event.rounds.all()]


def standings_of(event):
    compute_event_standings(event_id=event.pk)
    rows = event.standings_rows.select_related("entrant__player")
    return {row.entrant.player.name: row.values[0] for row in rows}


def run(*arguments, seating=NIGHT_SEATING, sheets=NIGHT):
    """Return the exit status and the output."""
    out = io.StringIO()
    places = ("--seating", str(seating), "--sheets", str(sheets))
    try:
        call_command("import_sheets", "night", *places, *arguments, stdout=out)
    except SystemExit as end:
        return end.code, out.getvalue()
    return 0, out.getvalue()


def run_json(*arguments, **files):
    status, printed = run(*arguments, "--format", "json", **files)
    return status, json.loads(printed)


def url_of(event, more=""):
    return f"/events/{event.slug}/organise/paper/{more}"


def upload(client, event, files=None):
    files = files or some_files()
    sent = {name: SimpleUploadedFile(each.name, each.content) for name, each in parts_of(files)}
    return client.post(url_of(event), sent, follow=True)


def parts_of(files):
    return [("seating", files.seating), ("sheets", files.sheets)]
