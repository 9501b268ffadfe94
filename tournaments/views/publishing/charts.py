"""Charts of points: the leaders, the rounds, a table, a player's event; each with its data table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import gettext
from django.views.decorators.http import condition, require_safe

from rules.board import Unit
from scoring.sheet.tallies import POINTS, read_value
from tournaments.models import Event, Table
from tournaments.publications.charts.drawing import NARROW, Picture
from tournaments.publications.charts.lines import KINDS, ScoreLine, Section, draw_lines
from tournaments.publications.charts.small_line import draw_small_line
from tournaments.publications.charts.spread import Spread, draw_spread
from tournaments.selectors.clubs.permissions import get_public_event
from tournaments.selectors.events.marks import mark_of
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.publishing.score_progress import (
    Runs,
    Step,
    best_and_worst,
    big_steps,
    race_runs,
    runs_at,
    runs_of,
)
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.folded_sheets import LoadedPart
from tournaments.serving.caching import same_for_all
from tournaments.views.draw.draw_audit import draw_links
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.permissions import actor_of, for_spectator
from tournaments.views.pages.visibility import seen_by, sees_secrets
from tournaments.wording.numbers import amount
from tournaments.wording.sheet_json import line_text
from tournaments.wording.whole_numbers import whole_number

LEADERS, MOST_OTHERS = 5, 200
MOST_ASKED = 100
BIG_GAMES = 5  # on a screen
EVERY = 10  # deals between two rows of the leaders' table
Figure = dict[str, Any]


def charts_etag(request: HttpRequest, slug: str) -> str | None:
    """Return the ETag of the page: standings, names, visitor and stylesheet."""
    event = get_public_event(actor_of(request), slug)
    if event is None:
        return None
    visitor = (request.user.pk, sees_secrets(request, event), request.GET.getlist("player"))
    styles = (static("tournaments/stichtag.css"), static("tournaments/pictures.css"))
    return tag_of([mark_of(event), visitor, styles])


@require_safe
@same_for_all
@condition(etag_func=charts_etag)
@for_spectator
def charts(request: HttpRequest, event: Event) -> HttpResponse:
    """Show a line for each chosen player and the spread of every round; `?player=` names a start number.

    Without any the leaders are drawn; one alone is drawn beside them.
    """
    asked = [each.strip()[:9] for each in request.GET.getlist("player")[:MOST_ASKED]]
    public = seen_by(request, event)
    numbers = chosen_numbers(public.standings, [whole_number(each) for each in asked])
    unknown = next((each for each in asked if whole_number(each) not in public.names), "")
    context = {
        "event": event_facts(event),
        "figures": event_charts(public, numbers),
        "choices": [
            {"number": row["number"], "name": row["name"], "is_chosen": row["number"] in numbers}
            for row in public.standings["rows"]
        ],
        "unknown": unknown,
        "has_more": len(set(asked)) > KINDS,
        "most": KINDS,
        "draws": draw_links(event),
        "state": public.visibility.state,
    }
    return render(request, "publishing/charts.html", context)


def chosen_numbers(standings: Mapping[str, Any], numbers: Sequence[int | None]) -> list[int]:
    """Return the start numbers whose lines have colours, in the order of the standings."""
    listed = [row["number"] for row in standings["rows"]]
    chosen = [number for number in listed if number in numbers]
    return (chosen if len(chosen) > 1 else list(dict.fromkeys([*listed[:LEADERS], *chosen])))[:KINDS]


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


def big_games(public: PublicEvent) -> list[dict[str, Any]]:
    """Return the games that brought the most of the newest ones: who, how many points, what was played."""
    return [
        {"name": public.name(number), "points": points(step.delta), "words": deal_words(public.event, step)}
        for number, step in big_steps(public, BIG_GAMES)
    ]


def both(
    draw: Callable[..., Picture], *, key: str, size: Mapping[str, int] = MappingProxyType({}), **facts: Any
) -> Figure:
    """Return the picture, of the usual size for a desk, and a narrow one for a phone; each with a key."""
    narrow = draw(key=f"{key}-narrow", width=NARROW, **facts)
    return {"picture": draw(key=key, **facts, **size), "narrow": narrow}


# Lines


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


def unit_of(public: PublicEvent) -> Unit:
    """Return how totals of the event's game are written."""
    return game_of(public.event).points_unit


