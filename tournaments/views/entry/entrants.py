"""Entrants: add players singly, from a pasted list or from a file; mark who is present."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.not_possible import NotPossible
from tournaments.forms.draw import EntrantForm
from tournaments.forms.entry import LeaveForm, ShareForm
from tournaments.forms.events import NamesForm, UploadForm
from tournaments.forms.names import NameForm, NewNameForm
from tournaments.models import Entrant, Event, LeaverRule
from tournaments.selectors.cash.fee_classes import classes_in
from tournaments.selectors.entry.registration import (
    names_to_offer,
    people_from_before,
    registered_likenesses,
)
from tournaments.selectors.events.event_lists import get_entrant
from tournaments.selectors.rounds.progress import last_released
from tournaments.selectors.tables.dashboard import Dashboard
from tournaments.services.entry.entrants import change_entrant, enter_players, share_number
from tournaments.services.entry.leaving import leave_early, withdraw_entrant
from tournaments.services.entry.lists import list_to_offer
from tournaments.services.entry.persons import NEW
from tournaments.services.sheets.pins import renew_pin
from tournaments.storage.uploads.spreadsheets import take_upload
from tournaments.views.entry.player_lists import offer_list, waiting_text
from tournaments.views.pages.descriptions import event_facts, locked_facts
from tournaments.views.pages.paging import ENTRANTS, page_of, wanted_in
from tournaments.views.pages.permissions import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    by_member,
    director_required,
    or_404,
)
from tournaments.views.pages.table_addresses import loopback_hint
from tournaments.wording.names import name_of
from tournaments.wording.searching import has_words
from tournaments.wording.whole_numbers import whole_number


@require_safe
@director_required
def players(request: MemberRequest, event: Event) -> HttpResponse:
    """List the entrants, who is present, and the table sizes that result."""
    return show_players(request, event)


def show_players(
    request: MemberRequest,
    event: Event,
    *,
    name_form: NameForm | None = None,
    names_form: NamesForm | None = None,
    upload_form: UploadForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the page; a refused form keeps its input."""
    context = {
        **entrants_context(request, event),
        "name_form": name_form or NewNameForm(club=event.club, auto_id="one_%s"),
        "names_form": names_form or NamesForm(auto_id="list_%s", initial=waiting_text(request, event)),
        "upload_form": upload_form or UploadForm(auto_id="file_%s"),
        "is_list_open": names_form is not None or bool(waiting_text(request, event)),
        "is_upload_open": upload_form is not None,
        "loopback_hint": loopback_hint(request),
    }
    return render(request, "entry/entrants.html", context, status=status)


def entrants_context(request: MemberRequest, event: Event) -> dict[str, Any]:
    """Return the entrants that the reader asks for, who is present, and the next step."""
    dashboard, words = Dashboard(event), wanted_in(request)
    page = page_of(
        request, [each for each in dashboard.attendance.entrants if answers(each, words)], ENTRANTS
    )
    return {
        "event": event_facts(event),
        **locked_facts(event),
        "attendance": dashboard.attendance,
        "step": dashboard.step,
        "entrants": list(page),
        "page": page,
        "wanted": words,
        "places": event.places,
        "regulars": names_to_offer(event),
        "known": [] if dashboard.attendance.entered else people_from_before(event),
        "taken_list": list_to_offer(event),
        "club_slug": event.club.slug,
        "likenesses": registered_likenesses(event),
        "page_url": reverse("players", args=[event.slug]),
    }


def answers(entrant: Entrant, words: str) -> bool:
    """Return whether an entrant has this start number, or these words in name or team."""
    if words.isdecimal():
        return entrant.number == whole_number(words)
    return has_words(f"{name_of(entrant)} {entrant.team}", words)


@require_POST
@director_required
def add_player(request: MemberRequest, event: Event) -> HttpResponse:
    """Add one player."""
    form = NewNameForm(request.POST, club=event.club, auto_id="one_%s")
    if form.is_valid():
        try:
            name = form.cleaned_data["name"]
            readings = {name: form.typed_reading()}
            enter_players(
                event=event, names=[name], readings=readings, choices=form.choices(), by=by_member(request)
            )
            messages.success(
                request,
                ngettext("%(number)s player added.", "%(number)s players added.", 1) % {"number": 1},
            )
            return redirect("players", event.slug)
        except NotPossible as refusal:
            form.ask(refusal)
    return show_players(request, event, name_form=form, status=UNREADABLE)


