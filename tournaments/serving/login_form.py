"""The form to log in, without placeholders that repeat the labels."""

from typing import Any

from allauth.account import forms as account
from django import forms


def without_placeholders(form: forms.Form) -> None:
    """Remove what repeats the labels inside the fields."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class LoginForm(account.LoginForm):
    """User name, password, and whether the browser stays logged in."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        without_placeholders(self)
