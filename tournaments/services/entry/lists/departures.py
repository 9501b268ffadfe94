"""Read who has left a club or died, by its own columns: dates in any notation, words, a status."""

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date
from unicodedata import normalize

NOTHING = re.compile(r"[\W0_]*")  # “-”, “0”, “00.00.0000”
STAYS = frozenset(
    (
        *(
            "no",
            "nein",
            "n",
            "false",
            "n/a",
            "k.a.",
            "none",
            "keine",
            "keiner",
            "kein",
            "ohne",
            "offen",
            "open",
        ),
        *(
            "unbefristet",
            "aktiv",
            "active",
            "entfällt",
            "なし",
            "無",
            "無し",
            "いいえ",
            "在籍",
            "在籍中",
            "未定",
            "ー",
        ),
    )
)
GONE = re.compile(
    r"(?<!nicht )(?<!not )(?:ausgetreten|austritt|(?<!un)gekündigt|kündigung|verstorben|gestorben|†|ehemalig"
    r"|gelöscht|ausgeschlossen|\bleft\b|resign|lapsed|deceased|\bdied\b|\bdead\b|former|expelled|terminated"
    r"|退会|死亡|逝去|故人|除名|脱退)"
)
MONTHS = ("jan", "feb", "mär|mar|mrz|maer", "apr", "mai|may", "jun", "jul", "aug", "sep", "okt|oct", "nov")
MONTH_NAMES = "|".join(f"(?P<month{at}>{names})" for at, names in enumerate((*MONTHS, "dez|dec"), 1))
NAMED = re.compile(
    rf"(?:(\d\d?)\.?\s*)?\b(?:{MONTH_NAMES})[a-zä]*\.?(?:\s*(\d\d?)(?:st|nd|rd|th)?,)?\s*(\d{{4}})"
)
YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})\s?[-/.年]\s?(\d\d?)(?:\s?[-/.月]\s?(\d\d?))?(?!\d)")
YEAR_LAST = re.compile(r"(?<!\d)(?:(\d\d?)\s?[-/.]\s?)?(\d\d?)\s?[-/.]\s?(\d{4}|\d\d)(?!\d)")
ERA = re.compile(r"(?<![a-zäöüß])(令和|平成|昭和|[rhs])\s?(\d\d?|元)\s?[年./-]\s?(\d\d?)\s?[月./-]\s?(\d\d?)")
FIRST_YEARS = {"令和": 2018, "r": 2018, "平成": 1988, "h": 1988, "昭和": 1925, "s": 1925}
YEAR = re.compile(r"(?<!\d)(\d{4})(?!\d)")
NO_DAY = date(1900, 1, 1)  # up to here spreadsheets show a zero as a date
SOON = 10  # years ahead that two figures may mean


def has_left(cell: str, today: date) -> bool:
    """Return whether a cell of a column of departures says that somebody has left by today.

    What it says in words counts, unless it is a no; a day that is to come does not.
    """
    text = normalize("NFKC", cell).strip().casefold()
    if NOTHING.fullmatch(text) or text in STAYS:
        return False
    days = days_in(text, today)
    return not days or any(NO_DAY < day <= today for day in days)


def is_gone(cell: str, today: date) -> bool:
    """Return whether the status of a member says that they have left or died."""
    text = normalize("NFKC", cell).strip().casefold()
    return bool(GONE.search(text)) and has_left(cell, today)


def days_in(text: str, today: date) -> list[date]:
    """Return the days that the date in a text may mean: a month or a year means its last day."""
    for readings in (era_days, named_days, year_first_days, year_last_days, years):
        if days := list(readings(text, today)):
            return days
    return []


def era_days(text: str, today: date) -> Iterator[date]:
    """Yield a date in Japanese years: 令和6年3月31日, R6.3.31."""
    if match := ERA.search(text):
        era, year, month, day = match.groups()
        yield from day_of(FIRST_YEARS[era] + (1 if year == "元" else int(year)), int(month), int(day))


def named_days(text: str, today: date) -> Iterator[date]:
    """Yield a date with the name of a month: 31. Dezember 2024, June 30, 2024, Dez. 2024."""
    if match := NAMED.search(text):
        month = next(at for at in range(1, 13) if match[f"month{at}"])
        day = match[1] or match[match.re.groups - 1]
        yield from day_of(int(match[match.re.groups]), month, int(day) if day else None)


def year_first_days(text: str, today: date) -> Iterator[date]:
    """Yield a date that begins with the year: 2024-12-31, 2024/3/31, 2024年3月."""
    if match := YEAR_FIRST.search(text):
        year, month, day = match.groups()
        yield from day_of(int(year), int(month), int(day) if day else None)


def year_last_days(text: str, today: date) -> Iterator[date]:
    """Yield a date that ends with the year, 31.12.2024 or 12/2024; both readings of 1/2/2024."""
    if match := YEAR_LAST.search(text):
        one, other, typed = match.groups()
        year = int(typed) if len(typed) > 2 else full_year(int(typed), today)
        if one is None:
            yield from day_of(year, int(other), None) if len(typed) > 2 else ()
            return
        yield from day_of(year, int(other), int(one))
        yield from day_of(year, int(one), int(other)) if "/" in match[0] or int(other) > 12 else ()


def full_year(figures: int, today: date) -> int:
    """Return the year that two figures mean: of this century up to a few years ahead."""
    year = today.year // 100 * 100 + figures
    return year if year <= today.year + SOON else year - 100


def years(text: str, today: date) -> Iterator[date]:
    """Yield a year alone."""
    if match := YEAR.search(text):
        year = int(match[1])
        yield from [today] if year == today.year else day_of(year, 12, None)


def day_of(year: int, month: int, day: int | None) -> Iterator[date]:
    """Yield a day, without one the last of its month; nothing for an impossible one."""
    if year >= 1 and 1 <= month <= 12 and (day is None or 1 <= day <= monthrange(year, month)[1]):
        yield date(year, month, day or monthrange(year, month)[1])
