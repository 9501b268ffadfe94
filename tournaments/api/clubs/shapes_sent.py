"""Request bodies of clubs, their players and members."""

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Email, Flag, Text, Whole, text_of
from tournaments.models import Club, HelperLink, Invitation, Player, Role, ShownAs, User
from tournaments.models.lengths import longest
from tournaments.models.people import BIRTH_YEARS


class ClubName(Body):
    """The name of a club."""

    name = text_of(Club, "name")


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


class Merging(Body):
    """The record that is the same person."""

    duplicate = Whole(help_text="the id of the record that goes")


class NewMember(Body):
    """An account that gets a role."""

    username = text_of(User, "username")
    role = s.ChoiceField(choices=Role.values)


class RoleSent(Body):
    """Another role."""

    role = s.ChoiceField(choices=Role.values)


class NewInvitation(Body):
    """An invitation to a role."""

    role = s.ChoiceField(choices=Role.values)
    name = text_of(Invitation, "name", required=False, allow_blank=True, help_text="for whom")
    is_for_one_evening = Flag(required=False, help_text="the role ends a day and a half after it is accepted")


class NewHelper(Body):
    """A link for a helper at one event."""

    role = s.ChoiceField(choices=Role.values, help_text="scorer, cashier or referee")
    name = text_of(HelperLink, "name", required=False, allow_blank=True, help_text="for whom")
