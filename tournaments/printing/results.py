"""Who gets which prize, as a part of the results sheet for the board."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext
from reportlab.lib.units import mm

from tournaments.figures import plain_money
from tournaments.printing.fonts import BOLD
from tournaments.printing.pages import WIDTH, Story, table
from tournaments.printing.words import cell, heading
from tournaments.services.prizes import Win

RANK, NAME = 16 * mm, 70 * mm
WIDTHS = [RANK, NAME, WIDTH - RANK - NAME]
PADDING = 6


def prize_words(win: Win) -> str:
    """An amount, things, or both."""
    money = [plain_money(win.cents)] if win.cents else []
    return ", ".join([*money, *win.things])


def prizes_story(wins: Sequence[tuple[str, Win]]) -> Story:
    """A heading and a line for everybody who wins something, by the name he is shown under."""
    words = ("#", gettext("Player"), gettext("Prize"))
    head = [
        cell(word, width - PADDING, style=BOLD, size=8) for word, width in zip(words, WIDTHS, strict=True)
    ]
    rows = [prize_cells(name, win) for name, win in wins]
    return [heading(gettext("Prizes")), table(head, rows, WIDTHS, ("ALIGN", (1, 0), (2, -1), "LEFT"))]


def prize_cells(name: str, win: Win) -> list[Any]:
    """One line."""
    texts = zip((name, prize_words(win)), WIDTHS[1:], strict=True)
    return [str(win.rank), *(cell(text, width - PADDING) for text, width in texts)]
