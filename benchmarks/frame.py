"""Shared parts of all benchmarks: alternating runs, ratios of their medians, a table and JSON."""

import gc
import json
import platform
import sqlite3
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import cpu_count
from pathlib import Path
from time import process_time
from typing import Any

RESULT_CHANGES = Path(__file__).resolve().parent.parent / "var" / "benchmarks"
SHORTEST_RUN = 0.02  # seconds; quicker code is repeated within one run

Say = Callable[[str], None]
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of one way, one value per run."""

    label: str
    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    def __str__(self) -> str:
        values = (self.median, min(self.seconds), max(self.seconds))
        unit, factor = unit_of(self.median)
        median, least, most = (f"{value * factor:.3g}" for value in values)
        return f"{self.label} {median} {unit} ({least}-{most})"


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of a ratio."""

    at_most: float | None = None
    at_least: float | None = None

    def __str__(self) -> str:
        return f"<= {self.at_most:g}" if self.at_most is not None else f">= {self.at_least:g}"

    def is_met(self, ratio: float) -> bool:
        return ratio <= self.at_most if self.at_most is not None else ratio >= (self.at_least or 0)


@dataclass(frozen=True, slots=True)
class Figure:
    """The median of `above` divided by the median of `below`."""

    name: str
    above: Times
    below: Times
    goal: Goal | None = None

    @property
    def ratio(self) -> float:
        return self.above.median / self.below.median

    @property
    def verdict(self) -> str:
        """Return reached or missed; nothing without a goal."""
        if self.goal is None:
            return ""
        return "reached" if self.goal.is_met(self.ratio) else "MISSED"


@dataclass(frozen=True, slots=True)
class Report:
    """The results of a benchmark: ratios, and other facts (counts, megabytes)."""

    figures: Sequence[Figure]
    facts: Mapping[str, Any] = field(default_factory=dict)


def take_turns(
    ways: Mapping[str, Callable[[], object]], *, runs: int, clock: Clock = process_time
) -> dict[str, Times]:
    """Time every way `runs` times: A B A B ..., so that a slow minute of the machine slows all of them down.

    `process_time`, the processor's, suits work of this process alone: others do not disturb it. The garbage
    collector stays on, as in production, but ignores older objects.
    """
    gc.collect()
    gc.freeze()
    repeats = {label: repeats_of(way, clock) for label, way in ways.items()}
    seconds: dict[str, list[float]] = {label: [] for label in ways}
    for _ in range(runs):
        for label, way in ways.items():
            gc.collect()
            seconds[label].append(time_of(way, repeats[label], clock))
    return {label: Times(label, tuple(values)) for label, values in seconds.items()}


def repeats_of(way: Callable[[], object], clock: Clock) -> int:
    """Return how often to repeat a way so that one run can be measured; also warms it up."""
    way()
    return max(1, round(SHORTEST_RUN / max(time_of(way, 1, clock), 1e-7)))


def time_of(way: Callable[[], object], repeats: int, clock: Clock) -> float:
    """Return the seconds of one call."""
    start = clock()
    for _ in range(repeats):
        way()
    return (clock() - start) / repeats


def machine() -> dict[str, Any]:
    """Describe the machine the figures depend on, without names."""
    return {
        "cores": cpu_count(),
        "architecture": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
    }


def unit_of(seconds: float) -> tuple[str, float]:
    """Return the most readable unit of a duration."""
    if seconds < 1e-3:
        return "us", 1e6
    return ("ms", 1e3) if seconds < 1 else ("s", 1)


def table_of(report: Report) -> str:
    """Return the report as a table for readers."""
    heads = ("figure", "ratio", "goal", "", "measured: median (min-max)")
    rows = [heads, *(row_of(figure) for figure in report.figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    lines += [f"{name}: {value}" for name, value in report.facts.items()]
    return "\n".join(line.rstrip() for line in lines)


def row_of(figure: Figure) -> tuple[str, ...]:
    """Return one figure as cells."""
    measured = f"{figure.above} / {figure.below}"
    return figure.name, f"{figure.ratio:.2f}", str(figure.goal or "-"), figure.verdict, measured


def json_of(name: str, report: Report) -> dict[str, Any]:
    """Return the report for programs; times in seconds."""
    return {
        "benchmark": name,
        "machine": machine(),
        "figures": [figure_json(figure) for figure in report.figures],
        "facts": dict(report.facts),
    }


def keep(name: str, report: Report) -> dict[str, Any]:
    """Write the JSON, replacing the old one; a benchmark may call this while it runs."""
    result = json_of(name, report)
    RESULT_CHANGES.mkdir(parents=True, exist_ok=True)
    (RESULT_CHANGES / f"{name}.json").write_text(json.dumps(result, indent=1))
    return result


def figure_json(figure: Figure) -> dict[str, Any]:
    """Return one figure with every run."""
    return {
        "figure": figure.name,
        "ratio": round(figure.ratio, 4),
        "goal": str(figure.goal) if figure.goal else None,
        "verdict": figure.verdict or None,
        "above": times_json(figure.above),
        "below": times_json(figure.below),
    }


def times_json(times: Times) -> dict[str, Any]:
    """Return all runs of one way."""
    return {
        "what": times.label,
        "median": times.median,
        "min": min(times.seconds),
        "max": max(times.seconds),
        "runs": list(times.seconds),
    }
