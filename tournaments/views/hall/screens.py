"""The screens of the hall from the director's chair: add, set, switch one or all, and a banner over them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.not_possible import NotPossible
from tournaments.forms.screens import BannerForm, ScreenForm, ScreenSettingsForm
from tournaments.models import Event, Screen, Shows
from tournaments.selectors.entry.seats import fresh_rounds
from tournaments.selectors.hall.screens import (
    OF_RESULTS,
    banners_up,
    get_event_screen,
    is_alive,
    results_mark,
    scene_of,
    screen_mark,
    screens_of,
    shown_now,
    timetable_as_typed,
    timetable_of,
    unshown_parts,
)
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.services.hall.hall import move_timetable, set_timetable
from tournaments.services.hall.screens import (
    add_screens,
    change_screen,
    put_banner,
    remove_screen,
    switch_screens,
    take_down,
)
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.permissions import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    by_member,
    director_required,
    or_404,
)
from tournaments.views.pages.table_addresses import base_address, is_loopback, loopback_hint, qr_svg
from tournaments.wording.timetables import LONGEST_TIMETABLE
from tournaments.wording.whole_numbers import whole_number

USUAL = (Shows.EVENING, Shows.SEATS, Shows.STANDINGS, Shows.CLOCK)  # one tap; the others need two
MOVES = (5, 10, 15, 30)  # minutes by one tap


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def screens(request: MemberRequest, event: Event) -> HttpResponse:
    """List the screens with their addresses, and add one or several that share a list."""
    form = ScreenForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        try:
            add_screens(event=event, **form.settings())
            return redirect("screens", event.slug)
        except NotPossible as refusal:
            form.add_error(FIELDS.get(refusal.code), refusal.message)
    return show_screens(request, event, form, UNREADABLE if form.is_bound else 200)


FIELDS = {
    "name_taken": "name",
    "name_too_long": "name",
    "parts_out_of_range": "parts",
    "part_out_of_range": "part",
    "picture_too_large": "picture",
    "picture_unreadable": "picture",
    "picture_too_wide": "picture",
    "picture_animated": "picture",
}


def show_screens(
    request: MemberRequest,
    event: Event,
    form: ScreenForm | None = None,
    status: int = 200,
    banner_form: BannerForm | None = None,
    refusal: NotPossible | None = None,
) -> HttpResponse:
    """Render the page of the screens."""
    context = {
        **screens_context(request, event),
        "event": event_facts(event),
        "form": form or ScreenForm(),
        "banner_form": banner_form or BannerForm(event=event),
        "refusal": refusal,
        "loopback_hint": loopback_hint(request),
    }
    return render(request, "hall/screens.html", context, status=status)


@require_safe
@director_required
def screens_live(request: MemberRequest, event: Event) -> HttpResponse:
    """Render the small pictures; 304 while nothing changed, so that they do not flicker."""
    context = screens_context(request, event)
    context["is_dashboard"] = request.GET.get("from") == "dashboard"
    tag = tag_of([[each["url"], each["picture_url"], each["mark"]] for each in context["screens"]])
    tag = tag_of([tag, [(each.pk, each.text) for each in context["banners"]]])
    if request.headers.get("If-None-Match") == tag:
        response = HttpResponse(status=304)
    else:
        response = render(request, "hall/_screens.html", {**context, "event": {"slug": event.slug}})
    response["ETag"] = tag
    return response


def screens_on_dashboard(request: MemberRequest, event: Event) -> dict[str, Any]:
    """Return what the dashboard shows of the screens, with the form of a banner."""
    return {**screens_context(request, event), "is_dashboard": True, "banner_form": BannerForm(event=event)}


def screens_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return every screen with its address, what it shows and whether it is alive; the banners; a warning."""
    public, own = PublicEvent(event), screens_of(event)
    fresh = fresh_rounds(public) if own else set()
    scene = scene_of(public, is_fresh=bool(fresh)) if own else ""
    return {
        "screens": [screen_facts(request, each, public, scene) for each in own],
        "usual": [{"value": each.value, "label": each.label} for each in USUAL],
        "others": [{"value": each.value, "label": each.label} for each in Shows if each not in USUAL],
        "banners": banners_up(event),
        "unshown": unshown_parts(own),
    }


