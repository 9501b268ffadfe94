"""Sign-in: sign-up permission, rate limits for passwords and codes, known devices.

The account pages are django-allauth's; this module has its adapter and forms.
"""

from typing import Any
from unicodedata import normalize

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.base import forms as mfa
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Invitation, Member, User
from tournaments.services.clubs.joining import accept_invitation, find_invitation
from tournaments.services.clubs.throttling import (
    Limit,
    Pace,
    give_back,
    limit,
    network_of,
    take_try,
    wait_phrase,
)
from tournaments.services.clubs.tokens import revoke_all

# Passwords per name and address: at most 18 in the first hour, 12 in each further one. Over all addresses
# together: at most 52 an hour. A device that signed in before has a separate limit.
FROM_ONE_PLACE = Pace(free=5, pause=60, longest=300)
FROM_ALL_PLACES = Pace(free=40, pause=300, longest=300)
FROM_A_KNOWN_DEVICE = Pace(free=10, pause=60, longest=120)
CODES = Pace(free=5, pause=60, longest=300)  # codes of a second factor, after the correct password

INVITATION = "invitation"  # the digest of the token, in the session: keeps the token out of the address bar
DEVICE_SALT = "tournaments.known_device"
DEVICE_SECONDS = 400 * 24 * 3600  # the browsers' maximum lifetime of a cookie


class Adapter(DefaultAccountAdapter):
    """allauth's adapter for accounts."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether SIGN_UP=open, or this browser opened an invitation that can be accepted."""
        return bool(settings.SIGN_UP_IS_OPEN or invitation_of(request))

    def set_password(self, user: User, password: str) -> None:
        """Set a password that its owner chose; the account's tokens end with the old one."""
        with transaction.atomic():
            super().set_password(user, password)
            revoke_all(user)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Create the account with the role of its invitation; no account if the invitation just ended."""
        if not invitation_of(request):
            return super().save_user(request, user, form, commit)
        saved: User = super().save_user(request, user, form, commit=False)  # hashes the password, slowly
        try:
            with transaction.atomic():
                saved.save()
                member = accept_invitation(token_digest=request.session[INVITATION], user=saved)
        except NotPossible as refusal:
            raise ImmediateHttpResponse(redirect("invitation")) from refusal
        welcome(request, member)
        return saved

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Return the account for a name and password. Raises ValidationError with the time to wait."""
        limits = password_limits(request, credentials.get("username", ""))
        sentences = [
            gettext("Too many wrong passwords for this name. Wait %(time)s, then try again."),
            gettext("A passkey, or a link from “Forgot your password?”, lets you in at once."),
        ]
        refuse_haste(limits, " ".join(sentences))
        user: User | None = super().authenticate(request, **credentials)
        if user:
            give_back(limits)
        return user

    def post_login(self, request: HttpRequest, user: User, **more: Any) -> HttpResponse:
        """Return the response to a successful login; from now on the device is known."""
        response: HttpResponse = super().post_login(request, user, **more)
        remember_device(response, user)
        return response


def invitation_of(request: HttpRequest) -> Invitation | None:
    """Return the invitation this browser opened if it can be accepted, else None."""
    try:
        return find_invitation(request.session.get(INVITATION, ""))
    except NotPossible:
        return None


def welcome(request: HttpRequest, member: Member) -> None:
    """Tell a new member their role; the browser forgets the invitation."""
    sentence = gettext("Welcome: your role in %(club)s is %(role)s.")
    messages.success(request, sentence % {"club": member.club.name, "role": member.get_role_display()})
    del request.session[INVITATION]


# Rate limits


def password_limits(request: HttpRequest, name: str) -> list[Limit]:
    """Return the limits for this name: the known device's, or else the address's and the overall one."""
    name = normalize("NFKC", name).strip().casefold()
    if device := known_device(request, name):
        return [limit(FROM_A_KNOWN_DEVICE, "password", name, "device", device)]
    place = network_of(request.META["REMOTE_ADDR"])
    return [
        limit(FROM_ONE_PLACE, "password", name, "place", place),
        limit(FROM_ALL_PLACES, "password", name),
    ]


def refuse_haste(limits: list[Limit], sentence: str) -> None:
    """Count an attempt. Raises ValidationError with the time to wait."""
    if seconds := take_try(limits):
        raise forms.ValidationError(sentence % {"time": wait_phrase(seconds)}, code="too_fast")


class PacedCode:
    """A form for a code of the second factor, with rate-limited attempts."""

    user: User

    def clean_code(self) -> str:
        """Return the code if it is correct. Raises ValidationError."""
        limits = [limit(CODES, "code", self.user.pk)]
        refuse_haste(limits, gettext("Too many wrong codes for this account. Wait %(time)s, then try again."))
        code: str = super().clean_code()  # type: ignore[misc]
        give_back(limits)
        return code


class AuthenticateForm(PacedCode, mfa.AuthenticateForm):
    """The second step of a login."""


class ReauthenticateForm(PacedCode, mfa.ReauthenticateForm):
    """The second step again, before a change to the account."""


# Known devices


def remember_device(response: HttpResponse, user: User) -> None:
    """Set a signed cookie that marks this browser as known for the account; it grants no access."""
    mark = signing.dumps([user.pk, get_random_string(22)], salt=DEVICE_SALT)
    response.set_cookie(
        device_cookie(user),
        mark,
        max_age=DEVICE_SECONDS,
        path=reverse("account_login").removesuffix("login/"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def known_device(request: HttpRequest, name: str) -> str:
    """Return this browser's mark from an earlier sign-in to the account; empty if there is none."""
    user = User.objects.filter(username__iexact=name).first()
    if user is None:
        return ""
    try:
        account, device = signing.loads(request.COOKIES.get(device_cookie(user), ""), salt=DEVICE_SALT)
    except (signing.BadSignature, ValueError):
        return ""
    return device if account == user.pk else ""


def device_cookie(user: User) -> str:
    """Return the name of the cookie; people who share a browser have one each."""
    return f"{settings.KNOWN_DEVICE_COOKIE}{user.pk}"
