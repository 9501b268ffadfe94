"""The prizes of an event by its standings: who wins what, what was given already, and what differs."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext

from scoring.competitions.awards import MAIN
from scoring.competitions.lost_deals import paid_by_list
from scoring.competitions.prizes import Award, Beside, Money, Outcome, PrizeTable, award_event
from scoring.competitions.requests import TEAM
from scoring.standings.agreements import read_prizes
from tournaments.models import Entrant, Event, PaymentKind, Standings
from tournaments.selectors.cash.cash_desk import (
    Booked,
    accounts_of,
    entry_fees_taken,
    given_prizes,
    paid_of,
    things_given,
)
from tournaments.selectors.cash.lost_deals import lost_lists_of
from tournaments.selectors.cash.statement import Statement, told
from tournaments.selectors.competitions.rankings import Ranking, cards_of, rankings_of, ranks_of_lists
from tournaments.selectors.standings.ranking_rules import lot_digest, public_lot_seed
from tournaments.wording.lists import in_a_list
from tournaments.wording.money import money_text
from tournaments.wording.names import name_of
from tournaments.wording.prizes import award_words, tie_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """The prizes due to one entrant, and those already given to them.

    `others` are the competitions that they won, by name, each with its cents, which are among `cents`; `why`
    are sentences about every cent and every thing; `turns` is how often they may still choose from a prize
    table.
    """

    entrant: Entrant
    name: str
    award: Award
    others: Sequence[tuple[str, int]]
    why: Sequence[str]
    given: int
    given_things: Sequence[str]
    turns: int

    @property
    def rank(self) -> int:
        """Return the rank in the event; 0 without one."""
        return self.award.rank

    @property
    def cents(self) -> int:
        """Return the cents due."""
        return self.award.cents

    @property
    def things(self) -> Sequence[str]:
        """Return the things due."""
        return self.award.things

    @property
    def lists(self) -> Sequence[tuple[int, int]]:
        """Return the rounds of which they were the best, each with its cents, which are among `cents`."""
        return self.award.lists

    @property
    def missing(self) -> int:
        """Return the cents still due; negative if too much was given."""
        return self.cents - self.given

    @property
    def missing_things(self) -> list[str]:
        """Return the things still due."""
        return [*(Counter(self.things) - Counter(self.given_things)).elements()]

    @property
    def is_too_much(self) -> bool:
        """Return whether the entrant was given anything that is not due now."""
        return self.missing < 0 or not Counter(self.given_things) <= Counter(self.things)

    @property
    def is_given(self) -> bool:
        """Return whether the entrant was given exactly what is due, and has nothing to choose."""
        return self.is_as_due and not self.turns

    @property
    def is_as_due(self) -> bool:
        """Return whether the entrant was given exactly what is due, whatever they may still choose."""
        return not (self.missing or self.missing_things or self.is_too_much)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePlan:
    """All prizes by the current standings; `owed` is due to the pot but not booked yet.

    `left` are the cents that remain in the pot, negative if it is too small. `statement` says where the money
    goes that was taken, `ties` who is equal at a last prize; `names` are those of entrants by start number,
    `titles` those of competitions.
    """

    pot: int
    left: int
    statement: Statement
    wins: Sequence[Win]
    booked: Sequence[Booked]
    owed: int
    has_results: bool
    tables: Sequence[PrizeTable]
    ties: Sequence[str]
    names: Mapping[int, str]
    titles: Mapping[int, str]

    @property
    def sum(self) -> int:
        """Return the sum of all prize money in cents."""
        return sum(win.cents for win in self.wins)

    @property
    def short(self) -> int:
        """Return the cents that the prizes are more than their pots, of which none fills another."""
        return sum(max(0, -each.left) for each in self.statement.pots)

    @property
    def is_given(self) -> bool:
        """Return whether there are prizes and each winner was given exactly what is due."""
        return bool(self.wins) and all(win.is_given for win in self.wins)

    @property
    def is_settled(self) -> bool:
        """Return whether prizes were booked, each winner was given exactly what is due, and the last one at
        each prize table has chosen; who was not there when called is not waited for.
        """
        has_chosen = all(table.turns[-1].thing for table in self.tables if table.turns)
        return bool(self.booked) and has_chosen and all(win.is_as_due for win in self.wins)

    @property
    def is_too_much(self) -> bool:
        """Return whether any entrant was given something that is not due now."""
        return any(win.is_too_much for win in self.wins)

    @property
    def mark(self) -> str:
        """Return a digest of the prizes due, without those that are chosen.

        Equal digests mean equal prizes for the same entrants, given or not.
        """
        due = [
            (win.entrant.number, win.cents, *things)
            for win in self.wins
            for things in [[thing for won in win.award.won for thing in won.things]]
            if win.cents or things
        ]
        return hashlib.sha256(repr(due).encode()).hexdigest()[:32]


def prize_plan(event: Event) -> PrizePlan:
    """Calculate the prizes from the stored standings; fourteen queries at most."""
    paid, booked = paid_of(event), given_prizes(event)
    things = things_given(booked)
    outcome = outcome_of(event, ranks_of(event), paid, things)
    people = event.entrants.select_related("player", "partner").order_by("number")
    entrants = {each.number: each for each in people}
    names = {number: name_of(each) for number, each in entrants.items()}
    pot = outcome.pots[MAIN]
    return PrizePlan(
        pot=pot.cents,
        left=pot.left,
        statement=told(outcome) if has_prizes(event) else Statement(),
        wins=wins_of(outcome, entrants, paid, things),
        booked=booked,
        owed=owed_to_pot(event),
        has_results=Standings.objects.filter(event=event, deals_counted__gt=0).exists(),
        tables=outcome.tables,
        ties=[tie_words(tie, outcome.names, names) for tie in outcome.ties],
        names=names,
        titles=outcome.names,
    )


def outcome_of(
    event: Event,
    ranks: Mapping[int, int],
    paid: Mapping[int, Counter[str]],
    things: Mapping[int, Sequence[str]] | None = None,
) -> Outcome:
    """Return the prizes due by these ranks, best first, and where the payments in `paid` go.

    `things` were given out, by start number; among them are those chosen from a prize table.
    Two queries; some more where the best player of each list wins, and a dozen where there are competitions.
    """
    key = read_prizes(event.prizes)
    lists = ranks_of_lists(event) if key.best_of_lists else {}
    money = money_of(event, paid, by_list=bool(lists))
    return award_event(key, ranks, money, lot_of(event), lists, beside_of(event, paid), things)


def beside_of(event: Event, paid: Mapping[int, Counter[str]]) -> list[Beside]:
    """Return the competitions beside; one query where there are none. Only those with prizes are ranked."""
    cards = cards_of(event)
    won = {
        each.card.key: each
        for each in rankings_of(event, [each for each in cards if each.stored and each.stored.prizes])
    }
    fees = entry_fees_taken(event, paid) if cards else {}
    return [
        Beside(
            stored.number,
            won[card.key].ranks if card.key in won else {},
            read_prizes({"prizes": stored.prizes}).prizes,
            stored.shares,
            *fees.get(stored.number, (0, 0)),
            holders_of(won.get(card.key)) if card.unit == TEAM else None,
            card.name,
        )
        for card in cards
        for stored in [card.stored]
        if stored is not None
    ]


def holders_of(ranking: Ranking | None) -> dict[int, int]:
    """Return for each team the start number of the member who takes a prize; none where there is none."""
    return {number: seen.numbers[0] for number, seen in ranking.teams.items()} if ranking else {}


def statement_of(event: Event) -> Statement:
    """Return the statement by the standings as they are; empty for an event without prizes."""
    if not has_prizes(event):
        return Statement()
    return told(outcome_of(event, ranks_of(event), paid_of(event)))


def has_prizes(event: Event) -> bool:
    """Return whether there is anything to win, in the event's own ranking or another; a query for others."""
    return bool(read_prizes(event.prizes)) or event.competitions.exclude(prizes=[]).exists()


