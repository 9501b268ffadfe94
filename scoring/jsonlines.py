"""The commands other programs drive us by: one JSON request in, one JSON answer out (CONTRACT, 1 and 2)."""

from collections.abc import Sequence
from typing import Any

from rules import get_game
from rules.auction import CallRefused, fold_calls
from rules.game import Game, Violation, text
from rules.reading import Refused, is_whole, open_table, read_options
from scoring.sheet import IllegalDeal, Sheet, blank_sheet, fold_sheet, plain, read_deal


def score_sheet(request: object) -> dict[str, Any]:
    """Score one sheet: `{"ok": true, "deals", "totals", "next_dealer", "extra"}` or the first refusal."""
    try:
        game, state = read_table(request, dealer_name="first_dealer")
        deals = read_list(request, "deals")
    except Refused as refused:
        return {"ok": False, "deal": None, "code": refused.code}
    records: list[Any] = []
    unread: list[dict[str, Any]] = []
    for index, raw in enumerate(deals):
        try:
            records.append(read_deal(game, raw))
        except IllegalDeal as illegal:
            unread = [refused_deal(index, illegal.violations)]
            break
    sheet = fold_sheet(game, blank_sheet(state), records, first_number=0)
    broken = [refused_deal(row.number, row.violations) for row in sheet.rows if row.violations]
    return [*broken, *unread][0] if broken or unread else sheet_answer(game, sheet)


def refused_deal(index: int, violations: Sequence[Violation]) -> dict[str, Any]:
    """The answer for a refused record: its place and the first code."""
    return {"ok": False, "deal": index, "code": violations[0].code}


def sheet_answer(game: Game, sheet: Sheet) -> dict[str, Any]:
    """A whole sheet as JSON."""
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
    """Check the calls of an auction: who plays what, or the first refused call."""
    try:
        game = read_game(request)
        if game.auction is None:
            message = text("{game} has no auction.")
            raise Refused([Violation("game_has_no_auction", "game", message, {"game": game.name})])
        _, state = read_table(request, dealer_name="dealer")
        calls = read_list(request, "calls")
    except Refused as refused:
        return {"ok": False, "call": None, "code": refused.code}
    try:
        return {"ok": True, **plain(fold_calls(game.auction, state, calls))}
    except CallRefused as stopped:
        return {"ok": False, "call": stopped.index, "code": stopped.violations[0].code}


def read_game(request: object) -> Game:
    """The game a request names. Raises Refused."""
    if not isinstance(request, dict) or not isinstance(request.get("game"), str):
        raise Refused([Violation("bad_request", "game", text("A request is an object that names its game."))])
    return get_game(request["game"])


def read_table(request: object, *, dealer_name: str) -> tuple[Game, Any]:
    """The game and its opening state. Raises Refused, in the order of the contract."""
    game = read_game(request)
    assert isinstance(request, dict)
    seats, dealer = request.get("seats"), request.get(dealer_name)
    for name, value in (("seats", seats), (dealer_name, dealer)):
        if not is_whole(value):
            message = text("A table has a whole number as “{name}”.")
            raise Refused([Violation("bad_request", name, message, {"name": name})])
    options = read_options(game, {} if request.get("options") is None else request["options"])
    assert isinstance(seats, int) and isinstance(dealer, int)
    return game, open_table(game, options, seats, dealer)


def read_list(request: object, name: str) -> list[Any]:
    """A list of the request. Raises Refused if it is missing or none."""
    value = request.get(name) if isinstance(request, dict) else None
    if not isinstance(value, list):
        message = text("A request has a list of “{name}”.")
        raise Refused([Violation("bad_request", name, message, {"name": name})])
    return value
