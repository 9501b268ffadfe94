"""A scan, which is easy to read, of a marked page and of the first table of a running event."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from io import BytesIO
from random import Random
from typing import Any

from marked.codes import PageCode, event_key
from marked.plan import Plan, Spot
from marked.seen import SeenPage, SeenRow
from tests.marked.people import letters, marks_of
from tests.marked.scenes import Scene
from tests.marked.simulator import drawn_page, mark_page
from tournaments.models import Round
from tournaments.selectors.paper.marked_sheets import marked_tables
from tournaments.services.paper.photos import keep_plans

HAND = Scene()
PLANS: dict[str, Plan] = {}  # by fingerprint
DEAL = {"declarer": 1, "contract": "tricks", "bid": 3, "trump": "S", "took_skat": True, "tricks": 3}


def flat_photo(plan: Plan, code: PageCode, marked: Iterable[Spot]) -> bytes:
    """Return the JPEG of a page with marks in these boxes, as from a scanner; each is drawn once."""
    PLANS[code.plan] = plan
    return scanned(code, tuple(marked))


@cache
def scanned(code: PageCode, marked: tuple[Spot, ...]) -> bytes:
    page, file = drawn_page(PLANS[code.plan], code), BytesIO()
    mark_page(page, marked, HAND, Random(1))
    page.reduce(2).save(file, "JPEG", quality=HAND.quality)
    return file.getvalue()


def seen_page(round: Round, records: Sequence[Mapping[str, Any]], page: int = 1) -> SeenPage:
    """Return a page of the round's only table as a perfect reader sees it: no picture, all letters clear."""
    (sheets,) = marked_tables(round)
    *rows, foot = letters(sheets.plan, marks_of(sheets.plan, records))
    key = event_key(round.event.slug)
    code = PageCode(key, round.number, sheets.table, sheets.part, page, sheets.plan.fingerprint)
    return SeenPage(code, rows=tuple(SeenRow(row) for row in rows), foot=foot, corners=4)


def photo_of(slug: str) -> bytes:
    """Print the sheets of round 1, mark the first and scan it; return the JPEG.

    Of its three lines two ask that somebody looks.
    """
    drawn = Round.objects.get(event__slug=slug, number=1)
    sheets = marked_tables(drawn)[0]
    keep_plans(drawn, [sheets.plan])
    code = PageCode(event_key(slug), 1, sheets.table, sheets.part, 1, sheets.plan.fingerprint)
    records = [DEAL, {**DEAL, "ask": True}, {**DEAL, "tricks": 1, "ask": True}]
    return flat_photo(sheets.plan, code, marks_of(sheets.plan, records))
