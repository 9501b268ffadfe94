"""A list of players from a file or pasted: say what the columns are, look at what it does, take it over."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import NotPossible
from tournaments.models import Event
from tournaments.services.kept_uploads import drop_uploads, find_uploads, keep_uploads
from tournaments.services.lists import (
    NEW,
    SAME,
    Action,
    Column,
    Doubt,
    Judged,
    ListPlan,
    PlayerList,
    list_to_take_back,
    plan_list,
    read_list,
    take_back_list,
    take_over,
)
from tournaments.services.spreadsheets import Upload
from tournaments.typed_numbers import whole_number
from tournaments.views.doors import REFUSED, MemberRequest, by_member, for_director
from tournaments.views.showing import event_facts

PART = "list"
MOST_SHOWN = 200
SAMPLES = 3
COLUMN, ANSWER = "column-", "answer-"
NOBODY = "-"  # a column that is not taken


def offer_list(request: MemberRequest, event: Event, upload: Upload, *, is_expected: bool) -> HttpResponse:
    """Keep a list that can be read, and show what it would do. Raises NotPossible as `read_list`."""
    read_list(upload, club=event.club)
    drop_uploads(kept(request, event).get("key", ""))
    key = keep_uploads({PART: upload})
    request.session[session_name(event)] = {"key": key, "expected": is_expected}
    return redirect("player_list", event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@for_director
def player_list(request: MemberRequest, event: Event) -> HttpResponse:
    """The list with its columns and what it would do; a form sent changes what the columns say."""
    upload = kept_upload(request, event)
    if upload is None:
        return list_is_gone(request, event)
    if request.method == "POST":
        said: dict[str, Any] = {"columns": columns_sent(request)}
        if "headings" in request.POST:
            said = {"columns": None, "headings": True}
        request.session[session_name(event)] = {**kept(request, event), **said}
    return show_list(request, event, upload)


@require_POST
@for_director
def store_player_list(request: MemberRequest, event: Event) -> HttpResponse:
    """Take it over, as it was shown and as the doubtful rows were answered."""
    upload = kept_upload(request, event)
    if upload is None:
        return list_is_gone(request, event)
    try:
        plan, taken = take_over(
            event=event,
            found=read_again(request, event, upload),
            by=by_member(request),
            are_present=not kept(request, event).get("expected"),
            answers=answers_sent(request),
            seen=request.POST.get("plan", ""),
        )
    except NotPossible as refusal:
        return show_list(request, event, upload, refusal, status=REFUSED)
    forget_list(request, event)
    say_taken(request, plan, len(taken.entrants) if taken else 0)
    return redirect("people", event.slug)


@require_POST
@for_director
def discard_player_list(request: MemberRequest, event: Event) -> HttpResponse:
    """Discard the list."""
    forget_list(request, event)
    return redirect("people", event.slug)


@require_POST
@for_director
def undo_player_list(request: MemberRequest, event: Event) -> HttpResponse:
    """Take the newest list back."""
    taken = list_to_take_back(event)
    try:
        if taken is not None and str(taken.pk) == request.POST.get("list"):
            take_back_list(taken=taken, by=by_member(request))
            messages.success(request, gettext("The list was taken back."))
        else:
            messages.error(request, gettext("That list was taken back already, or a newer one came."))
    except NotPossible as refusal:
        messages.error(request, refusal.message)
    return redirect("people", event.slug)


# What was sent


def columns_sent(request: HttpRequest) -> dict[str, str]:
    """What each column says, by its heading; the form numbers the columns."""
    sent = ((name.removeprefix(COLUMN), value) for name, value in request.POST.items() if COLUMN in name)
    headings = request.POST.getlist("heading")
    numbered = ((whole_number(place), value) for place, value in sent)
    return {
        headings[place]: "" if value == NOBODY else str(value)
        for place, value in numbered
        if place is not None and place < len(headings)
    }


def answers_sent(request: HttpRequest) -> dict[int, str]:
    """Who the doubtful rows are, by line."""
    sent = ((name.removeprefix(ANSWER), value) for name, value in request.POST.items() if ANSWER in name)
    numbered = ((whole_number(line), value) for line, value in sent)
    return {line: str(value) for line, value in numbered if line is not None}


# What is kept between two pages


def session_name(event: Event) -> str:
    """Where a session keeps what it knows of an event's list."""
    return f"list-{event.pk}"


def kept(request: MemberRequest, event: Event) -> dict[str, Any]:
    """The key of the file, whether its players are only expected, what its columns say."""
    return dict(request.session.get(session_name(event), {}))


def kept_upload(request: MemberRequest, event: Event) -> Upload | None:
    """The file this session chose for the event, if it is still there."""
    uploads = find_uploads(kept(request, event).get("key", "")) or {}
    return uploads.get(PART)


def read_again(
    request: MemberRequest, event: Event, upload: Upload, columns: Mapping[str, str] | None = None
) -> PlayerList:
    """The list with its columns as this session said them, or as given. Raises NotPossible as `read_list`."""
    said = kept(request, event)
    chosen = said.get("columns") if columns is None else columns
    return read_list(upload, club=event.club, columns=chosen, has_headings=said.get("headings", False))


