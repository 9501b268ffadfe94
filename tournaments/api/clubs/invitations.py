"""Endpoints of invitations to a club and of helper links to one event; their links are stored nowhere."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.clubs.shapes import HelperShape, InvitationShape, NewHelper, NewInvitation
from tournaments.api.http.objects import or_404, owned_club
from tournaments.api.http.views import OfClub, OfEvent, ProgramViewSet
from tournaments.api.http.writing import person_of
from tournaments.models import HelperLink, Invitation, Role, TokenScope
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.clubs.register import open_invitations
from tournaments.services.clubs.joining import invite_helper, invite_member, revoke_helper, revoke_invitation
from tournaments.services.sheets.link_rotation import renew_earlier_keys


class ShowsLinks(ProgramViewSet):
    """Endpoints that show links; reading them needs the scope to direct too."""

    reads = TokenScope.DIRECT

    def answer_made(self, link: Any) -> Response:
        """Return what was made; the answer that is stored has no link."""
        response = self.answer(link, 201)
        response.data.pop("url")
        return response

    def with_secrets(self, answer: Any) -> Any:
        """Return what was made with its link. Raises Http404 if it is gone."""
        if self.action != "create":
            return answer
        made = or_404(self.get_queryset().filter(pk=answer["id"]).first())
        return {**answer, "url": self.get_serializer(made).data["url"]}


@extend_schema(tags=["clubs"])
class InvitationViewSet(OfClub, ShowsLinks):
    """The invitations to a club."""

    queryset = Invitation.objects.all()
    serializer_class = InvitationShape
    lookup_url_kwarg = "invitation_id"
    ordering = "-pk"
    find_club = staticmethod(owned_club)

    @extend_schema(operation_id="invitations", responses=InvitationShape(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List those that can be accepted, the newest first."""
        return self.page(open_invitations(self.club))

    @extend_schema(operation_id="invite_member", request=NewInvitation)
    def create(self, request: Request, slug: str) -> Response:
        """Create an invitation to a role; the first account that accepts it has the role."""
        club, body = self.club, self.sent(NewInvitation)
        return self.answer_made(invite_member(club=club, by=person_of(request), **body))

    @extend_schema(operation_id="revoke_invitation")
    def destroy(self, request: Request, slug: str, invitation_id: int) -> Response:
        """Revoke it."""
        revoke_invitation(invitation=self.get_object(), by=person_of(request))
        return Response(status=204)


@extend_schema(tags=["events"])
class HelperViewSet(OfEvent, ShowsLinks):
    """The links that let helpers in at one event."""

    queryset = HelperLink.objects.select_related("event")
    serializer_class = HelperShape
    lookup_url_kwarg = "link_id"
    right_to_read = Right.DIRECT

    @extend_schema(operation_id="helpers", responses=HelperShape(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List the links that work."""
        renew_earlier_keys(event=self.event)
        return self.page(self.get_queryset().filter(is_revoked=False))

    @extend_schema(operation_id="invite_helper", request=NewHelper)
    def create(self, request: Request, slug: str) -> Response:
        """Make a link that gives its holder a role at this event."""
        event, body = self.event, self.sent(NewHelper)
        role = Role(body.pop("role"))
        return self.answer_made(invite_helper(event=event, role=role, by=self.author, **body))

    @extend_schema(operation_id="revoke_helper")
    def destroy(self, request: Request, slug: str, link_id: int) -> Response:
        """Revoke it."""
        link = or_404(self.get_queryset().filter(pk=link_id, is_revoked=False).first())
        revoke_helper(link=link, by=self.author)
        return Response(status=204)
