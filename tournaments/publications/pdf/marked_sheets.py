"""Marked sheets as PDF: boxes to mark, a code in every corner, labels in the reader's language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import segno
from django.utils.translation import get_language, gettext
from reportlab.lib.colors import Color, black
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Frame

from marked.arrangement import Arranged
from marked.blocks import Takes
from marked.codes import CORNERS, PageCode, code_text, event_key
from marked.labels import explained
from marked.plan import CODE, EDGE, Plan, page_json
from tournaments.models import Round
from tournaments.publications.pdf.fonts import BOLD, REGULAR, faces
from tournaments.publications.pdf.frames import facts_of
from tournaments.publications.pdf.marked_rows import HEAD_SIZE, draw_foot, draw_rows, flip
from tournaments.publications.pdf.words import (
    draw_right,
    draw_text,
    paragraph,
    text_width,
    truncate,
)
from tournaments.selectors.clubs.members import emblem_picture
from tournaments.selectors.paper.marked_sheets import TableSheets
from tournaments.wording.sheet_json import translate

GAP = 4.0  # between a code and the words beside it
EMBLEM = (22.0, 13.0)
LEGENDS, LEADING, LEGEND_LINES = (6.0, 5.4, 4.8, 4.0), 2.2, 3

LEFT, WIDTH = 25.0, 160.0
BOX, FRAME, SHADE = 9.0, 0.7, Color(0.45, 0.45, 0.45)
PEN = Color(0.1, 0.15, 0.5)


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
    draw_text(canvas, left * mm, base, truncate(place, width * mm * 0.7, BOLD, 11), BOLD, 11)
    draw_right(canvas, right * mm, base, number, REGULAR, HEAD_SIZE)
    lines = [f"{shared.event} · {shared.facts}", players_text(page.players)]
    for line, text in enumerate(lines):
        y = flip(plan, EDGE + 6.6 + line * 3.1)
        draw_text(canvas, left * mm, y, truncate(text, width * mm, REGULAR, HEAD_SIZE), REGULAR, HEAD_SIZE)
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


# The page that explains how to fill in a sheet; it hangs in the hall or is printed on the back


def draw_help(canvas: Canvas) -> None:
    """Draw the page: the marks that are read, and what to do in the special cases."""
    canvas.setPageSize(A4)
    canvas.setFillColor(black)
    draw_text(canvas, LEFT * mm, 262 * mm, gettext("How to mark"), BOLD, 20)
    draw_examples(canvas)
    story = [paragraph(text, size=12, after=7) for text in rules()]
    Frame(LEFT * mm, 20 * mm, WIDTH * mm, 188 * mm, 0, 0, 0, 0).addFromList(story, canvas)
    canvas.showPage()


def rules() -> list[str]:
    """Return what the table and the photographer should know."""
    return [
        gettext("One line is one deal. Mark every box that applies; what has no box goes without saying."),
        gettext(
            "A cross, a tick, a stroke or a filled box: each is read. Pen or pencil, as dark as you can."
        ),
        gettext("A number of several digits needs a mark for its units and for its tens, a nought too."),
        gettext(
            "A wrong mark cannot be undone: mark X at the end of the line and write the deal in the next."
        ),
        gettext(
            "More to say than the line has boxes for? Mark the question mark; the director will ask you."
        ),
        gettext("A deal that is passed out has a line, too."),
        gettext(
            "At the end: mark how many lines of this page are used, and write the totals below the names."
        ),
        gettext(
            "Photograph each page from above, flat on the table, in even light. All four corner codes must be"
            " in the picture, and the page should fill it."
        ),
    ]


def draw_examples(canvas: Canvas) -> None:
    """Draw boxes with good marks, then one with a mark that is too faint and one that was struck out."""
    canvas.saveState()
    for place, draw in enumerate((cross, tick, stroke, fill)):
        draw_box(canvas, LEFT + place * 14.0)
        canvas.setStrokeColor(PEN)
        canvas.setFillColor(PEN)
        canvas.setLineWidth(0.9 * mm)
        draw(canvas, (LEFT + place * 14.0) * mm, 240 * mm)
    canvas.restoreState()
    draw_text(canvas, LEFT * mm, 231 * mm, gettext("All of these are marks."), REGULAR, 12)


def draw_box(canvas: Canvas, x: float) -> None:
    """Draw an empty box."""
    canvas.setStrokeColor(SHADE)
    canvas.setLineWidth(FRAME * mm)
    canvas.rect(x * mm, 240 * mm, BOX * mm, BOX * mm)


def cross(canvas: Canvas, x: float, y: float) -> None:
    """Draw a cross."""
    canvas.line(x + 1.2 * mm, y + 1.4 * mm, x + 7.8 * mm, y + 7.6 * mm)
    canvas.line(x + 1.4 * mm, y + 7.8 * mm, x + 7.6 * mm, y + 1.2 * mm)


def tick(canvas: Canvas, x: float, y: float) -> None:
    """Draw a tick."""
    canvas.line(x + 1.5 * mm, y + 4.5 * mm, x + 3.6 * mm, y + 1.4 * mm)
    canvas.line(x + 3.6 * mm, y + 1.4 * mm, x + 8 * mm, y + 8.4 * mm)


def stroke(canvas: Canvas, x: float, y: float) -> None:
    """Draw a stroke."""
    canvas.line(x + 1.4 * mm, y + 1.2 * mm, x + 7.6 * mm, y + 7.8 * mm)


def fill(canvas: Canvas, x: float, y: float) -> None:
    """Draw a filled box."""
    canvas.rect(x + 1.1 * mm, y + 1.1 * mm, 6.8 * mm, 6.8 * mm, stroke=0, fill=1)


# The sheets of a round as one document, and as the pages that other programs read


def make_marked_pdf(round: Round, sheets: Sequence[TableSheets]) -> bytes:
    """Return the pages of these tables, and how to mark them."""
    event = round.event
    shared = Printing(event.name, facts_of(event), get_language() or "en", emblem_picture(event.club))
    return marked_pdf([(each.plan, each.arranged, pages_of(round, each)) for each in sheets], shared)


def pages_of(round: Round, sheets: TableSheets) -> list[MarkedPage]:
    """Return the pages of one table."""
    key, plan = event_key(round.event.slug), sheets.plan
    return [
        MarkedPage(
            code=PageCode(key, round.number, sheets.table, sheets.part, page, plan.fingerprint),
            players=sheets.players,
            first=(page - 1) * len(plan.rows) + 1,
            pages=sheets.pages,
        )
        for page in range(1, sheets.pages + 1)
    ]


def layout_json(round: Round, sheets: Sequence[TableSheets]) -> dict[str, list[Mapping[str, Any]]]:
    """Return every box of every page, in millimetres."""
    pages = [
        page_json(
            each.plan,
            page=page,
            event=round.event.slug,
            round_number=round.number,
            table=each.table,
            part=each.part,
        )
        for each in sheets
        for page in range(1, each.pages + 1)
    ]
    return {"pages": pages}