def screen_facts(request: HttpRequest, screen: Screen, public: PublicEvent, scene: str) -> dict[str, Any]:
    """Return a screen as the dashboard shows it; the address of its picture changes with what it shows."""
    now = scene if shown_now(screen) == Shows.EVENING else shown_now(screen)
    marks = [screen_mark(screen), now, results_mark(public, Shows.SEATS)]
    if now in OF_RESULTS:
        marks.append([public.stored.version // 10])  # a picture of standings is renewed now and then
    mark = tag_of(marks).strip('"')[:8]
    path = reverse("screen", args=[screen.code])
    address = base_address(request) + path
    return {
        "id": screen.pk,
        "name": screen.name,
        "part": screen.part,
        "parts": screen.parts,
        "url": address,
        "picture_url": f"{path}?small={mark}",
        "qr_svg": "" if is_loopback(request) else qr_svg(address),
        "now": Shows(now).label,
        "shows": shown_now(screen),
        "is_switched": bool(screen.switched_to),
        "by": screen.switched_by if screen.switched_to else "",
        "at": screen.switched_at,
        "is_alive": is_alive(screen),
        "seen_at": screen.seen_at,
        "mark": [screen.name, screen.switched_to, screen.switched_by, is_alive(screen)],
    }


@require_POST
@director_required
def switch(request: MemberRequest, event: Event) -> HttpResponse:
    """Switch one screen or all, and return to the page that asked."""
    screen = screen_named(request, event)
    try:
        switch_screens(
            event=event, screen=screen, to=scene_asked(request, screen), who=name_of_actor(request)
        )
    except NotPossible as refusal:
        return show_screens(request, event, status=REFUSED, refusal=refusal)
    return redirect(page_that_asked(request, event))


def scene_asked(request: MemberRequest, screen: Screen | None) -> str:
    """Return what to show; empty for the scene that the screen usually shows."""
    to = request.POST.get("to", "")
    return "" if screen and to == screen.shows else to


def screen_named(request: MemberRequest, event: Event) -> Screen | None:
    """Return the screen that the form names, or None for all. Raises Http404 for one that is not there."""
    typed = request.POST.get("screen", "")
    return or_404(get_event_screen(event, whole_number(typed) or 0)) if typed else None


def name_of_actor(request: MemberRequest) -> str:
    """Return the name under which other directors see who switched."""
    if request.user.is_authenticated:
        return request.user.username
    helper = request.actor.helper
    return helper.name if helper else ""


def page_that_asked(request: MemberRequest, event: Event) -> str:
    """Return the dashboard if it asked, else the page of the screens."""
    return reverse("dashboard" if request.POST.get("from") == "dashboard" else "screens", args=[event.slug])


@require_POST
@director_required
def banner(request: MemberRequest, event: Event) -> HttpResponse:
    """Put up a banner, or take down those that are up."""
    if "down" in request.POST:
        take_down(event=event, by=by_member(request))
        return redirect(page_that_asked(request, event))
    form = BannerForm(request.POST, event=event)
    if form.is_valid():
        try:
            put_banner(event=event, by=by_member(request), who=name_of_actor(request), **form.cleaned_data)
            return redirect(page_that_asked(request, event))
        except NotPossible as refusal:
            form.add_error("text", refusal.message)
    return show_screens(request, event, status=UNREADABLE, banner_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def screen_settings(request: MemberRequest, event: Event, screen_id: int) -> HttpResponse:
    """Change what a screen is called, and what it usually shows."""
    screen = or_404(get_event_screen(event, screen_id))
    form = ScreenSettingsForm(request.POST or None, request.FILES or None, screen=screen)
    if form.is_valid():
        try:
            change_screen(screen=screen, **form.settings())
            return redirect("screens", event.slug)
        except NotPossible as refusal:
            form.add_error(FIELDS.get(refusal.code), refusal.message)
    context = {"event": event_facts(event), "form": form, "screen": screen}
    status = UNREADABLE if form.is_bound else 200
    return render(request, "hall/screen_settings.html", context, status=status)


@require_POST
@director_required
def remove(request: MemberRequest, event: Event, screen_id: int) -> HttpResponse:
    """Remove a screen."""
    remove_screen(screen=or_404(get_event_screen(event, screen_id)))
    return redirect("screens", event.slug)


# The timetable


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def timetable(request: MemberRequest, event: Event) -> HttpResponse:
    """Show the timetable as it is typed, and store it."""
    if request.method != "POST":
        return show_timetable(request, event, timetable_as_typed(event))
    text = request.POST.get("text", "")[:LONGEST_TIMETABLE]
    try:
        set_timetable(event=event, text=text, by=by_member(request))
    except NotPossible as refusal:
        return show_timetable(request, event, text, refusal)
    return redirect("timetable", event.slug)


@require_POST
@director_required
def move(request: MemberRequest, event: Event) -> HttpResponse:
    """Move all that is still to come behind a late round."""
    minutes = whole_number(request.POST.get("minutes", "")) or 0
    try:
        move_timetable(event=event, minutes=minutes, by=by_member(request))
    except NotPossible as refusal:
        return show_timetable(request, event, timetable_as_typed(event), refusal)
    return redirect("timetable", event.slug)


def show_timetable(
    request: MemberRequest, event: Event, text: str, refusal: NotPossible | None = None
) -> HttpResponse:
    """Render the page with what was typed, and a refusal if there is one."""
    context = {
        "event": event_facts(event),
        "text": text,
        "entries": timetable_of(event),
        "moves": MOVES,
        "refusal": refusal,
    }
    return render(request, "hall/timetable.html", context, status=REFUSED if refusal else 200)
