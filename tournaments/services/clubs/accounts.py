"""Accounts made without an invitation: by a command, and the first one by the page of the first start."""

from django.contrib.auth.password_validation import validate_password
from django.db import transaction
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from tournaments.models import Club, User
from tournaments.services.clubs.lifecycle import create_club


def create_account(*, username: str, password: str) -> User:
    """Create an account.

    Raises ValidationError with every reason why the name or the password is invalid.
    """
    user = User(username=username)
    user.clean_fields(exclude=["password"])
    user.validate_unique()
    validate_password(password, user)
    return User.objects.create_user(username=username, password=password)


@transaction.atomic
def begin_installation(*, username: str, password: str, club: str) -> tuple[User, Club]:
    """Create the first account of an installation, and its club.

    Raises ValidationError as `create_account`, and NotPossible (`has_accounts`).
    """
    user = create_account(username=username, password=password)
    if User.objects.exclude(pk=user.pk).exists():
        message = gettext("This installation has an account already. Log in with it.")
        raise NotPossible("has_accounts", message)
    return user, create_club(name=club, owner=user)
