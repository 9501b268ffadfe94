"""A ledger of an evening of Skat: it computes every rank and cent by itself, and uses nothing of the program.

It knows the deals as they were played, who is in which team, and the announcement. Seeger and Fabian: a won
deal is worth its value and 50; a lost one counts twice, minus 50, and the three others at a table of four get
30 each.
"""

from collections import Counter, defaultdict
from hashlib import sha256

BASE = {"C": 12, "S": 11, "H": 10, "D": 9}
STEPS = [[1, 50], [None, 100]]


class Ledger:
    """Points and lost deals of each person in each list, and the arithmetic of an announcement."""

    def __init__(self):
        self.points, self.lost = defaultdict(Counter), defaultdict(Counter)

    def note(self, round_number, people, declarer, suit, is_won):
        """Take one deal of a table of four; nobody sits out of the money."""
        value = 2 * BASE[suit]
        if is_won:
            self.points[people[declarer]][round_number] += value + 50
            return
        self.points[people[declarer]][round_number] -= 2 * value + 50
        self.lost[people[declarer]][round_number] += 1
        for seat, person in enumerate(people):
            if seat != declarer:
                self.points[person][round_number] += 30

    def total(self, person, lists=(1, 2, 3)):
        return sum(self.points[person][number] for number in lists)

    def lost_cents(self, person):
        """Return what each list costs: its first lost deal 50 cents, each further one a euro."""
        return {
            number: 50 * min(1, lost) + 100 * max(0, lost - 1) for number, lost in self.lost[person].items()
        }


def ranked(values):
    """Return ranks, 1 2 2 4, the highest value first."""
    return {key: 1 + sum(other > value for other in values.values()) for key, value in values.items()}


def shared(ranks, prizes, lot):
    """Return cents by unit: equal ones share the money of their places, an odd cent goes by lot."""
    won, order = {}, sorted(ranks, key=lambda key: (ranks[key], lot(key)))
    for rank in {*ranks.values()}:
        tied = [key for key in order if ranks[key] == rank]
        money = sum(prizes.get(order.index(key) + 1, 0) for key in tied)
        for place, key in enumerate(tied):
            won[key] = money // len(tied) + (place < money % len(tied))
    return {key: cents for key, cents in won.items() if cents}


def lot_of(seed):
    """Return the order of equals: by the hash of the public seed and the start number."""
    return lambda number: sha256(f"{seed}{number}".encode()).hexdigest()


def parts(cents, shares):
    """Return shares of an amount in thousandths, rounded down; what is left over goes to the first."""
    found = [cents * share // 1000 for share in shares]
    return [found[0] + cents * sum(shares) // 1000 - sum(found), *found[1:]]
