"""A player list from a file or pasted: name the columns, preview the result, import it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.not_possible import NotPossible
from tournaments.models import Event
from tournaments.services.entry.lists import (
    NEW,
    SAME,
    Action,
    Column,
    Doubt,
    Judged,
    ListPlan,
    PlayerList,
    list_to_undo,
    plan_list,
    read_list,
    take_over,
    undo_list,
    with_likely_sheet,
)
from tournaments.services.entry.persons import person_text
from tournaments.storage.uploads.spreadsheets import Upload, with_contents
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.kept_uploads import KeptUploads, read_as, reading_choices
from tournaments.views.pages.paging import MOST_PREVIEWED
from tournaments.views.pages.permissions import REFUSED, MemberRequest, by_member, director_required
from tournaments.wording.lists import in_a_list
from tournaments.wording.whole_numbers import whole_number

PART = "list"
SAMPLES = 3
COLUMN, ANSWER = "column-", "answer-"
NOBODY = "-"  # a column that is not imported


def offer_list(request: MemberRequest, event: Event, upload: Upload, *, is_expected: bool) -> HttpResponse:
    """Keep a readable list and show its preview. Raises NotPossible as `read_list` does."""
    upload = with_likely_sheet(upload, club=event.club)
    read_list(upload, club=event.club)
    list_uploads(request, event).keep({PART: upload}, expected=is_expected)
    return redirect("player_list", event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def player_list(request: MemberRequest, event: Event) -> HttpResponse:
    """Show the list with its columns and a preview; POST changes the meaning of the columns."""
    upload = list_uploads(request, event).find().get(PART)
    if upload is None:
        return list_is_gone(request, event)
    if request.method == "POST":
        if "read" in request.POST:
            return read_anew(request, event, upload)
        has_headings = "headings" in request.POST
        choices = {"columns": None, "headings": True} if has_headings else {"columns": columns_sent(request)}
        list_uploads(request, event).say(**choices)
    return show_list(request, event, upload)


def read_anew(request: MemberRequest, event: Event, upload: Upload) -> HttpResponse:
    """Read the file from another sheet or in another encoding, with columns as guessed."""
    try:
        chosen = with_contents(read_as(request, upload))
        read_list(chosen, club=event.club)
    except NotPossible as refusal:
        return show_list(request, event, upload, refusal, status=REFUSED)
    list_uploads(request, event).keep(
        {PART: chosen}, expected=list_uploads(request, event).choices["expected"]
    )
    return redirect("player_list", event.slug)


@require_POST
@director_required
def store_player_list(request: MemberRequest, event: Event) -> HttpResponse:
    """Import the list as previewed, with the answers for doubtful rows."""
    upload = list_uploads(request, event).find().get(PART)
    if upload is None:
        return list_is_gone(request, event)
    try:
        plan, taken = take_over(
            event=event,
            players=read_again(request, event, upload),
            by=by_member(request),
            are_present=not list_uploads(request, event).choices.get("expected"),
            answers=answers_sent(request),
            seen=request.POST.get("plan", ""),
        )
    except NotPossible as refusal:
        return show_list(request, event, upload, refusal, status=REFUSED)
    list_uploads(request, event).drop()
    say_taken(request, plan, len(taken.entrants) if taken else 0)
    return redirect("players", event.slug)


@require_POST
@director_required
def discard_player_list(request: MemberRequest, event: Event) -> HttpResponse:
    """Discard the list."""
    list_uploads(request, event).drop()
    return redirect("players", event.slug)


@require_POST
@director_required
def undo_player_list(request: MemberRequest, event: Event) -> HttpResponse:
    """Undo the newest import."""
    taken = list_to_undo(event)
    try:
        if taken is not None and str(taken.pk) == request.POST.get("list"):
            undo_list(taken=taken, by=by_member(request))
            offer_again(request, event)
            messages.success(request, gettext("The import was undone."))
        else:
            messages.error(request, gettext("That import was already undone, or a newer one was made."))
    except NotPossible as refusal:
        messages.error(request, refusal.message)
    return redirect("players", event.slug)


# Read the request


def columns_sent(request: HttpRequest) -> dict[str, str]:
    """Return the meaning of each column by its heading; the form numbers the columns."""
    sent = ((name.removeprefix(COLUMN), value) for name, value in request.POST.items() if COLUMN in name)
    headings = request.POST.getlist("heading")
    numbered = ((whole_number(place), value) for place, value in sent)
    return {
        headings[place]: "" if value == NOBODY else str(value)
        for place, value in numbered
        if place is not None and place < len(headings)
    }


def answers_sent(request: HttpRequest) -> dict[int, str]:
    """Return the answers for the doubtful rows, by line."""
    sent = ((name.removeprefix(ANSWER), value) for name, value in request.POST.items() if ANSWER in name)
    numbered = ((whole_number(line), value) for line, value in sent)
    return {line: str(value) for line, value in numbered if line is not None}


# Keep the list between two pages


def list_uploads(request: MemberRequest, event: Event) -> KeptUploads:
    """Return the list of this session and event: whether its players are only expected, and its columns."""
    return KeptUploads(request, f"list-{event.pk}")


def read_again(
    request: MemberRequest, event: Event, upload: Upload, columns: Mapping[str, str] | None = None
) -> PlayerList:
    """Read the list with the session's columns or the given ones. Raises NotPossible as `read_list`."""
    choices = list_uploads(request, event).choices
    chosen = choices.get("columns") if columns is None else columns
    return read_list(upload, club=event.club, columns=chosen, has_headings=choices.get("headings", False))


