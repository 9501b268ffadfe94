"""Text of any language on a page. What people typed is text here, never markup."""

from unicodedata import east_asian_width
from xml.sax.saxutils import escape

from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from tournaments.printing.fonts import BOLD, REGULAR, WIDE, faces, pieces

LEFT, CENTER, RIGHT = TA_LEFT, TA_CENTER, TA_RIGHT
LEADING = 1.25
CUT = "…"


def paragraph(
    text: str,
    *,
    style: str = REGULAR,
    size: float = 9,
    align: int = LEFT,
    after: float = 0,
    before: float = 0,
) -> Paragraph:
    """Text that breaks into lines; Japanese breaks between any two letters, a long word where it must."""
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
    return Paragraph(markup(text, style), layout)


def heading(text: str, *, size: float = 13, before: float = 10, after: float = 4) -> Paragraph:
    """The head of a part of a paper; it stays with what follows."""
    head = paragraph(text, style=BOLD, size=size, before=before, after=after)
    head.keepWithNext = True
    return head


def markup(text: str, style: str) -> str:
    """The text with every run in its font, and nothing in it that could be read as a tag."""
    return "".join(f'<font name="{name}">{escape(run)}</font>' for name, run in pieces(text, style))


def cell(
    text: str, width: float, *, style: str = REGULAR, size: float = 9, align: int = LEFT
) -> Paragraph | str:
    """A cell of a table: plain where one line of one font is enough, which is much quicker."""
    runs = pieces(text, style)
    is_plain = len(runs) <= 1 and (not runs or runs[0][0] == faces(style)[0].name)
    if is_plain and text_width(text, style, size) <= width:
        return runs[0][1] if runs else ""
    return paragraph(text, style=style, size=size, align=align)


def text_width(text: str, style: str, size: float) -> float:
    """How wide a text is in one line."""
    return sum(stringWidth(run, name, size) for name, run in pieces(text, style))


def cut(text: str, width: float, style: str, size: float) -> str:
    """As much of a text as fits on the line, with dots where something is missing."""
    if text_width(text, style, size) <= width:
        return text
    while text and text_width(text + CUT, style, size) > width:
        text = text[:-1]
    return text.rstrip() + CUT


def fitting(text: str, width: float, style: str, *, size: float, least: float) -> float:
    """The size in which a text fits on a line, no smaller than the least."""
    wide = text_width(text, style, size)
    return size if wide <= width else max(least, size * width / wide)


def draw_text(canvas: Canvas, x: float, y: float, text: str, style: str, size: float) -> None:
    """A line that begins at x."""
    for name, run in pieces(text, style):
        canvas.setFont(name, size)
        canvas.drawString(x, y, run)
        x += stringWidth(run, name, size)


def draw_right(canvas: Canvas, x: float, y: float, text: str, style: str, size: float) -> None:
    """A line that ends at x."""
    draw_text(canvas, x - text_width(text, style, size), y, text, style, size)


def draw_centered(canvas: Canvas, x: float, y: float, text: str, style: str, size: float) -> None:
    """A line with x in its middle."""
    draw_text(canvas, x - text_width(text, style, size) / 2, y, text, style, size)
