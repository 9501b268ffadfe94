"""OpenAPI descriptions of a director's endpoints at a table."""

from tournaments.api.http.schema_of_programs import listing, reading, writing
from tournaments.api.tables import shapes
from tournaments.api.tables import shapes_of_directing as directed

TAG = "tables"
WHY = "Sat down at the wrong table"
CHANGE_SEATS = writing(
    "change_seats", TAG, shapes.TableShape, status=201, may_try=True, body=directed.NewSeats,
    example={"seats": [{"number": 1}, {"number": 2}, {"number": 9}], "reason": WHY, "dry_run": True},
)  # fmt: skip
UNDO_SEATS = writing("take_back_seats", TAG, None, status=204, may_try=True)
SWAP_PLAYERS = writing(
    "swap_players", TAG, directed.SwappedPlayers, status=201, may_try=True,
    body=directed.PlayerSwap, example={"one": 3, "two": 7, "reason": WHY},
)  # fmt: skip
EXTEND_TABLE = writing(
    "extend_table", TAG, directed.ExtraMinutes, body=directed.ExtraMinutes, example={"minutes": 5}
)
ROWS = listing("rows", TAG, directed.RowShape)
VERSIONS = reading("versions", TAG, directed.VersionsOfRow)
RETURN_TO_VERSION = writing(
    "return_to_version", TAG, shapes.WrittenDeal, status=201, may_try=True, is_matched=True,
    body=directed.VersionWanted, example={"version": 3, "reason": "The first entry was right"},
)  # fmt: skip
TOTALS = reading("paper_totals", TAG, directed.PaperShape)
COMPARE_TOTALS = writing(
    "compare_totals", TAG, directed.PaperShape, may_be_outdated=True, body=directed.PaperTotals,
    example={"totals": [12, -4, None, 0], "deals": 24},
)  # fmt: skip
UPHOLD_SHEET = writing(
    "uphold_sheet", TAG, directed.PaperShape, may_be_outdated=True,
    body=directed.Upholding, example={"reason": "The paper was added up wrong"},
)  # fmt: skip
