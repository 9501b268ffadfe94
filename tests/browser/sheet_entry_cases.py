"""Cases of the grid of a paper sheet: a sheet, a list of events, and the expected state or view."""

from typing import Any

WRONG = "Word 1 is not understood."


def a_typed_row(number: int, line: str, **changes: Any) -> dict[str, Any]:
    """Return a row as the server sends it: stored, worth +2 for the seat that dealt."""
    return {
        "number": number,
        "deal": number,
        "line": line,
        "is_stored": True,
        "is_changed": False,
        "counts": True,
        "messages": [],
        "deltas": [2, 0],
        "totals": [2, -1],
        "dealer": 0,
        "words": "",
        "made": True,
        "revision": 1,
        "row": 100 + number,
        **changes,
    }


def a_sheet(*rows: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return a sheet of two seats with these rows."""
    stored = [row for row in rows if row["is_stored"]]
    counted = {"deals_counted": sum(row["counts"] for row in rows), "deals_expected": None}
    whole = {"first": 1, "next_number": len(stored) + 1, "is_complete": False, "totals": [0, 0]}
    return {**whole, **counted, "rows": list(rows), **changes}


def typed(number: int, text: str, key: str = "first") -> dict[str, Any]:
    return {"type": "typed", "number": number, "text": text, "key": key}


def wanted(number: int) -> dict[str, Any]:
    return {"type": "wanted", "number": number}


def refused(number: int, of: str, **more: Any) -> dict[str, Any]:
    return {"type": "refused", "number": number, "of": of, "key": "second", "message": WRONG, **more}


ONE = a_typed_row(1, "3 4 s +")
EFFECT = refused(1, "first", effect="<p>2 \u2192 1</p>")
ONLY_TYPED = a_typed_row(2, "12c", is_stored=False)
WRONG_ROW = a_typed_row(2, "x", is_stored=False, is_changed=True, messages=[WRONG])

CASES: dict[str, tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]] = {
    "an empty sheet has one empty row": (
        a_sheet(),
        [],
        {"view.rows.length": 1, "view.rows.0.text": "", "view.rows.0.head": "1", "view.badge.text": "stored"},
    ),
    "a stored row shows what it was worth, and the next is empty": (
        a_sheet(ONE),
        [],
        {
            "view.rows.length": 2,
            "view.rows.0.text": "3 4 s +",
            "view.rows.0.kind": "",
            "view.rows.0.cells.0": {"text": "+2", "isWritten": True, "isMinus": False, "deals": True},
            "view.rows.0.cells.1": {"text": "\u22121", "isWritten": False, "isMinus": False, "deals": False},
            "view.rows.1.cells.0.text": "",
        },
    ),
    "a total that counts upwards has no plus, one below zero its minus": (
        a_sheet(ONE, game={"points_unit": "count"}),
        [],
        {"view.rows.0.cells.0.text": "2", "view.rows.0.cells.1.text": "\u22121"},
    ),
    "a complete sheet has no row more": (a_sheet(ONE, is_complete=True), [], {"view.rows.length": 1}),
    "a sheet without a row has one to show though it is complete": (
        a_sheet(is_complete=True),
        [],
        {"view.rows.length": 1},
    ),
    "a passed deal has no number": (
        a_sheet(a_typed_row(1, "-", counts=False, deltas=[0, 0])),
        [],
        {"view.rows.0.head": "\u00b7", "view.rows.0.kind": "is-passed", "view.count": "0"},
    ),
    "a letter makes a draft with its key, and a row behind it": (
        a_sheet(ONE),
        [typed(2, "1")],
        {
            "drafts.2": {"text": "1", "key": "first", "wanted": False, "seen": {}},
            "view.rows.length": 3,
            "view.rows.1.kind": "is-draft",
            "view.badge": {"kind": "is-waiting", "text": "1 wait"},
            "next": None,
        },
    ),
    "a line typed as it is stored is no draft": (
        a_sheet(ONE),
        [typed(1, "3"), typed(1, "3 4 s +")],
        {"drafts": {}, "view.badge.text": "stored"},
    ),
    "an emptied new line is no draft": (a_sheet(ONE), [typed(2, "1"), typed(2, " ")], {"drafts": {}}),
    "an emptied stored line is one": (
        a_sheet(ONE),
        [typed(1, "")],
        {"drafts.1.text": "", "drafts.1.seen": {"revision": 1, "row": 101}, "leaves.1": False},
    ),
    "what came after the typing began is not seen": (
        a_sheet(),
        [typed(1, "1"), {"type": "told", "sheet": a_sheet(ONE), "since": 1}, typed(1, "12", "later")],
        {"drafts.1.seen": {}, "drafts.1.key": "later"},
    ),
    "Enter wants the line, with the key it has": (
        a_sheet(),
        [typed(1, "12c+"), wanted(1)],
        {"drafts.1.wanted": True, "drafts.1.key": "first", "next": 1, "leaves.1": True},
    ),
    "Enter on nothing wants nothing and goes on": (
        a_sheet(),
        [wanted(1)],
        {"drafts": {}, "next": None, "leaves.1": True},
    ),
    "the lowest wanted row goes first": (
        a_sheet(),
        [typed(2, "b"), wanted(2), typed(1, "a"), wanted(1)],
        {"next": 1},
    ),
    "no row goes before a new line above that nobody wants yet": (
        a_sheet(),
        [typed(1, "a"), typed(2, "b"), wanted(2)],
        {"next": None},
    ),
    "a correction above that nobody wants yet holds up nothing": (
        a_sheet(ONE),
        [typed(1, "a"), typed(2, "b"), wanted(2)],
        {"next": 2},
    ),
    "the tenth row comes after the ninth": (
        a_sheet(),
        [typed(10, "b"), wanted(10), typed(9, "a"), wanted(9)],
        {"next": 9, "question.query": "line=9:a&line=10:b", "question.since": 9},
    ),
    "a line that is asked about is escaped": (
        a_sheet(),
        [typed(1, "a&b +")],
        {"question.query": "line=1:a%26b%20%2B", "question.since": 1},
    ),
    "what is stored goes, and the rest of the sheet comes": (
        a_sheet(),
        [typed(1, "34s+"), wanted(1), {"type": "stored", "number": 1, "of": "first", "sheet": a_sheet(ONE)}],
        {"drafts": {}, "view.rows.0.text": "3 4 s +", "view.badge.text": "stored", "trouble": None},
    ),
    "what was typed on while it was being stored stays": (
        a_sheet(),
        [
            typed(1, "34s+"),
            wanted(1),
            typed(1, "34s+ h", "second"),
            {"type": "stored", "number": 1, "of": "first", "sheet": a_sheet(ONE)},
        ],
        {"drafts.1.text": "34s+ h", "view.rows.0.text": "34s+ h", "view.rows.0.kind": "is-draft"},
    ),
    "a refused line says why, keeps its words, gets a new key, and names itself": (
        a_sheet(ONE),
        [typed(2, "x"), wanted(2), refused(2, "first")],
        {
            "drafts.2.text": "x",
            "drafts.2.key": "second",
            "next": None,
            "leaves.2": False,
            "view.rows.1.messages": [WRONG],
            "view.rows.1.kind": "is-wrong",
            "view.badge": {"kind": "is-urgent", "text": "2 needs you"},
        },
    ),
    "a refused line with others waiting says how many": (
        a_sheet(ONE),
        [typed(2, "x"), wanted(2), refused(2, "first"), typed(3, "y")],
        {"view.badge.text": "2 needs you; 2 wait"},
    ),
    "a refusal of what was typed over since is not shown": (
        a_sheet(),
        [typed(1, "x"), wanted(1), typed(1, "12c", "newer"), refused(1, "first")],
        {"drafts.1.text": "12c", "drafts.1.key": "newer", "view.rows.0.messages": []},
    ),
    "a correction of a refused line is wanted anew": (
        a_sheet(),
        [typed(1, "x"), wanted(1), refused(1, "first"), typed(1, "12c", "third"), wanted(1)],
        {"next": 1, "view.rows.0.messages": [], "drafts.1.key": "third"},
    ),
    "a correction keeps the cursor until its effect was seen": (
        a_sheet(ONE),
        [typed(1, "12c"), wanted(1)],
        {"leaves.1": False, "next": 1},
    ),
    "the effect of a correction is shown, and it is not sent": (
        a_sheet(ONE),
        [typed(1, "12c"), wanted(1), EFFECT],
        {
            "view.rows.0.effect": "<p>2 \u2192 1</p>",
            "view.rows.0.kind": "is-draft",
            "view.badge.text": "1 needs you",
            "leaves.1": True,
            "next": None,
        },
    ),
    "Enter on an effect that was seen sends the correction": (
        a_sheet(ONE),
        [typed(1, "12c"), wanted(1), EFFECT, wanted(1)],
        {"next": 1, "drafts.1.key": "second", "drafts.1.effect": EFFECT["effect"]},
    ),
    "what is typed on has an effect of its own": (
        a_sheet(ONE),
        [typed(1, "12c"), wanted(1), EFFECT, typed(1, "13c", "third"), wanted(1)],
        {"view.rows.0.effect": "", "leaves.1": False, "drafts.1.effect": None},
    ),
    "two versions are asked about, and Enter does not choose": (
        a_sheet(ONE),
        [typed(1, "12c"), wanted(1), refused(1, "first", conflict=7), wanted(1)],
        {"view.rows.0.isAsking": True, "drafts.1.conflict": 7, "next": None},
    ),
    "what is typed over a conflict is about the version that stands there": (
        a_sheet(ONE),
        [typed(1, "a"), refused(1, "first", conflict=7), typed(1, "ab", "third")],
        {"drafts.1.seen": {"revision": 1, "row": 101}, "view.rows.0.isAsking": False},
    ),
    "without a connection the badge says so, until something is answered": (
        a_sheet(),
        [typed(1, "a"), wanted(1), {"type": "sending"}, {"type": "cut"}],
        {"view.badge": {"kind": "is-urgent", "text": "offline"}, "next": 1},
    ),
    "while it is sent the badge says so": (
        a_sheet(),
        [typed(1, "a"), wanted(1), {"type": "sending"}],
        {"view.badge.text": "saving"},
    ),
    "Escape leaves what is stored": (
        a_sheet(ONE),
        [typed(1, "x"), {"type": "undone", "number": 1}],
        {"drafts": {}, "view.rows.0.text": "3 4 s +"},
    ),
    "what is only typed is not counted": (
        a_sheet(ONE),
        [typed(2, "12c"), {"type": "told", "sheet": a_sheet(ONE, ONLY_TYPED), "since": 2}],
        {"view.count": "one deal", "view.rows.1.cells.0.text": "+2"},
    ),
    "a line that the rules refuse before it is sent keeps the cursor": (
        a_sheet(ONE),
        [typed(2, "x"), {"type": "told", "sheet": a_sheet(ONE, WRONG_ROW), "since": 2}],
        {"view.rows.1.kind": "is-wrong", "leaves.2": False, "view.badge.kind": "is-waiting"},
    ),
    "an emptied line accuses nobody": (
        a_sheet(ONE),
        [
            typed(2, "x"),
            {"type": "told", "sheet": a_sheet(ONE, WRONG_ROW), "since": 2},
            {"type": "undone", "number": 2},
            {"type": "told", "sheet": a_sheet(ONE), "since": 0},
        ],
        {"view.rows.1.messages": [], "view.rows.1.kind": "", "view.rows.length": 2},
    ),
    "rows that are gone from the sheet are forgotten": (
        a_sheet(ONE, a_typed_row(2, "12c")),
        [{"type": "told", "sheet": a_sheet(ONE), "since": 0}],
        {"rows.2": None, "view.rows.length": 2},
    ),
    "rows above those that were asked about stay as they are known": (
        a_sheet(ONE, a_typed_row(2, "12c")),
        [{"type": "told", "sheet": {**a_sheet(ONE, a_typed_row(2, "13c")), "rows": []}, "since": 2}],
        {"rows.1.line": "3 4 s +", "rows.2": None},
    ),
}
