"""The value that orders rows equal in the first one, as it stands beside their names on a phone."""

from typing import Any

from tournaments.wording.ranking import deciding_by_number

TOTAL, WON, LOST, LOT = ({"name": name, "label": name} for name in ("total", "won", "lost", "lot"))


def row(number: int, rank: int | None, total: int, won: int, lost: int, lot: str = "") -> dict[str, Any]:
    values = {"total": total, "won": won, "lost": lost}
    return {"number": number, "rank": rank, "total": total, "values": values, "tie_breaks": {"lot": lot}}


def deciding(*rows: dict[str, Any]) -> dict[int, tuple[str, Any]]:
    numbers = deciding_by_number({"ranked_by": [TOTAL, WON, LOST], "ties_broken_by": [LOT], "rows": rows})
    return {number: (ranking["name"], value) for number, (ranking, value) in numbers.items()}


def test_the_first_value_that_differs_between_equal_rows_decides():
    assert deciding(row(4, 1, 50, 3, 1), row(7, 2, 50, 3, 2)) == {4: ("lost", 1), 7: ("lost", 2)}
    assert deciding(row(4, 1, 50, 3, 1, "a"), row(7, 2, 50, 3, 1, "b")) == {4: ("lot", "a"), 7: ("lot", "b")}


def test_rows_of_different_totals_and_players_who_share_a_rank_need_no_other_value():
    assert deciding(row(4, 1, 51, 3, 1), row(7, 2, 50, 4, 1)) == {}
    assert deciding(row(4, 1, 50, 3, 1), row(7, 1, 50, 3, 1)) == {}


def test_a_row_without_a_rank_is_not_compared():
    assert deciding(row(4, 1, 0, 1, 1), row(7, None, 0, 0, 0)) == {}


def test_a_row_between_two_equal_ones_says_what_put_it_behind_the_first():
    rows = row(4, 1, 50, 9, 0), row(7, 2, 50, 3, 1), row(9, 3, 50, 3, 2)
    assert deciding(*rows) == {4: ("won", 9), 7: ("won", 3), 9: ("lost", 2)}
