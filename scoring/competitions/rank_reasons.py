"""Why a row of a competition stands where it does, from rows as they are stored (docs/competitions.md)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Row = Mapping[str, Any]
NO_LIST, FEW_LISTS, SHORT, LEFT = "no_list", "few_lists", "short", "left"  # why a row has no rank


class Decision(NamedTuple):
    """The first criterion in which two rows differ: its position among the values, then the tie-breaks."""

    position: int
    better: Any
    worse: Any


def decision(first: Sequence[Any], second: Sequence[Any]) -> Decision | None:
    """Return what put a placed row before another, from all that they are compared by, in order.

    None if they share a rank.
    """
    pairs = enumerate(zip(first, second, strict=True))
    return next((Decision(at, *pair) for at, pair in pairs if pair[0] != pair[1]), None)


def compared_by(row: Row, tie_breaks: Sequence[str]) -> list[Any]:
    """Return all that a row is compared by: its values, then these tie-breaks."""
    return [*row["values"], *(row["tie_breaks"].get(key) for key in tie_breaks)]


def why_unplaced(row: Row, rule: Mapping[str, Any]) -> str:
    """Return why a row has no rank, given the rule of its competition."""
    minimum = (rule.get("lists") or {}).get("minimum") or 1
    if not row["lists"]:
        return NO_LIST
    is_short = any(each.get("short") for each in row["lists"])
    if is_short and (rule.get("members") or {}).get("short") == "unplaced":
        return SHORT
    return FEW_LISTS if isinstance(minimum, str) or len(row["lists"]) < minimum else LEFT
