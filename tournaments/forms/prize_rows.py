"""The prize key as rows of places and a prize, and ready-made keys for a number of players.

Rows are another way to type the lines that `services/cash/prize_keys.py` reads; nothing else reads rows.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext

from scoring.competitions.awards import WHOLE, Prize
from scoring.competitions.prizes import PrizeKey
from tournaments.wording.prizes import TABLE, key_text

BLANK_ROWS, LEAST_ROWS, MOST_ROWS = 2, 4, 60
PAYS_ONE_OF = 3  # of the players, in the ready-made key that pays a third
MOST_PLACES_PAID = 44  # places; with more, the last one would get less than a thousandth of the pot


class PrizeRow(NamedTuple):
    """One row as it is typed: the places, such as `2-4, 8`, and the prize of each of them."""

    places: str
    prize: str


class ReadyKey(NamedTuple):
    """A ready-made key: its name in the form, its label, and its rows."""

    name: str
    label: str
    rows: Sequence[PrizeRow]


def rows_of(typed: str) -> list[PrizeRow]:
    """Return the lines of a key as rows, with blank ones behind them."""
    parts = (line.replace("：", ":").partition(":") for line in typed.splitlines() if line.strip())
    return with_blank([PrizeRow(places.strip(), prize.strip()) for places, _, prize in parts])


def with_blank(rows: Sequence[PrizeRow]) -> list[PrizeRow]:
    """Return the rows with at least two blank ones behind them."""
    blank = max(BLANK_ROWS, LEAST_ROWS - len(rows))
    return [*rows, *[PrizeRow("", "")] * blank]


def lines_of(posted: QueryDict) -> str:
    """Return submitted rows as the lines of a key; rows of which both parts are blank are left out."""
    pairs = zip(posted.getlist("places")[:MOST_ROWS], posted.getlist("prize")[:MOST_ROWS], strict=False)
    return "\n".join(
        f"{places.strip()}: {prize.strip()}" for places, prize in pairs if (places + prize).strip()
    )


def ready_keys(players: int) -> Iterator[ReadyKey]:
    """Yield the ready-made keys; the shares of each add up to the whole pot."""
    yield ready("three", gettext("50, 30 and 20 %"), [500, 300, 200])
    paid = max(1, min(players // PAYS_ONE_OF, MOST_PLACES_PAID))
    yield ready("third", gettext("Every third player"), falling_shares(paid))
    yield ReadyKey("things", gettext("Things only"), [PrizeRow(str(place), "") for place in (1, 2, 3)])
    yield ReadyKey("table", gettext("Prize table"), [PrizeRow(gettext(TABLE), "")] * LEAST_ROWS)


def ready(name: str, label: str, shares: Sequence[int]) -> ReadyKey:
    """Return a key that gives these shares, in thousandths, to the first places."""
    prizes = tuple(Prize((place,), share=share) for place, share in enumerate(shares, start=1))
    return ReadyKey(name, label, rows_of(key_text(PrizeKey(prizes)))[: len(prizes)])


def falling_shares(places: int) -> list[int]:
    """Return thousandths of the pot that fall evenly from place to place; the first place gets the rest."""
    weights = range(places, 0, -1)
    shares = [WHOLE * weight // sum(weights) for weight in weights]
    return [shares[0] + WHOLE - sum(shares), *shares[1:]]
