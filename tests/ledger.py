"""A ledger of an evening of Skat: it computes every rank and cent by itself, and uses nothing of the program.

It knows the deals as they were played, who is in which team, and the announcement. Seeger and Fabian: a won
deal is worth its value and 50; a lost one counts twice, minus 50, and the three others at a table of four get
30 each.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from hashlib import sha256

BASE = {"C": 12, "S": 11, "H": 10, "D": 9}
STEPS = [[1, 50], [None, 100]]
LISTS = (1, 2, 3)


@dataclass(frozen=True)
class Money:
    """Cents: the pot of the event's own ranking, all that was taken, and what each person wins."""

    pot: int
    taken: int
    due: Counter[int]

    @property
    def host(self):
        return self.taken - sum(self.due.values())


class Ledger:
    """Points and lost deals of each person in each list, and the arithmetic of an announcement."""

    def __init__(self):
        self.points, self.lost = defaultdict(Counter), defaultdict(Counter)

    def note(self, round_number, people, declarer, suit, is_won):
        """Take one deal of a table of four; nobody sits out of the money."""
        value = 2 * BASE[suit]
        for person in people:
            self.points[person][round_number] += 0
        if is_won:
            self.points[people[declarer]][round_number] += value + 50
            return
        self.points[people[declarer]][round_number] -= 2 * value + 50
        self.lost[people[declarer]][round_number] += 1
        for seat, person in enumerate(people):
            if seat != declarer:
                self.points[person][round_number] += 30

    def total(self, person):
        return sum(self.points[person][number] for number in LISTS)

    def ranks(self, people):
        return ranked({person: self.total(person) for person in people})

    def ranks_of_teams(self, teams):
        return ranked({team: sum(map(self.total, members)) for team, members in teams.items()})

    def best_of(self, number):
        """Return the ranks of everybody in one list."""
        return ranked({person: self.points[person][number] for person in self.points})

    def money(self, teams, ladies, guests, lot):
        """Return where the money goes by the announcement: fees of 10.00, of guests 12.50, and lost deals.

        Of the fees 90 % are the pot and 5 % the ladies'; of the lost deals of a list 25 % are the pot and
        50 % go to its best. A team pays 7.50, a lady 2.00, of which the host keeps a tenth.
        """
        lost = {
            number: sum(self.lost_cents(person).get(number, 0) for person in self.points) for number in LISTS
        }
        fees = 1000 * (len(self.points) - len(guests)) + 1250 * len(guests)
        of_teams, of_ladies = 750 * len(teams), 200 * len(ladies)
        pot, ladies_pot = parts(fees, [900, 50])
        lost_parts = {number: parts(cents, [250, 500]) for number, cents in lost.items()}
        pot += sum(main for main, _ in lost_parts.values())
        due = Counter(shared(self.ranks(self.points), by_place(pot, [500, 300, 200]), lot))
        for number, (_, cents) in lost_parts.items():
            due.update(shared(self.best_of(number), {1: cents}, lot))
        due.update(shared(self.ranks(ladies), {1: ladies_pot + of_ladies * 900 // 1000}, lot))
        by_team = shared(self.ranks_of_teams(teams), by_place(of_teams, [600, 400]), int)
        due.update({teams[team][0]: cents for team, cents in by_team.items()})
        return Money(pot, fees + of_teams + of_ladies + sum(lost.values()), due)

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
    amounts = [cents * share // 1000 for share in shares]
    return [amounts[0] + cents * sum(shares) // 1000 - sum(amounts), *amounts[1:]]


def by_place(cents, shares):
    """Return these shares of an amount by place, the first one first."""
    return dict(enumerate(parts(cents, shares), start=1))
