"""Where the money of an event goes: each source into pots, to the best of the lists, and to the host."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from scoring.competitions.awards import LOST_DEALS, Given, PrizeGiving, pots_of, ways_of

FEE = "fee"
POT = (FEE, LOST_DEALS)  # the kinds of money that can be in the pot
OWN_FEE = "own"  # a competition's own fees


class Contest(NamedTuple):
    """What has prizes: a competition by its number, the list of a round, or neither: the event's ranking."""

    round: int | None = None
    competition: int | None = None


class MoneyKind(NamedTuple):
    """A source of money; its number is the list of lost-deal money, or the competition of its own fees."""

    kind: str
    number: int | None = None


MAIN = Contest()


class PotPart(NamedTuple):
    """What a pot has of a source: its share in thousandths, and the cents taken; `payers` paid that."""

    kind: str
    number: int | None
    share: int
    taken: int
    cents: int
    payers: int = 0


class Pot(NamedTuple):
    """The cents of a pot, what they are made of, and what is left when the prizes are given."""

    cents: int
    parts: tuple[PotPart, ...] = ()
    left: int = 0


class Source(NamedTuple):
    """What was taken of a kind of money, and what of it goes into the pot, to the best of the list, into the
    pots of other competitions.

    `number` is the list of lost-deal money, or the competition of its own fees; None: of none alone.
    """

    kind: str
    number: int | None
    taken: int
    pot: int
    best: int
    others: int = 0

    @property
    def host(self) -> int:
        """Return the cents that nobody wins."""
        return self.taken - self.pot - self.best - self.others

    @property
    def list_number(self) -> int | None:
        """Return the round of the list whose money this is."""
        return self.number if self.kind == LOST_DEALS else None

    @property
    def competition_number(self) -> int | None:
        """Return the competition whose own fees these are."""
        return self.number if self.kind == OWN_FEE else None


def shares_of(shares: Mapping[str, int], sources: Iterable[MoneyKind]) -> dict[MoneyKind, int]:
    """Return what a pot gets of each source by the shares of their kinds."""
    return {source: shares.get(source.kind, 0) for source in sources}


def sources_of(giving: PrizeGiving) -> Iterator[Source]:
    """Yield where each source goes."""
    for source, way in ways_of(giving).items():
        others = sum(cents for contest, cents in way.items() if contest.competition is not None)
        best = sum(cents for contest, cents in way.items() if contest.round is not None)
        yield Source(source.kind, source.number, giving.sources[source], way[MAIN], best, others)


def pots_seen(
    giving: PrizeGiving, awarded: Mapping[Contest, Given], payers: Mapping[MoneyKind, int]
) -> dict[Contest, Pot]:
    """Return the pots with what they are made of, and what is left in them."""
    ways, cents = ways_of(giving), pots_of(giving)
    return {
        contest: Pot(
            cents[contest],
            tuple(
                PotPart(
                    source.kind, source.number, share, taken, ways[source][contest], payers.get(source, 0)
                )
                for source, share in shares.items()
                for taken in [giving.sources[source]]
                if share and taken
            ),
            awarded[contest].cents_left,
        )
        for contest, shares in giving.pots.items()
    }
