"""Open sign-up: how many accounts strangers may make. Invited people are not counted.

allauth makes the account; SIGN_UP=open lets it.
"""

from typing import Any

from allauth.account import forms as account
from allauth.core import context
from django.http import HttpRequest
from django.utils.translation import gettext

from tournaments.services.clubs.throttling import Limit, Pace, limit, network_of
from tournaments.serving.sign_in import invitation_of, refuse_haste

DAY, HOUR = 24 * 3600, 3600
# At most 33 accounts a day from one address, and 487 a day from all addresses together.
FROM_ONE_PLACE = Pace(free=10, pause=HOUR, longest=HOUR, forgotten_after=DAY)
FROM_ALL_PLACES = Pace(free=200, pause=300, longest=300, forgotten_after=DAY)


class SignUpForm(account.SignupForm):
    """The form for an account, refused where too many were made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = gettext("E-mail")  # without "(optional)": the page says it

    def clean(self) -> dict[str, Any]:
        """Return the fields. Raises ValidationError with the time to wait, once all else is right."""
        fields: dict[str, Any] = super().clean()
        if not self.errors and not invitation_of(context.request):
            refuse_haste(limits_for(context.request), refusal_text())
        return fields


def limits_for(request: HttpRequest) -> list[Limit]:
    """Return the limits of the address and of the installation."""
    place = network_of(request.META["REMOTE_ADDR"])
    return [limit(FROM_ONE_PLACE, "sign-up", "place", place), limit(FROM_ALL_PLACES, "sign-up")]


def refusal_text() -> str:
    """Return the sentence for a stranger who has to wait."""
    return gettext(
        "Too many accounts were made from this network or on this site today. Wait %(time)s, then press the "
        "button again; or ask a club for an invitation."
    )
