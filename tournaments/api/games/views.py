"""Public endpoints of the games: enough to draw a form for their options and their records."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from rules import all_games
from rules.fields import Switch
from rules.game import Game, Ranking
from rules.reading import record_fields
from tournaments.api.events.views import SAME_FOR_ALL
from tournaments.api.games import shapes
from tournaments.api.http.answering import JsonView
from tournaments.api.http.schema import AWAY
from tournaments.api.http.shapes_refused import Refusal
from tournaments.wording.sheet_json import field_json, translate

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


class Games(JsonView):
    """All games."""

    @extend_schema(**GAMES)
    def get(self, request: Request) -> Response:
        """List the games in the order of their pages."""
        return Response(
            {"results": [game_json(each) for each in all_games()], "next": None}, headers=SAME_FOR_ALL
        )


class OneGame(JsonView):
    """One game."""

    @extend_schema(**GAME)
    def get(self, request: Request, key: str) -> Response:
        """Return its options with their defaults, the fields of a record, and what players are ranked by."""
        game = next((each for each in all_games() if each.key == key), None)
        if game is None:
            raise Http404
        defaults = game.Options()
        facts = {
            **game_json(game),
            "seats": list(game.seats),
            "standard_seats": game.standard_seats,
            "deals_per_round": {str(seats): deals for seats, deals in game.round_length.deals.items()},
            "options": [option_json(each, getattr(defaults, each.name)) for each in game.switches],
            "fields": [field_json(each) for each in record_fields(game)],
            "ranked_by": [ranking_json(each) for each in game.ranks_by],
        }
        return Response(facts, headers=SAME_FOR_ALL)


def game_json(game: Game) -> dict[str, Any]:
    """Return a game's key and names."""
    return {
        "key": game.key,
        "name": translate(game.name),
        "title": translate(game.title),
        "house_scoring": translate(game.house_scoring),
    }


def option_json(switch: Switch, default: Any) -> dict[str, Any]:
    """Return an option, with its default."""
    return {
        "name": switch.name,
        "kind": switch.kind.value,
        "label": translate(switch.label),
        "help": translate(switch.help),
        "choices": [{"value": each.value, "label": translate(each.label)} for each in switch.choices],
        "default": default,
        "may_be_null": switch.may_be_none,
        "may_be_several": switch.may_be_several,
        "least": switch.least,
        "most": switch.most,
    }


def ranking_json(ranking: Ranking) -> dict[str, Any]:
    """Return a value that players are ranked by."""
    return {
        "name": ranking.tally,
        "label": translate(ranking.label),
        "high_is_better": ranking.high_is_better,
        "unit": ranking.unit.value,
    }
