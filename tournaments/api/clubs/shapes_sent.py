"""Request bodies of clubs, their players and members."""

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Email, Flag, Text, Whole
from tournaments.models import Role, ShownAs
from tournaments.models.people import BIRTH_YEARS

NAME_LENGTH = 120
NUMBER_LENGTH = 40
WHOM_LENGTH = 80


class ClubName(Body):
    """The name of a club."""

    name = Text(max_length=NAME_LENGTH)


class PlayerChanges(Body):
    """Fields of a player in the club's register to change."""

    categories = s.ListField(child=Text(), required=False)
    is_guest = Flag(required=False)
    reading = Text(required=False, allow_blank=True, max_length=NAME_LENGTH)
    member_number = Text(required=False, allow_blank=True, max_length=NUMBER_LENGTH)
    federation_number = Text(required=False, allow_blank=True, max_length=NUMBER_LENGTH)
    home_club = Text(required=False, allow_blank=True, max_length=NAME_LENGTH)
    email = Email(required=False, allow_blank=True, max_length=254)
    birth_year = Whole(required=False, allow_null=True, min_value=BIRTH_YEARS[0], max_value=BIRTH_YEARS[1])
    shown_as = s.ChoiceField(
        choices=ShownAs.values, required=False, help_text="how public pages of the club show the name"
    )


class Merging(Body):
    """The record that is the same person."""

    duplicate = Whole(help_text="the id of the record that goes")


class NewMember(Body):
    """An account that gets a role."""

    username = Text(max_length=150)
    role = s.ChoiceField(choices=Role.values)


class RoleSent(Body):
    """Another role."""

    role = s.ChoiceField(choices=Role.values)


class NewInvitation(Body):
    """An invitation to a role."""

    role = s.ChoiceField(choices=Role.values)
    name = Text(required=False, allow_blank=True, max_length=WHOM_LENGTH, help_text="for whom")
    is_for_one_evening = Flag(required=False, help_text="the role ends a day and a half after it is accepted")


class NewHelper(Body):
    """A link for a helper at one event."""

    role = s.ChoiceField(choices=Role.values, help_text="scorer, cashier or referee")
    name = Text(required=False, allow_blank=True, max_length=WHOM_LENGTH, help_text="for whom")
