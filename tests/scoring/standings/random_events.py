"""Small random events with many ties: any policy, several table sizes, parts, substitutes, late arrivals."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from rules import get_game
from rules.game import Game, Ranking
from scoring.competitions.tie_breaks import tie_break_keys
from scoring.sheet.tallies import Adjusted, PartResult, tally_names
from scoring.standings.policy import TABLE_POINTS, Policy, read_policy
from scoring.standings.standings import Leavers, Method

GOLF = replace(
    get_game("points"),
    key="golf",
    ranks_by=(Ranking("total", "Strokes", high_is_better=False),),
    ranks_by_options=None,
)
LOWEST_WINS = {"lowest_wins": True, "halves": True}
GAMES = (*(get_game(key) for key in ("points", "fipsen-prisdorf", "briscola", "fipsen-thedinghausen")), GOLF)
SIZES = (2, 3, 4, 5)
SIZES_OF_SIDES = (2, 4)


@dataclass(frozen=True, slots=True)
class RandomEvent:
    """An event as both `compute_standings` and the naive implementation take it."""

    game: Game
    raw: dict[str, Any]
    policy: Policy
    numbers: list[int]
    results: list[PartResult]
    nominal: int
    adjustments: tuple[Adjusted, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    unplaced: frozenset[int] = frozenset()  # who left early and has no rank
    gone_after: Mapping[int, int] = field(default_factory=dict)  # who left early and gets the lowest results

    @property
    def is_low_better(self) -> bool:
        """Return whether fewer points are better in the game as it is played here."""
        return self.game is GOLF or "lowest_wins" in self.options

    def lot(self, number: int) -> str:
        """Return a lot that differs from the start number."""
        return f"{number * 7 % 11:02}{number:02}"

    @property
    def method(self) -> Method:
        return Method(
            self.policy,
            self.game,
            self.nominal,
            self.lot,
            Leavers(self.unplaced, self.gone_after),
            self.adjustments,
            self.game.Options(**self.options),
        )


def random_event(rng: Random) -> RandomEvent:
    """Return an event of at most eight entrants and four rounds."""
    game, rounds = rng.choice(GAMES), rng.randint(1, 4)
    raw = random_policy(rng, game, rounds)
    numbers = rng.sample(range(1, 20), rng.randint(2, 8))
    results = [part for number in range(1, rounds + 1) for part in random_round(rng, game, number, numbers)]
    policy, nominal = read_policy(raw, game, rounds), rng.choice((1, 10, 100))
    event = RandomEvent(
        game, raw, policy, numbers, results, nominal, random_adjustments(rng, rounds, numbers)
    )
    return with_leavers(rng, with_options(rng, event), rounds)


def event_with_dropped_rounds(rng: Random) -> RandomEvent:
    """Return an event that drops rounds: many equal ones, and adjustments of rounds that may be dropped."""
    event = random_event(rng)
    raw: dict[str, Any] = {
        "by": rng.choice(("average", "average", "total", "game")),
        "best": rng.choice((1, 1, 2)),
        "tie_breaks": [],
    }
    numbers, game = event.numbers[:4], event.game
    results = [
        random_part(rng, game, number, table, pair)
        for number in range(1, 4)
        for table, pair in enumerate((numbers[:2], numbers[2:]), start=1)
        if len(pair) == 2
    ]
    few = tuple(Adjusted(rng.choice(numbers), rng.choice((-2, -1, 1)), rng.randint(1, 3)) for _ in range(3))
    policy = read_policy(raw, game)
    return RandomEvent(game, raw, policy, numbers, results, event.nominal, few)


def with_options(rng: Random, event: RandomEvent) -> RandomEvent:
    """Return the event; if its game is one of points, now and then with halves and the lowest total first."""
    if event.game.key != "points" or rng.random() < 0.5:
        return event
    halved = [part._replace(tallies=halved_points(part.tallies)) for part in event.results]
    return replace(event, results=halved, options=LOWEST_WINS)


def halved_points(tallies: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tallies with half of the points: 3.5 for 7."""
    return {**tallies, "total": [points / 2 for points in tallies["total"]]}


def with_leavers(rng: Random, event: RandomEvent, rounds: int) -> RandomEvent:
    """Return the event, in half of all cases with one or two who left early, by either rule."""
    leavers = rng.sample(event.numbers, rng.choice((0, 0, 1, 2)))
    by_rule = {number: rng.choice((None, *range(rounds + 1))) for number in leavers}
    unplaced = frozenset(number for number, after in by_rule.items() if after is None)
    gone_after = {number: after for number, after in by_rule.items() if after is not None}
    return replace(event, unplaced=unplaced, gone_after=gone_after)


def random_adjustments(rng: Random, rounds: int, numbers: list[int]) -> tuple[Adjusted, ...]:
    """Return a few adjustments in half of the events, of rounds played or not."""
    count = rng.choice((0, 0, 1, 3))
    where = [None, *range(1, rounds + 2)]
    return tuple(
        Adjusted(rng.choice(numbers), rng.choice((-2, -1, 1, 2)), rng.choice(where)) for _ in range(count)
    )


def random_policy(rng: Random, game: Game, rounds: int) -> dict[str, Any]:
    """Return any policy without contradictions."""
    raw: dict[str, Any] = {"by": rng.choice(("game", "total", "average", "table_points"))}
    if raw["by"] == "table_points":
        raw["table_points"] = rng.choice((list(TABLE_POINTS), [3, 1], [2, 1, -1, -2]))
    if rng.random() < 0.5:
        raw["best"] = rng.randint(1, rounds)
    if rng.random() < 0.3:
        raw["minimum"] = rng.randint(1, rounds)
    ranked_by = {"game": [each.tally for each in game.ranks_by], "total": ["total"]}.get(raw["by"], [])
    same = ["points"] if "total" in ranked_by and "best" not in raw else []
    keys = [key for key in tie_break_keys(game) if key not in [*ranked_by, *same]]
    return raw | {"tie_breaks": rng.sample(keys, rng.randint(0, 4))}


def random_round(rng: Random, game: Game, number: int, numbers: list[int]) -> list[PartResult]:
    """Return tables of those present; sometimes in two parts, with points for another entrant's account."""
    people = rng.sample(numbers, rng.randint(0, len(numbers)))
    parts: list[PartResult] = []
    for table in range(1, 4):
        size = rng.choice(SIZES_OF_SIDES if game.key == "briscola" else SIZES)
        seated, people = people[:size], people[size:]
        if len(seated) == size:
            accounts = [rng.choice(numbers) if rng.random() < 0.05 else each for each in seated]
            for _ in range(rng.choice((1, 1, 1, 2))):
                parts.append(random_part(rng, game, number, table, rng.sample(accounts, size)))
    return parts


def random_part(rng: Random, game: Game, number: int, table: int, accounts: list[int]) -> PartResult:
    """Return sums small enough to be equal often."""
    tallies = {name: [rng.randint(-2, 2) for _ in accounts] for name in tally_names(game)}
    missing = rng.choice((0, 0, 0, 2))
    return PartResult(number, tuple(accounts), tallies, rng.choice((4, 5, 6)), table, missing)
