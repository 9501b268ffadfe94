"""Standings that follow one changed sheet without ranking everybody anew.

What a line says, its rank aside, follows from the tables its entrant sat at, wherever the policy `is_local`.
So `compute_standings` over those few tables gives the new lines, and a sorted list says what ranks they and
those they passed have now. The result is what `compute_standings` says of everything, line by line.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from scoring.standings import Line, Method, compute_standings
from scoring.tallies import DEALS_LOST, DEALS_WON, PartResult, tally_names

OF_ONES_OWN = {"total", "points", "best_round", DEALS_WON, DEALS_LOST}  # tie-breaks that ask nobody else

Place = tuple[int, int]  # round and table
Merit = tuple[object, ...]


def is_local(method: Method) -> bool:
    """Whether nobody's line depends on tables he did not sit at."""
    own = OF_ONES_OWN.union(tally_names(method.game))
    return not method.leavers.gone_after and own.issuperset(method.policy.tie_breaks)


class Running:
    """The standings of an event and what they were made of, by any key of a part; the method is local."""

    def __init__(self, results: Mapping[int, PartResult], lines: Sequence[Line], method: Method) -> None:
        self.results, self.method = dict(results), method
        self.deals_counted = deals_of(results.values())
        self.parts: dict[Place, set[int]] = defaultdict(set)
        self.places: dict[int, set[Place]] = defaultdict(set)
        for key, result in results.items():
            self.seat(key, result)
        self.ladder = Ladder(lines, method)

    def seat(self, key: int, result: PartResult) -> None:
        """Remember who sat where."""
        place = result.round, result.table
        self.parts[place].add(key)
        for account in result.accounts:
            self.places[account].add(place)

    def follow(self, changed: Collection[int], fresh: Mapping[int, PartResult]) -> list[Line] | None:
        """The lines that differ once the `changed` parts are what `fresh` says; None: begin from zero.

        From zero it is where somebody appears who is not listed, or a seat's points go elsewhere or nowhere:
        then somebody may have to leave the list.
        """
        known = self.results.keys() & set(changed)
        before = [self.results[key] for key in known]
        were, are = accounts_of(before), accounts_of(fresh.values())
        if not (were <= are <= self.ladder.lines.keys()) or not known <= fresh.keys():
            return None
        self.results |= fresh
        self.deals_counted += deals_of(fresh.values()) - deals_of(before)
        for key, result in fresh.items():
            self.seat(key, result)
        return self.ladder.put(self.lines_of(are))

    def lines_of(self, entrants: Collection[int]) -> list[Line]:
        """The lines of a few, with ranks among themselves only."""
        places = {place for entrant in entrants for place in self.places[entrant]}
        results = [self.results[key] for place in sorted(places) for key in sorted(self.parts[place])]
        there = sorted(set(entrants).union(*(result.accounts for result in results)))
        return [line for line in compute_standings(results, there, self.method) if line.entrant in entrants]


def accounts_of(results: Iterable[PartResult]) -> set[int]:
    """Everybody who gets points there."""
    return {account for result in results for account in result.accounts}


def deals_of(results: Iterable[PartResult]) -> int:
    """The deals of all of them."""
    return sum(result.deals_counted for result in results)


class Ladder:
    """Lines in the order of their merit."""

    def __init__(self, lines: Sequence[Line], method: Method) -> None:
        self.method = method
        self.lines = {line.entrant: line for line in lines}
        self.rungs = [self.rung(line) for line in lines]  # best first already

    def rung(self, line: Line) -> tuple[Merit, int]:
        """What a line is sorted by; the lowest is the best, equals by start number."""
        values = zip(line.values, self.method.rankings, strict=True)
        signed = [-value if ranking.high_is_better else value for value, ranking in values]
        broken: list[object] = []
        for ranking in self.method.tie_breaks:
            value = line.tie_breaks[ranking.tally]
            sign = -1 if ranking.high_is_better else 1
            broken += [value is None, 0 if value is None else sign * value]
        return (not line.is_placed, *signed, *broken), line.entrant

    def put(self, fresh: Iterable[Line]) -> list[Line]:
        """Put these lines where they belong; every line that is another by now, its rank included."""
        news = {line.entrant: line for line in fresh if line[2:] != self.lines[line.entrant][2:]}
        if not news:
            return []
        moved = [self.take_out(entrant) for entrant in news] + [self.put_in(line) for line in news.values()]
        first = max(0, min(moved) - len(news))
        last = min(len(self.rungs) - 1, max(moved) + len(news))
        changed = {line.entrant: line for line in self.ranked_anew(first, last)}
        return [self.lines[entrant] for entrant in {**news, **changed}]

    def take_out(self, entrant: int) -> int:
        """Remove somebody's rung; where it was."""
        place = bisect_left(self.rungs, self.rung(self.lines[entrant]))
        del self.rungs[place]
        return place

    def put_in(self, line: Line) -> int:
        """Insert a rung; where it is now."""
        rung = self.rung(line)
        place = bisect_left(self.rungs, rung)
        self.rungs.insert(place, rung)
        self.lines[line.entrant] = line
        return place

    def ranked_anew(self, first: int, last: int) -> list[Line]:
        """Give ranks between two rungs, and to whoever is equal to the last; the lines that got another."""
        changed = []
        best, rank = None, 0
        if first:
            best, above = self.rungs[first - 1]
            rank = self.lines[above].rank
        for place in range(first, len(self.rungs)):
            merit, entrant = self.rungs[place]
            if merit != best:
                if place > last:
                    break
                best, rank = merit, place + 1
            if self.lines[entrant].rank != rank:
                self.lines[entrant] = self.lines[entrant]._replace(rank=rank)
                changed.append(self.lines[entrant])
        return changed
