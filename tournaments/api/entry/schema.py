"""OpenAPI descriptions of the endpoints of imported lists."""

from tournaments.api.entry import shapes
from tournaments.api.http.schema_of_programs import listing, writing

TAG = "entrants"
LISTS = listing("player_lists", TAG, shapes.ImportShape)
IMPORT_LIST = writing(
    "import_players",
    TAG,
    shapes.ListAnswer,
    body={"multipart/form-data": shapes.ListSent},
    example={"file": "players.csv", "columns": '{"Spieler": "name", "Ort": null}', "dry_run": "true"},
)
UNDO_LIST = writing("take_back_list", TAG, None, status=204)
