"""Endpoints of a club's templates: save an event's settings, begin an event with them, delete them."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.events import schema, shapes_sent
from tournaments.api.events.organising import settings_json
from tournaments.api.http.bodies import read_as
from tournaments.api.http.objects import directed_club, event_for, found
from tournaments.api.http.pages import page_answer, page_of
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import told_with_etag
from tournaments.models import ClubTemplate
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.events.club_templates import (
    create_from_template,
    delete_template,
    save_template,
)


class Templates(ProgramView):
    """The templates of a club."""

    @extend_schema(**schema.TEMPLATES)
    def get(self, request: Request, slug: str) -> Response:
        """List them."""
        templates = directed_club(request, slug).templates.all()
        rows, following = page_of(self, request, templates, "pk")
        return page_answer([template_json(each) for each in rows], following)


class OneTemplate(ProgramView):
    """One template."""

    @extend_schema(**schema.DELETE_TEMPLATE)
    def delete(self, request: Request, slug: str, template_id: int) -> Response:
        """Delete it; events that began with it stay as they are."""
        delete_template(template=template_of(request, slug, template_id))
        return Response(status=204)


class EventsOfTemplate(ProgramView):
    """Events that begin with a template."""

    @extend_schema(**schema.CREATE_FROM_TEMPLATE)
    def post(self, request: Request, slug: str, template_id: int) -> Response:
        """Set up an event with the settings of the template."""
        template = template_of(request, slug, template_id)
        event = create_from_template(template=template, **read_as(shapes_sent.FromTemplate, request))
        place = reverse("api_event", args=[event.slug])
        return told_with_etag(settings_json(event), 201, Location=place)


class EventTemplate(ProgramView):
    """The template of an event's settings."""

    @extend_schema(**schema.SAVE_TEMPLATE)
    def post(self, request: Request, slug: str) -> Response:
        """Save the settings as a template of the club; one of the same name is replaced."""
        event = event_for(request, slug, Right.DIRECT)
        saved = save_template(event=event, **read_as(shapes_sent.NewTemplate, request))
        return Response(template_json(saved), 201)


def template_of(request: Request, slug: str, template_id: int) -> ClubTemplate:
    """Return a template of a club where the person sets up events. Raises Http404."""
    templates = directed_club(request, slug).templates.select_related("club")
    return found(templates.filter(pk=template_id).first())


def template_json(template: ClubTemplate) -> dict[str, Any]:
    """Return a template."""
    return {"id": template.pk, "name": template.name, "game": template.game}
