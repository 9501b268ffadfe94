"""Log formats that hide tokens and escape control characters, so that requests cannot forge entries."""

import json
import logging
import re
from datetime import UTC, datetime

from tournaments.storage.trouble import REDIS_AWAY, trouble_of

# A link's path stands alone, in quotation marks or after a host; inside a file path, `/t/` is a folder.
# Any string as long as a token is treated as one.
# Tokens belong to tables, helpers, invitations, registrations and new passwords; those of programs below.
ALONE = r"(?<![^\s\"'(=<>\[{:,])"
LINK = re.compile(rf"({ALONE}|\w://[^/\s]+)/(t|h|i|p|r/\d+|accounts/password/reset/key)/[^/\s\"'?<>]+")
TOKEN = re.compile(
    r"(/|%2F)(t|h|i|p|r(?:/|%2F)\d+|accounts/password/reset/key)(/|%2F)[\w-]{20,}", re.IGNORECASE
)
PERSONAL = re.compile(r"sti_[A-Za-z0-9]+")  # a personal token, wherever it stands
MINUTE = 60
REDIS_ERRORS = "redis.exceptions"


def without_tokens(line: str) -> str:
    return PERSONAL.sub("sti_-", TOKEN.sub(r"\1\2\3-", LINK.sub(r"\1/\2/-", line)))


def printable(text: str) -> str:
    """Escape all invisible characters: line breaks, escape sequences, direction marks."""
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in text
    )


class LineFormatter(logging.Formatter):
    """One line per entry; the lines of its traceback are indented, so that none looks like an entry.

    Formats the complete text, so that arguments and tracebacks are covered too.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:
        return printable(super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        entry, *traceback = without_tokens(super().format(record)).split("\n")
        return "\n".join([entry, *(f"    {printable(line)}" for line in traceback)])


class JsonFormatter(logging.Formatter):
    """One JSON object per entry; `reference` is the number shown on the error page."""

    def format(self, record: logging.LogRecord) -> str:
        request = getattr(record, "request", None)
        facts = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "reference": getattr(record, "reference", getattr(request, "reference", None)),
            "trace": self.formatException(record.exc_info) if record.exc_info else None,
        }
        return json.dumps({key: without_tokens(value) for key, value in facts.items() if value})


class NotAgain(logging.Filter):
    """Drops an entry that repeats the one before within a minute, such as every try to connect."""

    last, at = "", 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if message == self.last and record.created - self.at < MINUTE:
            return False
        self.last, self.at = message, record.created
        return True


class PlainTrouble(logging.Filter):
    """Replaces the traceback of a full disk, a damaged file or a missing server by what to do."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and (sentence := remedy(record.exc_info[1])):
            record.msg, record.args = f"{record.getMessage()}: {sentence}", ()
            record.exc_info = record.exc_text = None
        return True


def remedy(error: BaseException | None) -> str:
    """Return the sentence that says what to do; empty for an error of the program."""
    if is_of_redis(error) or (error and is_of_redis(error.__cause__)):
        return REDIS_AWAY
    trouble = trouble_of(error)
    return trouble.text if trouble else ""


def is_of_redis(error: BaseException | None) -> bool:
    """Return whether Redis raised it; the package is loaded only where Redis is used."""
    return any(kind.__module__ == REDIS_ERRORS for kind in type(error).__mro__)