def list_is_gone(request: MemberRequest, event: Event) -> HttpResponse:
    """Redirect to the page where a list is chosen."""
    messages.error(request, gettext("The list is no longer available; choose it again."))
    return redirect("players", event.slug)


# Show the list


def show_list(
    request: MemberRequest,
    event: Event,
    upload: Upload,
    refusal: NotPossible | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """Render the page. Refused columns are reported and shown as the file has them."""
    try:
        players = read_again(request, event, upload)
        plan = plan_list(event, players)
    except NotPossible as refused:
        players, plan = read_again(request, event, upload, columns={}), ListPlan([], [])
        refusal, status = refused, REFUSED
    context = {**upload_context(request, event, upload, players, plan), "refusal": refusal}
    return render(request, "entry/player_list.html", context, status=status)


def upload_context(
    request: MemberRequest, event: Event, upload: Upload, players: PlayerList, plan: ListPlan
) -> dict[str, Any]:
    """Return a list as read, and what taking it over would do."""
    choices = list_uploads(request, event).choices
    return {
        "event": event_facts(event),
        "file_name": upload.name,
        "file": reading_choices(upload),
        **table_shown(players, choices.get("columns")),
        **plan_shown(plan),
        "is_expected": choices.get("expected", False),
    }


def table_shown(players: PlayerList, columns: Mapping[str, str] | None) -> dict[str, Any]:
    """Return the table as it was read, with the columns as sent or as found."""
    return {
        "columns": list(column_choices(players, columns)),
        "choices": [(NOBODY, gettext("do not import")), *Column.choices],
        "has_headings": players.table.has_headings,
        "titles": [" ".join(line.cells) for line in players.table.titles],
    }


def plan_shown(plan: ListPlan) -> dict[str, Any]:
    """Return what the import will do."""
    doubtful = plan.of(Action.DOUBTFUL)
    return {
        "plan": plan,
        "groups": list(groups(plan)),
        "doubtful": [doubt_shown(row) for row in doubtful[:MOST_PREVIEWED]],
        "doubtful_hidden": max(0, len(doubtful) - MOST_PREVIEWED),
        "rows_hidden": sum(row.doubt == Doubt.HIDDEN for row in doubtful),
        "problems": plan.problems[:MOST_PREVIEWED],
        "entering": len(plan.entering),
        "changing": len(plan.of(Action.CHANGED)),
    }


def column_choices(players: PlayerList, sent: Mapping[str, str] | None) -> Iterator[dict[str, Any]]:
    """Yield every column: its heading, its meaning and its first cells."""
    chosen = players.columns if sent is None or players.columns else sent
    for place, heading in enumerate(players.table.headings):
        cells = (line.cells[place].strip() for line in players.table.rows if place < len(line.cells))
        samples = [cell for cell, _ in zip(filter(None, cells), range(SAMPLES), strict=False)]
        yield {"heading": heading, "chosen": str(chosen.get(heading, NOBODY)), "samples": samples}


def groups(plan: ListPlan) -> Iterator[dict[str, Any]]:
    """Yield the rows that need no answer, grouped by outcome."""
    titles = {
        Action.CHANGED: gettext("Changed"),
        Action.NEW: gettext("New in the club"),
        Action.KNOWN: gettext("Known"),
        Action.SKIPPED: gettext("Not a player"),
    }
    lines = {problem.line for problem in plan.problems}
    for action, title in titles.items():
        rows = [row for row in plan.of(action) if action != Action.SKIPPED or row.line not in lines]
        if rows:
            yield {
                "title": title,
                "rows": rows[:MOST_PREVIEWED],
                "count": len(rows),
                "hidden": max(0, len(rows) - MOST_PREVIEWED),
                "has_names_only": not any(row.why for row in rows),
                "is_open": action != Action.KNOWN or len(plan.rows) == len(rows),
            }


def doubt_shown(row: Judged) -> dict[str, Any]:
    """Return a doubtful row with its possible answers."""
    same = (
        gettext("the same person: %(name)s") % {"name": person_text(row.known)}
        if row.known
        else gettext("the same person")
    )
    if row.doubt in (Doubt.HIDDEN, Doubt.LEFT):
        labels = dict.fromkeys((SAME, NEW), gettext("take over"))
    else:
        labels = {SAME: same, NEW: gettext("another person")}
    others = [
        (f"{SAME}-{each.pk}", gettext("the same person: %(name)s") % {"name": person_text(each)})
        for each in row.others
    ]
    answers = [("", gettext("leave out")), *((each, labels[each]) for each in row.answers), *others]
    return {"line": row.line, "name": row.name, "why": row.why, "answers": answers}


def say_taken(request: MemberRequest, plan: ListPlan, entered: int) -> None:
    """Report how many were entered and who was left out."""
    if entered:
        text = ngettext("%(number)s player added.", "%(number)s players added.", entered)
        messages.success(request, text % {"number": entered})
    for text in left_out_texts(plan):
        messages.warning(request, text)


def left_out_texts(plan: ListPlan) -> Iterator[str]:
    """Yield who on the list is registered already or is listed twice."""
    registered = [row.name for row in plan.rows if row.is_entered]
    if registered:
        yield gettext("Already registered, left out: %(names)s.") % {"names": names_text(registered)}
    repeated = list(dict.fromkeys(row.name for row in plan.rows if row.doubt == Doubt.IN_FILE))
    if repeated:
        text = gettext(
            "In the list twice, entered once: %(names)s. If they are two people, add the second one with "
            "something to tell them apart."
        )
        yield text % {"names": names_text(repeated)}


def names_text(names: Iterable[str]) -> str:
    """Join the names."""
    return in_a_list(names)


def keep_text(request: HttpRequest, event: Event, text: str, *, is_expected: bool) -> None:
    """Keep a pasted text in place of the one before."""
    request.session[session_name(event)] = {"names": text, "expected": is_expected}


def waiting_text(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return the text that waits, as the form has it; nothing where its people were taken over."""
    waiting = dict(request.session.get(session_name(event), {}))
    return {} if waiting.pop("is_taken", False) else waiting


def put_text_away(request: HttpRequest, event: Event) -> None:
    """Offer the text no more, unless the import is undone."""
    if waiting := waiting_text(request, event):
        request.session[session_name(event)] = {**waiting, "is_taken": True}


def offer_again(request: HttpRequest, event: Event) -> None:
    """Offer the text whose import was undone."""
    waiting = dict(request.session.get(session_name(event), {}))
    if waiting.pop("is_taken", False):
        request.session[session_name(event)] = waiting


def session_name(event: Event) -> str:
    """Return the session key for an event's text."""
    return f"pasted-{event.pk}"
