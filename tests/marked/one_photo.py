"""A photograph of the first table of a running event: three lines, two of which ask that somebody looks."""

from random import Random

from marked.codes import PageCode, event_key
from tests.marked.people import marks_of
from tests.marked.simulator import Scene, photographed
from tournaments.models import Round
from tournaments.selectors.paper.marked_sheets import marked_tables
from tournaments.services.paper.marked_plans import keep_plans

SCENE = Scene(("black",), ("cross",), 2, 0, 0.2, 0.1, False, 0.4, 2, 85, 2400)
DEAL = {"declarer": 1, "contract": "tricks", "bid": 3, "trump": "S", "took_skat": True, "tricks": 3}


def photo_of(slug: str) -> bytes:
    """Print the sheets of round 1, mark the first and photograph it; return the JPEG."""
    drawn = Round.objects.get(event__slug=slug, number=1)
    sheets = marked_tables(drawn)[0]
    keep_plans(drawn, [sheets.plan])
    code = PageCode(event_key(slug), 1, sheets.table, sheets.part, 1, sheets.plan.fingerprint)
    records = [DEAL, {**DEAL, "ask": True}, {**DEAL, "tricks": 1, "ask": True}]
    return photographed(sheets.plan, code, marks_of(sheets.plan, records), SCENE, Random(1))
