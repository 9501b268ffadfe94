"""The prize winners, as a part of the results sheet for the notice board."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext
from reportlab.lib.units import mm

from tournaments.publications.pdf.fonts import BOLD
from tournaments.publications.pdf.pages import WIDTH, Story, table
from tournaments.publications.pdf.words import cell, heading
from tournaments.selectors.cash.prize_plan import Win
from tournaments.wording.numbers import plain_money

RANK, NAME = 16 * mm, 70 * mm
WIDTHS = [RANK, NAME, WIDTH - RANK - NAME]
PADDING = 6


def prize_words(win: Win) -> str:
    """Return an amount, things, or both, in words."""
    money = [plain_money(win.cents)] if win.cents else []
    return ", ".join([*money, *win.things])


def prizes_story(wins: Sequence[tuple[str, Win]]) -> Story:
    """Return a heading and a line per winner, with the publicly shown name."""
    words = ("#", gettext("Player"), gettext("Prize"))
    head = [
        cell(word, width - PADDING, style=BOLD, size=8) for word, width in zip(words, WIDTHS, strict=True)
    ]
    rows = [prize_cells(name, win) for name, win in wins]
    return [heading(gettext("Prizes")), table(head, rows, WIDTHS, ("ALIGN", (1, 0), (2, -1), "LEFT"))]


def prize_cells(name: str, win: Win) -> list[Any]:
    """Return one row."""
    texts = zip((name, prize_words(win)), WIDTHS[1:], strict=True)
    return [str(win.rank), *(cell(text, width - PADDING) for text, width in texts)]
