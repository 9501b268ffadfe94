"""A4 pages with a header, a footer that makes a list verifiable, and "1 / 3".

The same document has the same bytes, whenever and wherever it is made with the same fonts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any

from reportlab.lib.colors import Color, black
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    Image,
    LongTable,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Spacer,
    Table,
)

from tournaments.publications.pdf.fonts import BOLD, REGULAR, faces
from tournaments.publications.pdf.words import (
    draw_right,
    draw_text,
    paragraph,
    text_width,
    truncate,
)

SIDE, TOP, BOTTOM = 18 * mm, 20 * mm, 18 * mm
WIDTH = A4[0] - 2 * SIDE
WIDE = A4[1] - 2 * SIDE
FOOT = 10 * mm
EMBLEM = (34 * mm, 20 * mm)
SMALL, LEADING = 8.0, 10.0
TITLES, OF_NOTICE = (18, 12, 9), (28, 16, 11)  # points: what a paper is, its event, date and place
LINE = 1.2  # height of a line of text, for each point of its size
PADDED = 2.2 / 9  # above and below the text of a row, for each point of its size
HAIR, RULE = 0.25, 0.8
LEEWAY, ENDLESS = 2.0, 100_000.0
GREY = Color(0.35, 0.35, 0.35)
Story = list[Flowable]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """The content of every page's edges; `mark` is the published list with its short hash, or the state."""

    title: str
    event: str
    facts: str
    mark: str
    language: str
    is_wide: bool = False
    emblem: bytes = b""  # PNG


Part = tuple[Paper, Story]  # a document, or a part of one: its edges and its content


