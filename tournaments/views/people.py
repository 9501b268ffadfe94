"""Who comes: add players one by one, from a list or from a file; tick them at the door."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.errors import NotPossible
from tournaments.forms import NameForm, NamesForm, UploadForm
from tournaments.models import Entrant, Event
from tournaments.selectors.events import attendance_of, get_entrant
from tournaments.services.events import enter_players, rename_player, set_present, withdraw_entrant
from tournaments.services.spreadsheets import read_names
from tournaments.views.doors import REFUSED, UNREADABLE, MemberRequest, for_director, found
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
        "name_form": name_form or NameForm(auto_id="one_%s"),
        "names_form": names_form or NamesForm(auto_id="list_%s"),
        "upload_form": upload_form or UploadForm(auto_id="file_%s"),
        "is_list_open": names_form is not None,
        "is_upload_open": upload_form is not None,
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
            return entered(request, event, form.names())
        except NotPossible as refusal:
            form.add_error("name", refusal.message)
    return show_people(request, event, name_form=form, status=UNREADABLE)


@require_POST
@for_director
def paste_players(request: MemberRequest, event: Event) -> HttpResponse:
    """A list of names, one on each line; all of them or none."""
    form = NamesForm(request.POST, auto_id="list_%s")
    if form.is_valid():
        try:
            return entered(request, event, form.cleaned_data["names"])
        except NotPossible as refusal:
            form.add_error("names", refusal.message)
    return show_people(request, event, names_form=form, status=UNREADABLE)


@require_POST
@for_director
def upload_players(request: MemberRequest, event: Event) -> HttpResponse:
    """Names from a CSV or Excel file; all of them or none."""
    form = UploadForm(request.POST, request.FILES, auto_id="file_%s")
    if form.is_valid():
        try:
            return entered(request, event, read_names(form.cleaned_data["file"]))
        except NotPossible as refusal:
            form.add_error("file", refusal.message)
    return show_people(request, event, upload_form=form, status=UNREADABLE)


def entered(request: MemberRequest, event: Event, names: Sequence[str]) -> HttpResponse:
    """Enter them and say how many they were. Raises as `enter_players`."""
    entrants = enter_players(event=event, names=names)
    message = ngettext("%(number)s player added.", "%(number)s players added.", len(entrants))
    messages.success(request, message % {"number": len(entrants)})
    return redirect("people", event.slug)


@require_POST
@for_director
def tick(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Somebody is here, or is not."""
    entrant: Entrant = found(get_entrant(event, entrant_id))
    set_present(entrant=entrant, is_present=request.POST.get("present") == "yes")
    return redirect(f"{reverse('people', args=[event.slug])}#entrant-{entrant.number}")


@require_http_methods(["GET", "HEAD", "POST"])
@for_director
def entrant(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Correct a player's name."""
    shown: Entrant = found(get_entrant(event, entrant_id))
    form = NameForm(request.POST or None, initial={"name": shown.player.name})
    if form.is_valid():
        try:
            rename_player(entrant=shown, name=form.cleaned_data["name"])
            return redirect(f"{reverse('people', args=[event.slug])}#entrant-{shown.number}")
        except NotPossible as refusal:
            form.add_error("name", refusal.message)
    return show_entrant(request, shown, form, UNREADABLE if form.is_bound else 200)


def show_entrant(
    request: MemberRequest, shown: Entrant, form: NameForm, status: int, refusal: NotPossible | None = None
) -> HttpResponse:
    """One entrant's page."""
    name = found(get_entrant(shown.event, shown.pk)).player.name
    context = {
        "event": event_facts(shown.event),
        "entrant": shown,
        "name": name,
        "form": form,
        "refusal": refusal,
    }
    return render(request, "organise/entrant.html", context, status=status)


@require_POST
@for_director
def take_out(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Take somebody out who was never seated."""
    shown: Entrant = found(get_entrant(event, entrant_id))
    try:
        withdraw_entrant(entrant=shown)
    except NotPossible as refusal:
        return show_entrant(request, shown, NameForm(initial={"name": shown.player.name}), REFUSED, refusal)
    messages.success(request, gettext("%(name)s was taken out.") % {"name": shown.player.name})
    return redirect("people", event.slug)
