"""Templates of the club: save an event's settings as one, begin an event with one, delete it."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.not_possible import NotPossible
from tournaments.forms.events import ClubTemplateForm, EventForm
from tournaments.models import Club, ClubTemplate, Event
from tournaments.selectors.events.event_lists import free_name, get_club_template
from tournaments.services.events.copying import delete_template, save_template, settings_of
from tournaments.views.events.settings_pages import settings_form, show_settings, stored_form
from tournaments.views.pages.permissions import (
    MemberRequest,
    director_required,
    member_required,
    or_404,
)

OWN = "own-"  # the key of a club's template in an address, before its ID


@require_POST
@director_required
def save_event_template(request: MemberRequest, event: Event) -> HttpResponse:
    """Save the event's settings as a template of the club."""
    form = ClubTemplateForm(request.POST)
    if form.is_valid():
        try:
            template = save_template(event=event, name=form.cleaned_data["template"])
        except NotPossible as refusal:
            form.add_error("template", refusal.message)
        else:
            sentence = gettext("Saved as the template “%(name)s”: the form of a new event offers it.")
            messages.success(request, sentence % {"name": template.name})
            return redirect("event_settings", event.slug)
    return show_settings(request, event, stored_form(event, None), template_form=form)


@require_POST
@member_required
def delete_club_template(request: MemberRequest, club: Club, template_id: int) -> HttpResponse:
    """Delete a template of the club."""
    template: ClubTemplate = or_404(get_club_template(club, template_id))
    delete_template(template=template)
    messages.success(request, gettext("The template “%(name)s” is deleted.") % {"name": template.name})
    return redirect("new_event", club.slug)


def chosen_template(templates: list[ClubTemplate], key: str | None) -> ClubTemplate | None:
    """Return the template with the key of an address, or None."""
    return next((each for each in templates if own_key(each) == key), None)


def own_key(template: ClubTemplate) -> str:
    """Return the key of a template in an address."""
    return f"{OWN}{template.pk}"


def own_choices(templates: list[ClubTemplate]) -> list[dict[str, str]]:
    """Return the templates of the club as the form lists them."""
    return [{"key": own_key(each), "label": each.name} for each in templates]


def own_facts(template: ClubTemplate | None) -> dict[str, str] | None:
    """Return the chosen template as the page shows it."""
    if template is None:
        return None
    delete_url = reverse("delete_club_template", args=[template.club.slug, template.pk])
    return {"name": template.name, "delete_url": delete_url}


def template_form(template: ClubTemplate, data: Any, typed: dict[str, Any]) -> EventForm:
    """Return the form of a new event with the settings of a template, and what was typed before it was
    chosen.
    """
    values = settings_of(template)
    day = timezone.localdate()
    event = Event(club=template.club, name=free_name(template.club, template.name, day), date=day, **values)
    return settings_form(event, data, typed=typed)
