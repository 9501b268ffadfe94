"""The form of the papers: which ones, in which order, cut into how many parts, language, copies."""

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.publications.pdf.desk import NUMBER, SURNAME, TABLE
from tournaments.wording.whole_numbers import WholeField

PEOPLE, CLUBS, STANDINGS, RESULTS = "people", "clubs", "standings", "results"
SHEETS, ENVELOPES, RECEIPTS, SUBSTITUTES = "sheets", "envelopes", "receipts", "substitutes"
PAPERS = [
    (PEOPLE, _("List of everybody")),
    (CLUBS, _("List by club")),
    (STANDINGS, _("Standings")),
    (RESULTS, _("Results: standings, prizes, rounds")),
    (SUBSTITUTES, _("Lists of substitutions of the teams")),
    (SHEETS, _("Sheets of the last round")),
    (ENVELOPES, _("Envelopes with prizes")),
    (RECEIPTS, _("Receipts for prizes")),
]
MOST_PARTS, MOST_COPIES = 12, 20


class PapersForm(forms.Form):
    """Papers for one PDF."""

    paper = forms.MultipleChoiceField(
        label=_("Papers"), choices=PAPERS, widget=forms.CheckboxSelectMultiple, initial=[PEOPLE]
    )
    order = forms.ChoiceField(
        label=_("Lists of people are sorted by"),
        choices=[(SURNAME, _("surname")), (NUMBER, _("start number")), (TABLE, _("table"))],
        initial=SURNAME,
        required=False,
    )
    split = WholeField(
        label=_("Cut into lists"),
        help_text=_("With 3, one for each of three doors: A – F, G – L, M – Z."),
        min_value=1,
        max_value=MOST_PARTS,
        initial=1,
        required=False,
    )
    copies = WholeField(
        label=pgettext_lazy("paper", "Copies"), min_value=1, max_value=MOST_COPIES, initial=1, required=False
    )
    lang = forms.ChoiceField(
        label=_("Language"), choices=[("", _("language of the event")), *settings.LANGUAGES], required=False
    )

    def clean_paper(self) -> list[str]:
        """Return the papers in the order of the form, whatever order was sent."""
        sent = self.cleaned_data["paper"]
        return [key for key, _ in PAPERS if key in sent]

    def whole(self, name: str) -> int:
        """Return a number, 1 if the field was left empty."""
        return self.cleaned_data[name] or 1
