"""Who comes: add players one by one, from a list or from a file; tick them at the door."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.draw_forms import EntrantForm
from tournaments.errors import NotPossible
from tournaments.evening_forms import LeaveForm, ShareForm
from tournaments.forms import NameForm, NamesForm, UploadForm
from tournaments.models import Entrant, Event, LeaverRule, RoundStatus
from tournaments.selectors.door import name_of
from tournaments.selectors.events import attendance_of, get_entrant
from tournaments.services.checking_in import set_present
from tournaments.services.leaving import leave_early, withdraw_entrant
from tournaments.services.lists import list_to_take_back, plan_list, read_list, take_over
from tournaments.services.people import enter_players, rename_player, share_number
from tournaments.services.pins import renew_pin
from tournaments.services.spreadsheets import Upload, take_upload
from tournaments.services.wishes import set_team
from tournaments.views.doors import REFUSED, UNREADABLE, MemberRequest, by_member, for_director, found
from tournaments.views.lists import is_plain, offer_list, say_taken
from tournaments.views.showing import event_facts


@require_safe
@for_director
def people(request: MemberRequest, event: Event) -> HttpResponse:
    """Who is entered, who is present, and the tables that makes."""
    return show_people(request, event)


def show_people(
    request: MemberRequest,
    event: Event,
    *,
    name_form: NameForm | None = None,
    names_form: NamesForm | None = None,
    upload_form: UploadForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page, with the form that was refused as it was typed."""
    context = {
        "event": event_facts(event),
        "attendance": attendance_of(event),
        "places": event.places,
        "name_form": name_form or NameForm(auto_id="one_%s"),
        "names_form": names_form or NamesForm(auto_id="list_%s"),
        "upload_form": upload_form or UploadForm(auto_id="file_%s"),
        "is_list_open": names_form is not None,
        "is_upload_open": upload_form is not None,
        "taken_list": list_to_take_back(event),
        "page_url": reverse("people", args=[event.slug]),
    }
    return render(request, "organise/people.html", context, status=status)


@require_POST
@for_director
def add_player(request: MemberRequest, event: Event) -> HttpResponse:
    """One name."""
    form = NameForm(request.POST, auto_id="one_%s")
    if form.is_valid():
        try:
            enter_players(event=event, names=form.names(), by=by_member(request))
            messages.success(request, added_text(1))
            return redirect("people", event.slug)
        except NotPossible as refusal:
            form.add_error("name", refusal.message)
    return show_people(request, event, name_form=form, status=UNREADABLE)


@require_POST
@for_director
def paste_players(request: MemberRequest, event: Event) -> HttpResponse:
    """A list of names, one on each line: entered at once where nothing is to be asked, else shown first."""
    form = NamesForm(request.POST, auto_id="list_%s")
    if form.is_valid():
        try:
            return pasted(request, event, form.upload(), is_expected=form.cleaned_data["expected"])
        except NotPossible as refusal:
            form.add_error("names", refusal.message)
    return show_people(request, event, names_form=form, status=UNREADABLE)


def pasted(request: MemberRequest, event: Event, upload: Upload, *, is_expected: bool) -> HttpResponse:
    """Enter a list of names alone; show any other. Raises NotPossible as `read_list` and `take_over`."""
    found = read_list(upload, club=event.club)
    if not is_plain(plan_list(event, found), found):
        return offer_list(request, event, upload, is_expected=is_expected)
    plan, taken = take_over(event=event, found=found, by=by_member(request), are_present=not is_expected)
    say_taken(request, plan, len(taken.entrants) if taken else 0)
    return redirect("people", event.slug)


@require_POST
@for_director
def upload_players(request: MemberRequest, event: Event) -> HttpResponse:
    """A list from a CSV or Excel file, shown before anything is stored."""
    form = UploadForm(request.POST, request.FILES, auto_id="file_%s")
    if form.is_valid():
        try:
            upload = take_upload(form.cleaned_data["file"])
            return offer_list(request, event, upload, is_expected=form.cleaned_data["expected"])
        except NotPossible as refusal:
            form.add_error("file", refusal.message)
    return show_people(request, event, upload_form=form, status=UNREADABLE)


def added_text(number: int) -> str:
    """How many are new."""
    return ngettext("%(number)s player added.", "%(number)s players added.", number) % {"number": number}


