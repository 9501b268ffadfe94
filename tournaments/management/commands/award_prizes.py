"""Award the prizes of competitions: JSON lines in, JSON lines out (docs/competitions.md)."""

import json
from typing import Any

from scoring.competitions.json_answers import award_prizes
from scoring.competitions.json_readers import BAD_REQUEST
from tournaments.management.json_lines import JsonLinesCommand, digest


class Command(JsonLinesCommand):
    help = "Award the prizes of competitions: read one JSON request per line, write one answer per line."

    @staticmethod
    def answer(request: object) -> dict[str, Any]:
        return award_prizes(request, digest)

    def bad_request(self) -> str:
        return json.dumps({"ok": False, "problems": [{"code": BAD_REQUEST, "field": ""}]})
