"""The page that explains how to fill in a marked sheet; it hangs in the hall or is printed on the back."""

from django.utils.translation import gettext
from reportlab.lib.colors import Color, black
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Frame

from tournaments.publications.pdf.fonts import BOLD, REGULAR
from tournaments.publications.pdf.words import draw_text, paragraph

LEFT, WIDTH = 25.0, 160.0
BOX, FRAME, SHADE = 9.0, 0.7, Color(0.45, 0.45, 0.45)
PEN = Color(0.1, 0.15, 0.5)


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
