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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.game import Violation, text
from rules.reading import Refused, json_name
from scoring.competitions.awards import LOST_DEALS, POT, SHARE, TIES, WHOLE, Prize
from scoring.competitions.json_readers import (
    KEY_UNKNOWN,
    OUT_OF_RANGE,
    Add,
    Read,
    Wrong,
    flag,
    list_of,
    names_to,
    object_of,
    one_of,
    or_null,
    pair_of,
    value_of,
    whole,
    words,
)
from scoring.competitions.lost_deals import PER_EVENING, PER_LIST, LostDealMoney, LostDealStep
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


def agreed(
    make: Callable[..., Any],
    readers: Mapping[str, Read],
    raw: Any,
    code: str,
    sentences: Mapping[str, str],
    most: int = 0,
) -> Any:
    """Return what is made of an agreement. Raises Refused with one sentence for a value that cannot be read.

    `sentences` has one for each key that has its own, and for all others under "". Null is no value here.
    """
    try:
        return value_of(object_of(make, readers, required=[*raw] if isinstance(raw, Mapping) else ()), raw)
    except Wrong as wrong:
        problem = wrong.problems[0]
        name = problem.field.partition("[")[0].partition(".")[0]
        is_unknown = problem.code == KEY_UNKNOWN and name in raw
        wrong_part = raw[name] if name and name in sentences else {name: raw[name]} if is_unknown else raw
        raise refused(code, sentences.get(name, sentences[""]), wrong_part, most=most) from wrong


def refused(code: str, message: str, value: object, most: int = 0) -> Refused:
    """Refuse an agreement; `code` is its name with `_invalid`."""
    values = {"most": most, "whole": WHOLE, "found": json_name(value)}
    return Refused([Violation(code, None, message, values)])


# Deals per table


def read_deals_per_table(raw: object) -> dict[int, int]:
    """Return the counting deals of a round by table size. Raises Refused (`deals_invalid`)."""
    sizes = [each for each in raw if isinstance(each, str)] if isinstance(raw, Mapping) else []
    readers = {size: whole(1, MOST_DEALS) for size in sizes if size.isdecimal()}
    deals = agreed(dict, readers, raw, "deals_invalid", {"": DEALS_WANTED}, MOST_DEALS)
    return {int(seats): number for seats, number in deals.items()}


# Lost-deal money


LOST = {
    "steps": list_of(pair_of(or_null(whole(1, MOST_DEALS)), whole(0, MOST_CENTS))),
    "per": one_of(PER_LIST, PER_EVENING),
    "passed": whole(0, MOST_CENTS),
}
LOST_INVALID = "lost_deal_money_invalid"
LOST_WANTED = {"": STEPS_WANTED, "per": PER_WANTED, "passed": PASSED_WANTED}


def read_lost_deal_money(raw: object) -> LostDealMoney:
    """Return the cost of lost deals; per list where nothing else is said.

    Raises Refused (`lost_deal_money_invalid`).
    """
    money: LostDealMoney = agreed(LostDealMoney, LOST, raw, LOST_INVALID, LOST_WANTED, MOST_CENTS)
    *limits, last = [up_to for up_to, _ in money.steps] or [None]
    if last is not None or None in limits or limits != sorted({*limits}, key=lambda limit: limit or 0):
        raise refused(LOST_INVALID, STEPS_WANTED, raw)
    return replace(money, steps=tuple(LostDealStep(*step) for step in money.steps))


# Fees


def read_fee_classes(raw: object) -> dict[str, int]:
    """Return the cents of each class that has a fee of its own. Raises Refused (`fee_classes_invalid`)."""
    readers = dict.fromkeys(FEE_CLASSES[1:], whole(0, MOST_PAID))
    classes: dict[str, int] = agreed(dict, readers, raw, "fee_classes_invalid", {"": FEES_WANTED}, MOST_PAID)
    return classes


# Prizes


def read_prize(add: Add, value: Any, path: str) -> Any:
    """Read a prize: distinct places and exactly one thing to win, or things to choose."""
    prize = PRIZE(add, value, path)
    if isinstance(prize, Prize):
        kinds = {*value} - {"places"}
        has_places = prize.places or kinds == {"choose"}
        if None in value.values() or len(kinds) != 1 or not has_places or has_twice(prize.places):
            add(OUT_OF_RANGE, path)
    return prize


def has_twice(values: Sequence[Any]) -> bool:
    """Return whether a value stands there twice."""
    return any(each in values[:at] for at, each in enumerate(values))


PRIZE = object_of(
    Prize,
    {
        "places": list_of(whole(1, LAST_PLACE)),
        "cents": whole(0, MOST_CENTS),
        "share": whole(0, WHOLE),
        "thing": words(may_be_empty=True, most=LONGEST_THING),
        "choose": list_of(words(most=LONGEST_THING), least=1),
    },
)
KEY = {
    "prizes": list_of(read_prize),
    "ties": one_of(*TIES),
    "series": list_of(words(may_be_empty=True)),
    "pot": list_of(one_of(*POT)),
    "shares": names_to(whole(1, WHOLE)),
    "best_of_lists": whole(0, WHOLE),
    "one_prize_each": flag,
}
KEY_WANTED = {"": PRIZES_WANTED, "shares": SHARES_WANTED, "best_of_lists": BEST_WANTED}


def read_prizes(raw: object) -> PrizeKey:
    """Return the prize key of an event. Raises Refused (`prizes_invalid`)."""
    given = agreed(dict, KEY, raw, "prizes_invalid", KEY_WANTED)
    pot, shares = given.get("pot", POT), given.get("shares", {})
    if not set(shares) <= set(pot):
        raise refused("prizes_invalid", SHARES_WANTED, shares)
    key = PrizeKey(
        given.get("prizes", ()),
        given.get("ties", SHARE),
        given.get("series", ()),
        {kind: shares.get(kind, WHOLE) for kind in POT if kind in pot},
        given.get("best_of_lists", 0),
        given.get("one_prize_each", False),
    )
    if key.given_out > WHOLE:
        raise refused("prizes_invalid", POT_EXCEEDED, key.given_out)
    if (used := key.sources.get(LOST_DEALS, 0) + key.best_of_lists) > WHOLE:
        raise refused("prizes_invalid", SOURCE_EXCEEDED, used)
    return key
