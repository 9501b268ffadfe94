"""JSON-lines commands for other programs: one request in, one answer out (docs/json-lines.md, 1, 2)."""

from collections.abc import Sequence
from typing import Any

from rules.auction import CALL_FIELDS, CallRefused, fold_calls
from rules.game import Game, Violation, text
from rules.reading import Refused
from rules.requests import read_game, read_list, read_table
from scoring.sheet.sheet import IllegalDeal, Sheet, blank_sheet, fold_sheet, plain, read_deal


def score_sheet(request: object) -> dict[str, Any]:
    """Score one sheet: `{"ok": true, "deals", "totals", "next_dealer", "extra"}` or the first refusal."""
    try:
        game, state = read_table(request, dealer_name="first_dealer")
        deals = read_list(request, "deals")
    except Refused as refused:
        return {"ok": False, "deal": None, "code": refused.code}
    if unknown := unknown_keys(request, "first_dealer", "deals"):
        return {"ok": False, "deal": None, "code": "bad_request", "unknown": unknown}
    records, unread = read_deals(game, deals)
    sheet = fold_sheet(game, blank_sheet(state), records, first_number=0)
    broken = [refused_deal(row.number, row.violations) for row in sheet.rows if row.violations]
    return [*broken, *unread][0] if broken or unread else sheet_answer(game, sheet)


def unknown_keys(request: object, *own: str) -> list[str]:
    """Return the keys of a request that are neither its own nor those of every table."""
    return sorted({*request} - {"game", "seats", "options", *own}) if isinstance(request, dict) else []


def read_deals(game: Game, deals: Sequence[object]) -> tuple[list[Any], list[dict[str, Any]]]:
    """Return the records up to the first that cannot be read, and the answer for that one."""
    records: list[Any] = []
    for index, raw in enumerate(deals):
        try:
            records.append(read_deal(game, raw))
        except IllegalDeal as illegal:
            return records, [refused_deal(index, illegal.violations)]
    return records, []


def refused_deal(index: int, violations: Sequence[Violation]) -> dict[str, Any]:
    """Return the answer for a refused record: its index and the first code."""
    return {"ok": False, "deal": index, "code": violations[0].code}


def sheet_answer(game: Game, sheet: Sheet) -> dict[str, Any]:
    """Return a whole sheet as JSON."""
    rows = [
        {
            "dealer": row.dealer,
            "deltas": list(row.outcome.deltas),
            "counts": row.outcome.counts,
            **plain(row.outcome.facts),
        }
        for row in sheet.rows
    ]
    extra = {"deals_counted": sheet.deals_counted, **plain(game.extra(sheet.state))}
    totals = list(sheet.totals)
    return {"ok": True, "deals": rows, "totals": totals, "next_dealer": sheet.state.dealer, "extra": extra}


def check_auction(request: object) -> dict[str, Any]:
    """Check the calls of an auction: return declarer and contract, or the first refused call."""
    try:
        game = read_game(request)
        if game.auction is None:
            message = text("{game} has no auction.")
            raise Refused([Violation("game_has_no_auction", "game", message, {"game": game.name})])
        _, state = read_table(request, dealer_name="dealer")
        calls = read_list(request, "calls")
    except Refused as refused:
        return {"ok": False, "call": None, "code": refused.code}
    if unknown := unknown_keys(request, "dealer", "calls"):
        return {"ok": False, "call": None, "code": "bad_request", "unknown": unknown}
    for index, call in enumerate(calls):
        if unknown := sorted({*call} - {*CALL_FIELDS}) if isinstance(call, dict) else []:
            return {"ok": False, "call": index, "code": "bad_request", "unknown": unknown}
    try:
        return {"ok": True, **plain(fold_calls(game.auction, state, calls))}
    except CallRefused as stopped:
        return {"ok": False, "call": stopped.index, "code": stopped.violations[0].code}
