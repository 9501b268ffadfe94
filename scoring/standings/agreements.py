"""Read an event's agreements from JSON: deals per table, lost-deal money, prizes.

    deals per table   {"4": 100, "3": 120}
    lost-deal money   {"steps": [[3, 50], [null, 100]], "per": "list", "passed": 20}
    prizes            {"prizes": [{"places": [1], "share": 400}, {"places": [2, 3], "cents": 1500},
                       {"places": [4], "thing": "Ham"}, {"choose": ["Wine", "Cake"]}],
                       "ties": "share", "series": ["Cup"],
                       "pot": ["fee", "lost_deals"], "shares": {"lost_deals": 400}, "best_of_lists": 500,
                       "one_prize_each": true}

Of each kind of money in the pot the whole goes there, or as many thousandths as `shares` says. Things to
`choose` lie on a prize table; with `places` only these choose.

An empty object means no agreement. Every reader raises Refused with one sentence for a value that cannot be
read; the services store and use only values read here. scoring/standings/policy.py reads a ranking policy,
scoring/standings/series_policy.py that of a series, rules/reading.py the options of a game.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.game import Violation, text
from rules.reading import Refused, is_list_of, is_text, is_whole, json_name
from scoring.competitions.awards import LOST_DEALS, SHARE, TIES, WHOLE, Prize
from scoring.competitions.lost_deals import PER_EVENING, PER_LIST, LostDealMoney, LostDealStep
from scoring.competitions.pots import POT
from scoring.competitions.prizes import PrizeKey

MOST_DEALS = 1000
MOST_CENTS = 100_000_000
MOST_PAID = 10_000_000  # at a time: a fee, a payment
LAST_PLACE = 999
LONGEST_THING = 120

DEALS_WANTED = text(
    "Deals per table are a number from 1 to {most} for each size of table, as in 4: 100; found {found}."
)
STEPS_WANTED = text(
    "Lost-deal money is a list of steps, each up to how many deals and the cents of each,"
    " the last without a limit; found {found}."
)
PER_WANTED = text("The steps of lost-deal money count per “list” or per “evening”, not per “{found}”.")
PASSED_WANTED = text("A passed deal costs a whole number of cents from 0 to {most}; found {found}.")
PRIZES_WANTED = text(
    "Prizes are a list of places with a share of the pot, an amount or a thing, or of things to choose, the "
    "rule for ties, and the sources of the pot; found {found}."
)
SHARES_WANTED = text(
    "The share of a source that goes into the pot is 1 to {whole} thousandths, of a kind of money in the pot;"
    " found {found}."
)
BEST_WANTED = text(
    "The best player of a list gets 0 to {whole} thousandths of its lost-deal money; found {found}."
)
SOURCE_EXCEEDED = text(
    "The pot and the best player of each list get {found} thousandths of the lost-deal money; the whole is"
    " {whole}."
)
FEE_CLASSES = ("member", "guest", "youth", "late")
FEES_WANTED = text(
    "Fees of their own are whole cents from 0 to {most} for “guest”, “youth” or “late”, such as "
    '{{"guest": 1200}}; found {found}.'
)
POT_EXCEEDED = text("The prizes give out {found} thousandths of the pot; the whole pot is {whole}.")


def refused(code: str, message: str, value: object, **values: object) -> Refused:
    """Refuse a value that cannot be read; `code` is the name of the agreement with `_invalid`."""
    return Refused([Violation(code, None, message, {**values, "found": json_name(value)})])


# Deals per table


def read_deals_per_table(raw: object) -> dict[int, int]:
    """Return the counting deals of a round by table size. Raises Refused (`deals_invalid`)."""
    if not isinstance(raw, Mapping) or not all(is_agreed(seats, deals) for seats, deals in raw.items()):
        raise refused("deals_invalid", DEALS_WANTED, raw, most=MOST_DEALS)
    return {int(seats): deals for seats, deals in raw.items()}


def is_agreed(seats: object, deals: Any) -> bool:
    """Return whether an entry is a table size and a number of deals."""
    return isinstance(seats, str) and seats.isdecimal() and is_from(1, deals, MOST_DEALS)


def is_from(least: int, value: Any, most: int) -> bool:
    """Return whether the value is a whole number in a range."""
    return is_whole(value) and least <= value <= most


# Lost-deal money


def read_lost_deal_money(raw: object) -> LostDealMoney:
    """Return the cost of lost deals; per list where nothing else is said.

    Raises Refused (`lost_deal_money_invalid`).
    """
    if not isinstance(raw, Mapping):
        raise refused("lost_deal_money_invalid", STEPS_WANTED, raw)
    if unknown := {name: value for name, value in raw.items() if name not in ("steps", "per", "passed")}:
        raise refused("lost_deal_money_invalid", STEPS_WANTED, unknown)
    steps, per, passed = raw.get("steps", []), raw.get("per", PER_LIST), raw.get("passed", 0)
    if not is_list_of(steps, is_step) or not is_rising([up_to for up_to, _ in steps]):
        raise refused("lost_deal_money_invalid", STEPS_WANTED, raw)
    if per not in (PER_LIST, PER_EVENING):
        raise refused("lost_deal_money_invalid", PER_WANTED, per)
    if not is_from(0, passed, MOST_CENTS):
        raise refused("lost_deal_money_invalid", PASSED_WANTED, passed, most=MOST_CENTS)
    return LostDealMoney(tuple(LostDealStep(up_to, cents) for up_to, cents in steps), per, passed)


def is_step(value: Any) -> bool:
    """Return whether the value is a limit, or None, and the cents of each lost deal up to it."""
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        return False
    up_to, cents = value
    return (up_to is None or is_from(1, up_to, MOST_DEALS)) and is_from(0, cents, MOST_CENTS)


def is_rising(limits: Sequence[int | None]) -> bool:
    """Return whether each limit is above the one before it, and only the last step has none."""
    if not limits:
        return True
    *numbers, last = limits
    rising = sorted({number for number in numbers if number is not None})
    return last is None and numbers == rising


# Fees


def read_fee_classes(raw: object) -> dict[str, int]:
    """Return the cents of each class that has a fee of its own. Raises Refused (`fee_classes_invalid`)."""
    if not isinstance(raw, Mapping) or not all(
        name in FEE_CLASSES[1:] and is_from(0, cents, MOST_PAID) for name, cents in raw.items()
    ):
        raise refused("fee_classes_invalid", FEES_WANTED, raw, most=MOST_PAID)
    return dict(raw)


# Prizes


def read_prizes(raw: object) -> PrizeKey:
    """Return the prize key of an event. Raises Refused (`prizes_invalid`)."""
    if not isinstance(raw, Mapping) or not is_key(raw):
        raise refused("prizes_invalid", PRIZES_WANTED, raw)
    key = PrizeKey(
        tuple(read_prize(each) for each in raw.get("prizes", ())),
        raw.get("ties", SHARE),
        tuple(raw.get("series", ())),
        read_sources(raw),
        raw.get("best_of_lists", 0),
        raw.get("one_prize_each", False),
    )
    if key.given_out > WHOLE:
        raise refused("prizes_invalid", POT_EXCEEDED, key.given_out, whole=WHOLE)
    if not is_from(0, key.best_of_lists, WHOLE):
        raise refused("prizes_invalid", BEST_WANTED, key.best_of_lists, whole=WHOLE)
    if (used := key.sources.get(LOST_DEALS, 0) + key.best_of_lists) > WHOLE:
        raise refused("prizes_invalid", SOURCE_EXCEEDED, used, whole=WHOLE)
    return key


def read_sources(raw: Mapping[str, Any]) -> dict[str, int]:
    """Return the thousandths of each kind of money in the pot. Raises Refused (`prizes_invalid`)."""
    pot, shares = raw.get("pot", POT), raw.get("shares", {})
    is_readable = isinstance(shares, Mapping) and set(shares) <= set(pot)
    if not is_readable or not all(is_from(1, share, WHOLE) for share in shares.values()):
        raise refused("prizes_invalid", SHARES_WANTED, shares, whole=WHOLE)
    return {kind: shares.get(kind, WHOLE) for kind in POT if kind in pot}


def is_key(raw: Mapping[str, Any]) -> bool:
    """Return whether every part of a key has its type."""
    return (
        is_list_of(raw.get("prizes", []), is_prize)
        and raw.get("ties", SHARE) in TIES
        and is_list_of(raw.get("series", []), is_text)
        and is_list_of(raw.get("pot", []), POT.__contains__)
        and isinstance(raw.get("one_prize_each", False), bool)
    )


def is_prize(raw: Any) -> bool:
    """Return whether the value has distinct places and exactly one thing to win, or things to choose."""
    if not isinstance(raw, Mapping):
        return False
    if "choose" in raw:
        is_known = set(raw) <= {"choose", "places"} and (not raw.get("places") or are_places(raw["places"]))
        return is_known and bool(raw["choose"]) and is_list_of(raw["choose"], is_thing)
    return len(raw) == 2 and are_places(raw.get("places")) and is_what(raw)


def are_places(raw: Any) -> bool:
    """Return whether the value is a list of distinct places."""
    is_readable = is_list_of(raw, lambda place: is_from(1, place, LAST_PLACE)) and bool(raw)
    return is_readable and len(set(raw)) == len(raw)


def is_thing(raw: Any) -> bool:
    """Return whether the value is the name of a thing."""
    return is_text(raw) and bool(raw) and len(raw) <= LONGEST_THING


def is_what(raw: Mapping[str, Any]) -> bool:
    """Return whether the value is a share in thousandths of the pot, an amount in cents, or a thing."""
    return (
        is_from(0, raw.get("share"), WHOLE)
        or is_from(0, raw.get("cents"), MOST_CENTS)
        or (is_text(raw.get("thing")) and len(raw["thing"]) <= LONGEST_THING)
    )


def read_prize(raw: Mapping[str, Any]) -> Prize:
    """Return a prize from readable values."""
    return Prize(
        tuple(raw.get("places", ())),
        raw.get("cents", 0),
        raw.get("share", 0),
        raw.get("thing", ""),
        tuple(raw.get("choose", ())),
    )
