"""Endpoints that publish: lists, the freeze before prize-giving, the sign-off."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.views import OfEvent
from tournaments.api.publishing.shapes import (
    FinalList,
    Freeze,
    Frozen,
    NewList,
    PublishedList,
    SignedOff,
    SignOff,
)
from tournaments.models import Publication
from tournaments.services.publishing.publications import freeze_event, publish_list, sign_off_and_publish
from tournaments.services.publishing.sign_off import sign_off, undo_sign_off


@extend_schema(tags=["publishing"])
class PublishingViewSet(OfEvent):
    """The published lists of an event, and what is said of its results."""

    queryset = Publication.objects.all()
    serializer_class = PublishedList
    ordering = "number"

    @extend_schema(operation_id="lists", responses=PublishedList(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List them in the order of their numbers."""
        return self.page()

    @extend_schema(operation_id="publish_list", request=NewList)
    def create(self, request: Request, slug: str) -> Response:
        """Publish the standings as they are now."""
        return self.answer(publish_list(event=self.event, by=self.author, **self.sent(NewList)), 201)

    @extend_schema(request=Freeze, responses=Frozen)
    def freeze(self, request: Request, slug: str) -> Response:
        """Keep the standings secret until prize-giving, or show them again."""
        frozen = freeze_event(event=self.event, by=self.author, **self.sent(Freeze))
        return Response(Frozen(frozen).data)

    @extend_schema(request=SignOff, responses=SignedOff)
    def sign_off(self, request: Request, slug: str) -> Response:
        """Sign the results off as complete and correct, or undo it."""
        event, is_signed_off = self.event, self.sent(SignOff)["is_signed_off"]
        signed = (sign_off if is_signed_off else undo_sign_off)(event=event, by=self.author)
        return Response(SignedOff(signed).data)

    @extend_schema(request=FinalList, responses={201: PublishedList})
    def sign_off_and_publish(self, request: Request, slug: str) -> Response:
        """Sign the results off, unless they are, and publish them as the final list; both or neither."""
        event, sent = self.event, self.sent(FinalList)
        return self.answer(sign_off_and_publish(event=event, by=self.author, **sent), 201)
