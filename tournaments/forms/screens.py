"""Forms for the screens in the hall, and for a banner over them."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.folds import FoldedForm
from tournaments.forms.names import LOGIN_ATTRS, name_input
from tournaments.models import Banner, Screen, Shows, Wifi
from tournaments.models.lengths import longest
from tournaments.models.screens import LANGUAGES, MOST_PARTS
from tournaments.services.hall.screens import MOST_MINUTES
from tournaments.wording.lists import labelled
from tournaments.wording.screen_layout import LAYOUTS, PROJECTION, TELEVISION
from tournaments.wording.whole_numbers import WholeField


def line_choices() -> list[tuple[int, str]]:
    """Return the choices of lines, each with its number of names and how far its letters are read."""
    automatic = gettext("as large as all names allow, up to 63 names on a page")
    return [(0, automatic), *((each.lines, line_words(each)) for each in LAYOUTS)]


def line_words(layout: Any) -> str:
    """Return what a number of lines means in the hall."""
    names = ngettext("%(number)s name on a page", "%(number)s names on a page", layout.names)
    read = gettext("read from %(far)s m on a projection two metres wide, from %(near)s m on 55 inches")
    far, near = layout.read_from(PROJECTION), layout.read_from(TELEVISION)
    return labelled(names % {"number": layout.names}, read % {"far": far, "near": near})


class ScreenForm(FoldedForm):
    """A new screen, or several that share one list."""

    folds = (
        (_("Text or picture of its own"), ("text", "picture")),
        (
            _("Letters, language, one list on several screens"),
            ("part", "parts", "lines", "is_light", "language"),
        ),
    )
    name = forms.CharField(
        label=_("Name"),
        max_length=longest(Screen, "name"),
        help_text=_("Such as “Door”."),
        widget=name_input(),
    )
    shows = forms.ChoiceField(label=_("Shows"), choices=Shows.choices)
    parts = WholeField(
        label=_("Screens that share the list"),
        help_text=_("With 3, one list is cut into three: A – F, G – L, M – Z."),
        min_value=1,
        max_value=MOST_PARTS,
        initial=1,
    )
    lines = forms.TypedChoiceField(label=_("Letters"), choices=line_choices, coerce=int, initial=0)
    is_light = forms.BooleanField(label=_("Dark letters on a light ground"), required=False)
    language = forms.ChoiceField(
        label=_("Language"), choices=[("", _("language of the event")), *LANGUAGES], required=False
    )
    text = forms.CharField(
        label=_("Text"),
        help_text=_("For a screen that shows a text."),
        max_length=longest(Screen, "text"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    picture = forms.FileField(
        label=_("Picture"), help_text=_("PNG or JPEG, at most 2 MB, such as a sponsor's."), required=False
    )

    def settings(self) -> dict[str, Any]:
        """Return the cleaned values as arguments of the service; without a new picture, the old one stays."""
        upload = self.cleaned_data["picture"]
        return {**self.cleaned_data, "picture": upload.read() if upload else None}


class ScreenSettingsForm(ScreenForm):
    """The settings of a screen that exists."""

    part = WholeField(label=_("Shows part"), min_value=1, max_value=MOST_PARTS)
    field_order = ("name", "shows", "part", "parts")

    def __init__(self, data: Any = None, files: Any = None, *, screen: Screen) -> None:
        settings = {name: getattr(screen, name) for name in self.base_fields if name != "picture"}
        super().__init__(data, files, initial=settings)
        self.fields["parts"].label = _("of so many parts")


class BannerForm(forms.Form):
    """A banner: its text, for how long, and over which screens."""

    text = forms.CharField(
        label=_("Text of the banner"),
        max_length=longest(Banner, "text"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    minutes = WholeField(
        label=format_lazy("{} ({})", _("Minutes"), _("empty: until it is taken down")),
        required=False,
        min_value=1,
        max_value=MOST_MINUTES,
    )
    screen = forms.ModelChoiceField(
        label=_("Over"),
        queryset=Screen.objects.none(),
        required=False,
        empty_label=_("all screens, the event page and the pads"),
    )

    def __init__(self, data: Any = None, *, event: Any) -> None:
        super().__init__(data, auto_id="banner_%s")
        screen = self.fields["screen"]
        assert isinstance(screen, forms.ModelChoiceField)
        screen.queryset = event.screens.defer("picture")


class WifiForm(forms.Form):
    """The Wi-Fi of the hall; an empty name removes it."""

    network = forms.CharField(
        label=_("Name of the Wi-Fi"),
        help_text=_("Leave it empty to remove the Wi-Fi."),
        max_length=longest(Wifi, "name"),
        required=False,
        widget=forms.TextInput(attrs=LOGIN_ATTRS),
    )
    password = forms.CharField(
        label=_("Password"),
        help_text=_("Empty if the network is open."),
        max_length=longest(Wifi, "password"),
        strip=False,
        required=False,
        widget=forms.TextInput(attrs=LOGIN_ATTRS),
    )
    is_hidden = forms.BooleanField(label=_("The network is hidden"), required=False)
    is_on_screens = forms.BooleanField(
        label=_("Show its code on the screens, too"),
        help_text=_("Whoever knows the address of a screen can then read it, outside the hall as well."),
        required=False,
    )

    def __init__(self, data: Any = None, *, wifi: Wifi | None) -> None:
        settings = {"network": wifi.name, **vars(wifi)} if wifi else {}
        super().__init__(data, auto_id="wifi_%s", initial=settings)

    def settings(self) -> dict[str, Any]:
        """Return the cleaned values as arguments of the service."""
        return {"name" if name == "network" else name: value for name, value in self.cleaned_data.items()}
