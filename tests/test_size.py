"""The size of the house is counted as a reader pays for it."""

from pathlib import Path

from tests.size import HEAD, table_of

FOLD = """\"\"\"The fold.\"\"\"

from rules import game


def fold(
    rows: list[int],
) -> int:
    \"\"\"Return the sum.\"\"\"
    # in order
    return sum(rows)
"""


def test_a_room_counts_what_does_something_and_the_files_that_it_leads_to():
    sources = {
        Path("rules/game.py"): "SEATS = 4\n",
        Path("rules/skat.py"): "from rules.game import SEATS\n",
        Path("scoring/sheet/fold.py"): FOLD,
    }
    assert table_of(sources) == [
        HEAD,
        ("rules", "0", "2", "1", "2", "1", "0"),
        ("scoring/sheet", "1", "1", "1", "11", "0", "1"),
        ("all", "1", "3", "2", "13", "1", "1"),
    ]
