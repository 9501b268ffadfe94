"""Marked sheets as PDF: boxes to mark, a code in every corner, labels in the reader's language."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

import segno
from django.utils.translation import gettext
from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from marked.arrangement import Arranged
from marked.blocks import Takes
from marked.codes import CORNERS, PageCode, code_text
from marked.labels import explained
from marked.plan import CODE, EDGE, Plan
from tournaments.publications.pdf.fonts import BOLD, REGULAR, faces
from tournaments.publications.pdf.marked_help import draw_help
from tournaments.publications.pdf.marked_rows import HEAD_SIZE, draw_foot, draw_rows, flip
from tournaments.publications.pdf.words import cut, draw_right, draw_text, text_width
from tournaments.wording.sheet_json import translate

GAP = 4.0  # between a code and the words beside it
EMBLEM = (22.0, 13.0)
LEGENDS, LEADING, LEGEND_LINES = (6.0, 5.4, 4.8, 4.0), 2.2, 3


@dataclass(frozen=True, slots=True)
class MarkedPage:
    """One page: its code, its first row, and who sits at the table."""

    code: PageCode
    players: Sequence[str]
    first: int
    pages: int


@dataclass(frozen=True, slots=True)
class Printing:
    """Facts that all pages of an event share."""

    event: str
    facts: str
    language: str
    emblem: bytes = b""  # PNG


def marked_pdf(plans: Sequence[tuple[Plan, Arranged, Sequence[MarkedPage]]], shared: Printing) -> bytes:
    """Return the pages of all tables, then the page about marking."""
    file = BytesIO()
    canvas = Canvas(
        file, invariant=1, lang=shared.language, initialFontName=faces(REGULAR)[0].name, pageCompression=1
    )
    canvas.setTitle(f"{gettext('Marked sheets')} - {shared.event}")
    canvas.setAuthor(shared.event)
    for plan, arranged, pages in plans:
        for page in pages:
            draw_page(canvas, plan, arranged, page, shared)
    draw_help(canvas)
    canvas.save()
    return file.getvalue()


def draw_page(canvas: Canvas, plan: Plan, arranged: Arranged, page: MarkedPage, shared: Printing) -> None:
    """Draw one page."""
    canvas.setPageSize((plan.width * mm, plan.height * mm))
    canvas.setFillColor(black)
    draw_codes(canvas, plan, page.code)
    draw_head(canvas, plan, arranged, page, shared)
    draw_rows(canvas, plan, arranged, page.first)
    draw_foot(canvas, plan, page.players)
    canvas.showPage()


def draw_codes(canvas: Canvas, plan: Plan, code: PageCode) -> None:
    """Draw the four codes, clockwise from the upper left corner."""
    right, low = plan.width - EDGE - CODE, plan.height - EDGE - CODE
    for corner, (x, y) in zip(CORNERS, ((EDGE, EDGE), (right, EDGE), (right, low), (EDGE, low)), strict=True):
        draw_code(canvas, plan, code_text(code, corner), x, y)


def draw_code(canvas: Canvas, plan: Plan, text: str, x: float, y: float) -> None:
    """Draw one code; a run of dark modules is one rectangle."""
    rows = segno.make_qr(text, error="m", version=1, boost_error=False).matrix
    module = CODE / len(rows)
    path = canvas.beginPath()
    for row, modules in enumerate(rows):
        start = None
        for column, dark in enumerate([*modules, 0]):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                top = flip(plan, y + (row + 1) * module)
                path.rect((x + start * module) * mm, top, (column - start) * module * mm, module * mm)
                start = None
    canvas.drawPath(path, stroke=0, fill=1)


# Between the upper codes


def draw_head(canvas: Canvas, plan: Plan, arranged: Arranged, page: MarkedPage, shared: Printing) -> None:
    """Draw event, round, table and players, the club's emblem, and the words of short labels."""
    left, right = EDGE + CODE + GAP, plan.width - EDGE - CODE - GAP
    if shared.emblem:
        right -= draw_emblem(canvas, plan, shared.emblem, right)
    width = right - left
    place = gettext("Round %(round)s · Table %(table)s") % {
        "round": page.code.round,
        "table": page.code.table,
    }
    number = gettext("Page %(page)s of %(pages)s") % {"page": page.code.page, "pages": page.pages}
    base = flip(plan, EDGE + 3.2)
    draw_text(canvas, left * mm, base, cut(place, width * mm * 0.7, BOLD, 11), BOLD, 11)
    draw_right(canvas, right * mm, base, number, REGULAR, HEAD_SIZE)
    lines = [f"{shared.event} · {shared.facts}", players_text(page.players)]
    for line, text in enumerate(lines):
        y = flip(plan, EDGE + 6.6 + line * 3.1)
        draw_text(canvas, left * mm, y, cut(text, width * mm, REGULAR, HEAD_SIZE), REGULAR, HEAD_SIZE)
    draw_legend(canvas, plan, arranged, left, width)


def draw_legend(canvas: Canvas, plan: Plan, arranged: Arranged, left: float, width: float) -> None:
    """Draw the words of short labels in three lines, as large as they fit."""
    tried = [(size, legend_lines(arranged, width * mm, size)) for size in LEGENDS]
    size, lines = next((each for each in tried if len(each[1]) <= LEGEND_LINES), tried[-1])
    for line, text in enumerate(lines[:LEGEND_LINES]):
        draw_text(canvas, left * mm, flip(plan, EDGE + 12.2 + line * LEADING), text, REGULAR, size)


def draw_emblem(canvas: Canvas, plan: Plan, emblem: bytes, right: float) -> float:
    """Draw the club's emblem at the right of the head; return the width that it takes."""
    picture = ImageReader(BytesIO(emblem))
    wide, high = picture.getSize()
    scale = min(EMBLEM[0] / wide, EMBLEM[1] / high)
    wide, high = wide * scale, high * scale
    y = flip(plan, EDGE + high)
    canvas.drawImage(picture, (right - wide) * mm, y, wide * mm, high * mm, mask="auto")
    return wide + GAP


def players_text(players: Sequence[str]) -> str:
    """Return the players by seat."""
    return "   ".join(f"{seat} {name}" for seat, name in enumerate(players, start=1))


def legend_lines(arranged: Arranged, width: float, size: float) -> list[str]:
    """Return the words of all short labels, and of the last two boxes, in as many lines as they need."""
    pairs = [
        pair
        for line in arranged.lines
        for block in line
        for group in block.groups
        if group.takes != Takes.WRITTEN
        for pair in explained(group, translate)
    ]
    known = list(dict.fromkeys(pairs))
    known += [("?", gettext("more to say")), ("X", gettext("does not count"))]
    lines: list[str] = []
    for label, word in known:
        text = f"{label} = {word}"
        longer = f"{lines[-1]} · {text}" if lines else text
        if lines and text_width(longer, REGULAR, size) <= width:
            lines[-1] = longer
        else:
            lines.append(text)
    return lines
