"""The forms of accounts, without placeholders that repeat the labels."""

from typing import Any

from allauth.account import forms as account
from django import forms


def without_placeholders(form: forms.Form) -> None:
    """Remove what repeats the labels inside the fields."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class WithoutPlaceholders:
    """A form of allauth whose labels stand above the fields only."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        without_placeholders(self)  # type: ignore[arg-type]


class LoginForm(WithoutPlaceholders, account.LoginForm):
    """User name, password, and whether the browser stays logged in."""


class ChangePasswordForm(WithoutPlaceholders, account.ChangePasswordForm):
    """The password now, and the new one twice."""


class SetPasswordForm(WithoutPlaceholders, account.SetPasswordForm):
    """A first password, twice."""


class ResetPasswordForm(WithoutPlaceholders, account.ResetPasswordForm):
    """The e-mail address to which a link is sent."""


class ResetPasswordKeyForm(WithoutPlaceholders, account.ResetPasswordKeyForm):
    """A new password of who followed that link, twice."""


class AddEmailForm(WithoutPlaceholders, account.AddEmailForm):
    """One more e-mail address."""


class ReauthenticateForm(WithoutPlaceholders, account.ReauthenticateForm):
    """The password once more."""