def money_of(event: Event, paid: Mapping[int, Counter[str]], *, by_list: bool) -> Money:
    """Return the payments of fees and of lost deals; by list, where that is asked, the first list first."""
    lists = lost_lists_of(event) if by_list else {}
    lost: Counter[int] = Counter()
    other = 0
    for entrant_id, own in paid.items():
        covered, over = paid_by_list(lists.get(entrant_id, ()), own[PaymentKind.LOST_DEALS])
        lost.update(covered)
        other += over
    fees = [own[PaymentKind.FEE] for own in paid.values()]
    return Money(sum(fees), lost, other, sum(cents > 0 for cents in fees))


def owed_to_pot(event: Event) -> int:
    """Return the cents due to the pot but not booked yet, before any share of them."""
    kinds = read_prizes(event.prizes).sources
    accounts = accounts_of(event)
    owed = {
        PaymentKind.FEE: sum(each.fee_missing for each in accounts),
        PaymentKind.LOST_DEALS: sum(each.lost_missing for each in accounts),
    }
    return sum(cents for kind, cents in owed.items() if kind in kinds)


def are_prizes_given(event: Event) -> bool:
    """Return whether all prizes due are given; calculated only once the results are signed off."""
    return event.signed_off_at is not None and not event.is_closed and prize_plan(event).is_settled


