"""OpenAPI descriptions of the endpoints of games."""

from typing import Any

from tournaments.api.games import shapes
from tournaments.api.http.schema import AWAY
from tournaments.api.http.shapes_refused import Refusal

GAMES: dict[str, Any] = {
    "operation_id": "games",
    "tags": ["games"],
    "responses": {200: shapes.GameList, 503: AWAY},
}
GAME: dict[str, Any] = {
    "operation_id": "game",
    "tags": ["games"],
    "responses": {200: shapes.GameDetail, 404: Refusal, 503: AWAY},
}
