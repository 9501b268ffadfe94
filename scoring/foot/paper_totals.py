"""Judge a sheet by the totals written on its paper: what was read there last, against the present sheet.

People read a paper in steps: some totals first, the others later, a wrong one again. The last total read for
a seat stands; a seat that was left empty takes nothing back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Standing(StrEnum):
    """A sheet compared with its paper. `UPHELD`: they differ, and a director confirmed the sheet."""

    NEVER = "never"
    PARTLY = "partly"
    AGREES = "agrees"
    DIFFERS = "differs"
    UPHELD = "upheld"


@dataclass(frozen=True, slots=True)
class Reading:
    """Totals by seat (None: not read) and the number of deals, as read from the paper.

    With `is_decision` they are the sheet's own, which a director confirmed although the paper differs.
    """

    totals: tuple[float | None, ...]
    deals: int | None = None
    is_decision: bool = False


@dataclass(frozen=True, slots=True)
class Judgement:
    """A sheet beside its paper; `differences` are the paper's totals minus ours, 0 where nothing was read."""

    standing: Standing
    paper: Reading
    differences: tuple[float, ...]
    deals_differ: bool = False

    @property
    def compared(self) -> int:
        """Return the number of totals that were read."""
        return sum(total is not None for total in self.paper.totals)


def judge(readings: Iterable[Reading], totals: Sequence[int], deals_counted: int) -> Judgement:
    """Compare a sheet with these totals to the readings of its paper, the oldest first."""
    paper, upheld = Reading((None,) * len(totals)), None
    for reading in readings:
        if reading.is_decision:
            upheld = reading
        elif (later := read_over(paper, reading)) != paper:
            paper, upheld = later, None
    pairs = zip(paper.totals, totals, strict=True)
    differences = tuple(0 if read is None else read - total for read, total in pairs)
    deals_differ = paper.deals not in (None, deals_counted)
    is_upheld = upheld is not None and (upheld.totals, upheld.deals) == (tuple(totals), deals_counted)
    standing = standing_of(paper, is_different=any(differences) or deals_differ, is_upheld=is_upheld)
    return Judgement(standing, paper, differences, deals_differ)


def standing_of(paper: Reading, *, is_different: bool, is_upheld: bool) -> Standing:
    """Return the standing of a sheet; a difference counts more than totals that were not read."""
    if is_different:
        return Standing.UPHELD if is_upheld else Standing.DIFFERS
    if None not in paper.totals:
        return Standing.AGREES
    return Standing.PARTLY if any(total is not None for total in paper.totals) else Standing.NEVER


def read_over(paper: Reading, later: Reading) -> Reading:
    """Return what stands on the paper after a later reading."""
    pairs = zip(paper.totals, later.totals, strict=True)
    totals = tuple(old if new is None else new for old, new in pairs)
    return Reading(totals, paper.deals if later.deals is None else later.deals)
