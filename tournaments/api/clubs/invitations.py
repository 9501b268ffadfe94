"""Endpoints of invitations to a club and of helper links to one event; their links are stored nowhere."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.clubs import schema, shapes_sent
from tournaments.api.http.addresses import link_to
from tournaments.api.http.bodies import read_as
from tournaments.api.http.objects import event_for, found, owned_club
from tournaments.api.http.pages import page_answer, page_of
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person, person_of
from tournaments.models import HelperLink, Invitation, Role, TokenScope
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.clubs.register import open_invitations
from tournaments.services.clubs.invitations import helper_token, invite_helper, revoke_helper
from tournaments.services.clubs.joining import invitation_token, invite_member, revoke_invitation
from tournaments.services.rounds.link_rotation import renew_earlier_keys


class LinkView(ProgramView):
    """An endpoint that shows links, which needs the scope to direct for reading too."""

    reads = TokenScope.DIRECT


class Invitations(LinkView):
    """The invitations to a club."""

    @extend_schema(**schema.INVITATIONS)
    def get(self, request: Request, slug: str) -> Response:
        """List those that can be accepted, the newest first."""
        invitations = open_invitations(owned_club(request, slug))
        rows, following = page_of(self, request, invitations, "-pk")
        return page_answer([with_invitation(request, invited_json(each), each) for each in rows], following)

    @extend_schema(**schema.INVITE)
    def post(self, request: Request, slug: str) -> Response:
        """Create an invitation to a role; the first account that accepts it has the role."""
        club, body = owned_club(request, slug), read_as(shapes_sent.NewInvitation, request)
        return Response(invited_json(invite_member(club=club, by=person_of(request), **body)), 201)

    def with_secrets(self, told: Any) -> Any:
        """Return the invitation with its link."""
        club = owned_club(self.request, self.kwargs["slug"])
        invited = found(club.invitations.filter(pk=told["id"]).first())
        return with_invitation(self.request, told, invited)


class OneInvitation(LinkView):
    """One invitation."""

    @extend_schema(**schema.REVOKE_INVITATION)
    def delete(self, request: Request, slug: str, invitation_id: int) -> Response:
        """Revoke it."""
        invited = found(owned_club(request, slug).invitations.filter(pk=invitation_id).first())
        revoke_invitation(invitation=invited, by=person_of(request))
        return Response(status=204)


class Helpers(LinkView):
    """The links that let helpers in at one event."""

    @extend_schema(**schema.HELPERS)
    def get(self, request: Request, slug: str) -> Response:
        """List the links that work."""
        event = event_for(request, slug, Right.DIRECT)
        renew_earlier_keys(event=event)
        links = event.helper_links.filter(is_revoked=False)
        rows, following = page_of(self, request, links, "pk")
        return page_answer([with_helper(request, helper_json(each), each) for each in rows], following)

    @extend_schema(**schema.INVITE_HELPER)
    def post(self, request: Request, slug: str) -> Response:
        """Make a link that gives its holder a role at this event."""
        event, body = event_for(request, slug, Right.DIRECT), read_as(shapes_sent.NewHelper, request)
        role = Role(body.pop("role"))
        return Response(
            helper_json(invite_helper(event=event, role=role, by=by_person(request), **body)), 201
        )

    def with_secrets(self, told: Any) -> Any:
        """Return the helper link with its address."""
        links = event_for(self.request, self.kwargs["slug"], Right.DIRECT).helper_links
        return with_helper(self.request, told, found(links.filter(pk=told["id"]).first()))


class OneHelper(LinkView):
    """One helper link."""

    @extend_schema(**schema.REVOKE_HELPER)
    def delete(self, request: Request, slug: str, link_id: int) -> Response:
        """Revoke it."""
        links = event_for(request, slug, Right.DIRECT).helper_links.select_related("event")
        link = found(links.filter(pk=link_id, is_revoked=False).first())
        revoke_helper(link=link, by=by_person(request))
        return Response(status=204)


def invited_json(invited: Invitation) -> dict[str, Any]:
    """Return an invitation without its link."""
    return {
        "id": invited.pk,
        "role": invited.role,
        "name": invited.name,
        "is_for_one_evening": invited.is_for_one_evening,
        "expires_at": invited.expires_at.isoformat(),
    }


def with_invitation(request: Request, told: dict[str, Any], invited: Invitation) -> dict[str, Any]:
    """Return an invitation with its link."""
    return {**told, "url": link_to(request, "invitation_link", invitation_token(invited))}


def helper_json(link: HelperLink) -> dict[str, Any]:
    """Return a helper link without its address."""
    return {"id": link.pk, "role": link.role, "name": link.name}


def with_helper(request: Request, told: dict[str, Any], link: HelperLink) -> dict[str, Any]:
    """Return a helper link with its address."""
    return {**told, "url": link_to(request, "helper_link", helper_token(link))}
