"""Response bodies of clubs."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, FilePart
from tournaments.models import Role, ShownAs


class ClubShape(s.Serializer[Any]):
    """A club of the person."""

    slug = s.CharField()
    name = s.CharField()
    role = s.ChoiceField(choices=Role.values)


class OneClub(s.Serializer[Any]):
    """A club."""

    slug = s.CharField()
    name = s.CharField()


class RegisterShape(s.Serializer[Any]):
    """A player in the club's register."""

    id = s.IntegerField()
    name = s.CharField(allow_blank=True)
    reading = s.CharField(allow_blank=True)
    member_number = s.CharField(allow_blank=True)
    federation_number = s.CharField(allow_blank=True)
    home_club = s.CharField(allow_blank=True)
    email = s.CharField(allow_blank=True)
    birth_year = s.IntegerField(allow_null=True)
    categories = s.ListField(child=s.CharField())
    is_guest = s.BooleanField()
    shown_as = s.ChoiceField(choices=ShownAs.values, help_text="how public pages show the name")


class MemberShape(s.Serializer[Any]):
    """An account with a role."""

    id = s.IntegerField()
    username = s.CharField()
    role = s.ChoiceField(choices=Role.values)
    ends_at = s.DateTimeField(allow_null=True)


class MergeShape(s.Serializer[Any]):
    """Two records that became one."""

    merge = s.IntegerField()
    kept = s.IntegerField()


class StandingMerge(s.Serializer[Any]):
    """A merge that can be undone."""

    merge = s.IntegerField()
    duplicate = s.IntegerField(help_text="the id of the record that went")
    name = s.CharField(allow_blank=True, help_text="its name")


class EmblemSent(Body):
    """A picture, as multipart/form-data."""

    picture = FilePart(help_text="PNG or JPEG, at most 2 MB")


class EmblemShape(s.Serializer[Any]):
    """The emblem of a club."""

    url = s.URLField(help_text="a PNG that everybody may read")


class HelperShape(s.Serializer[Any]):
    """A link that lets a helper in at one event."""

    id = s.IntegerField()
    role = s.ChoiceField(choices=Role.values)
    name = s.CharField(allow_blank=True, help_text="for whom")
    url = s.URLField(help_text="a secret of its holder")


class InvitationShape(HelperShape):
    """An invitation to a role in a club."""

    is_for_one_evening = s.BooleanField()
    expires_at = s.DateTimeField()
