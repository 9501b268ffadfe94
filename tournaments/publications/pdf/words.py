"""Text of any language on a page. User input is text here, never markup."""

from unicodedata import east_asian_width
from xml.sax.saxutils import escape

from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from tournaments.publications.pdf.fonts import BOLD, REGULAR, THICKENED, WIDE, faces, pieces

LEFT, CENTER, RIGHT = TA_LEFT, TA_CENTER, TA_RIGHT
LEADING = 1.2  # as of a line of a table
CUT = "…"
STROKE = 0.03  # of the size of a letter: the line around it that makes it bold
FILLED_AND_OUTLINED = 2  # mode of text in a PDF


class Outlined(Paragraph):
    """A paragraph whose letters are filled and outlined, where a font has no bold ones."""

    def draw(self) -> None:
        """Draw it; the width of lines stays as it was."""
        self.canv.saveState()
        mode = self.canv.beginText()
        mode.setTextRenderMode(FILLED_AND_OUTLINED)  # stays with the page until its state is restored
        self.canv.drawText(mode)
        self.canv.setLineWidth(self.style.fontSize * STROKE)
        super().draw()
        self.canv.restoreState()


def paragraph(
    text: str,
    *,
    style: str = REGULAR,
    size: float = 9,
    align: int = LEFT,
    after: float = 0,
    before: float = 0,
) -> Paragraph:
    """Return a paragraph; Japanese breaks between any two letters, a long word where it must."""
    is_japanese = any(east_asian_width(letter) in WIDE for letter in text)
    layout = ParagraphStyle(
        name="text",
        fontName=faces(style)[0].name,
        fontSize=size,
        leading=size * LEADING,
        alignment=align,
        spaceAfter=after,
        spaceBefore=before,
        wordWrap="CJK" if is_japanese else None,
        splitLongWords=1,
    )
    is_thin = any(name in THICKENED for name, _ in pieces(text, style))
    return (Outlined if is_thin else Paragraph)(markup(text, style), layout)


def heading(text: str, *, size: float = 13, before: float = 10, after: float = 4) -> Paragraph:
    """Return a heading that stays with the following content."""
    head = paragraph(text, style=BOLD, size=size, before=before, after=after)
    head.keepWithNext = True
    return head


def markup(text: str, style: str) -> str:
    """Return the text with every run in its font, escaped so that no input can act as a tag."""
    return "".join(f'<font name="{name}">{escape(run)}</font>' for name, run in pieces(text, style))


def cell(
    text: str, width: float, *, style: str = REGULAR, size: float = 9, align: int = LEFT
) -> Paragraph | str:
    """Return a table cell: plain text if one line of one font suffices, which is much faster."""
    runs = pieces(text, style)
    is_plain = len(runs) <= 1 and (not runs or runs[0][0] == faces(style)[0].name)
    if is_plain and text_width(text, style, size) <= width:
        return runs[0][1] if runs else ""
    return paragraph(text, style=style, size=size, align=align)


def text_width(text: str, style: str, size: float) -> float:
    """Return the width of a text in one line."""
    return sum(stringWidth(run, name, size) for name, run in pieces(text, style))


def truncate(text: str, width: float, style: str, size: float) -> str:
    """Return a text, truncated with an ellipsis if it is too wide."""
    if text_width(text, style, size) <= width:
        return text
    while text and text_width(text + CUT, style, size) > width:
        text = text[:-1]
    return text.rstrip() + CUT


def fitting_size(text: str, width: float, style: str, *, size: float, least: float) -> float:
    """Return the font size at which a text fits on a line, at least `least`."""
    wide = text_width(text, style, size)
    return size if wide <= width else max(least, size * width / wide)


def draw_text(canvas: Canvas, x: float, y: float, text: str, style: str, size: float) -> None:
    """Draw a line of text that begins at x."""
    canvas.saveState()
    canvas.setLineWidth(size * STROKE)
    for name, run in pieces(text, style):
        canvas.setFont(name, size)
        canvas.drawString(x, y, run, mode=FILLED_AND_OUTLINED if name in THICKENED else None)
        x += stringWidth(run, name, size)
    canvas.restoreState()


def draw_right(canvas: Canvas, x: float, y: float, text: str, style: str, size: float) -> None:
    """Draw a line of text that ends at x."""
    draw_text(canvas, x - text_width(text, style, size), y, text, style, size)


def draw_centered(canvas: Canvas, x: float, y: float, text: str, style: str, size: float) -> None:
    """Draw a line of text centred at x."""
    draw_text(canvas, x - text_width(text, style, size) / 2, y, text, style, size)
