"""A second pair of eyes: an opponent confirms a deal, every seat signs the sheet. The PIN is the proof.

Nothing is stored beside the history: a deal is confirmed while its newest version has a confirmation, a sheet
is signed by whoever signed after its last change. So a correction clears both by itself.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.utils.translation import gettext

from scoring.operations import Result
from tournaments.errors import NotPossible
from tournaments.models import AuthorKind, Deal, Entrant, EntryKind, Table
from tournaments.selectors.confirmations import may_confirm, signed_by
from tournaments.selectors.sheets import game_of, load_parts, load_sheet
from tournaments.services.history import Answer, Author, Request, append_entry
from tournaments.services.pins import Asker, pin_limits, pin_refusal
from tournaments.services.writing import find_deal, on_the_sheet, refuse_late, remember

NOBODY = Asker()


def with_pin(use_case: Callable[..., Answer | NotPossible]) -> Callable[..., Answer]:
    """Run a use case on the locked sheet. The refusal it returns is raised after its transaction: a wrong PIN
    counts although nothing else is stored."""
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
    asker: Asker = NOBODY,
) -> Answer | NotPossible:
    """An opponent of the declarer says that deal `number`, as of `revision`, is right; `row` is its id.

    Raises NotPossible: `row_unknown`, `stale`, `not_at_table`, `not_an_opponent`, `pin_wrong`, `pin_rests`,
    `round_closed`.
    """
    refuse_late(table, request)
    deal = find_deal(table, number)
    entrant = entrant_at(table, entrant_number)
    if refusal := wrong_pin(table, entrant, pin, asker):
        return refusal
    if deal.revision != revision or row not in (None, deal.pk):
        message = gettext("Deal %(number)s was changed in the meantime. Look at it again, then confirm.")
        raise NotPossible("stale", message % {"number": number}, revision=deal.revision)
    refuse_own(table, deal, entrant)
    loaded = load_sheet(table)
    append_entry(table, EntryKind.CONFIRMED, by=in_person(entrant, request), deal=deal)
    remember(table, loaded)
    body = {"number": number, "confirmed_by": entrant_number, "sheet_revision": table.revision}
    return Answer(Result.DONE, body)


@with_pin
def sign_sheet(
    table: Table, *, entrant_number: int, pin: str, request: Request, asker: Asker = NOBODY
) -> Answer | NotPossible:
    """A seat says that the whole sheet, as it stands, is right.

    Raises NotPossible: `not_at_table`, `sheet_empty`, `pin_wrong`, `pin_rests`, `round_closed`.
    """
    refuse_late(table, request)
    entrant = entrant_at(table, entrant_number)
    if refusal := wrong_pin(table, entrant, pin, asker):
        return refusal
    if not table.deals.filter(number__isnull=False).exists():
        raise NotPossible("sheet_empty", gettext("Nothing is written yet; sign when the deals are in."))
    loaded = load_sheet(table)
    append_entry(table, EntryKind.SIGNED, by=in_person(entrant, request))
    remember(table, loaded)
    body = {"signed_by": sorted(signed_by(table)), "sheet_revision": table.revision}
    return Answer(Result.DONE, body)


def wrong_pin(table: Table, entrant: Entrant, pin: str, asker: Asker) -> NotPossible | None:
    """Why the PIN does not prove anything, if so; a phone that proved it at this table is told apart."""
    proofs = table.entries.filter(author_kind=AuthorKind.ENTRANT, author_id=entrant.pk, device=asker.device)
    is_proven = bool(asker.device) and proofs.exists()
    return pin_refusal(entrant, pin, pin_limits(entrant, asker, is_proven=is_proven))


def in_person(entrant: Entrant, request: Request) -> Author:
    """The entrant himself, on whichever phone."""
    return Author(AuthorKind.ENTRANT, entrant.pk, request.by.device, request.by.device_at)


def entrant_at(table: Table, number: int) -> Entrant:
    """Who has this start number and sits at the table. Raises NotPossible (`not_at_table`)."""
    seated = Entrant.objects.filter(seats__part__table=table, number=number).distinct()
    entrant = seated.select_related("player").first()
    if entrant is None:
        message = gettext("Number %(number)s does not sit at this table.") % {"number": number}
        raise NotPossible("not_at_table", message)
    return entrant


def refuse_own(table: Table, deal: Deal, entrant: Entrant) -> None:
    """Raises NotPossible (`not_an_opponent`) for the declarer and his side."""
    loaded = next(each for each in load_parts(table) if each.part.pk == deal.part_id)
    if not may_confirm(game_of(table.round.event), loaded, deal, entrant):
        message = gettext("%(name)s played this deal; an opponent confirms it.")
        raise NotPossible("not_an_opponent", message % {"name": entrant.player.name})
