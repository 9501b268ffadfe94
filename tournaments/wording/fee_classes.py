"""Fees of their own in words: “guest 12.00, late 15.00”."""

from collections.abc import Mapping

from tournaments.models import FeeClass
from tournaments.wording.money import money_text


def fee_classes_words(classes: Mapping[str, int]) -> str:
    """Return who pays what, if not the usual fee."""
    known = [each for each in FeeClass if each in classes]
    return ", ".join(f"{each.label} {money_text(classes[each])}" for each in known)


def fee_words(usual: int, classes: Mapping[str, int]) -> str:
    """Return a fee, and those of others behind it; empty where nothing is paid."""
    others = fee_classes_words(classes)
    if not usual and not others:
        return ""
    return f"{money_text(usual)} ({others})" if others else money_text(usual)
