"""A player's results as declarer, from the newest sheets, by the fields that the game declares.

Sums of won and lost deals are stored with every part; bids and announcements are only in the records, so
the newest sheets are folded, and the page says how many deals are included.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.db.models import Prefetch, QuerySet

from rules.board import Unit
from rules.game import Field, Game, Kind
from rules.writing import is_asked
from scoring.sheet import Sheet
from scoring.tallies import DEALS_LOST, DEALS_WON, counts_every_deal, has_declarer
from tournaments.models import Deal, Part, Player, RoundStatus, Seat, Table
from tournaments.selectors.sheets.folded_sheets import fold_part, game_of
from tournaments.wording.sheet_json import translate

MOST_SHEETS = 10
BID = "bid"  # the name of the bid field in every game that has one
TOLD = (Kind.CHOICE, Kind.CHOICES, Kind.FLAG)
VALUE = "value"  # the fact that every game with values calls so
Records = Mapping[int, list[dict[str, Any]]]  # by part
Deals = list[tuple[Mapping[str, Any], bool, Any, int | None]]
"""The record, whether it was made, the state of its part, and the value if the game has one."""


@dataclass(frozen=True, slots=True)
class Habit:
    """A recorded choice: how often the player declared with it, and how often they made it."""

    word: str
    deals: int
    won: int

    @property
    def share(self) -> int:
        """The deals made, in percent, rounded."""
        return round(Fraction(100 * self.won, self.deals)) if self.deals else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaring:
    """A declarer's sums, and their choices on the newest sheets."""

    total: Habit
    sheets: int = 0
    seen: int = 0
    bids: list[Habit] = field(default_factory=list)
    average_bid: Fraction | None = None
    average_value: Fraction | None = None
    is_by_side: bool = False  # the total counts every deal that the player's side won or lost
    sums: list[tuple[str, int, Unit]] = field(default_factory=list)
    words: list[Habit] = field(default_factory=list)


def declaring_of(
    player: Player,
    game: Game,
    tallies: Mapping[str, int],
    events: Collection[int],
    most_sheets: int = MOST_SHEETS,
) -> Declaring | None:
    """The player's statistics as declarer; None if the game has no declarer or they never declared.

    `tallies` are the player's over all events; choices come from the newest sheets of `events`. Five
    queries.
    """
    won, lost = tallies.get(DEALS_WON, 0), tallies.get(DEALS_LOST, 0)
    if not has_declarer(game) or not won + lost:
        return None
    sheets = list(newest_sheets(player, events)[:most_sheets])
    accounts = set(player.entries.filter(event__in=events).values_list("pk", flat=True))
    records = records_by_part(sheets)
    deals = [deal for table in sheets for deal in declared_deals(table, records, accounts)]
    bids = [(record[BID], made) for record, made, _, _ in deals if record.get(BID) is not None]
    words = [(word, made) for record, made, state, _ in deals for word in words_of(game, record, state)]
    values, is_by_side = [value for *_, value in deals if value is not None], counts_every_deal(game)
    return Declaring(
        total=Habit("", won + lost, won),
        sheets=len(sheets),
        seen=len(deals),
        bids=[Habit(str(bid), *counts) for bid, counts in counted(bids)],
        average_bid=Fraction(sum(bid for bid, _ in bids), len(bids)) if bids else None,
        average_value=Fraction(sum(values), len(values)) if values and not is_by_side else None,
        sums=[(translate(each.label), tallies.get(each.tally, 0), each.unit) for each in game.statistics],
        is_by_side=is_by_side,
        words=[Habit(word, *counts) for word, counts in counted(words)],
    )


def newest_sheets(player: Player, events: Collection[int]) -> QuerySet[Table]:
    """The sheets on which the player's account scores, newest first, with their parts and seats."""
    own = Seat.objects.filter(account__player=player, part__table__round__event__in=events)
    tables = Table.objects.filter(pk__in=own.values("part__table")).exclude(round__status=RoundStatus.DRAFT)
    parts = Part.objects.order_by("position").prefetch_related("seats")
    newest = tables.order_by("-round__event__date", "-round__event", "-round__number", "-number")
    return newest.select_related("round__event").prefetch_related(Prefetch("parts", parts))


def records_by_part(tables: Collection[Table]) -> Records:
    """The records of these sheets by part, in order; one query."""
    records: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    written = Deal.objects.filter(table__in=tables, number__isnull=False).order_by("table", "number")
    for part_id, record in written.values_list("part_id", "record"):
        records[part_id].append(record)
    return records


def declared_deals(table: Table, records_by_part: Records, accounts: Collection[int]) -> Deals:
    """The deals of a sheet that one of these accounts won or lost as declarer."""
    return [
        (record, made, sheet.state, value)
        for part, sheet, records in folded(table, records_by_part)
        for seat, made, record, value in declared_rows(table, sheet, records)
        if part.seats.all()[seat].account_id in accounts
    ]


def folded(table: Table, records_by_part: Records) -> Iterator[tuple[Part, Sheet, list[dict[str, Any]]]]:
    """Yield every part of a sheet, folded, with its records."""
    before: Sheet | None = None
    first = 1
    for part in table.parts.all():
        records = records_by_part.get(part.pk, [])
        before = fold_part(table.round.event, part, records, before, first)
        first += len(records)
        yield part, before, records


def declared_rows(
    table: Table, sheet: Sheet, records: list[dict[str, Any]]
) -> Iterator[tuple[int, bool, dict[str, Any], int | None]]:
    """Yield seat, success, record and value of every deal that one seat won or lost as declarer."""
    game = game_of(table.round.event)
    for row, record in zip(sheet.rows, records, strict=True):
        if declared := game.declared(row.outcome):
            yield *declared, record, row.outcome.facts.get(VALUE)


# Recorded choices


def words_of(game: Game, record: Mapping[str, Any], state: Any) -> Iterator[str]:
    """Yield a record's choices besides the bid, by field: "Trumps: spades", "Named in the bid: Hand"."""
    for each in game.fields:
        if each.kind in TOLD and not each.is_quiet and is_asked(each, record, state.options, state.seats):
            yield from field_words(each, record.get(each.name))


def field_words(each: Field, value: Any) -> Iterator[str]:
    """Yield the words of one field's value; none for values that the sheet leaves out."""
    if each.kind == Kind.FLAG:
        yield from [translate(each.label)] if value else []
        return
    values = value if isinstance(value, (list, tuple)) else [value]
    for choice in each.choices:
        if choice.value in values and choice.mark != "":
            yield f"{translate(each.label)}: {translate(choice.label)}"


def counted(pairs: Sequence[tuple[Any, bool]]) -> Iterator[tuple[Any, tuple[int, int]]]:
    """Yield each value in order, with how often it was declared and how often made."""
    deals, won = Counter(value for value, _ in pairs), Counter(value for value, made in pairs if made)
    yield from ((value, (deals[value], won[value])) for value in sorted(deals))
