"""Accounts made without an invitation, by a command or at the first start; passwords and their links."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from difflib import get_close_matches

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import AccountChange, AccountChangeKind, Club, Member, PasswordLink, Role, User
from tournaments.selectors.clubs.permissions import clubs_of, memberships_of
from tournaments.services.clubs.lifecycle import create_club
from tournaments.services.clubs.tokens import revoke_all
from tournaments.storage.link_keys import digest_of
from tournaments.wording.lists import in_a_list

LINK_LASTS = timedelta(days=1)
MOST_NEAR_NAMES = 5


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


@transaction.atomic
def make_password_link(*, member: Member, by: User) -> str:
    """Return the token of a new password link for a member's account; an earlier link ends.

    The token is returned once and not stored. Raises NotPossible (`account_of_others`) if the account has
    rights beyond the owner's own clubs.
    """
    user = member.user
    refuse_account_of_others(user, by)
    token = secrets.token_urlsafe(32)
    values = {
        "token_digest": digest_of(token),
        "auth_hash": user.get_session_auth_hash(),
        "expires_at": timezone.now() + LINK_LASTS,
    }
    PasswordLink.objects.update_or_create(user=user, defaults=values)
    AccountChange.objects.create(user=user, kind=AccountChangeKind.LINK_MADE, author=by)
    return token


def refuse_account_of_others(user: User, by: User) -> None:
    """Raise NotPossible (`account_of_others`): a link opens the whole account, other clubs included."""
    beyond = memberships_of(user).exclude(club__in=clubs_of(by, Role.OWNER))
    if user.is_staff or user.is_superuser or beyond.exists():
        message = gettext(
            "%(name)s has rights beyond your club. So only the operator of the Stichtag server can set "
            "this password: %(command)s set_password %(name)s"
        )
        values = {"name": user.username, "command": settings.MANAGE}
        raise NotPossible("account_of_others", message % values)


def find_password_link(token_digest: str) -> PasswordLink | None:
    """Return the link with this token digest if it is still valid, else None."""
    links = PasswordLink.objects.select_related("user")
    link = links.filter(token_digest=token_digest, expires_at__gt=timezone.now()).first()
    is_usable = link and link.user.is_active and link.auth_hash == link.user.get_session_auth_hash()
    return link if is_usable else None


def use_password_link(*, token_digest: str, password: str) -> User:
    """Set the chosen password and end the link. Raises NotPossible: `link_ended`, `password_weak`."""
    link = refuse_ended(find_password_link(token_digest))
    hashed = hash_of(link.user, password)
    with transaction.atomic():
        PasswordLink.objects.select_for_update().filter(token_digest=token_digest).first()  # used once
        link = refuse_ended(find_password_link(token_digest))
        return store_password(link.user, hashed, AccountChangeKind.LINK_USED)


def refuse_ended(link: PasswordLink | None) -> PasswordLink:
    """Return the link. Raises NotPossible (`link_ended`) without one."""
    if link is None:
        raise NotPossible("link_ended", gettext("This link was used or has ended. Ask for another one."))
    return link


def set_password(*, user: User, password: str, kind: AccountChangeKind) -> User:
    """Set a new password; all sessions of the account, its tokens and its open password link end.

    Raises NotPossible (`password_weak`) with every problem of the password.
    """
    return store_password(user, hash_of(user, password), kind)


def hash_of(user: User, password: str) -> str:
    """Return the slow hash of a password: made before anything is locked.

    Raises NotPossible (`password_weak`).
    """
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise NotPossible("password_weak", " ".join(error.messages)) from error
    return make_password(password)


@transaction.atomic
def store_password(user: User, hashed: str, kind: AccountChangeKind) -> User:
    """Store the hash of a new password, and end what the old one opened."""
    user.password = hashed
    user.save(update_fields=["password"])
    PasswordLink.objects.filter(user=user).delete()
    revoke_all(user)
    AccountChange.objects.create(user=user, kind=kind)
    return user


def find_account(name: str) -> User:
    """Return the account of this name, as the login reads it. Raises NotPossible (`account_unknown`)."""
    accounts = User.objects.filter(username__iexact=name.strip())
    user = accounts.filter(username=name.strip()).first() or accounts.first()
    if user is None:
        raise NotPossible("account_unknown", unknown_text(name.strip(), near_names(name)))
    return user


def near_names(name: str) -> list[str]:
    """Return names of accounts similar to this one."""
    names = {each.casefold(): each for each in User.objects.values_list("username", flat=True)}
    near = get_close_matches(name.strip().casefold(), names, MOST_NEAR_NAMES)
    return [names[each] for each in near]


def unknown_text(name: str, near: Sequence[str]) -> str:
    """Return the message for an unknown account name."""
    if near:
        text = gettext("There is no account “%(name)s”. Similar names: %(near)s.")
        return text % {"name": name, "near": in_a_list(near)}
    return gettext("There is no account “%(name)s”.") % {"name": name}
