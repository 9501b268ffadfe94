"""Charts of points: the leaders, the rounds, a table, a player's event; each with its data table."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext

from rules.board import Unit
from scoring.sheet.tallies import POINTS, read_value
from tournaments.models import Table
from tournaments.publications.charts.drawing import NARROW, Picture
from tournaments.publications.charts.lines import KINDS, ScoreLine, Section, draw_lines
from tournaments.publications.charts.small_line import draw_small_line
from tournaments.publications.charts.spread import Spread, draw_spread
from tournaments.selectors.publishing.progress_tables import (
    evening_words,
    lines_text,
    points,
    points_of,
    round_name,
    steps_table,
    totals_table,
)
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.publishing.score_progress import Runs, race_runs, runs_at, runs_of
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.folded_sheets import LoadedPart

LEADERS, MOST_OTHERS = 5, 200
EVERY = 10  # deals between two rows of the leaders' table
Figure = dict[str, Any]


def event_charts(event: PublicEvent, numbers: Sequence[int]) -> list[Figure]:
    """Return the charts of an event; these start numbers have lines of their own."""
    standings = event.standings
    if not standings["deals_counted"]:
        return []
    return [race_chart(event, numbers), spread_chart(standings)]


def race_of(event: PublicEvent, size: Mapping[str, int] = MappingProxyType({})) -> Figure | None:
    """Return the race of the leaders; None before the first deal."""
    standings = event.standings
    return race_chart(event, chosen_numbers(standings, []), size) if standings["deals_counted"] else None


def race_chart(
    event: PublicEvent, numbers: Sequence[int], size: Mapping[str, int] = MappingProxyType({})
) -> Figure:
    """Return the chart of these players over the deals of the event, all others in grey behind them."""
    runs = race_runs(event, numbers)
    names = {row["number"]: row["name"] for row in event.standings["rows"]}
    others = lines_by_round(event.standings, runs, numbers)
    title = gettext("The race, deal by deal")
    unit = unit_of(event)
    words: dict[str, Any] = {"key": "leaders", "title": title, "description": lines_text(runs, names, unit)}
    chart = lines_chart(runs, names, others, size=size, unit=unit, **words)
    return {**chart, "data": totals_table(runs, names, EVERY, unit)}


def chosen_numbers(standings: Mapping[str, Any], numbers: Sequence[int | None]) -> list[int]:
    """Return the start numbers whose lines have colours, in the order of the standings."""
    listed = [row["number"] for row in standings["rows"]]
    chosen = [number for number in listed if number in numbers]
    return (chosen if len(chosen) > 1 else list(dict.fromkeys([*listed[:LEADERS], *chosen])))[:KINDS]


def lines_by_round(standings: Mapping[str, Any], runs: Runs, without: Sequence[int]) -> list[ScoreLine]:
    """Return the totals of the first other players after each round, which no sheet has to be read for.

    More lines would be one grey area. None where the standings count something else than points.
    """
    if standings["ranked_by"][0]["name"] != POINTS:
        return []
    ends = {stretch.round: stretch.end for stretch in runs.stretches}
    lines = []
    for row in [each for each in standings["rows"] if each["number"] not in without][:MOST_OTHERS]:
        values = zip(standings["rounds"], (read_value(each) or 0 for each in row["rounds"]), strict=True)
        shown = [(ends[number], value) for number, value in values if number in ends]
        totals = accumulate(int(value) for _, value in shown)
        lines.append(
            ScoreLine(row["name"], [(end, total) for (end, _), total in zip(shown, totals, strict=True)])
        )
    return [line for line in lines if line.points]


def table_chart(table: Table, parts: Sequence[LoadedPart]) -> Figure | None:
    """Return the chart of a table's running totals; None before its first deal."""
    public = PublicEvent(table.round.event)
    runs, names = runs_at(public, table, parts), public.names
    if not any(runs.steps.values()):
        return None
    title = gettext("The running totals")
    unit = unit_of(public)
    words: dict[str, Any] = {"key": "running", "title": title, "description": lines_text(runs, names, unit)}
    return {**lines_chart(runs, names, unit=unit, **words), "data": totals_table(runs, names, 1, unit)}


def evening_chart(public: PublicEvent, number: int) -> Figure | None:
    """Return the chart of a player's running total; None before their first deal."""
    runs = runs_of(public, [number])
    steps = runs.steps[number]
    if not steps:
        return None
    title, words = gettext("The event, deal by deal"), " ".join(evening_words(public.event, runs, steps))
    unit = unit_of(public)
    chart = lines_chart(runs, public.names, key="evening", title=title, description=words, unit=unit)
    small = draw_small_line(
        key="small",
        title=title,
        description=lines_text(runs, public.names, unit),
        points=points_of(runs, steps),
    )
    return {**chart, "data": steps_table(steps, unit), "small": small}


def lines_chart(
    runs: Runs, names: Mapping[int, str], others: Sequence[ScoreLine] = (), **wishes: Any
) -> Figure:
    """Return a chart with a line for each player with a deal, and the rounds as its sections.

    A line stays level while its player waits for the next round.
    """
    lines = [
        ScoreLine(names[number], points_of(runs, steps)) for number, steps in runs.steps.items() if steps
    ]
    sections = [Section(round_name(each.round), each.start, each.end) for each in runs.stretches]
    return both(draw_lines, lines=lines, sections=sections, others=others, **wishes)


def both(
    draw: Callable[..., Picture], *, key: str, size: Mapping[str, int] = MappingProxyType({}), **facts: Any
) -> Figure:
    """Return the picture, of the usual size for a desk, and a narrow one for a phone; each with a key."""
    narrow = draw(key=f"{key}-narrow", width=NARROW, **facts)
    return {"picture": draw(key=key, **facts, **size), "narrow": narrow}


def unit_of(public: PublicEvent) -> Unit:
    """Return how totals of the event's game are written."""
    return game_of(public.event).points_unit


# The spread of a round


def spread_chart(standings: Mapping[str, Any]) -> Figure:
    """Return the chart of everyone's points by round."""
    spreads = [spread_of(place, number, standings) for place, number in enumerate(standings["rounds"])]
    title = gettext("Spread of points by round")
    unit = standings["ranked_by"][0]["unit"]
    chart = both(draw_spread, spreads=spreads, key="spread", title=title, unit=unit)
    head = [gettext("Player"), *(round_name(number) for number in standings["rounds"])]
    rows = [
        [
            f"{row['number']} {row['name']}",
            *("–" if value is None else points(value, unit) for value in row["rounds"]),
        ]
        for row in standings["rows"]
    ]
    return {**chart, "data": {"head": head, "rows": rows}}


def spread_of(place: int, number: int, standings: Mapping[str, Any]) -> Spread:
    """Return the points of one round, in ascending order."""
    values = [read_value(row["rounds"][place]) for row in standings["rows"]]
    return Spread(round_name(number), sorted(Fraction(value) for value in values if value is not None))