class NumberedCanvas(Canvas):
    """Numbers the pages at the end, when their total is known."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **{**more, "initialFontName": faces(REGULAR)[0].name})
        self.kept: list[dict[str, Any]] = []

    def showPage(self) -> None:
        """Keep the page until all are complete."""
        self.kept.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        """Write every page with its number."""
        for number, state in enumerate(self.kept, start=1):
            self.__dict__.update(state)
            page = f"{number} / {len(self.kept)}"
            draw_right(self, self._pagesize[0] - SIDE, FOOT, page, REGULAR, SMALL)
            super().showPage()
        super().save()


def make_pdf(paper: Paper, story: Iterable[Flowable]) -> bytes:
    """Return the document as a PDF."""
    return make_joined_pdf([(paper, [*story])])


def make_joined_pdf(parts: Sequence[Part]) -> bytes:
    """Return documents one behind the other in one PDF, each with its own header; pages count through."""
    file, first = BytesIO(), parts[0][0]
    document = BaseDocTemplate(
        file,
        pagesize=size_of(first),
        title=f"{first.title} - {first.event}",
        author=first.event,
        lang=first.language,
        invariant=1,
    )
    document.addPageTemplates([template(f"part {at}", paper) for at, (paper, _) in enumerate(parts)])
    story: Story = [*parts[0][1]]
    for at, (_, more) in enumerate(parts[1:], start=1):
        story += [NextPageTemplate(f"part {at}"), PageBreak(), *more]
    document.build(story, canvasmaker=NumberedCanvas)
    return file.getvalue()


def size_of(paper: Paper) -> tuple[float, float]:
    """Return width and height of its pages."""
    return landscape(A4) if paper.is_wide else A4


def template(name: str, paper: Paper) -> PageTemplate:
    """Return the pages of a document: a frame for its text, and its edges."""
    size = size_of(paper)
    frame = Frame(SIDE, BOTTOM, size[0] - 2 * SIDE, size[1] - TOP - BOTTOM, 0, 0, 0, 0)
    draw = partial(draw_page, paper, size)
    return PageTemplate(id=name, frames=[frame], onPage=draw, pagesize=size)


def draw_page(paper: Paper, size: tuple[float, float], canvas: Canvas, _: BaseDocTemplate) -> None:
    """Draw the edges of one page."""
    draw_edges(canvas, paper, size)


def draw_edges(canvas: Canvas, paper: Paper, size: tuple[float, float]) -> None:
    """Draw header and footer."""
    right, top = size[0] - SIDE, size[1] - 13 * mm
    half = (right - SIDE) / 2 - 4 * mm
    canvas.saveState()
    canvas.setFillColor(black)
    draw_text(canvas, SIDE, top, truncate(paper.event, half, BOLD, SMALL), BOLD, SMALL)
    draw_right(canvas, right, top, truncate(paper.title, half, REGULAR, SMALL), REGULAR, SMALL)
    canvas.setLineWidth(HAIR)
    canvas.line(SIDE, top - 2 * mm, right, top - 2 * mm)
    canvas.line(SIDE, 14 * mm, right, 14 * mm)
    width = right - SIDE - 20 * mm
    for row, text in enumerate(foot_lines(paper, width)):
        draw_text(canvas, SIDE, FOOT - row * LEADING, truncate(text, width, REGULAR, SMALL), REGULAR, SMALL)
    canvas.restoreState()


def foot_lines(paper: Paper, width: float) -> list[str]:
    """Return the footer in one line, or in two: the data that make a list verifiable are never truncated."""
    parts = [text for text in (paper.facts, paper.mark) if text]
    whole = " · ".join(parts)
    return [whole] if text_width(whole, REGULAR, SMALL) <= width else parts


def first_title(paper: Paper, *lines: str, sizes: tuple[float, float, float] = TITLES) -> Story:
    """Return the title of the first page: the document and its event."""
    story: Story = [
        paragraph(paper.title, style=BOLD, size=sizes[0], after=2),
        paragraph(paper.event, size=sizes[1], after=2),
        paragraph(paper.facts, size=sizes[2], after=2),
    ]
    story += [paragraph(line, size=8, after=2) for line in (*lines, paper.mark) if line]
    return [*(beside_emblem(story, paper) if paper.emblem else story), Spacer(0, 6)]


def beside_emblem(story: Story, paper: Paper) -> Story:
    """Return the title with the club's emblem on its right."""
    emblem = Image(BytesIO(paper.emblem), *EMBLEM, kind="proportional", mask="auto", hAlign="RIGHT")
    room = (WIDE if paper.is_wide else WIDTH) - EMBLEM[0] - 4 * mm
    beside = Table([[story, emblem]], colWidths=[room, EMBLEM[0] + 4 * mm])
    beside.setStyle(
        [
            ("FONTNAME", (0, 0), (-1, -1), faces(REGULAR)[0].name),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("ALIGN", (1, 0), (1, 0), "RIGHT"),
            *((f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")),
        ]
    )
    return [beside]


def height_of(story: Sequence[Any], width: float = WIDTH) -> float:
    """Return how high a story is on a page that has no end."""
    return sum(each.wrap(width, ENDLESS)[1] + each.getSpaceBefore() + each.getSpaceAfter() for each in story)


# Tables


class List(LongTable):
    """A table whose last row never stands alone on a page."""

    def split(self, availWidth: float, availHeight: float) -> list[Any]:
        """Return its parts; the row before the last one goes with it."""
        parts = super().split(availWidth, availHeight)
        if len(parts) == 2 and parts[1]._nrows == self.repeatRows + 1 < self._nrows - self.repeatRows:
            less = sum(self._rowHeights[: self._nrows - 2]) + LEEWAY / 2
            return super().split(availWidth, less) or parts
        return parts


def table(
    head: Sequence[Any],
    rows: Sequence[Sequence[Any]],
    widths: Sequence[float],
    *more: tuple[Any, ...],
    size: float = 9,
    head_size: float | None = None,
    padding: float | None = None,
) -> List:
    """Return a table with a repeated header; numbers are right-aligned, `more` has further style commands.

    `size`, `head_size` and the `padding` above and below every text are points.
    """
    head_size = size - 1 if head_size is None else head_size
    padding = size * PADDED if padding is None else padding
    made = List([[*head], *map(list, rows)], colWidths=list(widths), repeatRows=1)
    made.setStyle(
        [
            ("FONT", (0, 0), (-1, -1), faces(REGULAR)[0].name, size, size * LINE),
            ("FONT", (0, 0), (-1, 0), faces(BOLD)[0].name, head_size, head_size * LINE),
            ("LINEBELOW", (0, 0), (-1, 0), RULE, black),
            ("LINEBELOW", (0, 1), (-1, -1), HAIR, GREY),
            ("ALIGN", (0, 0), (-1, -1), "RIGHT"),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ("LEFTPADDING", (0, 0), (-1, -1), 3),
            ("RIGHTPADDING", (0, 0), (-1, -1), 3),
            ("TOPPADDING", (0, 0), (-1, -1), padding),
            ("BOTTOMPADDING", (0, 0), (-1, -1), padding),
            *more,
        ]
    )
    return made
