"""A pasted list: people line by line, each to be corrected, taken over by one key."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.not_possible import NotPossible
from tournaments.forms.events import NamesForm
from tournaments.models import Event
from tournaments.services.entry.lists import Action, Judged, ListPlan, plan_list, take_over
from tournaments.services.entry.lists.pasted import (
    PastedLine,
    as_list,
    enters_somebody,
    is_plain,
    read_pasted,
    refuse_many,
    refuse_undecided,
    with_names,
)
from tournaments.views.entry.entrants import show_players
from tournaments.views.entry.player_lists import (
    answers_sent,
    doubt_shown,
    keep_text,
    put_text_away,
    say_taken,
    waiting_text,
)
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    by_member,
    director_required,
)
from tournaments.wording.whole_numbers import whole_number

NAME = "name-"


@require_POST
@director_required
def paste_players(request: MemberRequest, event: Event) -> HttpResponse:
    """Enter a list of plain names; show any other line by line first."""
    names = "\n".join(request.POST.getlist("names"))  # several from the list of those who came before
    form = NamesForm({**request.POST.dict(), "names": names}, auto_id="list_%s")
    if not form.is_valid():
        return show_players(request, event, names_form=form, status=UNREADABLE)
    keep_text(request, event, form.cleaned_data["names"], is_expected=form.cleaned_data["expected"])
    try:
        lines = read_pasted(form.cleaned_data["names"])
        plan = plan_list(event, as_list(lines))
        if is_plain(plan, lines):
            return take_people(request, event, lines, plan, {})
        refuse_many(lines)
    except NotPossible as refusal:
        form.add_error("names", refusal.message)
        return show_players(request, event, names_form=form, status=UNREADABLE)
    return redirect("pasted_players", event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def pasted_players(request: MemberRequest, event: Event) -> HttpResponse:
    """Show the pasted people; POST takes over those that are ticked, as corrected, or asks what is open."""
    text = str(waiting_text(request, event).get("names", ""))
    if request.method != "POST":
        return show_pasted(request, event, text) if text else redirect("players", event.slug)
    pasted = read_pasted(text) if digest_of(text) == request.POST.get("text") else []
    lines, answers = with_names(pasted, names_sent(request)), answers_sent(request)
    ticked = {number for each in request.POST.getlist("take") if (number := whole_number(each)) is not None}
    chosen = [line for line in lines if line.number in ticked and line.name]
    plan = ListPlan([], [])
    try:
        plan = plan_list(event, as_list(chosen))
        refuse_undecided(chosen, plan, answers)
        return take_people(request, event, chosen, plan, answers)
    except NotPossible as refusal:
        return show_lines(request, event, lines, plan, ticked=ticked, answers=answers, refusal=refusal)


def show_pasted(request: MemberRequest, event: Event, text: str) -> HttpResponse:
    """Show the people of a text; one that holds none, or too many, stays in the box where it was pasted."""
    try:
        lines = read_pasted(text)
        return show_lines(request, event, lines, plan_list(event, as_list(lines)))
    except NotPossible as refusal:
        messages.error(request, refusal.message)
        return redirect("players", event.slug)


def take_people(
    request: MemberRequest,
    event: Event,
    lines: Sequence[PastedLine],
    plan: ListPlan,
    answers: Mapping[int, str],
) -> HttpResponse:
    """Take people over as planned. Raises NotPossible as `take_over`."""
    plan, done = take_over(
        event=event,
        players=as_list(lines),
        by=by_member(request),
        are_present="expected" not in request.POST,
        answers=answers,
        seen=plan.digest,
    )
    put_text_away(request, event)
    say_taken(request, plan, len(done.entrants) if done else 0)
    return redirect("players", event.slug)


def digest_of(text: str) -> str:
    """Return a name of a text, so that a page speaks of no other one."""
    return hashlib.sha256(text.encode()).hexdigest()


def names_sent(request: MemberRequest) -> dict[int, str]:
    """Return the names as corrected, by the number of their line."""
    sent = ((key.removeprefix(NAME), str(name)) for key, name in request.POST.items() if key.startswith(NAME))
    return {number: name for key, name in sent if (number := whole_number(key)) is not None}


def show_lines(
    request: MemberRequest,
    event: Event,
    lines: Sequence[PastedLine],
    plan: ListPlan,
    *,
    ticked: Collection[int] | None = None,
    answers: Mapping[int, str] | None = None,
    refusal: NotPossible | None = None,
) -> HttpResponse:
    """Render the lines; without `ticked`, those that enter somebody are."""
    row_by_line = {row.line: row for row in plan.rows}
    problems = {problem.line: problem.message for problem in plan.problems}
    shown = [
        line_shown(line, row_by_line.get(line.number), problems.get(line.number, ""), ticked, answers or {})
        for line in lines
    ]
    waiting = waiting_text(request, event)
    source = request.POST if request.method == "POST" else waiting
    context = {
        "event": event_facts(event),
        "lines": shown,
        "ticked": sum(line["is_ticked"] for line in shown),
        "text_digest": digest_of(str(waiting.get("names", ""))),
        "is_expected": bool(source.get("expected")),
        "refusal": refusal,
    }
    return render(request, "entry/pasted_players.html", context, status=REFUSED if refusal else 200)


def line_shown(
    line: PastedLine,
    row: Judged | None,
    problem: str,
    ticked: Collection[int] | None,
    answers: Mapping[int, str],
) -> dict[str, Any]:
    """Return a line: what was pasted, the name to be corrected, its doubts, and the answers that are open."""
    is_doubtful = row is not None and row.action == Action.DOUBTFUL
    whys = [line.why, row.why if row else "", problem]
    if row and row.is_entered:
        whys.append(gettext("Already registered."))
    return {
        "number": line.number,
        "typed": line.typed if line.typed != line.name else "",
        "name": line.name,
        "is_ticked": enters_somebody(line, row, ticked),
        "is_doubtful": line.is_guessed or bool(problem) or is_doubtful,
        "whys": list(dict.fromkeys(filter(None, whys))),
        "answers": [("", gettext("Please choose")), *doubt_shown(row)["answers"][1:]]
        if row and is_doubtful and row.answers
        else [],
        "answer": answers.get(line.number, ""),
    }
