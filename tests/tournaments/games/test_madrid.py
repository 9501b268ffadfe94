"""A real event, 72 players in six rounds: its table points give the published ranks.

OUTSIDE_DATA names the folder of outside data; its files are not copied.
"""

import csv
import json
import os
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

FOLDER = Path(os.environ.get("OUTSIDE_DATA", "")) / "madrid-2017"
POLICY = {"by": "table_points", "table_points": [4, 2, 1, 0], "tie_breaks": ["total"]}

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif("OUTSIDE_DATA" not in os.environ, reason="OUTSIDE_DATA names no folder"),
]


@pytest.fixture
def rows():
    arguments = ["--seating", FOLDER / "seating.csv", "--sheets", FOLDER / "sheets.csv"]
    policy = ["--create", "points", "--policy", json.dumps(POLICY)]
    call_command("import_sheets", "madrid", *map(str, arguments), *policy, stdout=StringIO())
    out = StringIO()
    call_command("standings", "madrid", "--format", "json", stdout=out)
    return json.loads(out.getvalue())["rows"]


def test_the_table_points_of_madrid_give_the_ranks_that_were_expected(rows):
    with (FOLDER / "expected.csv").open(encoding="utf-8", newline="") as file:
        expected = [
            (int(row["rank"]), row["name"], Fraction(row["table_points"]), int(row["total"]))
            for row in csv.DictReader(file)
        ]
    ranking = [(row["rank"], row["name"], Fraction(row["total"]), row["tie_breaks"]["total"]) for row in rows]
    assert len(ranking) == 72
    assert sorted(ranking) == sorted(expected)
