"""Standings the slow way, from docs/ranking.md alone: for each entrant, count the better ones.

Nothing of scoring/ is used except the form of a result. Every value is a Fraction, every value is looked up
again each time, and two entrants are compared criterion by criterion.
"""

from fractions import Fraction

DECLARED = {"deals_won": 1, "deals_lost": -1}


class Naive:
    """One event: its results, its start numbers, its policy as JSON, its game, who left early."""

    def __init__(self, event):
        self.results, self.numbers, self.raw, self.game = event.results, event.numbers, event.raw, event.game
        self.adjustments, self.unplaced, self.gone_after = event.adjustments, event.unplaced, event.gone_after
        self.nominal, self.lot, self.is_low_better = event.nominal, event.lot, event.is_low_better
        self.by = self.raw.get("by", "game")

    def lines(self):
        """Return rank, number, ranking values, rounds, tie-breaks, is placed; in the order of the list."""
        rows = [
            (
                1 + sum(self.beats(other, who) for other in self.numbers),
                who,
                [value for value, _ in self.ranking(who)],
                [(number, self.round_values(who, number)[0]) for number in self.rounds_of(who)],
                {key: self.tie_break(who, key)[0] for key in self.raw.get("tie_breaks", [])},
                self.is_placed(who),
            )
            for who in self.numbers
        ]
        return sorted(rows, key=lambda row: row[:2])

    # Sums

    def seats(self, who, number=None):
        """Yield every seat whose points went to an entrant: the result and the index in it."""
        for result in self.results:
            for place, account in enumerate(result.accounts):
                if account == who and number in (None, result.round):
                    yield result, place

    def tally(self, who, name, rounds=None):
        """Return an entrant's tally, in some rounds or in all."""
        return sum(
            Fraction(result.tallies[name][place])
            for result, place in self.seats(who)
            if rounds is None or result.round in rounds
        )

    def credited(self, who, name, rounds):
        """Return a tally of these rounds, with those in which a leaver gets what another one has."""
        return sum(self.tally(self.whose(who, number), name, [number]) for number in rounds)

    def deals(self, who, rounds):
        return sum(
            result.deals_counted + result.deals_missing
            for number in rounds
            for result, _ in self.seats(self.whose(who, number), number)
        )

    def played_rounds(self, who):
        return {result.round for result, _ in self.seats(who)}

    def rounds_of(self, who):
        """Return the rounds with a result: those played, and those that a leaver is credited with."""
        played = self.played_rounds(who)
        gone_after = self.gone_after.get(who, 999) if played else 999
        return sorted(played | {result.round for result in self.results if result.round > gone_after})

    def whose(self, who, number):
        """Return whose result of a round counts: that of the last, for a leaver who was not there."""
        if number in self.played_rounds(who) or number not in self.rounds_of(who):
            return who

        def badness(each):
            values = zip(self.signs(), self.played_values(each, [number]), strict=True)
            return [-sign * value for sign, value in values], each

        return max((each for each in self.numbers if number in self.played_rounds(each)), key=badness)

    def is_placed(self, who):
        rounds = len(self.rounds_of(who))
        return who not in self.unplaced and rounds >= max(1, self.raw.get("minimum", 0))

    # Ranking values

    def signs(self):
        """Return 1 if more is better, -1 if less is, for each ranking value."""
        if self.by == "game":
            return [self.sign_of(ranking) for ranking in self.game.ranks_by]
        return [1 if self.by == "table_points" else self.sign_of_points()]

    def sign_of(self, ranking):
        return self.sign_of_points() if ranking.tally == "total" else 1 if ranking.high_is_better else -1

    def sign_of_points(self):
        """Return 1 if more points are better, -1 if less are."""
        return -1 if self.is_low_better else 1

    def values(self, who, rounds):
        """Return the ranking values of some rounds together, with the adjustments of these rounds."""
        first, *others = self.played_values(who, rounds)
        return [first + self.added(who, rounds), *others]

    def added(self, who, rounds):
        return sum(points for number, points, round in self.adjustments if number == who and round in rounds)

    def added_besides(self, who):
        """Return adjustments of no round, or of one the entrant did not play."""
        own = [(points, round) for number, points, round in self.adjustments if number == who]
        return sum(points for points, round in own if round not in self.rounds_of(who))

    def played_values(self, who, rounds):
        if self.by == "game":
            return [self.credited(who, ranking.tally, rounds) for ranking in self.game.ranks_by]
        if self.by == "total":
            return [self.credited(who, "total", rounds)]
        if self.by == "average":
            deals = self.deals(who, rounds)
            return [Fraction(self.credited(who, "total", rounds) * self.nominal, deals) if deals else 0]
        return [sum((self.table_points(self.whose(who, number), number) for number in rounds), Fraction(0))]

    def round_values(self, who, number):
        return self.values(who, [number])

    def counting(self, who):
        """Return the rounds that count."""

        def merit(number):
            values = [sign * v for sign, v in zip(self.signs(), self.round_values(who, number), strict=True)]
            return [*values, self.credited(who, "total", [number]), self.deals(who, [number]), -number]

        rounds = sorted(self.rounds_of(who), key=merit, reverse=True)
        return rounds[: self.raw.get("best", len(rounds))]

    def ranking(self, who):
        first, *others = self.values(who, self.counting(who))
        return list(zip([first + self.added_besides(who), *others], self.signs(), strict=True))

    def table_points(self, who, number):
        """Return points by place at each table of the round; ties share theirs."""
        points = Fraction(0)
        for table in {result.table for result, _ in self.seats(who, number)}:
            parts = [each for each in self.results if (each.round, each.table) == (number, table)]
            merits = {
                account: [
                    self.sign_of(ranking)
                    * sum(
                        part.tallies[ranking.tally][place]
                        for part in parts
                        for place, at in enumerate(part.accounts)
                        if at == account
                    )
                    for ranking in self.game.ranks_by
                ]
                for part in parts
                for account in part.accounts
            }
            above = sum(merit > merits[who] for merit in merits.values())
            equal = sum(merit == merits[who] for merit in merits.values())
            points += Fraction(sum(self.points_of(above + each) for each in range(equal)), equal)
        return points

    def points_of(self, place):
        typed = self.raw.get("table_points", [4, 2, 1, 0])
        return typed[place] if place < len(typed) else min(0, typed[-1])

    # Tie-breaks

    def tie_break(self, who, key):
        """Return the value, and 1 if more is better."""
        ranked = self.signs()[0]
        if key == "total":
            return self.tally(who, "total", self.counting(who)), self.sign_of_points()
        if key == "points":
            return self.tally(who, "total"), self.sign_of_points()
        if key in DECLARED:
            return self.tally(who, key), DECLARED[key]
        if key == "best_round":
            values = [self.round_values(who, number)[0] for number in self.rounds_of(who)]
            return (max(values, key=lambda value: value * ranked) if values else None), ranked
        if key == "last_round":
            last = max((result.round for result in self.results), default=0)
            return (self.round_values(who, last)[0] if last in self.rounds_of(who) else None), ranked
        if key == "head_to_head":
            return self.head_to_head(who), self.sign_of_points()
        if key == "opponents":
            return sum(self.ranking(other)[0][0] for other in self.met(who)), ranked
        if key == "lot":
            return 1 + sum(self.lot(other) < self.lot(who) for other in self.numbers), -1
        own = [self.sign_of(ranking) for ranking in self.game.ranks_by if ranking.tally == key]
        return self.tally(who, key), -1 if own == [-1] else 1

    def head_to_head(self, who):
        before = self.raw["tie_breaks"][: self.raw["tie_breaks"].index("head_to_head")]
        rivals = [each for each in self.numbers if each != who and self.verdict(each, who, before) == 0]
        if not rivals:
            return None
        return sum(
            self.at(result, who) - self.at(result, rival)
            for result in self.results
            for rival in rivals
            if who in result.accounts and rival in result.accounts
        )

    def at(self, result, who):
        """Return an entrant's points in one part of a sheet."""
        return sum(
            result.tallies["total"][place] for place, each in enumerate(result.accounts) if each == who
        )

    def met(self, who):
        """Return all opponents, once for each table at which they met."""
        meetings = {
            (result.round, result.table, other)
            for result, place in self.seats(who)
            for side in self.game.partners.sides(len(result.accounts))
            if place not in side
            for other in (result.accounts[seat] for seat in side)
            if other != who
        }
        return [other for _, _, other in meetings]

    # Order

    def verdict(self, one, other, keys):
        """Return 1 if `one` is before `other`, -1 if after, 0 if equal in ranking and these tie-breaks."""
        placed = self.is_placed(one) - self.is_placed(other)
        pairs = zip(self.ranking(one), self.ranking(other), strict=True)
        ties = ((self.tie_break(one, key), self.tie_break(other, key)) for key in keys)
        verdicts = (better(*pair) for pairs_of in (pairs, ties) for pair in pairs_of)
        return placed or next((verdict for verdict in verdicts if verdict), 0)

    def beats(self, one, other):
        return self.verdict(one, other, self.raw.get("tie_breaks", [])) > 0


def better(left, right):
    """Return 1 if the left is better, -1 if the right is; None is worse than any value."""
    (one, sign), (other, _) = left, right
    if one == other:
        return 0
    if one is None or other is None:
        return -1 if one is None else 1
    return sign if one > other else -sign
