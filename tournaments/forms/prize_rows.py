"""The form field of prizes: rows of places and a prize, and ready-made keys for a number of players.

Its value are the lines that `services/cash/prize_keys.py` reads; nothing else reads rows.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.competitions.awards import WHOLE, Prize
from scoring.competitions.prizes import PrizeKey
from tournaments.models.lengths import LONGEST_LINES_TYPED
from tournaments.wording.prizes import TABLE, key_text

BLANK_ROWS, LEAST_ROWS, MOST_ROWS = 2, 4, 60
PAYS_ONE_OF = 3  # of the players, in the ready-made key that pays a third
MOST_PLACES_PAID = 44  # places; with more, the last one would get less than a thousandth of the pot


class PrizeRow(NamedTuple):
    """One row as it is typed: the places, such as `2-4, 8`, and the prize of each of them."""

    places: str
    prize: str


class PrizeRows(forms.Widget):
    """Rows of two inputs, `places` and `prize`."""

    use_fieldset = True

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> str:
        """Return the lines that the submitted rows stand for."""
        assert isinstance(data, QueryDict)
        return lines_of(data)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the rows of a key's lines, with blank ones behind them."""
        return render_to_string("cash/_prize_rows.html", {"rows": rows_of(value or "")})


class PrizesField(forms.CharField):
    """A form field for prizes; its cleaned value are lines."""

    widget = PrizeRows

    def __init__(self) -> None:
        message = _(
            "Places as in “1” or “2-4, 8”, and a share of the pot, an amount or a thing for each, as in"
            " “40 %”, “5.00” or “a ham”. Things beside “prize table” are chosen in the order of the ranking;"
            " what stands beside “series” only names a prize of the season."
        )
        length = 2 * LONGEST_LINES_TYPED
        super().__init__(label=_("Prizes"), help_text=message, required=False, max_length=length)


class ReadyKey(NamedTuple):
    """A ready-made key: its name in the form, its label, and its rows."""

    name: str
    label: str
    rows: Sequence[PrizeRow]


def rows_of(typed: str) -> list[PrizeRow]:
    """Return the lines of a key as rows, with blank ones behind them."""
    parts = (line.replace("：", ":").partition(":") for line in typed.splitlines() if line.strip())
    rows = [PrizeRow(places.strip(), prize.strip()) for places, _colon, prize in parts]
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
