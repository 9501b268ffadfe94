"""Settling a conflict: the stored version stays, or the one that was sent takes its place."""

from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.models import AuthorKind, Cause, EntryKind, ParkedDeal, Settlement, Table
from tournaments.selectors.sheets import load_tail
from tournaments.services.history import Answer, Request, append_entry, keep_answer
from tournaments.services.rounds import refuse_decided
from tournaments.services.sheets import append_row, insert_row, replace_record
from tournaments.services.writing import on_the_sheet, refuse_late


@on_the_sheet
def settle_conflict(table: Table, *, conflict_id: int, choose: str, request: Request) -> Answer:
    """Keep the stored version or take the one that was sent. Raises as `correct_deal`; `conflict_unknown`;
    nobody but a table as `refuse_decided`."""
    open_ones = table.parked.filter(settlement=Settlement.OPEN)
    if request.by.kind == AuthorKind.LINK:
        open_ones = open_ones.exclude(cause=Cause.LATE)
        refuse_late(table, request)
    else:
        refuse_decided(table.round.event)
    parked = open_ones.select_related("deal").filter(pk=conflict_id).first()
    if parked is None:
        message = gettext("This conflict is settled already, or it belongs to another table.")
        raise NotPossible("conflict_unknown", message)
    answer = (
        take_sent(table, parked, request)
        if choose == Settlement.SENT
        else keep_stored(table, parked, request)
    )
    parked.settlement = choose
    parked.save(update_fields=["settlement"])
    return keep_answer(table, request, Answer(200, answer.body))


def keep_stored(table: Table, parked: ParkedDeal, request: Request) -> Answer:
    """Nothing changes on the sheet; its history says whose word was not taken."""
    record = {"conflict": parked.pk, "number": parked.number, "left": parked.record}
    append_entry(table, EntryKind.SETTLED, by=request.by, deal=parked.deal, record=record)
    return Answer(200, {"number": parked.number, "sheet_revision": table.revision})


def take_sent(table: Table, parked: ParkedDeal, request: Request) -> Answer:
    """The parked version replaces the stored one, or goes where it belongs: between rows or at the end."""
    if parked.deal is not None and parked.deal.number is not None:
        return replace_record(table, parked.deal, parked.record, "", request)
    tail = load_tail(table)
    if parked.number > tail.rows:
        return append_row(table, tail, parked.number, parked.record, request)
    return insert_row(table, parked.number, parked.record, request)
