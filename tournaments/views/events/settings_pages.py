"""The page of an event's settings: its form, and the form that saves them as a template of the club."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.forms.evening_fields import EVENING
from tournaments.forms.event_templates import ClubTemplateForm
from tournaments.forms.events import FACTS, EventForm
from tournaments.models import Event
from tournaments.selectors.events.event_lists import has_deals
from tournaments.selectors.sheets.folded_sheets import agreed_deals, game_of
from tournaments.views.events.changed_settings import changes_since
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import UNREADABLE, MemberRequest, seen_revision


def show_settings(
    request: MemberRequest, event: Event, form: EventForm, template_form: ClubTemplateForm | None = None
) -> HttpResponse:
    """Render the settings, with what was refused in one of the two forms."""
    seen = seen_revision(request)
    saving = template_form or ClubTemplateForm(initial={"template": event.name})
    context = {
        "form": form,
        "template_form": saving,
        "event": event_facts(event),
        "game": form.game,
        "are_fixed": form.are_fixed,
        "revision": event.revision,
        "changes": changes_since(event, seen) if seen is not None else [],
    }
    is_refused = form.is_bound or saving.is_bound
    return render(request, "events/settings.html", context, status=UNREADABLE if is_refused else 200)


def stored_form(event: Event, data: Any) -> EventForm:
    """Return the form of a stored event; the options of the game are fixed once there are deals."""
    form = settings_form(event, data)
    if has_deals(event):
        form.fix_options()
    return form


def settings_form(event: Event, data: Any, typed: dict[str, Any] | None = None) -> EventForm:
    """Return the form of an event, stored or new; `typed` takes the place of stored values."""
    initial = {name: getattr(event, name) for name in (*FACTS, *EVENING)}
    return EventForm(
        data,
        game=game_of(event),
        options=event.options,
        deals_per_table=agreed_deals(event),
        policy=event.policy,
        lost_deal_money=event.lost_deal_money,
        fee_classes=event.fee_classes,
        initial=initial | (typed or {}),
    )
