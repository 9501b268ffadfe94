"""How figures, suits and names of tallies are written on pages: the way a sheet on paper has them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments import figures
from tournaments.selectors.access import has_accounts
from tournaments.selectors.door import absence

register = template.Library()

LETTER_BY_SUIT = {"♣": "C", "♠": "S", "♥": "H", "♦": "D"}
TEXT_STYLE = "\ufe0e"


signed = register.filter(figures.signed)
plain = register.filter(figures.plain)
amount = register.filter(figures.amount)
is_minus = register.filter(figures.is_minus)
register.simple_tag(has_accounts)
register.filter(absence)


@register.filter
def in_groups(digest: str) -> str:
    """The beginning of a fingerprint as people read it out: 1f3a 09bc 77e2."""
    return " ".join(digest[start : start + 4] for start in range(0, 12, 4))


@register.filter
def ranked(row: Mapping[str, Any], ranked_by: Sequence[Mapping[str, Any]]) -> list[tuple[Any, Any]]:
    """What a line of the standings is ranked by: each ranking with its value."""
    return [(ranking, row["values"][ranking["name"]]) for ranking in ranked_by]


@register.filter
def tie_breaks(row: Mapping[str, Any], broken_by: Sequence[Mapping[str, Any]]) -> list[tuple[Any, Any]]:
    """What breaks a line's ties: each tie-break with its value."""
    return [(ranking, row["tie_breaks"].get(ranking["name"])) for ranking in broken_by]


@register.filter
def moved(places: int | None) -> str:
    """Places won or lost since the round before: ▲ 2, ▼ 1, or nothing."""
    if not places:
        return ""
    return f"▲ {places}" if places > 0 else f"▼ {-places}"


@register.filter(needs_autoescape=True)
def suits(line: Any, autoescape: bool = True) -> SafeString:
    """A written line with its suits as shapes: "3 ♠ Hand". The shapes are drawn in `_suits.html`."""
    escaped = conditional_escape(line or "") if autoescape else str(line or "")
    for glyph, letter in LETTER_BY_SUIT.items():
        escaped = escaped.replace(glyph + TEXT_STYLE, glyph).replace(glyph, suit(letter))
    return mark_safe(escaped)


@register.simple_tag
def suit(letter: str) -> SafeString:
    """One suit as a shape that a screen reader names."""
    return format_html(
        '<svg class="suit suit-{0}" role="img" aria-label="{1}"><use href="#suit-{0}"/></svg>',
        letter,
        suit_name(letter),
    )


def suit_name(letter: str) -> str:
    return {"C": _("clubs"), "S": _("spades"), "H": _("hearts"), "D": _("diamonds")}[letter]


@register.filter
def longest_word(name: str) -> int:
    """Letters in the longest word of a name: a narrow column must break a long one."""
    return max((len(word) for word in name.replace("-", " ").split()), default=0)


@register.filter
def cells(row: Any) -> list[dict[str, Any]]:
    """The player columns of one row of a sheet: total, its change, and whether this seat deals."""
    totals, deltas = item(row, "totals") or (), item(row, "deltas") or ()
    dealer = item(row, "dealer")
    return [
        {"total": total, "delta": delta, "is_dealer": seat == dealer}
        for seat, (total, delta) in enumerate(zip(totals, deltas, strict=True))
    ]


def item(row: Any, name: str) -> Any:
    """A value of a mapping or of an object, as templates find it."""
    return row.get(name) if isinstance(row, Mapping) else getattr(row, name, None)
