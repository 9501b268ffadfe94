"""Endpoints of an event as its organisers see it: settings, copies, its state; and of a club's templates."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.events.shapes_of_settings import (
    Copy,
    FromTemplate,
    NewTemplate,
    SettingsShape,
    StateChange,
    StateShape,
    TemplateShape,
)
from tournaments.api.http.views import Editable, OfClub, OfEvent
from tournaments.api.http.writing import answer_with_etag
from tournaments.models import ClubTemplate, Event
from tournaments.services.events.club_templates import create_from_template, delete_template, save_template
from tournaments.services.events.copying import copy_event
from tournaments.services.events.states import change_state


def set_up(event: Event) -> Response:
    """Answer an event that was set up, with its address."""
    place = reverse("api_event", args=[event.slug])
    return answer_with_etag(SettingsShape(event).data, 201, Location=place)


@extend_schema(tags=["events"])
class SettingsViewSet(OfEvent, Editable):
    """One event as its organisers see it."""

    serializer_class = SettingsShape

    @extend_schema(operation_id="event_settings")
    def retrieve(self, request: Request, slug: str) -> Response:
        """Return the settings as organisers see them, with the ETag that a change needs."""
        return self.answer(self.event)

    @extend_schema(request=Copy, responses={201: SettingsShape})
    def copy_event(self, request: Request, slug: str) -> Response:
        """Set up an event with the settings of another, and its regular players."""
        return set_up(copy_event(event=self.event, by=self.author, **self.sent(Copy)))

    @extend_schema(request=NewTemplate, responses={201: TemplateShape})
    def save_template(self, request: Request, slug: str) -> Response:
        """Save the settings as a template of the club; one of the same name is replaced."""
        return Response(TemplateShape(save_template(event=self.event, **self.sent(NewTemplate))).data, 201)

    @extend_schema(responses=StateShape)
    def event_state(self, request: Request, slug: str) -> Response:
        """Return the state."""
        return Response(StateShape(self.event).data)

    @extend_schema(request=StateChange, responses=StateShape)
    def change_event_state(self, request: Request, slug: str) -> Response:
        """Cancel an event or let it take place, hide it from lists or show it there, close or reopen it."""
        event = change_state(event=self.event, by=self.author, **self.sent(StateChange))
        return Response(StateShape(event).data)


@extend_schema(tags=["events"])
class TemplateViewSet(OfClub):
    """The templates of a club."""

    queryset = ClubTemplate.objects.select_related("club")
    serializer_class = TemplateShape
    lookup_url_kwarg = "template_id"

    @extend_schema(operation_id="templates", responses=TemplateShape(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List them."""
        return self.page()

    @extend_schema(operation_id="delete_template")
    def destroy(self, request: Request, slug: str, template_id: int) -> Response:
        """Delete it; events that began with it stay as they are."""
        delete_template(template=self.get_object())
        return Response(status=204)

    @extend_schema(request=FromTemplate, responses={201: SettingsShape})
    @action(detail=True, methods=["post"], url_path="events", url_name="create_from_template")
    def create_from_template(self, request: Request, slug: str, template_id: int) -> Response:
        """Set up an event with the settings of the template."""
        template = self.get_object()
        return set_up(create_from_template(template=template, **self.sent(FromTemplate)))
