"""Confirmations: an opponent confirms a deal, every seat signs the sheet. The PIN proves who it was.

Only the history is stored: a deal is confirmed while its newest version has a confirmation, a sheet is
signed by those who signed after its last change. A correction therefore clears both.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from scoring.sheet.operations import Result
from tournaments.models import AuthorKind, Deal, Entrant, SheetChangeKind, Table
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.confirmations import may_confirm, signed_by
from tournaments.selectors.sheets.folded_sheets import load_parts, load_sheet
from tournaments.services.history.sheet_chain import Answer, Author, Request, append_entry
from tournaments.services.sheets.pins import PinClient, pin_limits, pin_refusal
from tournaments.services.sheets.sheet_transaction import find_deal, on_the_sheet, refuse_late, remember

NOBODY = PinClient()


def with_pin(use_case: Callable[..., Answer | NotPossible]) -> Callable[..., Answer]:
    """Wrap a use case on the locked sheet. A refusal it returns is raised after the transaction.

    This stores the count of a wrong PIN although nothing else is stored.
    """
    on_locked_sheet = on_the_sheet(use_case)

    @wraps(use_case)
    def run(**arguments: Any) -> Answer:
        answer = on_locked_sheet(**arguments)
        if isinstance(answer, NotPossible):
            raise answer
        return answer

    return run


@with_pin
def confirm_deal(
    table: Table,
    *,
    number: int,
    entrant_number: int,
    pin: str,
    revision: int,
    row: int | None = None,
    request: Request,
    asker: PinClient = NOBODY,
) -> Answer | NotPossible:
    """Confirm deal `number`, as of `revision`, for an opponent of the declarer; `row` is its ID.

    Raises NotPossible: `row_unknown`, `stale`, `not_at_table`, `not_an_opponent`, `pin_wrong`,
    `pin_rests`, `round_closed`.
    """
    refuse_late(table, request)
    deal = find_deal(table, number)
    entrant = entrant_at(table, entrant_number)
    if refusal := wrong_pin(table, entrant, pin, asker):
        return refusal
    if deal.revision != revision or row not in (None, deal.pk):
        message = gettext("Deal %(number)s was changed in the meantime. Check it again, then confirm.")
        raise NotPossible("stale", message % {"number": number}, revision=deal.revision)
    refuse_own(table, deal, entrant)
    loaded = load_sheet(table)
    append_entry(table, SheetChangeKind.CONFIRMED, by=in_person(entrant, request), deal=deal)
    remember(table, loaded)
    body = {"number": number, "confirmed_by": entrant_number, "sheet_revision": table.revision}
    return Answer(Result.DONE, body)


@with_pin
def sign_sheet(
    table: Table, *, entrant_number: int, pin: str, request: Request, asker: PinClient = NOBODY
) -> Answer | NotPossible:
    """Sign the whole sheet in its current state for a seat.

    Raises NotPossible: `not_at_table`, `sheet_empty`, `pin_wrong`, `pin_rests`, `round_closed`.
    """
    refuse_late(table, request)
    entrant = entrant_at(table, entrant_number)
    if refusal := wrong_pin(table, entrant, pin, asker):
        return refusal
    if not table.deals.filter(number__isnull=False).exists():
        raise NotPossible(
            "sheet_empty", gettext("No deals are recorded yet; sign when the deals are entered.")
        )
    loaded = load_sheet(table)
    append_entry(table, SheetChangeKind.SIGNED, by=in_person(entrant, request))
    remember(table, loaded)
    body = {"signed_by": sorted(signed_by(table)), "sheet_revision": table.revision}
    return Answer(Result.DONE, body)


def wrong_pin(table: Table, entrant: Entrant, pin: str, asker: PinClient) -> NotPossible | None:
    """Return the refusal of a wrong PIN, else None.

    A phone that proved it at this table has its own limit.
    """
    proofs = table.entries.filter(author_kind=AuthorKind.ENTRANT, author_id=entrant.pk, device=asker.device)
    is_proven = bool(asker.device) and proofs.exists()
    return pin_refusal(entrant, pin, pin_limits(entrant, asker, is_proven=is_proven))


def in_person(entrant: Entrant, request: Request) -> Author:
    """Return the entrant as author, with the device of the request."""
    return Author(AuthorKind.ENTRANT, entrant.pk, request.by.device, request.by.device_at)


def entrant_at(table: Table, number: int) -> Entrant:
    """Return the entrant with this start number at the table. Raises NotPossible (`not_at_table`)."""
    seated = Entrant.objects.filter(seats__part__table=table, number=number).distinct()
    entrant = seated.select_related("player").first()
    if entrant is None:
        message = gettext("Number %(number)s does not sit at this table.") % {"number": number}
        raise NotPossible("not_at_table", message)
    return entrant


def refuse_own(table: Table, deal: Deal, entrant: Entrant) -> None:
    """Raise NotPossible (`not_an_opponent`) for the declarer and their side."""
    loaded = next(each for each in load_parts(table) if each.part.pk == deal.part_id)
    if not may_confirm(game_of(table.round.event), loaded, deal, entrant):
        message = gettext("%(name)s played this deal; an opponent confirms it.")
        raise NotPossible("not_an_opponent", message % {"name": entrant.player.name})
