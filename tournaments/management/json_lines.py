"""What the JSON-lines commands share: one JSON object in, one out, line by line (CONTRACT)."""

import json
import sys
from typing import Any, ClassVar

from django.core.management.base import BaseCommand


class JsonLinesCommand(BaseCommand):
    """Answers every line of standard input, at once and in order; a refusal is an answer like any other."""

    requires_system_checks = []
    place: ClassVar[str]  # the key that says where a refused request broke

    @staticmethod
    def answer(request: object) -> dict[str, Any]:
        """What the command is for."""
        raise NotImplementedError

    def handle(self, **options: object) -> None:
        for line in sys.stdin.buffer:
            self.stdout.write(self.answer_line(line))
            self.stdout.flush()

    def answer_line(self, line: bytes) -> str:
        """The answer to one line; a line that is not JSON in UTF-8 is a bad request too."""
        try:
            request = json.loads(line.decode("utf-8-sig"), parse_constant=refuse_constant)
        except (ValueError, RecursionError):
            return self.bad_request()
        try:
            return json.dumps(self.answer(request))
        except (ValueError, RecursionError):  # more digits or deeper lists than can be written
            return self.bad_request()

    def bad_request(self) -> str:
        """The answer to a line that is no request."""
        return json.dumps({"ok": False, self.place: None, "code": "bad_request"})


def refuse_constant(word: str) -> None:
    """Raises ValueError: NaN and Infinity are not JSON."""
    raise ValueError(word)
