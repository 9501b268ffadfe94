"""Before the event: register without an account, withdraw through a private URL, the calendar file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.not_possible import NotPossible
from tournaments.forms.entry import RegistrationForm
from tournaments.models import Admission, Entrant, Event
from tournaments.publications.calendar import calendar_file
from tournaments.selectors.cash.fee_classes import fee_of
from tournaments.selectors.competitions.teams import members_together, takes_teams
from tournaments.selectors.entry.check_in import has_begun, place_in_line
from tournaments.selectors.entry.registration import sent_before
from tournaments.services.clubs.throttling import Pace, limit, network_of, take_try, wait_phrase
from tournaments.services.entry.registration import (
    entrant_by_token,
    is_open,
    refuse_registration,
    register,
    registration_token,
)
from tournaments.services.entry.teams import register_team, withdraw_team
from tournaments.serving.caching import same_for_all
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import REFUSED, UNREADABLE, for_spectator
from tournaments.views.pages.table_addresses import base_address
from tournaments.wording.money import fee_words
from tournaments.wording.names import name_of
from tournaments.wording.person_names import read_name

# Per address and event: a table of friends at once, then ten a minute.
REGISTRATIONS = Pace(free=10, pause=6, longest=6, forgotten_after=60)
TOO_MANY = 429
HERE, MOST_HERE = "registrations", 20  # the newest registrations that a browser sent, in its session


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@for_spectator
def registration(request: HttpRequest, event: Event) -> HttpResponse:
    """Register for an event."""
    initial = {"name": request.user.get_full_name()} if request.user.is_authenticated else {}
    takes = takes_teams(event)
    form = RegistrationForm(request.POST or None, club=event.club, initial=initial, takes_teams=takes)
    try:
        refuse_registration(event)
    except NotPossible as refusal:
        return show_form(request, event, form, REFUSED, refusal)
    if form.is_valid():
        return registered_by(request, event, form)
    return show_form(request, event, form, UNREADABLE if form.is_bound else 200)


def registered_by(request: HttpRequest, event: Event, form: RegistrationForm) -> HttpResponse:
    """Register from a valid form. A bot that fills in the honeypot gets a redirect; nothing is stored."""
    if form.cleaned_data["website"]:
        return redirect("event", event.slug)
    place = network_of(request.META["REMOTE_ADDR"])
    if seconds := take_try([limit(REGISTRATIONS, "register", event.pk, place)]):
        return too_fast(request, event, form, seconds)
    entrant = sent_before(event, request.session.get(HERE, []), read_name(form.cleaned_data["name"]))
    try:
        facts = form.service_arguments()
        enter = register_team if "names" in facts else register
        entrant = entrant or enter(event=event, **facts)
    except NotPossible as refusal:
        form.add_error("name", refusal.message)
        return show_form(request, event, form, UNREADABLE)
    request.session[HERE] = [*request.session.get(HERE, [])[-MOST_HERE:], entrant.pk]
    return redirect("registration", entrant.pk, registration_token(entrant))


def too_fast(request: HttpRequest, event: Event, form: RegistrationForm, seconds: int) -> HttpResponse:
    """Render the page with the input kept and the time to wait."""
    message = gettext("Too many registrations at once. Wait %(time)s, then send the form again.")
    refusal = NotPossible("too_fast", message % {"time": wait_phrase(seconds)})
    answer = show_form(request, event, form, TOO_MANY, refusal)
    answer["Retry-After"] = str(seconds)
    return answer


def show_form(
    request: HttpRequest,
    event: Event,
    form: RegistrationForm,
    status: int,
    refusal: NotPossible | None = None,
) -> HttpResponse:
    """Render the page with the input kept."""
    context = {
        "event": event_facts(event),
        "form": form,
        "is_open": is_open(event),
        "refusal": refusal,
        "fee": fee_words(event.fee_cents, event.fee_classes),
    }
    return render(request, "entry/register.html", context, status=status)


# The private URL


@require_safe
@never_cache
def own(request: HttpRequest, entrant_id: int, token: str) -> HttpResponse:
    """Show the reader's own registration."""
    entrant = entrant_by_token(entrant_id, token)
    return nothing_there(request) if entrant is None else show_own(request, entrant, token)


def nothing_there(request: HttpRequest) -> HttpResponse:
    """Render the 404 page of private URLs: a withdrawn registration is deleted."""
    return render(request, "entry/registration_gone.html", status=404)


def show_own(
    request: HttpRequest, entrant: Entrant, token: str, refusal: NotPossible | None = None
) -> HttpResponse:
    """Render the registration's state and the form to withdraw."""
    event = entrant.event
    context = {
        "event": event_facts(event),
        "entrant": entrant,
        "name": name_of(entrant),
        "mates": [name_of(each) for each in members_together(entrant) if each != entrant],
        "is_waiting": entrant.admission == Admission.WAITING,
        "is_gone": entrant.admission == Admission.LEFT,
        "place_in_line": place_in_line(entrant),
        "may_withdraw": not has_begun(event) and not event.is_closed,
        "withdraw_url": reverse("withdraw_registration", args=[entrant.pk, token]),
        "own_url": base_address(request) + reverse("registration", args=[entrant.pk, token]),
        "fee": fee_of(entrant, event.fee_cents, event.fee_classes),
        "refusal": refusal,
    }
    return render(request, "entry/registration.html", context, status=REFUSED if refusal else 200)


@require_POST
@never_cache
def withdraw(request: HttpRequest, entrant_id: int, token: str) -> HttpResponse:
    """Withdraw the reader's own registration."""
    entrant = entrant_by_token(entrant_id, token)
    if entrant is None:
        return nothing_there(request)
    try:
        withdraw_team(entrant=entrant)
    except NotPossible as refusal:
        return show_own(request, entrant, token, refusal)
    context = {"event": event_facts(entrant.event), "name": name_of(entrant)}
    return render(request, "entry/registration_withdrawn.html", context)


# The calendar


@require_safe
@same_for_all
@for_spectator
def calendar(request: HttpRequest, event: Event) -> HttpResponse:
    """Return the event as a calendar file."""
    address = base_address(request) + reverse("event", args=[event.slug])
    answer = HttpResponse(
        calendar_file(event, address, timezone.now()), content_type="text/calendar; charset=utf-8"
    )
    answer["Content-Disposition"] = 'attachment; filename="event.ics"'
    return answer
