"""Lost and passed deals that cost money: what they cost, and how many each entrant has in each list."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from django.db.models import Count

from scoring.competitions.lost_deals import LostDealMoney, LostList, lost_lists
from scoring.sheet.tallies import DEALS_LOST, PASSED, has_declarer, losers_of
from scoring.standings.agreements import read_lost_deal_money
from tournaments.models import Deal, Event, RoundStatus, Seat, Table
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.folded_sheets import load_many
from tournaments.selectors.standings.decisions import standing_rulings

ByRound = defaultdict[int, Counter[int]]  # by the account's ID, then by round


def lost_money(event: Event) -> LostDealMoney:
    """Return the price of lost deals, and of passed ones; empty if the club charges nothing for them."""
    return read_lost_deal_money(event.lost_deal_money)


def takes_lost_deals(event: Event) -> bool:
    """Return whether lost deals cost something in this event."""
    return bool(lost_money(event)) and has_declarer(game_of(event))


def lost_lists_of(event: Event) -> dict[int, tuple[LostList, ...]]:
    """Return the lost deals per account, list by list, without those cancelled by a ruling, which cost
    nothing.

    A deal to which a ruling gave other points counts as recorded. Two queries, one more if passed deals cost
    something, two more if a deal is cancelled, none if lost deals cost nothing.
    """
    if not takes_lost_deals(event):
        return {}
    money, lost, passed = lost_money(event), ByRound(Counter), ByRound(Counter)
    cancelled = cancelled_by_table(event)
    seats = Seat.objects.filter(part__table__round__event=event, part__deals_counted__gt=0)
    released = seats.exclude(part__table__round__status=RoundStatus.DRAFT).order_by()
    columns = ("account_id", "part__table__round__number", "position", "part__tallies")
    for account_id, number, position, tallies in released.values_list(*columns):
        lost[account_id][number] += tallies.get(DEALS_LOST, [0] * (position + 1))[position]
    for account_id, number in losers_cancelled(event, cancelled):
        lost[account_id][number] -= 1
    if money.passed:
        for account_id, number, deals in passed_deals(event, cancelled):
            passed[account_id][number] += deals
    accounts = {*lost, *passed}
    return {each: lost_lists(money, lost[each], passed[each]) for each in accounts}


def losers_cancelled(event: Event, cancelled: Mapping[int, set[int]]) -> Iterator[tuple[int, int]]:
    """Yield the accounts that lost each cancelled deal, with its round; folds only the sheets concerned."""
    game = game_of(event)
    tables = Table.objects.filter(pk__in=cancelled).values_list("pk", "round__number")
    numbers = dict(tables) if cancelled else {}
    for table_id, parts in load_many(event, cancelled).items():
        for loaded in parts:
            for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True):
                lost = losers_of(game, row.outcome) if deal.pk in cancelled[table_id] else ()
                seats = loaded.part.seats.all()
                yield from ((seats[seat].account_id, numbers[table_id]) for seat in lost)


def passed_deals(event: Event, cancelled: Mapping[int, set[int]]) -> Iterator[tuple[int, int, int]]:
    """Yield account, round and number of the passed deals of each seat: everybody at the table pays."""
    deals = Deal.objects.filter(table__round__event=event, number__isnull=False, record__contract=PASSED)
    passed = deals.exclude(table__round__status=RoundStatus.DRAFT).exclude(
        pk__in=[deal for own in cancelled.values() for deal in own]
    )
    by_part = dict(passed.order_by().values_list("part_id").annotate(Count("pk")))
    seats = Seat.objects.filter(part__in=by_part).order_by()
    for account_id, number, part_id in seats.values_list(
        "account_id", "part__table__round__number", "part_id"
    ):
        yield account_id, number, by_part[part_id]


def cancelled_by_table(event: Event) -> dict[int, set[int]]:
    """Return the IDs of deals cancelled by a ruling, by table; one query."""
    by_table: defaultdict[int, set[int]] = defaultdict(set)
    for ruling in standing_rulings(event):
        if not any(ruling.points):
            by_table[ruling.deal.table_id].add(ruling.deal_id)
    return by_table
