"""Prizes of keys as events store them stay to the cent what the version before gave out."""

import hashlib
import random

from scoring.competitions.awards import MAIN, Contest, Prize, Unit
from scoring.competitions.prizes import Beside, Money, Outcome, award_event
from scoring.standings.agreements import read_prizes

EVENTS = 2000
GIVEN_BEFORE = "ac7d98bda4dfc4e8"  # of the outcomes by the version before prize tables
OTHERS = (Prize((1,), share=500), Prize((2,), cents=300), Prize((1, 2), thing="Ham"))


def ranks_by(merits):
    return {who: 1 + sum(each < own for each in merits) for who, own in enumerate(merits, start=1)}


def a_stored_key(chance):
    """Return a prize key as an event stores it: amounts, things, and shares of at most the whole pot."""
    prizes, left = [], 1000
    for _ in range(chance.randint(0, 5)):
        places = sorted(chance.sample(range(1, 9), chance.randint(1, 3)))
        share = chance.randint(1, 200)
        kind = chance.choice(["cents", "share", "thing"])
        if kind == "cents":
            prizes.append({"places": places, "cents": chance.randint(0, 5000)})
        elif kind == "thing":
            prizes.append({"places": places, "thing": chance.choice(["Ham", "Wine", "Cup"])})
        elif share * len(places) <= left:
            left -= share * len(places)
            prizes.append({"places": places, "share": share})
    best = chance.choice([0, 0, 250, 500])
    shares = {"fee": chance.randint(1, 1000), "lost_deals": chance.randint(1, 1000 - best)}
    key = {"prizes": prizes, "ties": chance.choice(["share", "lot"]), "pot": ["fee", "lost_deals"]}
    key |= {"shares": shares, **({"best_of_lists": best} if best else {})}
    return key | ({"one_prize_each": True} if chance.random() < 0.4 else {})


def an_outcome(chance):
    """Return the prizes of a random evening with lists and competitions, of persons and of teams."""
    ranks = ranks_by([chance.randint(0, 6) for _ in range(chance.randint(0, 12))])
    lists = {at: ranks_by([chance.randint(0, 5) for _ in ranks]) for at in range(1, chance.randint(1, 3) + 1)}
    lost = {at: chance.randint(0, 3000) for at in lists}
    beside = []
    for number in range(1, chance.randint(0, 3) + 1):
        units = {unit: at for at, unit in enumerate(sorted(ranks)[: chance.randint(0, len(ranks))], start=1)}
        prizes = tuple(chance.sample(OTHERS, chance.randint(0, 2)))
        holders = {unit: unit for unit in units} if chance.random() < 0.4 else None
        own = chance.randint(0, 1000), chance.randint(0, 5000), chance.randint(0, 9)
        beside.append(Beside(number, units, prizes, {"own": own[0]}, own[1], own[2], holders))
    money = Money(chance.randint(0, 30_000), lost, chance.randint(0, 500), chance.randint(0, 20))
    key = read_prizes(a_stored_key(chance))
    return award_event(key, ranks, money, lambda number: f"{number * 7 % 13:03}", lists, beside)


def called(contest: Contest):
    """Return the name that the version before had for a competition."""
    if contest.competition is not None:
        return f"competition {contest.competition}"
    return "main" if contest.round is None else str(contest.round)


def won_as_before(won: Unit):
    """Return what a unit wins as the version before had it."""
    facts = (*won.contest, won.number, won.place, won.cents, tuple(won.things), tuple(won.parts))
    return (*facts, won.among, won.is_moved_up)


def told(outcome: Outcome):
    """Return all that a desk gives out and books, without what later versions add."""
    pots = {
        called(key): (pot.cents, [tuple(part) for part in pot.parts]) for key, pot in outcome.pots.items()
    }
    awards = [
        (each.entrant, each.rank, each.cents, each.things, [won_as_before(won) for won in each.won])
        for each in outcome.awards
    ]
    return outcome.pots[MAIN].cents, [tuple(source) for source in outcome.sources], pots, awards


def test_the_money_of_stored_keys_is_to_the_cent_what_the_version_before_gave_out():
    chance, digest = random.Random("published money"), hashlib.sha256()
    for _ in range(EVENTS):
        digest.update(repr(told(an_outcome(chance))).encode())
    assert digest.hexdigest()[:16] == GIVEN_BEFORE
