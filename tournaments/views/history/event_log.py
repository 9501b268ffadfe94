"""The log of an event with filters, and the check of its chains in portions of a few seconds."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import number_format
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.history import LogForm
from tournaments.models import Event
from tournaments.selectors.history.event_log import count_entries, log_keys, log_lines, persons_of
from tournaments.services.standings.verification import Checked, check_within
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.paging import page_of
from tournaments.views.pages.permissions import UNREADABLE, MemberRequest, director_required
from tournaments.wording.whole_numbers import whole_number

ENTRIES = 50  # per page
SECONDS = 5.0  # of checking for one request


@dataclass(frozen=True, slots=True)
class Result:
    """A check, with the number of differences that earlier portions have found."""

    checked: Checked
    earlier: int

    @property
    def count(self) -> int:
        """Return the number of differences so far."""
        return self.earlier + len(self.checked.differences)


@require_safe
@director_required
def event_log(request: MemberRequest, event: Event) -> HttpResponse:
    """Show the entries that the form chooses, newest first."""
    return show_log(request, event)


def show_log(request: MemberRequest, event: Event, result: Result | None = None) -> HttpResponse:
    """Render the log, with the result of a check if there is one."""
    form = LogForm(request.GET, persons=persons_of(event))
    entries = count_entries(event)
    page = page_of(request, log_keys(event, form.wanted), ENTRIES)
    context: dict[str, Any] = {
        "event": event_facts(event),
        "form": form,
        "page": page,
        "lines": log_lines(event, page),
        "entries": entries,
        "entries_text": number_format(entries, force_grouping=True),
        "is_filtered": bool(request.GET.keys() - {"page"}),
        "result": result,
        "page_url": reverse("event_log", args=[event.slug]),
    }
    return render(request, "history/event_log.html", context, status=200 if form.is_valid() else UNREADABLE)


@require_POST
@director_required
def check_history(request: MemberRequest, event: Event) -> HttpResponse:
    """Check the chains and all sums; a large event is checked in portions."""
    after = whole_number(request.POST.get("after", "")) or 0
    earlier = whole_number(request.POST.get("found", "")) or 0
    return show_log(request, event, Result(check_within(event, seconds=SECONDS, after=after), earlier))
