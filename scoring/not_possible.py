"""The refusal that every subject raises: a sentence for people, and a code for programs."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.game import Listed


class NotPossible(Exception):
    """An operation that is not possible now; `code` for programs, the message for people, `details` for both.

    Raised with `values`, the message is an English text with their placeholders; `in_language` fills it in.
    """

    def __init__(
        self, code: str, message: str, values: Mapping[str, Any] | None = None, **details: Any
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.values = values
        self.details = details

    def in_language(self, translate: Callable[[str], str]) -> "NotPossible":
        """Return the same refusal with its message in the reader's language."""
        if self.values is None:
            return self
        values = {
            name: value.joined(translate) if isinstance(value, Listed) else value
            for name, value in self.values.items()
        }
        return NotPossible(self.code, translate(self.message) % values, **self.details)
