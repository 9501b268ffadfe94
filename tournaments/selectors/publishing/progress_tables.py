"""The points deal by deal as tables and sentences: what a chart shows, for those who do not look at it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from rules.board import Unit
from tournaments.models import Event
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.publishing.score_progress import Runs, Step, best_and_worst, big_steps
from tournaments.selectors.sheets.agreements import game_of
from tournaments.wording.lists import as_sentence, in_a_list, labelled
from tournaments.wording.numbers import amount
from tournaments.wording.sheet_json import line_text

BIG_GAMES = 5  # on a screen


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


def totals_table(runs: Runs, names: Mapping[int, str], every: int, unit: Unit) -> dict[str, Any]:
    """Return everyone's totals after every `every` deals and at the end of each round."""
    shown = {number: steps for number, steps in runs.steps.items() if steps}
    rows = [
        [
            in_a_list((round_name(stretch.round), place - stretch.start)),
            *(points(total_at(own, place), unit) for own in shown.values()),
        ]
        for stretch in runs.stretches
        for place in range(stretch.start + 1, stretch.end + 1)
        if (place - stretch.start) % every == 0 or place == stretch.end
    ]
    return {"head": [gettext("Round, deal"), *(names[number] for number in shown)], "rows": rows}


def steps_table(steps: Sequence[Step], unit: Unit) -> dict[str, Any]:
    """Return every deal that changed the total."""
    head = [gettext("Round, deal"), gettext("Table"), gettext("Points"), gettext("Total")]
    rows = [
        [
            in_a_list((round_name(step.round), step.deal)),
            str(step.table),
            points(step.delta),
            points(step.total, unit),
        ]
        for step in steps
        if step.delta
    ]
    return {"head": head, "rows": rows}


# Words


def lines_text(runs: Runs, names: Mapping[int, str], unit: Unit) -> str:
    """Describe the final totals in a sentence."""
    ends = [
        f"{names[number]} {points(steps[-1].total, unit)}" for number, steps in runs.steps.items() if steps
    ]
    return gettext("Points at the tables: %(ends)s.") % {"ends": in_a_list(ends)}


def evening_words(event: Event, runs: Runs, steps: Sequence[Step]) -> Iterator[str]:
    """Yield the points of each round, the best deal and the worst, in words."""
    for stretch in runs.stretches:
        won = sum(step.delta for step in steps if step.round == stretch.round)
        yield as_sentence(labelled(round_name(stretch.round), points(won, game_of(event).points_unit)))
    best, worst = best_and_worst(event, steps)
    if best:
        yield gettext("Best deal: %(deal)s.") % {"deal": deal_words(event, best)}
    if worst:
        yield gettext("Worst deal: %(deal)s.") % {"deal": deal_words(event, worst)}


def big_games(public: PublicEvent) -> list[dict[str, Any]]:
    """Return the games that brought the most of the newest ones: who, how many points, what was played."""
    return [
        {"name": public.name(number), "points": points(step.delta), "words": deal_words(public.event, step)}
        for number, step in big_steps(public, BIG_GAMES)
    ]


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


def round_name(number: int) -> str:
    """Return a round's name as pages show it."""
    return gettext("Round %(number)s") % {"number": number}


def points(value: Any, unit: str = Unit.POINTS) -> str:
    """Return points, with their sign where the game writes one; zero is "0"."""
    return amount(value, unit) or "0"
