"""Certificates for the first places: one page each, a double frame, the name as large as possible."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from django.utils.translation import gettext, pgettext
from reportlab.lib.colors import black
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tournaments.publications.pdf.fonts import REGULAR, SERIF, SERIF_BOLD, faces
from tournaments.publications.pdf.words import draw_centered, fitting_size, text_width

MIDDLE, HEIGHT = A4[0] / 2, A4[1]
ROOM = A4[0] - 64 * mm
SUITS = "♣   ♠   ♥   ♦"
LEAST = 9
SIGN, SIGNATURE = (50 * mm, 28 * mm), 62 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class Honour:
    """The content of one person's certificate; `prize` may be empty."""

    rank: int
    name: str
    result: str
    prize: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """The content that all certificates share; `mark` is "" once results are final, `emblem` a PNG or b""."""

    club: str
    event: str
    game: str
    facts: str
    mark: str
    language: str
    emblem: bytes = b""


def certificates_pdf(honours: Sequence[Honour], occasion: Occasion) -> bytes:
    """Return one page per certificate."""
    file = BytesIO()
    font = faces(SERIF)[0].name
    canvas = Canvas(file, pagesize=A4, invariant=1, lang=occasion.language, initialFontName=font)
    canvas.setTitle(f"{gettext('Certificates')} - {occasion.event}")
    canvas.setAuthor(occasion.club)
    for honour in honours:
        draw_frame(canvas)
        draw_honour(canvas, honour, occasion)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def draw_frame(canvas: Canvas) -> None:
    """Draw two lines around the page, and the four suits at the bottom."""
    canvas.setStrokeColor(black)
    for edge, width in ((14 * mm, 2), (16.5 * mm, 0.5)):
        canvas.setLineWidth(width)
        canvas.rect(edge, edge, A4[0] - 2 * edge, A4[1] - 2 * edge)
    draw_centered(canvas, MIDDLE, 25 * mm, SUITS, REGULAR, 11)


def draw_honour(canvas: Canvas, honour: Honour, occasion: Occasion) -> None:
    """Draw the text, from the emblem down to the lines for the signatures."""
    draw_sign(canvas, occasion.emblem)
    rank = pgettext("certificate", "%(rank)s.") % {"rank": honour.rank}
    draw_fitting(canvas, 234 * mm, occasion.club, SERIF, 17)
    draw_fitting(canvas, 214 * mm, gettext("Certificate"), SERIF_BOLD, 36)
    draw_rule(canvas, 207 * mm, 30 * mm)
    draw_fitting(canvas, 172 * mm, rank, SERIF_BOLD, 108)
    draw_lines(canvas, 137 * mm, honour.name, SERIF_BOLD, 42)
    draw_fitting(canvas, 125 * mm, honour.result, SERIF, 16)
    draw_lines(canvas, 104 * mm, occasion.event, SERIF_BOLD, 21)
    draw_fitting(canvas, 94 * mm, occasion.game, SERIF, 13)
    draw_fitting(canvas, 86 * mm, occasion.facts, SERIF, 13)
    if honour.prize:
        draw_fitting(canvas, 73 * mm, gettext("Prize: %(prize)s") % {"prize": honour.prize}, SERIF_BOLD, 15)
    draw_signatures(canvas)
    draw_fitting(canvas, 19 * mm, occasion.mark, REGULAR, 8)


def draw_sign(canvas: Canvas, emblem: bytes) -> None:
    """Draw the club's emblem at the top, or the four suits."""
    if not emblem:
        draw_centered(canvas, MIDDLE, 258 * mm, SUITS, REGULAR, 24)
        return
    place = (MIDDLE - SIGN[0] / 2, 246 * mm)
    canvas.drawImage(ImageReader(BytesIO(emblem)), *place, *SIGN, mask="auto", preserveAspectRatio=True)


def draw_signatures(canvas: Canvas) -> None:
    """Draw two lines to sign on, side by side."""
    half, apart = SIGNATURE / 2, A4[0] / 4.4
    for x, who in (
        (MIDDLE - apart, gettext("Director of the event")),
        (MIDDLE + apart, gettext("For the club")),
    ):
        canvas.setLineWidth(0.6)
        canvas.line(x - half, 48 * mm, x + half, 48 * mm)
        size = fitting_size(who, SIGNATURE, SERIF, size=10, least=5)
        draw_centered(canvas, x, 42.5 * mm, who, SERIF, size)


def draw_rule(canvas: Canvas, y: float, width: float) -> None:
    """Draw a thin centred line."""
    canvas.setLineWidth(0.6)
    canvas.line(MIDDLE - width / 2, y, MIDDLE + width / 2, y)


def draw_fitting(canvas: Canvas, y: float, text: str, style: str, size: float) -> None:
    """Draw a centred line of text, smaller if it would not fit."""
    draw_centered(canvas, MIDDLE, y, text, style, fitting_size(text, ROOM, style, size=size, least=5))


def draw_lines(canvas: Canvas, y: float, text: str, style: str, size: float) -> None:
    """Draw a centred text, in two lines if one would be too small."""
    lines = [text]
    if fitting_size(text, ROOM, style, size=size, least=LEAST) < size * 0.65:
        lines = in_two(text)
    widest = max(lines, key=lambda line: text_width(line, style, size))
    fitted = fitting_size(widest, ROOM, style, size=size, least=5)
    for place, line in enumerate(reversed(lines)):
        draw_centered(canvas, MIDDLE, y + place * fitted * 1.25, line, style, fitted)


def in_two(text: str) -> list[str]:
    """Split a text at the space nearest its middle, or in the middle itself."""
    spaces = [place for place, letter in enumerate(text) if letter == " "]
    middle = len(text) // 2
    place = min(spaces, key=lambda each: abs(each - middle), default=middle)
    return [text[:place].strip(), text[place:].strip()]
