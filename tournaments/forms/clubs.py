"""Forms of a club: its first start, its name and emblem, and who acts for it."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from scoring.not_possible import NotPossible
from tournaments.forms.names import LOGIN_ATTRS, name_input
from tournaments.models import Club, HelperLink, Role, User
from tournaments.models.lengths import longest
from tournaments.storage.uploads.pictures import refuse_too_many_bytes

HANDED_OUT = (Role.CASHIER, Role.SCORER, Role.REFEREE)  # roles that a link may grant


class ClubForm(forms.Form):
    """A club, with its name."""

    name = forms.CharField(label=_("Name of the club"), max_length=longest(Club, "name"), widget=name_input())


class EmblemForm(forms.Form):
    """The picture of a club."""

    picture = forms.FileField(
        label=_("Picture (PNG or JPEG)"),
        help_text=_("At most 2 MB, 4000 pixels wide and high. A square with a clear outline prints best."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )

    def clean_picture(self) -> UploadedFile:
        """Refuse a file that is too large before it is read."""
        file: UploadedFile = self.cleaned_data["picture"]
        try:
            refuse_too_many_bytes(file.size or 0)
        except NotPossible as refusal:
            raise forms.ValidationError(refusal.message) from refusal
        return file


class HelperForm(forms.Form):
    """A role for one event."""

    role = forms.ChoiceField(label=_("Role"), choices=[(role.value, role.label) for role in HANDED_OUT])
    name = forms.CharField(
        label=_("Given to"),
        max_length=longest(HelperLink, "name"),
        required=False,
        widget=name_input(),
    )


class MemberForm(forms.Form):
    """An account and its role in the club."""

    username = forms.CharField(
        label=_("User name"),
        max_length=longest(User, "username"),
        widget=forms.TextInput(attrs=LOGIN_ATTRS),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Role, initial=Role.DIRECTOR)


class InvitationForm(forms.Form):
    """An invitation to a role in the club."""

    role = forms.ChoiceField(label=_("Role"), choices=Role, initial=Role.DIRECTOR)
    lasts = forms.ChoiceField(
        label=_("The role lasts"),
        choices=[("good", _("for good")), ("evening", _("for one evening"))],
        initial="good",
    )
    name = forms.CharField(
        label=_("Given to"),
        max_length=longest(HelperLink, "name"),
        required=False,
        widget=name_input(),
    )

    def service_arguments(self) -> dict[str, Any]:
        """Return the cleaned values as arguments of the service."""
        cleaned = self.cleaned_data
        is_for_one_evening = cleaned["lasts"] == "evening"
        return {
            "role": cleaned["role"],
            "name": cleaned["name"],
            "is_for_one_evening": is_for_one_evening,
        }


class FirstStartForm(forms.Form):
    """The three facts that a new installation needs; `key` is that of the printed address."""

    username = forms.CharField(
        label=_("Your name"),
        help_text=_("One word. You log in with it."),
        max_length=longest(User, "username"),
        widget=forms.TextInput(attrs={**LOGIN_ATTRS, "autocomplete": "username", "autofocus": True}),
    )
    password = forms.CharField(
        label=_("Your password"),
        help_text=_("At least eight characters."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}, render_value=True),
    )
    club = forms.CharField(label=_("Your club"), max_length=longest(Club, "name"), widget=name_input())
    key = forms.CharField(required=False, widget=forms.HiddenInput)

    def add_reasons(self, refusal: ValidationError) -> None:
        """Show why a name or a password is refused, beside the field."""
        by_field = getattr(refusal, "error_dict", None)
        if by_field is None:
            self.add_error("password", refusal)
            return
        for name, errors in by_field.items():
            self.add_error(name if name in self.fields else None, errors)
