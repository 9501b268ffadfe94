"""Endpoints of the clubs in which a person has a role, of their members and their emblem."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.clubs.shapes import (
    ClubName,
    ClubShape,
    EmblemSent,
    EmblemShape,
    MemberShape,
    NewMember,
    OneClub,
    RoleSent,
)
from tournaments.api.http.bodies import read_form
from tournaments.api.http.files import MAX_UPLOAD, file_of
from tournaments.api.http.objects import owned_club
from tournaments.api.http.reading import MAX_BODY
from tournaments.api.http.views import Editable, OfClub
from tournaments.api.http.writing import person_of
from tournaments.models import Member
from tournaments.selectors.clubs.permissions import clubs_of, role_by_club
from tournaments.services.clubs.lifecycle import create_club, remove_emblem, set_emblem
from tournaments.services.clubs.members import add_member, change_role, remove_member, rename_club


@extend_schema(tags=["clubs"])
class ClubViewSet(Editable):
    """The clubs of the person."""

    serializer_class = OneClub
    lookup_field = ordering = "slug"
    lookup_value_converter = "any_slug"

    def get_queryset(self) -> Any:
        """Return the clubs in which the token's person has a role."""
        return clubs_of(self.request.user)

    @extend_schema(operation_id="clubs", responses=ClubShape(many=True))
    def list(self, request: Request) -> Response:
        """List the clubs in which the token's person has a role, by their slug."""
        clubs = self.paginate_queryset(self.get_queryset()) or []
        roles = role_by_club(request.user, clubs)
        for club in clubs:
            club.role = roles[club.pk]
        return self.get_paginated_response(ClubShape(clubs, many=True).data)

    @extend_schema(operation_id="create_club", request=ClubName)
    def create(self, request: Request) -> Response:
        """Found a club, owned by the person."""
        return self.answer(create_club(owner=person_of(request), **self.sent(ClubName)), 201)

    @extend_schema(operation_id="club")
    def retrieve(self, request: Request, slug: str) -> Response:
        """Return the club, with the ETag that a change needs."""
        return self.answer(self.get_object())

    @extend_schema(operation_id="rename_club", request=ClubName)
    def partial_update(self, request: Request, slug: str) -> Response:
        """Rename the club; its address stays."""
        club = self.seen(owned_club(request, slug))
        return self.answer(rename_club(club=club, by=person_of(request), **self.sent(ClubName)))

    @extend_schema(request={"multipart/form-data": EmblemSent}, responses={201: EmblemShape})
    @action(
        detail=True,
        methods=["post"],
        url_path="emblem",
        url_name="emblem",
        longest_body=MAX_UPLOAD + MAX_BODY,
    )
    def set_emblem(self, request: Request, slug: str) -> Response:
        """Store a picture as the emblem; it replaces another one."""
        club = owned_club(request, slug)
        picture = file_of(read_form(EmblemSent, request), "picture")
        emblem = set_emblem(club=club, content=picture.read())
        place = request.build_absolute_uri(reverse("emblem", args=[club.slug, emblem.digest]))
        return Response({"url": place}, 201, headers={"Location": place})

    @extend_schema(responses={204: None})
    @set_emblem.mapping.delete
    def remove_emblem(self, request: Request, slug: str) -> Response:
        """Remove the emblem; nothing happens if there is none."""
        remove_emblem(club=owned_club(request, slug))
        return Response(status=204)


@extend_schema(tags=["clubs"])
class MemberViewSet(OfClub, Editable):
    """The accounts with a role in a club."""

    queryset = Member.objects.select_related("user")
    serializer_class = MemberShape
    lookup_url_kwarg = "member_id"
    find_club = staticmethod(owned_club)

    @extend_schema(operation_id="members", responses=MemberShape(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List them, for owners."""
        return self.page()

    @extend_schema(operation_id="add_member", request=NewMember)
    def create(self, request: Request, slug: str) -> Response:
        """Give an account a role."""
        return self.answer(add_member(club=self.club, **self.sent(NewMember)), 201)

    @extend_schema(operation_id="member")
    def retrieve(self, request: Request, slug: str, member_id: int) -> Response:
        """Return the role, with the ETag that a change needs."""
        return self.answer(self.get_object())

    @extend_schema(operation_id="change_member", request=RoleSent)
    def partial_update(self, request: Request, slug: str, member_id: int) -> Response:
        """Give the account another role."""
        member = self.seen()
        return self.answer(change_role(member=member, **self.sent(RoleSent)))

    @extend_schema(operation_id="remove_member")
    def destroy(self, request: Request, slug: str, member_id: int) -> Response:
        """Take the role away."""
        remove_member(member=self.seen())
        return Response(status=204)
