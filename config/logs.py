"""Log lines that never show a table's token."""

import logging
import re

TABLE_LINK = re.compile(r"/t/[^/\s\"'?<>]+")


def without_tokens(line: str) -> str:
    return TABLE_LINK.sub("/t/-", line)


class TokenFreeFormatter(logging.Formatter):
    """Works on the finished line, so that arguments and tracebacks are covered too."""

    def format(self, record: logging.LogRecord) -> str:
        return without_tokens(super().format(record))
