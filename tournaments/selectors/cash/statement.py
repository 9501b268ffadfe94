"""The statement of an event: its money by source, pot, prize and host, to the cent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.competitions.awards import Source
from scoring.competitions.prizes import Outcome
from tournaments.wording.prizes import pot_title


class PotSeen(NamedTuple):
    """A pot under its title: what is in it, and what is left when the prizes are given."""

    title: str
    cents: int
    left: int

    @property
    def given(self) -> int:
        """Return the cents that are won."""
        return self.cents - self.left


@dataclass(frozen=True, slots=True)
class Statement:
    """The money of an event to the cent: where each source goes, what each pot gives, what the host keeps."""

    sources: Sequence[Source] = ()
    pots: Sequence[PotSeen] = ()

    @property
    def taken(self) -> int:
        """Return all that was taken."""
        return sum(each.taken for each in self.sources)

    @property
    def given(self) -> int:
        """Return all that is won."""
        return sum(each.given for each in self.pots)

    @property
    def left(self) -> int:
        """Return what is left in the pots; below zero where the club adds to them."""
        return sum(each.left for each in self.pots)

    @property
    def host(self) -> int:
        """Return what no pot gets."""
        return sum(each.host for each in self.sources)


def told(outcome: Outcome) -> Statement:
    """Return the statement of an outcome."""
    pots = [
        PotSeen(pot_title(key, outcome.names), pot.cents, pot.left)
        for key, pot in outcome.pots.items()
        if pot.cents or pot.left
    ]
    return Statement(outcome.sources, pots)
