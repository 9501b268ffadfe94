"""The winners at the head of the notice: the first three ranks of final standings, in large letters."""

from collections.abc import Mapping, Sequence
from typing import Any

from reportlab.lib.colors import Color, black
from reportlab.lib.units import mm
from reportlab.platypus import Spacer, Table

from tournaments.publications.pdf.fonts import BOLD
from tournaments.publications.pdf.pages import HAIR, RULE, WIDE, WIDTH, Story
from tournaments.publications.pdf.words import LEFT, RIGHT, paragraph, text_width
from tournaments.selectors.publishing.podium import podium_of
from tournaments.wording.lists import in_a_list
from tournaments.wording.numbers import amount

LARGEST, LARGE = 22, 15  # points of the winner's name, and of the next two
RANK, RESULT = 16 * mm, 40 * mm
MOST_NAMES = 8  # of one rank; the list below has them all
NO_BREAK = "\u00a0"
SIDES = (RIGHT, LEFT, RIGHT)
SHADE = Color(0.92, 0.92, 0.92)


def podium_story(standings: Mapping[str, Any], *, is_wide: bool) -> Story:
    """Return ranks, names and results of the winners; nothing before the standings are final."""
    steps = sorted(podium_of(standings), key=lambda step: step.rank)
    if not steps:
        return []
    unit = standings["ranked_by"][0]["unit"]
    room = (WIDE if is_wide else WIDTH) - RANK - RESULT
    lines = [(f"{step.rank}.", names_words(step.names, room), amount(step.total, unit)) for step in steps]
    rows = [
        [paragraph(text, style=BOLD, size=size, align=side) for text, side in zip(line, SIDES, strict=True)]
        for line, size in zip(lines, (LARGEST, *[LARGE] * len(lines)), strict=False)
    ]
    made = Table(rows, colWidths=[RANK, room, RESULT])
    made.setStyle(
        [
            ("BACKGROUND", (0, 0), (-1, 0), SHADE),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LINEABOVE", (0, 0), (-1, 0), RULE, black),
            ("LINEBELOW", (0, 0), (-1, -1), HAIR, black),
            ("LINEBELOW", (0, -1), (-1, -1), RULE, black),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 5),
        ]
    )
    return [made, Spacer(0, 10)]


def names_words(names: Sequence[str], room: float) -> str:
    """Return the first names with a comma between them; a line ends only inside one that is longer."""
    shown = [
        name.replace(" ", NO_BREAK) if text_width(name, BOLD, LARGEST) <= room else name
        for name in names[:MOST_NAMES]
    ]
    return in_a_list([*shown, "…"] if len(names) > MOST_NAMES else shown)
