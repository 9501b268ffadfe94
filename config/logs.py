"""Log lines that never show a token, and that nobody can end, hide or colour by what they send."""

import json
import logging
import re
from datetime import UTC, datetime

from tournaments.storage_trouble import trouble_of

# An address stands alone, in quotation marks or behind a host; inside a file's path `/t/` is a folder.
# What is as long as a token is one wherever it stands.
# A token is that of a table, a helper, a registration or a new password.
ALONE = r"(?<![^\s\"'(=<>\[{:,])"
LINK = re.compile(rf"({ALONE}|\w://[^/\s]+)/(t|h|p|r/\d+|accounts/password/reset/key)/[^/\s\"'?<>]+")
TOKEN = re.compile(
    r"(/|%2F)(t|h|p|r(?:/|%2F)\d+|accounts/password/reset/key)(/|%2F)[\w-]{20,}", re.IGNORECASE
)


def without_tokens(line: str) -> str:
    return TOKEN.sub(r"\1\2\3-", LINK.sub(r"\1/\2/-", line))


def printable(text: str) -> str:
    """A text with all that is not seen as itself spelled out: ends of lines, escapes, other directions."""
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in text
    )


class LineFormatter(logging.Formatter):
    """One line for an entry; those of its traceback are indented, so that none looks like an entry.

    Works on the finished lines, so that arguments and tracebacks are covered too.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:
        return printable(super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        entry, *traceback = without_tokens(super().format(record)).split("\n")
        return "\n".join([entry, *(f"    {printable(line)}" for line in traceback)])


class JsonFormatter(logging.Formatter):
    """One JSON object for an entry; `reference` is what an error page shows."""

    def format(self, record: logging.LogRecord) -> str:
        request = getattr(record, "request", None)
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "reference": getattr(record, "reference", getattr(request, "reference", None)),
            "trace": self.formatException(record.exc_info) if record.exc_info else None,
        }
        return json.dumps({key: without_tokens(value) for key, value in said.items() if value})


class PlainTrouble(logging.Filter):
    """A full disk or a damaged file needs no traceback: what to do stands in the line instead."""

    def filter(self, record: logging.LogRecord) -> bool:
        trouble = trouble_of(record.exc_info[1]) if record.exc_info else None
        if trouble:
            record.msg, record.args = f"{record.getMessage()}: {trouble.value}", ()
            record.exc_info = record.exc_text = None
        return True
