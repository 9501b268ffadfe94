"""Endpoints of the clubs in which a person has a role."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.clubs import schema, shapes_sent
from tournaments.api.http.bodies import read_as
from tournaments.api.http.objects import found, owned_club
from tournaments.api.http.pages import page_answer, page_of
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import person_of, refuse_unmatched, told_with_etag
from tournaments.models import Club, Member
from tournaments.selectors.clubs.permissions import clubs_of, memberships_of
from tournaments.services.clubs.members import add_member, change_role, remove_member, rename_club
from tournaments.services.events.lifecycle import create_club


class Clubs(ProgramView):
    """The clubs of the person."""

    @extend_schema(**schema.CLUBS)
    def get(self, request: Request) -> Response:
        """List the clubs in which the token's person has a role, by their slug."""
        clubs, following = page_of(self, request, clubs_of(request.user), "slug")
        roles = memberships_of(request.user).filter(club__in=clubs).values_list("club", "role")
        role_by_club = dict(roles)
        told = [{"slug": each.slug, "name": each.name, "role": role_by_club[each.pk]} for each in clubs]
        return page_answer(told, following)

    @extend_schema(**schema.CREATE)
    def post(self, request: Request) -> Response:
        """Found a club, owned by the person."""
        name = read_as(shapes_sent.ClubName, request)["name"]
        return told_with_etag(club_json(create_club(name=name, owner=person_of(request))), 201)


class OneClub(ProgramView):
    """One club."""

    @extend_schema(**schema.CLUB)
    def get(self, request: Request, slug: str) -> Response:
        """Return the club, with the ETag that a change needs."""
        return told_with_etag(club_json(found(clubs_of(request.user).filter(slug=slug).first())))

    @extend_schema(**schema.RENAME)
    def patch(self, request: Request, slug: str) -> Response:
        """Rename the club; its address stays."""
        club = owned_club(request, slug)
        refuse_unmatched(request, club_json(club))
        name = read_as(shapes_sent.ClubName, request)["name"]
        return told_with_etag(club_json(rename_club(club=club, name=name, by=person_of(request))))


class Members(ProgramView):
    """The accounts with a role in a club."""

    @extend_schema(**schema.MEMBERS)
    def get(self, request: Request, slug: str) -> Response:
        """List them, for owners."""
        members = owned_club(request, slug).members.select_related("user")
        rows, following = page_of(self, request, members, "pk")
        return page_answer([member_json(each) for each in rows], following)

    @extend_schema(**schema.ADD_MEMBER)
    def post(self, request: Request, slug: str) -> Response:
        """Give an account a role."""
        club = owned_club(request, slug)
        return told_with_etag(
            member_json(add_member(club=club, **read_as(shapes_sent.NewMember, request))), 201
        )


class OneMember(ProgramView):
    """One account with a role."""

    @extend_schema(**schema.MEMBER)
    def get(self, request: Request, slug: str, member_id: int) -> Response:
        """Return the role, with the ETag that a change needs."""
        return told_with_etag(member_json(member_of(request, slug, member_id)))

    @extend_schema(**schema.CHANGE_MEMBER)
    def patch(self, request: Request, slug: str, member_id: int) -> Response:
        """Give the account another role."""
        member = member_of(request, slug, member_id)
        refuse_unmatched(request, member_json(member))
        role = read_as(shapes_sent.RoleSent, request)["role"]
        return told_with_etag(member_json(change_role(member=member, role=role)))

    @extend_schema(**schema.REMOVE_MEMBER)
    def delete(self, request: Request, slug: str, member_id: int) -> Response:
        """Take the role away."""
        member = member_of(request, slug, member_id)
        refuse_unmatched(request, member_json(member))
        remove_member(member=member)
        return Response(status=204)


def member_of(request: Request, slug: str, member_id: int) -> Member:
    """Return a member of a club that the person owns. Raises Http404."""
    return found(owned_club(request, slug).members.select_related("user").filter(pk=member_id).first())


def club_json(club: Club) -> dict[str, Any]:
    """Return a club."""
    return {"slug": club.slug, "name": club.name}


def member_json(member: Member) -> dict[str, Any]:
    """Return an account with its role."""
    ends_at = member.ends_at.isoformat() if member.ends_at else None
    return {"id": member.pk, "username": member.user.username, "role": member.role, "ends_at": ends_at}
