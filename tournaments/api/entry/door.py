"""The door over HTTP, where people check themselves in."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.bodies import Body, Flag, Text
from tournaments.api.http.description import example
from tournaments.api.http.views import OfEvent
from tournaments.models import TokenScope
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.entry.door import is_door_open, phones_at_door
from tournaments.services.entry.door import LETTERS, set_door, undo_phone


class DoorShape(s.Serializer[Any]):
    """Whether people check themselves in, and whom each phone checked in."""

    is_open = s.BooleanField()
    phones = s.DictField(child=s.IntegerField(), help_text="how many people each phone checked in")


@example(is_open=True)
class DoorChange(Body):
    """Whether people may check themselves in."""

    is_open = Flag()


@example(phone="3fa9c1")
class Phone(Body):
    """A phone whose check-ins are undone."""

    phone = Text(max_length=LETTERS)


class Undone(s.Serializer[Any]):
    """How many check-ins were undone."""

    undone = s.IntegerField()


@extend_schema(tags=["hall"])
class DoorViewSet(OfEvent):
    """The door, where people check themselves in."""

    writes = TokenScope.WRITE
    right_to_read = right_to_write = Right.CASH
    serializer_class = DoorShape

    def shown(self) -> Response:
        """Return the door as it is now."""
        phones = {phone: len(ids) for phone, ids in phones_at_door(self.event).items()}
        return self.answer({"is_open": is_door_open(self.event), "phones": phones})

    @extend_schema(operation_id="door")
    def retrieve(self, request: Request, slug: str) -> Response:
        """Return whether the door is open, and how many each phone checked in."""
        return self.shown()

    @extend_schema(operation_id="set_door", request=DoorChange, responses={200: DoorShape})
    def set_door(self, request: Request, slug: str) -> Response:
        """Open or close the door."""
        set_door(event=self.event, by=self.author, **self.sent(DoorChange))
        return self.shown()

    @extend_schema(operation_id="undo_arrivals", request=Phone, responses={200: Undone})
    def undo(self, request: Request, slug: str) -> Response:
        """Undo the check-ins of a phone that still stand."""
        return Response({"undone": undo_phone(event=self.event, by=self.author, **self.sent(Phone))})