@require_POST
@for_director
def tick(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Somebody is here, or is not."""
    entrant: Entrant = found(get_entrant(event, entrant_id))
    is_present = request.POST.get("present") == "yes"
    try:
        set_present(entrant=entrant, is_present=is_present, by=by_member(request))
    except NotPossible as refusal:
        messages.error(request, refusal.message)
    return redirect(f"{reverse('people', args=[event.slug])}#entrant-{entrant.number}")


@require_http_methods(["GET", "HEAD", "POST"])
@for_director
def entrant(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Correct a player's name, or say which team he plays for."""
    shown: Entrant = found(get_entrant(event, entrant_id))
    form = entrant_form(shown, request.POST or None)
    if form.is_valid():
        try:
            rename_player(entrant=shown, name=form.cleaned_data["name"])
            set_team(entrant=shown, team=form.cleaned_data["team"])
            return redirect(f"{reverse('people', args=[event.slug])}#entrant-{shown.number}")
        except NotPossible as refusal:
            form.add_error("name", refusal.message)
    return show_entrant(request, shown, form, UNREADABLE if form.is_bound else 200)


def entrant_form(shown: Entrant, data: Any = None) -> EntrantForm:
    """The form, standing at what is stored."""
    return EntrantForm(data, initial={"name": shown.player.name, "team": shown.team})


def show_entrant(
    request: MemberRequest,
    shown: Entrant,
    form: EntrantForm,
    status: int,
    refusal: NotPossible | None = None,
    leave_form: LeaveForm | None = None,
) -> HttpResponse:
    """One entrant's page."""
    stored: Entrant = found(get_entrant(shown.event, shown.pk))
    context = {
        "event": event_facts(shown.event),
        "entrant": stored,
        "name": name_of(stored),
        "form": form,
        "leave_form": leave_form or leaving_form(stored),
        "is_leave_open": leave_form is not None,
        "share_form": ShareForm(
            auto_id="share_%s", initial={"name": stored.partner.name if stored.partner else ""}
        ),
        "left_by": LeaverRule(stored.leaver_rule).label if stored.leaver_rule else "",
        "refusal": refusal,
    }
    return render(request, "organise/entrant.html", context, status=status)


@require_POST
@for_director
def take_out(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Take somebody out who was never seated."""
    shown: Entrant = found(get_entrant(event, entrant_id))
    try:
        moved = withdraw_entrant(entrant=shown, by=by_member(request))
    except NotPossible as refusal:
        return show_entrant(request, shown, entrant_form(shown), REFUSED, refusal)
    messages.success(request, gettext("%(name)s was taken out.") % {"name": shown.player.name})
    for each in moved:
        text = gettext("%(name)s moves up from the waiting list.")
        messages.info(request, text % {"name": name_of(each)})
    return redirect("people", event.slug)


def leaving_form(shown: Entrant, data: Any = None) -> LeaveForm:
    """The form of somebody who leaves early, standing at the last round that was released."""
    rounds = shown.event.rounds.exclude(status=RoundStatus.DRAFT).order_by("-number")
    last = rounds.values_list("number", flat=True).first() or 1
    return LeaveForm(data, event=shown.event, after=last)


@require_POST
@for_director
def leave(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Somebody goes before the end, by the event's rule or another."""
    shown: Entrant = found(get_entrant(event, entrant_id))
    form = leaving_form(shown, request.POST)
    if not form.is_valid():
        return show_entrant(request, shown, entrant_form(shown), UNREADABLE, leave_form=form)
    cleaned, by = form.cleaned_data, by_member(request)
    try:
        leave_early(entrant=shown, after=cleaned["after"], rule=cleaned["rule"], by=by)
    except NotPossible as refusal:
        return show_entrant(request, shown, entrant_form(shown), REFUSED, refusal, form)
    return redirect(f"{reverse('people', args=[event.slug])}#entrant-{shown.number}")


@require_POST
@for_director
def share(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """A second person under the same start number."""
    shown: Entrant = found(get_entrant(event, entrant_id))
    try:
        share_number(entrant=shown, name=request.POST.get("name", ""), by=by_member(request))
    except NotPossible as refusal:
        return show_entrant(request, shown, entrant_form(shown), REFUSED, refusal)
    return redirect("entrant", event.slug, shown.pk)


@require_POST
@for_director
def another_pin(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """For somebody who lost his start card, or whose PIN others know."""
    shown: Entrant = found(get_entrant(event, entrant_id))
    renew_pin(entrant=shown, by=by_member(request))
    text = gettext("Number %(number)s has another PIN now. Print the start card again.")
    messages.success(request, text % {"number": shown.number})
    return redirect("entrant", event.slug, shown.pk)
