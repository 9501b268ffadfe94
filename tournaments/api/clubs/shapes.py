"""Clubs, their members and their players as they are answered, and the bodies of their requests."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from tournaments.api.http.addresses import link_to
from tournaments.api.http.bodies import Body, Email, FilePart, Flag, Text, Whole, text_of
from tournaments.api.http.description import example
from tournaments.api.http.shapes import ModelShape
from tournaments.models import Club, HelperLink, Invitation, Member, Player, PlayerMerge, Role, ShownAs, User
from tournaments.models.lengths import longest
from tournaments.models.players import BIRTH_YEARS
from tournaments.services.clubs.joining import helper_token, invitation_token


class OneClub(ModelShape):
    """A club."""

    class Meta:
        model = Club
        fields = ["slug", "name"]


class ClubShape(ModelShape):
    """A club of the person."""

    role = s.ChoiceField(choices=Role.values)

    class Meta:
        model = Club
        fields = ["slug", "name", "role"]


@example(name="Prisdorfer Kartenrunde")
class ClubName(Body):
    """The name of a club."""

    name = text_of(Club, "name")


@example("multipart/form-data", picture="emblem.png")
class EmblemSent(Body):
    """A picture, as multipart/form-data."""

    picture = FilePart(help_text="PNG or JPEG, at most 2 MB")


class EmblemShape(s.Serializer[Any]):
    """The emblem of a club."""

    url = s.URLField(help_text="a PNG that everybody may read")


class MemberShape(ModelShape):
    """An account with a role."""

    username = s.CharField(source="user.username")

    class Meta:
        model = Member
        fields = ["id", "username", "role", "ends_at"]


@example(username="ben", role="scorer")
class NewMember(Body):
    """An account that gets a role."""

    username = text_of(User, "username")
    role = s.ChoiceField(choices=Role.values)


@example(role="director")
class RoleSent(Body):
    """Another role."""

    role = s.ChoiceField(choices=Role.values)


# The register


class RegisterShape(ModelShape):
    """A player in the club's register."""

    email = s.CharField()
    categories = s.ListField(child=s.CharField())

    class Meta:
        model = Player
        fields = [
            "id", "name", "reading", "member_number", "federation_number", "home_club", "email", "birth_year",
            "categories", "is_guest", "shown_as",
        ]  # fmt: skip
        extra_kwargs = {"shown_as": {"help_text": "how public pages show the name"}}


@example(categories=["women"], member_number="17")
class PlayerChanges(Body):
    """Fields of a player in the club's register to change."""

    categories = s.ListField(child=Text(), required=False)
    is_guest = Flag(required=False)
    reading = text_of(Player, "reading", required=False, allow_blank=True)
    member_number = text_of(Player, "member_number", required=False, allow_blank=True)
    federation_number = text_of(Player, "federation_number", required=False, allow_blank=True)
    home_club = text_of(Player, "home_club", required=False, allow_blank=True)
    email = Email(required=False, allow_blank=True, max_length=longest(Player, "email"))
    birth_year = Whole(required=False, allow_null=True, min_value=BIRTH_YEARS[0], max_value=BIRTH_YEARS[1])
    shown_as = s.ChoiceField(
        choices=ShownAs.values, required=False, help_text="how public pages of the club show the name"
    )


class StandingMerge(ModelShape):
    """A merge that can be undone."""

    merge = s.IntegerField(source="pk")
    duplicate = s.IntegerField(source="duplicate_id", help_text="the id of the record that went")
    name = s.CharField(source="duplicate.name", help_text="its name")

    class Meta:
        model = PlayerMerge
        fields = ["merge", "duplicate", "name"]


@example(duplicate=12)
class Merging(Body):
    """The record that is the same person."""

    duplicate = Whole(help_text="the id of the record that goes")


class MergeShape(s.Serializer[Any]):
    """Two records that became one."""

    merge = s.IntegerField()
    kept = s.IntegerField()


# People with a link


class HelperShape(ModelShape):
    """A link that lets a helper in at one event."""

    url = s.SerializerMethodField(help_text="a secret of its holder")

    class Meta:
        model = HelperLink
        fields = ["id", "role", "name", "url"]
        extra_kwargs = {"name": {"help_text": "for whom"}}

    @extend_schema_field(OpenApiTypes.URI)
    def get_url(self, link: HelperLink) -> str:
        return link_to(self.context["request"], "helper_link", helper_token(link))


@example(role="cashier", name="The door")
class NewHelper(Body):
    """A link for a helper at one event."""

    role = s.ChoiceField(choices=Role.values, help_text="scorer, cashier or referee")
    name = text_of(HelperLink, "name", required=False, allow_blank=True, help_text="for whom")


class InvitationShape(ModelShape):
    """An invitation to a role in a club."""

    url = s.SerializerMethodField(help_text="a secret of its holder")

    class Meta:
        model = Invitation
        fields = ["id", "role", "name", "is_for_one_evening", "expires_at", "url"]
        extra_kwargs = {"name": {"help_text": "for whom"}}

    @extend_schema_field(OpenApiTypes.URI)
    def get_url(self, invited: Invitation) -> str:
        return link_to(self.context["request"], "invitation_link", invitation_token(invited))


@example(role="scorer", name="Ben", is_for_one_evening=True)
class NewInvitation(Body):
    """An invitation to a role."""

    role = s.ChoiceField(choices=Role.values)
    name = text_of(Invitation, "name", required=False, allow_blank=True, help_text="for whom")
    is_for_one_evening = Flag(required=False, help_text="the role ends a day and a half after it is accepted")
