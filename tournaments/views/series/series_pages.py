"""A club's series: their tables and settings, and the choice of their events."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.reading import Refused
from scoring.not_possible import NotPossible
from scoring.standings.series_policy import read_series_policy
from tournaments.forms.series import NextSeriesForm, SeriesForm
from tournaments.models import Club, Event, Series
from tournaments.selectors.clubs.permissions import get_club, get_club_for, is_member
from tournaments.selectors.events.event_lists import events_called
from tournaments.selectors.series.series_standings import (
    chosen_in,
    events_chosen,
    events_to_choose,
    events_with,
    get_public_series,
    get_series_for,
    series_at,
    series_json,
)
from tournaments.services.series.lifecycle import change_series, copy_series, create_series
from tournaments.serving.caching import same_for_all
from tournaments.views.pages.descriptions import club_facts
from tournaments.views.pages.paging import LONGEST_NAME, SERIES, page_of, wanted_in
from tournaments.views.pages.permissions import (
    UNREADABLE,
    MemberRequest,
    member_required,
    or_404,
    signed_in,
)
from tournaments.views.series.series_files import table_shown
from tournaments.wording.series import series_words
from tournaments.wording.whole_numbers import whole_number

CHOSEN, FIND, FOUND, LOOK, ENTER = "events", "event_name", "event_found", "look", "enter"


@dataclass(frozen=True, slots=True)
class EventChoice:
    """The chosen events, newest first, and a page of those with the words of the search.

    `others` are those of the page that are not chosen. A tick moves no event to another page, so nobody who
    turns the pages misses one.
    """

    chosen: Sequence[Event]
    others: Sequence[Event]
    page: Page[Event]
    words: str


def event_choice(sent: QueryDict, club: Club, stored: Collection[int] = ()) -> EventChoice:
    """Return the choice of a form that was sent; of an empty one, with the stored events."""
    ids = ids_in(sent) if sent else stored
    words = wanted_event(sent)
    page = Paginator(events_called(events_to_choose(club), words), SERIES).get_page(sent.get(LOOK))
    others = [event for event in page if event.pk not in ids]
    return EventChoice(events_chosen(club, ids), others, page, words)


def ids_in(sent: QueryDict) -> list[int]:
    """Return the ids of the ticked events."""
    numbers = map(whole_number, sent.getlist(CHOSEN))
    return [number for number in numbers if number is not None]


def wanted_event(sent: QueryDict) -> str:
    """Return the search text."""
    return sent.get(FIND, "").strip()[:LONGEST_NAME]


def is_looking(sent: QueryDict) -> bool:
    """Return whether the form was sent for other events: by their buttons, or by Enter in the search."""
    is_new_search = ENTER in sent and wanted_event(sent) != sent.get(FOUND, "")
    return LOOK in sent or is_new_search


# Public pages


@require_safe
@same_for_all
def club_series(request: HttpRequest, slug: str) -> HttpResponse:
    """List the series of a club."""
    club: Club = or_404(get_club(slug))
    words = wanted_in(request)
    series = series_at(club, with_unpublished=is_member(request.user, club), words=words)
    page = page_of(request, series, SERIES)
    context: dict[str, Any] = {
        "club": club_facts(club),
        "series": [series_facts(each) for each in page],
        "page": page,
        "wanted": words,
    }
    if get_club_for(request.user, slug):
        context["new_series_url"] = reverse("new_series", args=[slug])
    return render(request, "series/club_series.html", context)


@require_safe
@same_for_all
def series(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the table of a series, overall or of a category; also as JSON."""
    series: Series = or_404(get_public_series(request.user, slug))
    table = table_shown(request, series)
    if request.GET.get("format") == "json":
        return JsonResponse(series_json(series, table))
    context = {
        "series": series_facts(series),
        "club": club_facts(series.club),
        "table": table,
        "in_words": series_words(read_series_policy(series.policy)),
    }
    if get_club_for(request.user, series.club.slug):
        context["settings_url"] = reverse("series_settings", args=[slug])
    return render(request, "series/series.html", context)


def series_facts(series: Series) -> dict[str, Any]:
    """Return a series as lists and page headings show it."""
    url = reverse("series", args=[series.slug])
    return {"name": series.name, "slug": series.slug, "url": url, "is_published": series.is_published}


# For directors


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def new_series(request: MemberRequest, club: Club) -> HttpResponse:
    """Create a series."""
    form = series_form(request, policy={})
    if form.is_valid():
        try:
            made = create_series(club=club, events=events_with(form.chosen()), **form.values())
            return redirect("series", made.slug)
        except (Refused, NotPossible) as refusal:
            form.add_refusal(refusal)
    context = {"form": form, "choice": event_choice(request.POST, club), "club": club_facts(club)}
    return render(request, "series/series_new.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def series_settings(request: MemberRequest, slug: str) -> HttpResponse:
    """Set which events count, and how."""
    series: Series = or_404(get_series_for(request.user, slug))
    form = settings_form(request, series)
    if form.is_valid():
        try:
            changed = change_series(series=series, events=events_with(form.chosen()), **form.values())
            messages.success(request, gettext("Saved: %(series)s.") % {"series": changed.name})
            return redirect("series", slug)
        except (Refused, NotPossible) as refusal:
            form.add_refusal(refusal)
    choice = event_choice(request.POST, series.club, chosen_in(series))
    return show_settings(request, series, form, choice, status=status_of(form))


@require_POST
@signed_in
def next_series(request: MemberRequest, slug: str) -> HttpResponse:
    """Create the next series with the same policy and without events."""
    series: Series = or_404(get_series_for(request.user, slug))
    form = NextSeriesForm(request.POST, auto_id="next_%s")
    if form.is_valid():
        copied = copy_series(series=series, name=form.cleaned_data["name"])
        return redirect("series_settings", copied.slug)
    choice = event_choice(QueryDict(), series.club, chosen_in(series))
    return show_settings(request, series, stored_form(series), choice, form, status=UNREADABLE)


def series_form(request: MemberRequest, policy: Mapping[str, Any], **values: Any) -> SeriesForm:
    """Build the form: as sent, as typed while other events are looked for, else with the stored values."""
    if is_looking(request.POST):
        return SeriesForm.as_typed(request.POST)
    return SeriesForm(request.POST or None, policy=policy, values=values)


def settings_form(request: MemberRequest, series: Series) -> SeriesForm:
    """Build the form of an existing series."""
    return series_form(request, series.policy, name=series.name, is_published=series.is_published)


def stored_form(series: Series) -> SeriesForm:
    """Build the form of an existing series as it is stored."""
    values = {"name": series.name, "is_published": series.is_published}
    return SeriesForm(None, policy=series.policy, values=values)


def show_settings(
    request: MemberRequest,
    series: Series,
    form: SeriesForm,
    choice: EventChoice,
    next_form: NextSeriesForm | None = None,
    *,
    status: int,
) -> HttpResponse:
    """Render the page of a series' settings."""
    context = {
        "form": form,
        "choice": choice,
        "next_form": next_form or NextSeriesForm(auto_id="next_%s"),
        "club": club_facts(series.club),
        "series": series_facts(series),
    }
    return render(request, "series/series_settings.html", context, status=status)


def status_of(form: SeriesForm) -> int:
    """Return 422 for a form that was submitted and refused, else 200."""
    return UNREADABLE if form.is_bound else 200