def points_of(runs: Runs, steps: Sequence[Step]) -> list[tuple[int, int]]:
    """Return (deals so far, total) pairs, with one more pair where each round begins."""
    by_place = {step.place: step.total for step in steps}
    last = steps[-1].place
    starts = [stretch.start for stretch in runs.stretches if 0 < stretch.start < last]
    for start in starts:
        by_place.setdefault(start, total_at(steps, start))
    return sorted(by_place.items())


def total_at(steps: Sequence[Step], place: int) -> int:
    """Return a player's total after this many deals of the event."""
    return next((step.total for step in reversed(steps) if step.place <= place), 0)


def round_name(number: int) -> str:
    """Return a round's name as pages show it."""
    return gettext("Round %(number)s") % {"number": number}


def lines_text(runs: Runs, names: Mapping[int, str], unit: Unit) -> str:
    """Describe the final totals in a sentence."""
    ends = [
        f"{names[number]} {points(steps[-1].total, unit)}" for number, steps in runs.steps.items() if steps
    ]
    return gettext("Points at the tables: %(ends)s.") % {"ends": ", ".join(ends)}


def points(value: Any, unit: str = Unit.POINTS) -> str:
    """Return points, with their sign where the game writes one; zero is "0"."""
    return amount(value, unit) or "0"


def totals_table(runs: Runs, names: Mapping[int, str], every: int, unit: Unit) -> dict[str, Any]:
    """Return everyone's totals after every `every` deals and at the end of each round."""
    shown = {number: steps for number, steps in runs.steps.items() if steps}
    rows = [
        [
            f"{round_name(stretch.round)}, {place - stretch.start}",
            *(points(total_at(own, place), unit) for own in shown.values()),
        ]
        for stretch in runs.stretches
        for place in range(stretch.start + 1, stretch.end + 1)
        if (place - stretch.start) % every == 0 or place == stretch.end
    ]
    return {"head": [gettext("Round, deal"), *(names[number] for number in shown)], "rows": rows}


# A player's event


def evening_words(event: Event, runs: Runs, steps: Sequence[Step]) -> Iterator[str]:
    """Yield the points of each round, the best deal and the worst, in words."""
    for stretch in runs.stretches:
        won = sum(step.delta for step in steps if step.round == stretch.round)
        yield f"{round_name(stretch.round)}: {points(won, game_of(event).points_unit)}."
    best, worst = best_and_worst(event, steps)
    if best:
        yield gettext("Best deal: %(deal)s.") % {"deal": deal_words(event, best)}
    if worst:
        yield gettext("Worst deal: %(deal)s.") % {"deal": deal_words(event, worst)}


def deal_words(event: Event, step: Step) -> str:
    """Describe a deal: round and table, points, and what was played."""
    assert step.made
    loaded, deal, row = step.made.loaded, step.made.deal, step.made.row
    values = {
        "round": step.round,
        "table": step.table,
        "deal": step.deal,
        "points": points(step.delta),
        "played": line_text(game_of(event), loaded.sheet.state, deal.record, row.outcome),
    }
    return gettext("round %(round)s, table %(table)s, deal %(deal)s: %(points)s (%(played)s)") % values


def steps_table(steps: Sequence[Step], unit: Unit) -> dict[str, Any]:
    """Return every deal that changed the total."""
    head = [gettext("Round, deal"), gettext("Table"), gettext("Points"), gettext("Total")]
    rows = [
        [
            f"{round_name(step.round)}, {step.deal}",
            str(step.table),
            points(step.delta),
            points(step.total, unit),
        ]
        for step in steps
        if step.delta
    ]
    return {"head": head, "rows": rows}


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