def ranks_of(event: Event) -> dict[int, int]:
    """Return the rank of every placed entrant, by start number; none before a deal was played."""
    rows = event.standings_rows.filter(is_placed=True, event__standings__deals_counted__gt=0)
    return dict(rows.values_list("entrant__number", "rank"))


def wins_of(
    outcome: Outcome,
    entrants: Mapping[int, Entrant],
    paid: Mapping[int, Counter[str]],
    things: defaultdict[int, list[str]],
) -> list[Win]:
    """Return the winners, best first, then the entrants who win nothing but were given something."""
    given = {number: -paid[entrant.pk][PaymentKind.PRIZE] for number, entrant in entrants.items()}
    won = {award.entrant for award in outcome.awards}
    too_much = [number for number in entrants if number not in won and (given[number] or things[number])]
    turns = Counter(turn.entrant for table in outcome.tables for turn in table.turns if not turn.thing)
    return [
        Win(
            entrant=entrants[award.entrant],
            name=name_of(entrants[award.entrant]),
            award=award,
            others=[(outcome.names[number], cents) for number, cents in award.others],
            why=award_words(award, outcome.pots, outcome.names),
            given=given[award.entrant],
            given_things=things[award.entrant],
            turns=turns[award.entrant],
        )
        for award in [*outcome.awards, *(Award(number, rank=0) for number in too_much)]
    ]


def lot_of(event: Event) -> Callable[[int], str]:
    """Return the draw of lots between equals: by the latest revealed seed, else by the event's public ID."""
    revealed = event.draws.filter(revealed_at__isnull=False).order_by("-number").first()
    return partial(lot_digest, revealed.seed if revealed else public_lot_seed(event))


def winners_shown(event: Event, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the prizes given, by rank, unless they are secret; no query for an event without prizes.

    Without entrants who were given more than these rows say is due: a correction has taken their place.
    """
    if event.is_frozen or not rows or not has_prizes(event):
        return []
    booked, paid = given_prizes(event), paid_of(event)
    if not booked:
        return []
    things, names = things_given(booked), {row["number"]: row["name"] for row in rows}
    cents: Counter[int] = Counter()
    for each in booked:
        if each.payment.entrant:
            cents[each.payment.entrant.number] += each.given
    ranks = {row["number"]: row["rank"] for row in rows if row["rank"] is not None}
    outcome = outcome_of(event, ranks, paid, things)
    return [
        {
            "rank": due.rank or None,
            "name": names[due.entrant],
            "cents": cents[due.entrant],
            "things": things[due.entrant],
            "why": award_words(due, outcome.pots, outcome.names) if cents[due.entrant] == due.cents else [],
        }
        for due in outcome.awards
        if (cents[due.entrant] or things[due.entrant])
        and cents[due.entrant] <= due.cents
        and Counter(things[due.entrant]) <= Counter(due.things)
    ]


# Given and due


def prize_differences(event: Event) -> list[str]:
    """Return a sentence for every prize that was given to another entrant than it is due to now.

    Empty while no prize is given; no query for an event without prizes.
    """
    if not has_prizes(event) or not given_prizes(event):
        return []
    wins = prize_plan(event).wins
    return [difference(win, wins) for win in wins if not win.is_as_due]


def difference(win: Win, wins: Sequence[Win]) -> str:
    """Return one difference as a sentence; it names who has a prize that is due to this winner."""
    due_things = set(win.missing_things)
    holders = (
        each
        for each in wins
        if each.is_too_much
        and ((win.missing > 0 and each.given == win.cents) or not due_things.isdisjoint(each.given_things))
    )
    if not win.is_too_much and (holder := next(holders, None)):
        message = gettext("Prize %(place)s was given to %(given)s, now due to %(due)s.")
        return message % {"place": win.rank, "given": holder.name, "due": win.name}
    message = gettext("%(name)s was given %(given)s as a prize, now due: %(due)s.")
    given, due = prize_words(win.given, win.given_things), prize_words(win.cents, win.things)
    return message % {"name": win.name, "given": given, "due": due}


def prize_words(cents: int, things: Sequence[str]) -> str:
    """Return an amount, things, or both; "nothing" without either."""
    return in_a_list([*([money_text(cents)] if cents else []), *things]) or gettext("nothing")
