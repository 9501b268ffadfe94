"""Log lines that never show a token: of a table, a helper, a registration, a new password."""

import logging
import re

from tournaments.storage_trouble import trouble_of

# An address stands alone, in quotation marks or behind a host; inside a file's path `/t/` is a folder.
# What is as long as a token is one wherever it stands.
ALONE = r"(?<![^\s\"'(=<>\[{:,])"
LINK = re.compile(rf"({ALONE}|\w://[^/\s]+)/(t|h|p|r/\d+|accounts/password/reset/key)/[^/\s\"'?<>]+")
TOKEN = re.compile(
    r"(/|%2F)(t|h|p|r(?:/|%2F)\d+|accounts/password/reset/key)(/|%2F)[\w-]{20,}", re.IGNORECASE
)


def without_tokens(line: str) -> str:
    return TOKEN.sub(r"\1\2\3-", LINK.sub(r"\1/\2/-", line))


class TokenFreeFormatter(logging.Formatter):
    """Works on the finished line, so that arguments and tracebacks are covered too."""

    def format(self, record: logging.LogRecord) -> str:
        return without_tokens(super().format(record))


class PlainTrouble(logging.Filter):
    """A full disk or a damaged file needs no traceback: what to do stands in the line instead."""

    def filter(self, record: logging.LogRecord) -> bool:
        trouble = trouble_of(record.exc_info[1]) if record.exc_info else None
        if trouble:
            record.msg, record.args = f"{record.getMessage()}: {trouble.value}", ()
            record.exc_info = record.exc_text = None
        return True
