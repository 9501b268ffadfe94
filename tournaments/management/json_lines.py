"""The base class of the JSON-lines commands (docs/json-lines.md): one object in, one out, line by line."""

import json
import sys
from hashlib import sha256
from typing import Any, ClassVar

from django.core.management.base import BaseCommand


class JsonLinesCommand(BaseCommand):
    """Answers every line of standard input at once and in order; a refusal is a response like any other."""

    requires_system_checks = []
    place: ClassVar[str]  # the key that locates the error in a refused request

    @staticmethod
    def answer(request: object) -> dict[str, Any]:
        """Return the command's response to one request."""
        raise NotImplementedError

    def handle(self, **options: object) -> None:
        for line in sys.stdin.buffer:
            self.stdout.write(self.answer_line(line))
            self.stdout.flush()

    def answer_line(self, line: bytes) -> str:
        """Return the response to one line; a line that is not JSON in UTF-8 is a bad request too."""
        try:
            request = json.loads(line.decode("utf-8-sig"), parse_constant=refuse_constant)
        except (ValueError, RecursionError):
            return self.bad_request()
        try:
            return json.dumps(self.answer(request))
        except (ValueError, RecursionError):  # more digits or deeper nesting than json can write
            return self.bad_request()

    def bad_request(self) -> str:
        """Return the response to a line that is not a valid request."""
        return json.dumps({"ok": False, self.place: None, "code": "bad_request"})


def digest(text: str) -> str:
    """Return SHA-256 in hexadecimal, which orders lots."""
    return sha256(text.encode()).hexdigest()


def refuse_constant(word: str) -> None:
    """Raise ValueError: NaN and Infinity are not JSON."""
    raise ValueError(word)
