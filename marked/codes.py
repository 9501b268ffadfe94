"""The twenty signs of a corner's code: which page this is, of which plan, and which corner.

They fit a QR code of the smallest version. The event is a digest of its address, so that a sheet of another
event, or of another installation, is known as such.
"""

from typing import NamedTuple

from marked.plan import ALPHABET, FINGERPRINT, VERSION, shortened

EVENT = 6
CORNERS = "ABCD"  # upper left, upper right, lower right, lower left
SIZE = 1 + EVENT + 2 + 2 + 1 + 1 + FINGERPRINT + 1
MOST = len(ALPHABET) ** 2 - 1


class PageCode(NamedTuple):
    """The content of the code in a corner; `event` and `plan` are digests."""

    event: str
    round: int
    table: int
    part: int
    page: int
    plan: str


def event_key(slug: str) -> str:
    """Return the digest of an event's address that its sheets carry."""
    return shortened(slug, EVENT)


def code_text(code: PageCode, corner: str) -> str:
    """Return the signs of one corner."""
    numbers = f"{two(code.round)}{two(code.table)}{ALPHABET[code.part]}{ALPHABET[code.page]}"
    return f"{ALPHABET[VERSION]}{code.event}{numbers}{code.plan}{corner}"


def two(number: int) -> str:
    """Return a number up to 1295 as two signs."""
    return ALPHABET[number // len(ALPHABET)] + ALPHABET[number % len(ALPHABET)]


def read_code(text: str) -> tuple[PageCode, str] | None:
    """Return the page and the corner; None for a code that is not on a marked sheet."""
    if len(text) != SIZE or text[-1] not in CORNERS or not set(text) <= set(ALPHABET):
        return None
    if text[0] != ALPHABET[VERSION]:
        return None
    event, rest = text[1 : 1 + EVENT], text[1 + EVENT : -1]
    numbers, plan = rest[:6], rest[6:]
    played, table, part, page = (
        int(each, 36) for each in (numbers[:2], numbers[2:4], numbers[4], numbers[5])
    )
    return PageCode(event, played, table, part, page, plan), text[-1]