@require_POST
@director_required
def upload_players(request: MemberRequest, event: Event) -> HttpResponse:
    """Show a list from a CSV or Excel file before anything is stored."""
    form = UploadForm(request.POST, request.FILES, auto_id="file_%s")
    if form.is_valid():
        try:
            upload = take_upload(form.cleaned_data["file"])
            return offer_list(request, event, upload, is_expected=form.cleaned_data["expected"])
        except NotPossible as refusal:
            form.add_error("file", refusal.message)
    return show_players(request, event, upload_form=form, status=UNREADABLE)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def entrant(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Correct a player's name and its reading, or set the team they play for.

    Who is another record's person goes to the page that merges both.
    """
    entrant: Entrant = or_404(get_entrant(event, entrant_id))
    form = entrant_form(entrant, request.POST or None)
    if form.is_valid():
        sent, choice = form.cleaned_data, form.choices().get(form.typed(), "")
        try:
            changes = {"name": sent["name"], "reading": sent.get("reading"), "team": sent["team"]}
            changes["fee_class"] = sent.get("fee_class")
            change_entrant(entrant=entrant, **changes, is_new=choice == NEW, by=by_member(request))
            return redirect(f"{reverse('players', args=[event.slug])}#entrant-{entrant.number}")
        except NotPossible as refusal:
            for known in people_in(refusal):
                if str(known) == choice:
                    merging = reverse("merge_players", args=[event.club.slug, known])
                    return redirect(f"{merging}?other={entrant.player_id}")
            form.ask(refusal)
    return show_entrant(request, entrant, form, UNREADABLE if form.is_bound else 200)


def people_in(refusal: NotPossible) -> list[int]:
    """Return the IDs of the players whom a doubtful name may mean."""
    return [each["id"] for doubt in refusal.details.get("doubts", ()) for each in doubt["players"]]


def entrant_form(entrant: Entrant, data: Any = None) -> EntrantForm:
    """Build the form with the stored values."""
    player = entrant.player
    stored = {"name": player.name, "reading": player.reading, "team": entrant.team}
    stored["fee_class"] = entrant.fee_class
    classes = classes_in(entrant.event)
    return EntrantForm(data, club=entrant.event.club, initial=stored, classes=classes)


def show_entrant(
    request: MemberRequest,
    entrant: Entrant,
    form: EntrantForm,
    status: int,
    refusal: NotPossible | None = None,
    leave_form: LeaveForm | None = None,
    share_form: ShareForm | None = None,
) -> HttpResponse:
    """Render one entrant's page."""
    stored: Entrant = or_404(get_entrant(entrant.event, entrant.pk))
    context = {
        **entrant_facts(stored),
        "form": form,
        "leave_form": leave_form or leaving_form(stored),
        "is_leave_open": leave_form is not None,
        "share_form": share_form or sharing_form(stored),
        "is_share_open": share_form is not None,
        "refusal": refusal,
    }
    return render(request, "entry/entrant.html", context, status=status)


def entrant_facts(entrant: Entrant) -> dict[str, Any]:
    """Return who an entrant is, and by which rule they left early."""
    return {
        "event": event_facts(entrant.event),
        "entrant": entrant,
        "name": name_of(entrant),
        "person_url": reverse("player", args=[entrant.event.club.slug, entrant.player_id]),
        "left_by": LeaverRule(entrant.leaver_rule).label if entrant.leaver_rule else "",
    }


def sharing_form(entrant: Entrant, data: Any = None) -> ShareForm:
    """Build the form of the second person."""
    second = entrant.partner
    initial = {"name": second.name, "reading": second.reading} if second else {}
    return ShareForm(data, club=entrant.event.club, auto_id="share_%s", initial=initial)


@require_POST
@director_required
def take_out(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Remove an entrant who was never seated."""
    entrant: Entrant = or_404(get_entrant(event, entrant_id))
    try:
        moved = withdraw_entrant(entrant=entrant, by=by_member(request))
    except NotPossible as refusal:
        return show_entrant(request, entrant, entrant_form(entrant), REFUSED, refusal)
    messages.success(request, gettext("%(name)s was removed.") % {"name": entrant.player.name})
    for each in moved:
        text = gettext("%(name)s moves up from the waiting list.")
        messages.info(request, text % {"name": name_of(each)})
    return redirect("players", event.slug)


def leaving_form(entrant: Entrant, data: Any = None) -> LeaveForm:
    """Build the form for leaving early, preset to the last released round."""
    return LeaveForm(data, event=entrant.event, after=last_released(entrant.event) or 1)


@require_POST
@director_required
def leave(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Record that an entrant leaves early, by the event's rule or another."""
    entrant: Entrant = or_404(get_entrant(event, entrant_id))
    form = leaving_form(entrant, request.POST)
    if not form.is_valid():
        return show_entrant(request, entrant, entrant_form(entrant), UNREADABLE, leave_form=form)
    cleaned, by = form.cleaned_data, by_member(request)
    try:
        leave_early(entrant=entrant, after=cleaned["after"], rule=cleaned["rule"], by=by)
    except NotPossible as refusal:
        return show_entrant(request, entrant, entrant_form(entrant), REFUSED, refusal, form)
    return redirect(f"{reverse('players', args=[event.slug])}#entrant-{entrant.number}")


@require_POST
@director_required
def share(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Add a second person under the same start number."""
    entrant: Entrant = or_404(get_entrant(event, entrant_id))
    form = sharing_form(entrant, request.POST)
    if form.is_valid():
        name, choice = form.cleaned_data["name"], form.choices().get(form.typed(), "")
        try:
            share_number(
                entrant=entrant, name=name, reading=form.typed_reading(), choice=choice, by=by_member(request)
            )
            return redirect("entrant", event.slug, entrant.pk)
        except NotPossible as refusal:
            form.ask(refusal)
    return show_entrant(request, entrant, entrant_form(entrant), UNREADABLE, share_form=form)


@require_POST
@director_required
def another_pin(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Issue a new PIN for an entrant whose card is lost or whose PIN is known to others."""
    entrant: Entrant = or_404(get_entrant(event, entrant_id))
    renew_pin(entrant=entrant, by=by_member(request))
    text = gettext("Number %(number)s has a new PIN. Print the start card again.")
    messages.success(request, text % {"number": entrant.number})
    return redirect("entrant", event.slug, entrant.pk)
