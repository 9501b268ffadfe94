"""The marked sheets of a round as one document, and as the pages that other programs read."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import get_language

from marked.codes import PageCode, event_key
from marked.plan import page_json
from tournaments.models import Round
from tournaments.publications.pdf.frames import facts_of
from tournaments.publications.pdf.marked_sheets import MarkedPage, Printing, marked_pdf
from tournaments.selectors.clubs.emblems import emblem_picture
from tournaments.selectors.paper.marked_sheets import TableSheets


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
