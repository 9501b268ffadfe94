"""Log lines that never show a token: a table's, a helper's, a registration's."""

import logging
import re

LINK = re.compile(r"/(t|h|r/\d+)/[^/\s\"'?<>]+")


def without_tokens(line: str) -> str:
    return LINK.sub(r"/\1/-", line)


class TokenFreeFormatter(logging.Formatter):
    """Works on the finished line, so that arguments and tracebacks are covered too."""

    def format(self, record: logging.LogRecord) -> str:
        return without_tokens(super().format(record))