def forget_list(request: MemberRequest, event: Event) -> None:
    """Delete the file."""
    drop_uploads(kept(request, event).get("key", ""))
    request.session.pop(session_name(event), None)


def list_is_gone(request: MemberRequest, event: Event) -> HttpResponse:
    """Back to where a list is chosen."""
    messages.error(request, gettext("The list is not here any more; choose it again."))
    return redirect("people", event.slug)


# What is shown


def show_list(
    request: MemberRequest,
    event: Event,
    upload: Upload,
    refusal: NotPossible | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """The page. Columns that cannot be as they were sent are refused, and shown as the file has them."""
    columns = kept(request, event).get("columns")
    try:
        found = read_again(request, event, upload)
        plan = plan_list(event, found)
    except NotPossible as refused:
        found, plan = read_again(request, event, upload, columns={}), ListPlan([], [])
        refusal, status = refused, REFUSED
    context = {
        "event": event_facts(event),
        "file_name": upload.name,
        "columns": list(column_choices(found, columns)),
        "choices": [(NOBODY, gettext("not taken")), *Column.choices],
        "plan": plan,
        "groups": list(groups(plan)),
        "doubtful": [doubt_shown(row) for row in plan.of(Action.DOUBTFUL)[:MOST_SHOWN]],
        "doubtful_hidden": max(0, len(plan.of(Action.DOUBTFUL)) - MOST_SHOWN),
        "problems": plan.problems[:MOST_SHOWN],
        "has_headings": found.table.has_headings,
        "titles": [" ".join(line.cells) for line in found.table.titles],
        "entering": len(plan.entering),
        "changing": len(plan.of(Action.CHANGED)),
        "is_expected": kept(request, event).get("expected", False),
        "refusal": refusal,
    }
    return render(request, "organise/player_list.html", context, status=status)


def column_choices(found: PlayerList, sent: Mapping[str, str] | None) -> Iterator[dict[str, Any]]:
    """Every column: its heading, what it says, and what stands in its first cells."""
    chosen = found.columns if sent is None or found.columns else sent
    for place, heading in enumerate(found.table.headings):
        cells = (line.cells[place].strip() for line in found.table.rows if place < len(line.cells))
        samples = [cell for cell, _ in zip(filter(None, cells), range(SAMPLES), strict=False)]
        yield {"heading": heading, "chosen": str(chosen.get(heading, NOBODY)), "samples": samples}


def groups(plan: ListPlan) -> Iterator[dict[str, Any]]:
    """The rows that need no answer, by what becomes of them."""
    titles = {
        Action.CHANGED: gettext("Changed"),
        Action.NEW: gettext("New in the club"),
        Action.KNOWN: gettext("Known"),
        Action.SKIPPED: gettext("No player"),
    }
    said = {problem.line for problem in plan.problems}
    for action, title in titles.items():
        rows = [row for row in plan.of(action) if action != Action.SKIPPED or row.line not in said]
        if rows:
            yield {
                "title": title,
                "rows": rows[:MOST_SHOWN],
                "count": len(rows),
                "hidden": max(0, len(rows) - MOST_SHOWN),
                "has_names_only": not any(row.why for row in rows),
                "is_open": action != Action.KNOWN or len(plan.rows) == len(rows),
            }


def doubt_shown(row: Judged) -> dict[str, Any]:
    """A doubtful row with the answers that are possible."""
    answers = [("", gettext("leave out"))]
    if row.known is not None:
        answers.append((SAME, gettext("the same person: %(name)s") % {"name": row.known.name}))
    if row.doubt == Doubt.TWIN:
        answers.append((NEW, gettext("somebody else")))
    return {"line": row.line, "name": row.name, "why": row.why, "answers": answers}


def say_taken(request: MemberRequest, plan: ListPlan, entered: int) -> None:
    """How many were entered, and who was not."""
    if entered:
        text = ngettext("%(number)s player added.", "%(number)s players added.", entered)
        messages.success(request, text % {"number": entered})
    for text in left_out_texts(plan):
        messages.warning(request, text)


def left_out_texts(plan: ListPlan) -> Iterator[str]:
    """Who on a list was registered already, or stands in it twice."""
    registered = [row.name for row in plan.rows if row.is_entered]
    if registered:
        yield gettext("Registered already, left out: %(names)s.") % {"names": names_text(registered)}
    repeated = list(dict.fromkeys(row.name for row in plan.rows if row.doubt == Doubt.IN_FILE))
    if repeated:
        text = gettext(
            "Twice in the list, entered once: %(names)s. If they are two people, add the second one with"
            " something to tell them apart."
        )
        yield text % {"names": names_text(repeated)}


def names_text(names: Iterable[str]) -> str:
    """The names behind each other."""
    return ", ".join(names)


def is_plain(plan: ListPlan, found: PlayerList) -> bool:
    """Whether a pasted list needs no look: names alone, none of them doubtful but repeated ones."""
    doubts = {row.doubt for row in plan.of(Action.DOUBTFUL)}
    return (
        len(found.table.headings) == 1
        and not plan.problems
        and not plan.of(Action.CHANGED, Action.SKIPPED)
        and doubts <= {Doubt.IN_FILE}
    )
