"""Cases of the pad: a sheet, a list of events, and the expected state and view."""

from typing import Any

from tests.browser.sheets import a_row, an_empty_sheet

FIPSEN, RIFKI = "fipsen-prisdorf", "rifki"
MISSING = {"code": "trump_missing", "field": "trump", "message": "Say the trumps."}
WRONG = {"code": "bid_unknown", "field": "bid", "message": "Bid 2 to 5."}
A_THREE = {"declarer": 1, "contract": "tricks", "bid": 3, "trump": "S", "tricks": 3}


def fipsen(**changes: Any) -> dict[str, Any]:
    return an_empty_sheet(FIPSEN, **changes)


def written(*rows: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return a sheet with these rows."""
    facts = {"next_number": len(rows) + 1, "deals_counted": len(rows), "may_set_first_dealer": False}
    return fipsen(deals=list(rows), **facts, **changes)


def tap(field: str, value: object) -> dict[str, Any]:
    return {"type": "tap", "field": field, "value": value}


def taps(**values: object) -> list[dict[str, Any]]:
    return [tap(field, value) for field, value in values.items()]


def previewed(**told: Any) -> dict[str, Any]:
    return {"type": "previewed", "told": told}


def queued(*states: str, **more: Any) -> dict[str, Any]:
    operations = [
        {"key": f"k{at}", "state": state, "checked": True, "answer": None} for at, state in enumerate(states)
    ]
    return {"type": "queued", "operations": operations, "offer": None, **more}


OPENED = {"type": "opened"}
NEW_HERE = {"type": "opened", "isNew": True}
SAVING = {
    "type": "saving",
    "operation": {"kind": "append", "draft": {"kind": "append", "number": 1, "tapped": {"bid": 3}}},
}
BACK = {"type": "given_back", "operation": SAVING["operation"]}
ONE_ROW = a_row(1, A_THREE, [0, 3, 0, 0])
TAKEN_ROW = a_row(1, {"declarer": 2, "bid": 2}, [0, 0, 2, 0])
A_HINT = {"field": "declarer", "value": 1, "is_open": False, "left": None}
LATE = {"type": "late"}
CLOSED = fipsen(is_open=False)
CONFLICT = {"conflict": 7, "number": 1, "stored": None, "sent": None}
CALL: dict[str, Any] = {"call": "bid", "contract": None, "bid": 2, "announced": []}
ANSWER: dict[str, Any] = {"calls": [], "turn": 1, "legal": [CALL], "result": None}
TOLD: dict[str, Any] = {"type": "auction_told", "answer": ANSWER}

# phrase: (sheet, events, queries on state and view, expected answers)
CASES: dict[str, tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]] = {
    "an empty pad asks for the deal at the end of the sheet": (
        fipsen(),
        [OPENED],
        {"bar.word": "bar_deal_of", "bar.deal": 1, "save.word": "save", "save.isReady": False},
    ),
    "a second tap takes a value back": (
        fipsen(),
        [tap("bid", 3), tap("bid", 3)],
        {"record": {}, "view.isTouched": False},
    ),
    "what follows from a tap is written down without one": (
        fipsen(),
        taps(bid=3),
        {"record.contract": "tricks", "draft.tapped": {"bid": 3}},
    ),
    "a preview counts for the values it was computed from": (
        fipsen(),
        [*taps(bid=3), previewed(violations=[], deltas=[0, 3, 0, 0]), OPENED],
        {"view.deltas": [0, 3, 0, 0]},
    ),
    "a preview of older values shows no points": (
        fipsen(),
        [*taps(bid=3), previewed(violations=[], deltas=[0, 3, 0, 0]), tap("trump", "S")],
        {"view.deltas": None},
    ),
    "a preview of older values accuses nobody": (
        fipsen(),
        [*taps(bid=3), previewed(violations=[WRONG]), tap("bid", 4)],
        {"view.refusals": {}},
    ),
    "a refusal of these very values stands beside its field": (
        fipsen(),
        [*taps(bid=3), previewed(violations=[WRONG])],
        {"view.refusals": {"bid": ["Bid 2 to 5."]}},
    ),
    "a refusal of the whole deal stands in the save key, after those of fields": (
        fipsen(),
        [*taps(bid=3), previewed(violations=[{**WRONG, "field": None, "message": "Won."}, WRONG])],
        {"save.refusal": "Bid 2 to 5.", "view.refusals": {"": ["Won."], "bid": ["Bid 2 to 5."]}},
    ),
    "a refusal of the whole deal alone stands in the save key": (
        fipsen(),
        [*taps(bid=3), previewed(violations=[{**WRONG, "field": None, "message": "Won."}])],
        {"save.refusal": "Won."},
    ),
    "what is still missing is not complained about": (
        fipsen(),
        [*taps(bid=3), previewed(violations=[MISSING])],
        {"view.refusals": {}},
    ),
    "what is missing is said once somebody wants to save": (
        fipsen(),
        [*taps(bid=3), previewed(violations=[MISSING]), {"type": "missing"}],
        {"view.refusals": {"trump": ["Say the trumps."]}},
    ),
    "the save key names what is missing": (
        fipsen(),
        [*taps(bid=3), previewed(violations=[MISSING])],
        {"save.missing": ["Trumps"]},
    ),
    "what was just tapped is missing no more, before the rules have answered": (
        fipsen(),
        [*taps(bid=3), previewed(violations=[MISSING]), tap("trump", "S")],
        {"save.missing": []},
    ),
    "a field that another one leads is missing under that one's name": (
        fipsen(),
        [*taps(declarer=1), previewed(violations=[{**MISSING, "field": "contract"}])],
        {"save.missing": ["Bid"]},
    ),
    "a preview of a sheet that has grown meanwhile is of another sheet": (
        fipsen(),
        [*taps(bid=3), previewed(violations=[WRONG]), {"type": "shown", "sheet": fipsen(revision=1)}],
        {"view.refusals": {}},
    ),
    "an untouched pad follows the end of the sheet": (
        fipsen(),
        [{"type": "shown", "sheet": written(ONE_ROW)}],
        {"draft.number": 2, "notice": None},
    ),
    "a begun deal whose number is taken is kept and asked about": (
        fipsen(),
        [*taps(bid=3), {"type": "shown", "sheet": written(TAKEN_ROW)}],
        {"draft.number": 1, "draft.tapped": {"bid": 3}, "view.taken.line": "3 \u2660", "save.isShown": False},
    ),
    "the question about a taken number outlives the next tap": (
        fipsen(),
        [*taps(bid=3), {"type": "shown", "sheet": written(TAKEN_ROW)}, tap("trump", "S")],
        {"view.taken.number": 1, "draft.tapped": {"bid": 3, "trump": "S"}},
    ),
    "the question goes with the deal that the other phone takes back": (
        fipsen(),
        [*taps(bid=3), *({"type": "shown", "sheet": each} for each in (written(TAKEN_ROW), written()))],
        {"view.taken": None, "save.isShown": True, "draft.number": 1},
    ),
    "a deal whose number is taken is read with the dealer and the number of that row": (
        fipsen(),
        [*taps(bid=3), {"type": "shown", "sheet": written(TAKEN_ROW, dealer=1, hints=[A_HINT])}],
        {"view.dealer": 0, "bar.deal": 1, "view.hints": []},
    ),
    "what an attempt to save asked is not asked of the next deal": (
        fipsen(),
        [
            *taps(bid=3),
            {"type": "missing"},
            tap("bid", 3),
            {"type": "shown", "sheet": written(TAKEN_ROW)},
            tap("bid", 3),
            previewed(violations=[MISSING]),
        ],
        {"draft.number": 2, "view.refusals": {}},
    ),
    "mine is the next deal": (
        fipsen(),
        [*taps(bid=3), {"type": "shown", "sheet": written(TAKEN_ROW)}, {"type": "next_number"}],
        {"draft.number": 2, "notice": None, "draft.tapped": {"bid": 3}, "view.taken": None},
    ),
    "it is the same deal, mine is dropped": (
        fipsen(),
        [*taps(bid=3), {"type": "shown", "sheet": written(TAKEN_ROW)}, {"type": "leave"}],
        {"draft.number": 2, "draft.tapped": {}, "draft.key": "next key", "notice": None},
    ),
    "a row is chosen with its values and its revision": (
        written(ONE_ROW),
        [{"type": "choose", "number": 1}],
        {
            "draft.kind": "correct",
            "draft.revision": 1,
            "draft.row": 1,
            "draft.made": None,
            "draft.key": "next key",
            "view.reading.values.trump": "S",
            "save.word": "save_correction",
        },
    ),
    "a row that only this phone knows is chosen by the key it was made with": (
        written(a_row(1, A_THREE, [0, 3, 0, 0], row=None, key="made with")),
        [{"type": "choose", "number": 1}],
        {"draft.kind": "correct", "draft.row": None, "draft.made": "made with"},
    ),
    "a row whose points nobody knows yet cannot be chosen": (
        written(a_row(1, A_THREE, [0, 3, 0, 0], deltas=None)),
        [{"type": "choose", "number": 1}],
        {"draft.kind": "append"},
    ),
    "nothing is chosen with a link that is over": (
        written(ONE_ROW),
        [{"type": "linked", "link": "over"}, {"type": "choose", "number": 1}],
        {"draft.kind": "append"},
    ),
    "a deal is inserted before a row, and the row is named": (
        written(ONE_ROW),
        [{"type": "insert_before", "number": 1}],
        {"draft.kind": "insert", "bar.deal": 1},
    ),
    "a correction shows what changes, not what the deal is worth": (
        written(ONE_ROW, totals=[0, 3, 0, 0]),
        [
            {"type": "choose", "number": 1},
            tap("bid", 4),
            previewed(violations=[], deltas=[0, 4, 0, 0], totals=[0, 4, 0, 0]),
        ],
        {"view.deltas": [0, 1, 0, 0]},
    ),
    "a correction of a ruled deal changes nothing": (
        written(ONE_ROW, rulings=[{"number": 1, "points": [0, 0, 0, 0], "reason": ""}]),
        [
            {"type": "choose", "number": 1},
            tap("bid", 4),
            previewed(violations=[], deltas=[0, 4, 0, 0], totals=None),
        ],
        {"view.deltas": [0, 0, 0, 0], "view.ruling.number": 1},
    ),
    "while it is saved nothing can be tapped": (
        fipsen(),
        [*taps(bid=3), SAVING, tap("bid", 4)],
        {"mode": "saving", "draft.tapped": {"bid": 3}, "badge.word": "badge_saving"},
    ),
    "a save that gets no answer offers to try again": (
        fipsen(),
        [*taps(bid=3), SAVING, {"type": "stalled"}],
        {"badge.word": "badge_again", "save.word": "save_again"},
    ),
    "saved, the pad is empty again": (
        fipsen(),
        [*taps(bid=3), SAVING, {"type": "saved", "operation": {"kind": "append"}}],
        {"mode": "writing", "draft.tapped": {}, "draft.key": "next key"},
    ),
    "a struck deal can be put back": (
        written(ONE_ROW),
        [{"type": "saved", "operation": {"kind": "strike", "struck": {"number": 1}}}],
        {"view.struck": {"number": 1}},
    ),
    "the offer to put back ends with the next deal": (
        written(ONE_ROW),
        [
            {"type": "saved", "operation": {"kind": "strike", "struck": {"number": 1}}},
            {"type": "saved", "operation": {"kind": "append"}},
        ],
        {"view.struck": None},
    ),
    "refused, it comes back as typed under a new key": (
        fipsen(),
        [*taps(bid=3), SAVING, {**BACK, "violations": [WRONG]}],
        {
            "mode": "writing",
            "draft.tapped": {"bid": 3},
            "draft.key": "next key",
            "view.refusals": {"bid": ["Bid 2 to 5."]},
        },
    ),
    "behind a gap it comes back with the number the sheet goes on with": (
        fipsen(),
        [*taps(bid=3), SAVING, {**BACK, "number": 5, "text": "row 5"}],
        {"draft.number": 5, "notice.text": "row 5"},
    ),
    "a late deal that is refused is still a late one": (
        CLOSED,
        [LATE, *taps(bid=3), SAVING, BACK],
        {"mode": "late", "view.canWrite": True},
    ),
    "a closed round takes nothing by itself": (
        CLOSED,
        [OPENED],
        {"view.canWrite": False, "panel.kind": "closed", "view.bar": None},
    ),
    "a closed round takes a late deal": (CLOSED, [OPENED, LATE], {"view.canWrite": True, "view.panel": None}),
    "a full sheet says so": (
        fipsen(is_complete=True, deals_counted=100),
        [OPENED],
        {"panel.kind": "complete", "bar.word": "bar_done"},
    ),
    "two versions come before everything else": (
        fipsen(conflicts=[CONFLICT]),
        [OPENED, *taps(bid=3)],
        {"panel.kind": "conflict", "badge.word": "badge_needs_you", "view.canWrite": False},
    ),
    "a link that is over leaves what waits, and neither what was sent nor what was refused": (
        fipsen(),
        [
            OPENED,
            queued("waiting", "refused", "sent", "waiting"),
            {"type": "linked", "link": "over"},
        ],
        {"panel.kind": "dead", "panel.count": 2},
    ),
    "a link that is over and nothing waits": (
        fipsen(),
        [OPENED, {"type": "linked", "link": "over"}],
        {"panel.kind": "over", "badge.word": "badge_sent"},
    ),
    "a link that is over while deals wait": (
        fipsen(),
        [OPENED, queued("waiting"), {"type": "linked", "link": "over"}],
        {"panel.kind": "dead", "panel.count": 1, "badge.word": "badge_needs_you"},
    ),
    "a refused operation is shown": (
        fipsen(),
        [OPENED, queued("refused")],
        {"panel.kind": "refused", "badge.kind": "is-urgent"},
    ),
    "deals that the server has lost are offered": (
        fipsen(),
        [OPENED, queued(offer={"rows": [1, 2]})],
        {"panel.kind": "again", "panel.count": 2},
    ),
    "saved here": (
        fipsen(),
        [OPENED, queued("waiting", "sent")],
        {"badge.word": "badge_here", "badge.count": 1},
    ),
    "nobody has checked it yet": (
        fipsen(),
        [OPENED, queued(operations=[{"key": "k", "state": "waiting", "checked": False}])],
        {"badge.word": "badge_checking"},
    ),
    "a new phone asks whether the last deal is written, and the keys stay": (
        written(ONE_ROW),
        [NEW_HERE, *taps(bid=3)],
        {"view.lastDeal.row.number": 1, "view.lastDeal.isMissing": False, "view.canWrite": True},
    ),
    "a phone that was here before asks nothing": (written(ONE_ROW), [OPENED], {"view.lastDeal": None}),
    "on an empty sheet nothing is asked, later neither": (
        fipsen(),
        [NEW_HERE, {"type": "shown", "sheet": written(ONE_ROW)}],
        {"lastDeal": None},
    ),
    "the last deal is written, and nothing more is asked": (
        written(ONE_ROW),
        [NEW_HERE, {"type": "last_deal", "isMissing": False}],
        {"view.lastDeal": None},
    ),
    "deals are missing, and the pad says what to do": (
        written(ONE_ROW),
        [NEW_HERE, {"type": "last_deal", "isMissing": True}],
        {"view.lastDeal.isMissing": True, "lastDeal": "missing"},
    ),
    "the first own deal ends the question": (
        written(ONE_ROW),
        [NEW_HERE, *taps(bid=3), SAVING, {"type": "saved", "operation": {"kind": "append"}}],
        {"lastDeal": None},
    ),
    "a correction is not disturbed by the question": (
        written(ONE_ROW),
        [NEW_HERE, {"type": "choose", "number": 1}],
        {"view.lastDeal": None, "lastDeal": "asked"},
    ),
    "a conflict comes before the question": (
        written(ONE_ROW, conflicts=[CONFLICT]),
        [NEW_HERE],
        {"view.lastDeal": None},
    ),
    "before the store is read nobody says that all is sent": (fipsen(), [], {"badge.word": "badge_opening"}),
    "no contact, nothing waits": (
        fipsen(),
        [OPENED, {"type": "linked", "link": "lost", "heard": 590_000}],
        {"badge.word": "badge_lost", "contact.word": "contact_now"},
    ),
    "no contact for minutes, deals wait": (
        fipsen(),
        [OPENED, queued("waiting"), {"type": "linked", "link": "lost", "heard": 1}],
        {"contact.word": "contact_waiting", "contact.minutes": 9, "contact.count": 1},
    ),
    "the server wants a rest": (
        fipsen(),
        [OPENED, queued("waiting"), {"type": "linked", "obstacle": {"word": "contact_rest"}}],
        {"contact.word": "contact_rest"},
    ),
    "a draft found here waits until the store knows whether it was saved": (
        fipsen(),
        [{"type": "recalled", "draft": {"kind": "append", "tapped": {"bid": 3}}}, tap("bid", 4)],
        {"mode": "opening", "draft.tapped": {"bid": 3}},
    ),
    "then it goes on": (
        fipsen(),
        [{"type": "recalled", "draft": {"kind": "append", "tapped": {"bid": 3}}}, OPENED, tap("bid", 4)],
        {"mode": "writing", "draft.tapped": {"bid": 4}},
    ),
    "rare fields stand behind more": (
        an_empty_sheet("briscola-scarne"),
        [OPENED],
        {"view.shown.claim": False, "view.more": {"fields": ["Claim"], "rest": "", "isOpen": False}},
    ),
    "rare fields come when they are wanted": (
        an_empty_sheet("briscola-scarne"),
        [OPENED, {"type": "more"}],
        {"view.shown.claim": True, "view.more": {"fields": ["Claim"], "rest": "", "isOpen": True}},
    ),
    "more names the fields behind it": (
        an_empty_sheet("fipsen-prisdorf"),
        [OPENED, tap("bid", 3)],
        {"view.more": {"fields": ["Options owed by a hold"], "rest": "", "isOpen": False}},
    ),
    "a lone key needs no more": (
        an_empty_sheet("jass"),
        [OPENED],
        {"view.shown.pushed": True, "view.more": None},
    ),
    "numbers go from place to place": (
        an_empty_sheet(RIFKI),
        [tap("contract", "koz"), {"type": "set_count", "field": "counts", "number": 2}],
        {"draft.tapped.counts": [2, None, None, None], "view.cursors.counts": 1},
    ),
    "a place that was tapped is the next one": (
        an_empty_sheet(RIFKI),
        [tap("contract", "koz"), {"type": "count_up", "field": "counts", "place": 2}],
        {"draft.tapped.counts": [None, None, 1, None], "view.cursors.counts": 2},
    ),
    "counted up and down again is nothing counted": (
        an_empty_sheet(RIFKI),
        [
            tap("contract", "koz"),
            {"type": "count_up", "field": "counts", "place": 2},
            {"type": "count_down", "field": "counts", "place": 2},
        ],
        {"draft.tapped.counts": [None, None, 0, None]},
    ),
    "the calls of an auction lag until somebody says what may follow": (
        fipsen(),
        [{"type": "open_auction"}, {**TOLD, "calls": None}, {"type": "call", "call": CALL}],
        {"mode": "bidding", "auction.calls": []},
    ),
    "calls that the rules refuse are dropped, and those before them stay": (
        fipsen(),
        [
            {"type": "open_auction", "calls": [CALL, {**CALL, "bid": 1}]},
            {**TOLD, "answer": {**TOLD["answer"], "calls": [CALL]}},
        ],
        {"mode": "bidding", "auction.calls": [CALL], "auction.asked": [CALL]},
    ),
    "an auction's result becomes the record": (
        fipsen(),
        [{"type": "open_auction"}, {"type": "close_auction", "result": {"declarer": 2, "bid": 3}}],
        {"mode": "writing", "auction": None, "draft.tapped": {"declarer": 2, "bid": 3}},
    ),
}
