"""The foot of a paper sheet: totals read from the form, shown beside ours with the likeliest mistakes."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from scoring.foot.footing import Foot
from scoring.foot.paper_totals import Reading
from scoring.foot.slip import Slip
from scoring.not_possible import NotPossible
from scoring.sheet.serialising import translated_value
from tournaments.models import Table
from tournaments.selectors.paper.totals import PaperSheet, paper_sheet
from tournaments.selectors.tables.sheet_entry import TypedSheet, foot_facts
from tournaments.wording.sheet_json import reader_language
from tournaments.wording.whole_numbers import half_number, signed_number

MOST_TOTAL_DIGITS = 7  # of a total
MOST_QUOTED = 20  # letters quoted of a cell that is not a number
MOST_SLIPS = 5


def typed_totals(cells: Mapping[str, str], table: Table) -> Reading:
    """Return the typed totals. Raises NotPossible (`not_whole`) for one that is not a number."""
    seats = paper_sheet(table).players
    foot = read_foot(cells, len(seats))
    if unread := unread_cells(cells, foot):
        message = gettext(
            "“%(found)s” is not a number; nothing was stored. Enter a whole number, such as -12."
        )
        raise NotPossible("not_whole", message % {"found": unread[0]})
    return Reading(tuple(foot.totals), foot.deals)


def unread_cells(cells: Mapping[str, str], foot: Foot) -> list[str]:
    """Return the cells that are not numbers, shortened."""
    read = numbers_by_cell(foot.totals, foot.deals)
    typed = {name: cells.get(name, "").strip() for name in read}
    return [typed[name][:MOST_QUOTED] for name, number in read.items() if typed[name] and number is None]


def shown_foot(sheet: TypedSheet, typed_cells: QueryDict) -> dict[str, Any]:
    """Return the paper's totals as typed, else as stored, and the likeliest errors as sentences.

    Sheet and paper agree as a whole only if every total was compared and every cell could be read.
    """
    stored = paper_sheet(sheet.table)
    cells = typed_of(typed_cells) if has_totals(typed_cells) else stored_cells(stored)
    foot = read_foot(cells, sheet.sheet.state.seats)
    facts = foot_facts(sheet, foot)
    seats = [{**seat, "typed": cells.get(f"total-{at}", "")} for at, seat in enumerate(facts["seats"])]
    unread = unread_cells(cells, foot)
    return {
        **facts,
        "seats": seats,
        "typed_deals": cells.get("deals", ""),
        "unread": unread,
        "is_whole": facts["compared"] == len(seats) and not unread,
        "slips": [slip_facts(slip) for slip in facts["slips"][:MOST_SLIPS]],
        **stored_context(stored, cells),
    }


def stored_context(stored: PaperSheet, cells: Mapping[str, str]) -> dict[str, Any]:
    """Return the stored totals, if there are some, and whether the cells hold the same."""
    is_stored = bool(stored.last) and cells == stored_cells(stored)
    return {"stored": stored if stored.last else None, "is_stored": is_stored}


def has_totals(query: QueryDict) -> bool:
    """Return whether the form has cells of the foot, also empty ones."""
    return any(name == "deals" or name.startswith("total-") for name in query)


def typed_of(query: QueryDict) -> dict[str, str]:
    """Return the cells of the form; of one that was sent twice the last."""
    return {str(name): str(cell) for name, cell in query.items()}


def numbers_by_cell(totals: Sequence[float | None], deals: int | None) -> dict[str, float | None]:
    """Return totals and number of deals by the names of their cells."""
    return {**{f"total-{seat}": total for seat, total in enumerate(totals)}, "deals": deals}


def stored_cells(stored: PaperSheet) -> dict[str, str]:
    """Return the stored totals as cells of the form."""
    numbers = numbers_by_cell(stored.judgement.paper.totals, stored.judgement.paper.deals)
    return {name: "" if number is None else str(number) for name, number in numbers.items()}


def slip_facts(slip: Slip) -> dict[str, Any]:
    """Return a suggestion: its sentence and the rows to check."""
    language = reader_language()
    values = {
        name: language.translate(value) if name == "label" else translated_value(language, value)
        for name, value in slip.values.items()
    }
    return {"message": gettext(slip.message).format(**values), "rows": slip.rows, "kind": slip.kind}


def read_foot(query: Mapping[str, str], seats: int) -> Foot:
    """Return the typed totals of the paper; invalid numbers are left out."""
    totals = [read_number(query.get(f"total-{seat}", "")) for seat in range(seats)]
    return Foot(totals, signed_number(query.get("deals", ""), MOST_TOTAL_DIGITS))


def read_number(typed: str) -> float | None:
    """Parse a number with any minus sign, also a half; None if invalid."""
    return half_number(typed, MOST_TOTAL_DIGITS)
