"""Files of paper sheets for tests: two tables of an event, and a whole club event."""

import csv
import io

from openpyxl import Workbook

from tests.processes import ROOT
from tournaments.services.paper import PaperFiles
from tournaments.storage.uploads.spreadsheets import Upload

SHEETS = ROOT / "tests" / "data" / "sheets"
NIGHT = SHEETS / "fipsen-club-night.csv"
NIGHT_SEATING = SHEETS / "fipsen-club-night.seating.csv"
NIGHT_EXPECTED = SHEETS / "fipsen-club-night.expected.csv"
PLAYERS = ("Ada", "Ben", "Cleo", "Dov", "Eda", "Fee", "Gus", "Ian")
COLUMNS = "round,table,deal,declarer_seat,contract,bid,trump,took_skat,tricks"


def a_line(table=1, deal=1, declarer=2, tricks=2, **changes):
    """Return a row of a sheet: seat 2 plays 2 with spades and makes it."""
    cells = {"round": 1, "table": table, "deal": deal, "declarer": declarer, "contract": "tricks", "bid": 2}
    return ",".join(
        str(cell) for cell in ({**cells, "trump": "S", "skat": "yes", "tricks": tricks} | changes).values()
    )


def a_seating(names=PLAYERS, round_number=1):
    """Return the seating of tables of four."""
    rows = [f"{round_number},{index // 4 + 1},{index % 4 + 1},{name}" for index, name in enumerate(names)]
    return "\n".join(["round,table,seat,player", *rows])


def some_files(*rows, seating=None, columns=COLUMNS):
    """Return two uploads; without rows one deal at each of two tables."""
    lines = [columns, *(rows or (a_line(), a_line(table=2)))]
    return PaperFiles(
        Upload("seating.csv", (seating or a_seating()).encode()),
        Upload("sheets.csv", "\n".join(lines).encode()),
    )


def night_files():
    """Return 27 players, 1489 rows."""
    return PaperFiles(
        Upload(NIGHT_SEATING.name, NIGHT_SEATING.read_bytes()), Upload(NIGHT.name, NIGHT.read_bytes())
    )


def as_workbook(upload):
    """Return the same cells as XLSX, numbers as numbers."""
    workbook = Workbook()
    for row in csv.reader(io.StringIO(upload.content.decode())):
        workbook.worksheets[0].append([int(cell) if cell.isdigit() else cell or None for cell in row])
    stream = io.BytesIO()
    workbook.save(stream)
    return Upload(upload.name.replace(".csv", ".xlsx"), stream.getvalue())
