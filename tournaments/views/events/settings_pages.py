"""The settings of an event: the page, the form that saves them as a template, and what a change says."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Field
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext

from tournaments.forms.evening_fields import EVENING
from tournaments.forms.events import FACTS, ClubTemplateForm, EventForm
from tournaments.models import Event
from tournaments.selectors.events.event_lists import has_deals
from tournaments.selectors.history.authors import author_names
from tournaments.selectors.history.event_log import settings_changes
from tournaments.selectors.sheets.agreements import agreed_deals, game_of
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import UNREADABLE, MemberRequest, seen_revision
from tournaments.wording.money import money_text

WORDLESS = (dict, list)  # values shown by their field's name only


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


def changes_since(event: Event, revision: int) -> list[dict[str, Any]]:
    """Return every settings change after this revision, newest first; at most three queries."""
    newest = settings_changes(event, revision)
    names = author_names(newest)
    return [
        {"who": names[entry.pk], "at": entry.at, "fields": list(field_facts(event, entry.facts["changed"]))}
        for entry in newest
    ]


def field_facts(event: Event, names: list[str]) -> Iterator[dict[str, str]]:
    """Yield the fields by their labels, with their current values."""
    for name in names:
        field = Event._meta.get_field(name)
        if isinstance(field, Field):
            yield {"label": str(field.verbose_name), "value": value_text(event, name)}


def value_text(event: Event, name: str) -> str:
    """Return a field's current value in words; empty if it has no short form."""
    value = getattr(event, name)
    if isinstance(value, WORDLESS):
        return ""
    if name.endswith("_cents"):
        return money_text(value)
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    display = getattr(event, f"get_{name}_display", None)
    return str(display()) if display else plain_text(value)


def plain_text(value: Any) -> str:
    """Format a date, a time, a number or a text."""
    if value is None or value == "":
        return gettext("nothing")
    if hasattr(value, "isoformat"):
        is_time = not hasattr(value, "year")
        return time_format(value, "H:i") if is_time else date_format(value)
    return str(value)[:80]
