"""The consequences of a decision: ranks, prizes, money, ratings and draws before it and after it.

`situation_of` reads what the stored facts give at one moment, not the stored standings, which may be older.
Two of them are compared; services/tables/rehearsal.py takes the second one after the decision.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.competitions.prizes import Award
from scoring.standings.standings import Line
from tournaments.models import DrawMode, Event, Round, RoundStatus
from tournaments.selectors.cash.cash_desk import given_prizes, paid_of
from tournaments.selectors.cash.lost_deals import lost_lists_of
from tournaments.selectors.cash.prize_plan import outcome_of, prize_words
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.series.ratings import Tables, ratings_of, tables_of
from tournaments.selectors.series.series_results import counted_events
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.standings.results import lines_of, load_results, ranked_entrants
from tournaments.selectors.tables.correction_impact import change, visible_values
from tournaments.wording.consequences import (
    drawn_words,
    given_prizes_words,
    list_words,
    next_draw_words,
    reopened_words,
)
from tournaments.wording.money import money_text
from tournaments.wording.names import full_name

BY_RANKS = (DrawMode.STANDINGS, DrawMode.SNAKE, DrawMode.WINNERS_STAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The results of an event at one moment, by start number; `tables` are what ratings come from."""

    lines: Mapping[int, Line]
    awards: Mapping[int, Award]
    lost_cents: Mapping[int, int]
    tables: Tables


@dataclass(frozen=True, slots=True)
class Moved:
    """A value of one entrant before and after, ready to be shown."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """The effects of a decision; `ranks` are rows as `correction_impact.change` makes them, best first.

    `prizes` are those due, `money` what lost deals cost, `notes` sentences about draws, lists and prizes.
    """

    ranks: Sequence[Mapping[str, Any]] = ()
    prizes: Sequence[Moved] = ()
    money: Sequence[Moved] = ()
    ratings: Sequence[Moved] = ()
    notes: Sequence[str] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether nothing changes."""
        return not (self.ranks or self.prizes or self.money or self.ratings or self.notes)


def situation_of(event: Event) -> Situation:
    """Return the results as the stored facts give them now; the number of queries does not grow with rows."""
    results = load_results(event)
    lines = {line.entrant: line for line in lines_of(event, results, ranked_entrants(event, results))}
    ranks = {number: line.rank for number, line in lines.items() if line.is_placed} if results else {}
    numbers = dict(event.entrants.values_list("pk", "number"))
    return Situation(
        lines=lines,
        awards={award.entrant: award for award in outcome_of(event, ranks, paid_of(event)).awards},
        lost_cents={
            numbers[pk]: sum(each.cents for each in lists) for pk, lists in lost_lists_of(event).items()
        },
        tables=tables_of([event.pk]),
    )


def compare(event: Event, before: Situation, after: Situation) -> Consequences:
    """Return the differences between two situations of an event."""
    names = PublicEvent(event, name_of=full_name).names
    ranks = ranks_moved(names, before.lines, after.lines)
    prizes = list(prizes_moved(names, before.awards, after.awards))
    return Consequences(
        ranks=ranks,
        prizes=prizes,
        money=list(money_moved(names, before.lost_cents, after.lost_cents)),
        ratings=ratings_moved(event, before.tables, after.tables),
        notes=[*draw_notes(event) * bool(ranks), *list_notes(event, is_other=bool(ranks or prizes))],
    )


def ranks_moved(
    names: Mapping[int, str], before: Mapping[int, Line], after: Mapping[int, Line]
) -> list[dict[str, Any]]:
    """Return the rows whose rank or total changes, by the rank after.

    Entrants listed only once are left out.
    """
    both = [line for line in after.values() if line.entrant in before]
    return [
        change(names[line.entrant], before[line.entrant], line)
        for line in both
        if visible_values(line) != visible_values(before[line.entrant])
    ]


def prizes_moved(
    names: Mapping[int, str], before: Mapping[int, Award], after: Mapping[int, Award]
) -> Iterable[Moved]:
    """Yield the entrants who are due another prize."""
    for number in [*after, *(each for each in before if each not in after)]:
        then, now = (
            prize_words(award.cents, award.things) if award else prize_words(0, ())
            for award in (before.get(number), after.get(number))
        )
        if then != now:
            yield Moved(names[number], then, now)


def money_moved(
    names: Mapping[int, str], before: Mapping[int, int], after: Mapping[int, int]
) -> Iterable[Moved]:
    """Yield the entrants whose lost deals cost more or less."""
    for number in sorted({*before, *after}):
        then, now = before.get(number, 0), after.get(number, 0)
        if then != now:
            yield Moved(names[number], money_text(then), money_text(now))


def ratings_moved(event: Event, before: Tables, after: Tables) -> list[Moved]:
    """Return the players whose rating in this game changes.

    Nothing is computed if no table gives other results.
    """
    if before == after:
        return []
    same_game = event.club.events.filter(game=event.game)
    ids = list(counted_events(same_game, with_unpublished=True).values_list("pk", flat=True))
    if event.pk not in ids:
        return []
    others, game = tables_of([each for each in ids if each != event.pk]), game_of(event)
    then = ratings_of(game, ids, {**others, **before})
    now = ratings_of(game, ids, {**others, **after})
    players = event.entrants.order_by("number").values_list("player_id", "player__name")
    return [
        Moved(name, str(then[pk].points), str(now[pk].points))
        for pk, name in players
        if pk in then and pk in now and then[pk].points != now[pk].points
    ]


# Sentences


def draw_notes(event: Event) -> list[str]:
    """Return sentences about rounds that were, or would be, drawn by other ranks."""
    rounds = event.rounds.filter(draw__mode__in=BY_RANKS, number__gt=1).order_by("number")
    notes = [drawn_words(each) for each in rounds if each.status != RoundStatus.CLOSED]
    last = event.rounds.order_by("-number").first()
    if last and last.status != RoundStatus.DRAFT and last.number != event.planned_rounds:
        notes.append(next_draw_words())
    return notes


def list_notes(event: Event, *, is_other: bool) -> Iterable[str]:
    """Yield sentences about a published list and prizes given, if ranks or prizes change."""
    newest = event.publications.defer("rows").order_by("-number").first() if is_other else None
    if newest:
        yield list_words(newest)
    if is_other and given_prizes(event):
        yield given_prizes_words()


def reopening_notes(round: Round) -> list[str]:
    """Return sentences about what may change once a closed round is open again."""
    notes = [reopened_words(round.tables.filter(is_broken_off=False).count())]
    later = round.event.rounds.filter(number__gt=round.number, draw__mode__in=BY_RANKS).order_by("number")
    notes += [drawn_words(each) for each in later if each.status != RoundStatus.CLOSED]
    return [*notes, *list_notes(round.event, is_other=True)]
