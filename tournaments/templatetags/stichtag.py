"""Filters for figures, suits and tally names, in the notation of a paper sheet."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms, template
from django.conf import settings
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.selectors.clubs.permissions import has_accounts
from tournaments.selectors.entry.check_in import absence
from tournaments.wording import numbers
from tournaments.wording.lists import colon, comma, in_a_list, in_brackets
from tournaments.wording.person_names import called_names, parts_of
from tournaments.wording.prizes import source_text
from tournaments.wording.ranking import as_shown, deciding_by_number

register = template.Library()
IN_HALL = "serve --host 0.0.0.0"

LETTER_BY_SUIT = {"♣": "C", "♠": "S", "♥": "H", "♦": "D"}
TEXT_STYLE = "\ufe0e"
LONG_WORD = 12  # letters: in bold it is broken beside two keys on a phone
NO_BREAK, JOINER, MAY_BREAK = "\u00a0", "\u2060", "\u200b"
OF_ALL_PLAYERS = re.compile(r"\d+(?:–\d+)+")
UNIT = re.compile(r"(\w+ )\d+|第\d+\w")


signed = register.filter(numbers.signed)
plain = register.filter(numbers.plain)
amount = register.filter(numbers.amount)
is_minus = register.filter(numbers.is_minus)
register.simple_tag(has_accounts)
register.simple_tag(lambda: settings.MANAGE, name="manage_command")
register.simple_tag(lambda: f"{settings.MANAGE.removesuffix(' manage')} {IN_HALL}", name="serve_command")
register.filter(absence)
register.filter(in_a_list)
register.filter(in_brackets)
register.simple_tag(comma)
register.simple_tag(colon)
register.filter(source_text)


@register.filter
def in_groups(digest: str) -> str:
    """Return the beginning of a digest in groups for reading aloud: 1f3a 09bc 77e2."""
    return " ".join(digest[start : start + 4] for start in range(0, 12, 4))


@register.filter
def without_placeholders(form: forms.Form) -> forms.Form:
    """Return a form of another package without what repeats its labels inside the fields."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
    return form


@register.filter
def ranked(row: Mapping[str, Any], ranked_by: Sequence[Mapping[str, Any]]) -> list[tuple[Any, Any]]:
    """Return the rankings of a standings row, each with its value."""
    return [(ranking, row["values"][ranking["name"]]) for ranking in ranked_by]


@register.filter
def tie_breaks(row: Mapping[str, Any], broken_by: Sequence[Mapping[str, Any]]) -> list[tuple[Any, Any]]:
    """Return the tie-breaks of a standings row, each with its value."""
    return [(ranking, row["tie_breaks"].get(ranking["name"])) for ranking in broken_by]


@register.filter
def with_deciding(standings: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """Return the rows of standings, each with what put it before or after an equal one: (ranking, value)."""
    deciding = deciding_by_number(standings)
    return [(as_shown(row), deciding.get(row["number"])) for row in standings["rows"]]


@register.filter
def round_cells(values: Sequence[Any], unit: str) -> SafeString:
    """Return the cells of a standings row's rounds; loops of a template take several times as long."""
    cells = ((" minus" if numbers.is_minus(each) else "", numbers.amount(each, unit)) for each in values)
    return mark_safe("".join(f'<td class="round{minus}">{text or "–"}</td>' for minus, text in cells))


@register.filter
def moved(places: int | None) -> str:
    """Return the places won or lost since the previous round: ▲ 2, ▼ 1, or empty."""
    if not places:
        return ""
    return f"▲ {places}" if places > 0 else f"▼ {-places}"


@register.filter(needs_autoescape=True)
def suits(line: Any, autoescape: bool = True) -> SafeString:
    """Return a short line with its suits as symbols: "3 ♠ Hand". `_suits.html` draws the symbols.

    Numbers of all players, 0–1–1–3, stay in one line.
    """
    escaped = conditional_escape(line or "") if autoescape else str(line or "")
    escaped = OF_ALL_PLAYERS.sub(r'<span class="nowrap">\g<0></span>', escaped)
    for glyph, letter in LETTER_BY_SUIT.items():
        escaped = escaped.replace(glyph + TEXT_STYLE, glyph).replace(glyph, suit(letter))
    return mark_safe(escaped)


@register.simple_tag
def suit(letter: str) -> SafeString:
    """Return one suit as a symbol with a name for screen readers."""
    return format_html(
        '<svg class="suit suit-{0}" role="img" aria-label="{1}"><use href="#suit-{0}"/></svg>',
        letter,
        suit_name(letter),
    )


def suit_name(letter: str) -> str:
    return {"C": _("clubs"), "S": _("spades"), "H": _("hearts"), "D": _("diamonds")}[letter]


@register.filter
def together(words: str) -> str:
    """Return words in which no line ends between a noun and its number: "Table 4", 第4卓."""
    return UNIT.sub(
        lambda match: match[0].replace(" ", NO_BREAK) if match[1] else JOINER.join(match[0]), words
    )


@register.filter
def breakable(name: str) -> str:
    """Return a name that breaks before its brackets, where a narrow key must break it."""
    return name.replace("（", f"{MAY_BREAK}（")


@register.filter
def by_surname(name: str) -> SafeString:
    """Return a name, or two with a plus between, with the surname strong, by which its list is sorted."""
    return format_html_join(" + ", '{}<b class="surname{}">{}</b>{}', map(around_surname, name.split(" + ")))


def around_surname(name: str) -> tuple[str, str, str, str]:
    """Return a name as what stands before its surname, whether that is long, it, and what stands behind."""
    parts = parts_of(name)
    before = name.index(parts.surname) if not parts.given else name.rindex(parts.surname)
    size = " is-long" if longest_word(parts.surname) > LONG_WORD else ""
    return name[:before], size, parts.surname, name[before + len(parts.surname) :]


@register.filter
def longest_word(name: str) -> int:
    """Return the number of letters in the longest word of a name: a narrow column must break long words."""
    return max((len(word) for word in name.replace("-", " ").split()), default=0)


@register.filter
def cells(row: Any) -> list[dict[str, Any]]:
    """Return the player columns of one sheet row: total, its change, and whether this seat deals."""
    totals, deltas = item(row, "totals") or (), item(row, "deltas") or ()
    dealer = item(row, "dealer")
    return [
        {"total": total, "delta": delta, "is_dealer": seat == dealer}
        for seat, (total, delta) in enumerate(zip(totals, deltas, strict=True))
    ]


@register.filter
def partners(row: Any, part: Any) -> str:
    """Return who played a row together, by the names on the pad: “Erna + Bernd”."""
    names = called_names([item(seat, "name") for seat in item(part, "seats")])
    return " + ".join(names[seat] for seat in item(row, "partners") or () if seat in range(len(names)))


def item(row: Any, name: str) -> Any:
    """Return a value of a mapping or of an object, as templates look it up."""
    return row.get(name) if isinstance(row, Mapping) else getattr(row, name, None)
