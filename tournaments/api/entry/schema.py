"""OpenAPI descriptions of the endpoints of entrants and the check-in."""

from typing import Any

from tournaments.api.entry import shapes, shapes_sent
from tournaments.api.http.schema_of_programs import listing, reading, writing

TAG = "entrants"
ENTRANTS: dict[str, Any] = listing("entrants", TAG, shapes.EntrantShape)
ENTER = writing(
    "enter_players", TAG, shapes.EntrantList, status=201,
    body=shapes_sent.NewEntrants, example={"entrants": [{"name": "Ada Byron"}, {"name": "Ben Jensen"}]},
)  # fmt: skip
ENTRANT = reading("entrant", TAG, shapes.EntrantShape)
CHANGE = writing(
    "change_entrant", TAG, shapes.EntrantShape, is_matched=True,
    body=shapes_sent.EntrantChanges, example={"team": "Holm"},
)  # fmt: skip
WITHDRAW = writing("withdraw_entrant", TAG, None, status=204, is_matched=True)
LEAVE = writing("leave", TAG, shapes.EntrantShape, body=shapes_sent.Leaving, example={"after": 1})
CHECK_IN = writing(
    "check_in", TAG, shapes.Present,
    body=shapes_sent.CheckIn, example={"numbers": [1, 2, 5], "is_present": True},
)  # fmt: skip
ADD_LATE = writing(
    "add_late", TAG, shapes.EntrantShape, status=201,
    body=shapes_sent.LateEntrant, example={"name": "Cleo Mertens"},
)  # fmt: skip
ADMIT = writing("admit", TAG, shapes.EntrantShape)
DROP_NO_SHOWS = writing("drop_no_shows", TAG, shapes.Changed)
EXPECT_AGAIN = writing("take_back_no_shows", TAG, shapes.Changed)
UNTICK = writing("untick_all", TAG, shapes.Changed)
TICK_AGAIN = writing("tick_again", TAG, shapes.Changed)
LISTS = listing("player_lists", TAG, shapes.ImportShape)
IMPORT_LIST = writing(
    "import_players",
    TAG,
    shapes.ListAnswer,
    body={"multipart/form-data": shapes.ListSent},
    example={"file": "players.csv", "columns": '{"Spieler": "name", "Ort": null}', "dry_run": "true"},
)
TAKE_BACK_LIST = writing("take_back_list", TAG, None, status=204)
