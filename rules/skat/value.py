"""The value of a game of Skat and its winner: levels, factor, overbidding (ISkO 2.5, 3.6)."""

from rules.skat.record import (
    ANNOUNCED_STEPS,
    BASES,
    CARD_POINTS,
    LEVELS,
    NEEDED_LEVELS,
    NULL,
    NULL_VALUES,
    OUVERT,
    POINTS_FOR_SCHNEIDER,
    POINTS_OF_SCHNEIDER,
    POINTS_TO_WIN,
    REACHED_STEPS,
    SCHNEIDER,
    SCHWARZ,
    SIMPLE,
    WON,
    Record,
)


def needed_level(record: Record) -> str:
    """Return the level at which the defenders must lose: the announced one, schwarz for an ouvert."""
    return NEEDED_LEVELS[record.announced]


def is_schwarz_meant(record: Record) -> bool:
    """Return whether "won" with all card points after schwarz or ouvert was announced implies every trick."""
    return record.result == WON and record.points == CARD_POINTS and needed_level(record) == SCHWARZ


def reached_level(record: Record) -> str:
    """Return how the losing side lost: as written, else by card points, else as won announcements imply."""
    if record.level is not None:
        return record.level
    if record.points is None:
        return needed_level(record) if record.result == WON else SIMPLE
    if is_schwarz_meant(record):
        return SCHWARZ
    is_schneider = not POINTS_OF_SCHNEIDER < record.points < POINTS_FOR_SCHNEIDER
    return SCHNEIDER if is_schneider else SIMPLE


def steps(record: Record) -> int:
    """Return steps announced and steps reached, each counted once (§ Games)."""
    return len({*ANNOUNCED_STEPS[record.announced], *REACHED_STEPS[reached_level(record)]})


def game_factor(record: Record) -> int:
    """Return matadors, one for the game, one for hand, the steps; 0 for a null, which has a fixed value."""
    if record.contract == NULL:
        return 0
    return abs(record.matadors or 0) + 1 + record.hand + steps(record)


def null_value(record: Record) -> int:
    """Return one of four values, by hand and ouvert (§ Games)."""
    return NULL_VALUES[record.hand, record.announced == OUVERT]


def game_value(record: Record) -> int:
    """Return the value of the game with everything reached, independent of the bid."""
    if record.contract == NULL:
        return null_value(record)
    return game_factor(record) * BASES[record.contract or ""]


def is_overbid(record: Record) -> bool:
    """Return whether the game is worth less than the bid, so that it is lost with any cards (ISkO 3.6)."""
    return record.contract != NULL and (record.bid or 0) > game_value(record)


def counted_factor(record: Record) -> int:
    """Return the factor that scores: for an overbid game the smallest that reaches the bid (ISkO 3.6)."""
    factor = game_factor(record)
    if not is_overbid(record):
        return factor
    return -(-(record.bid or 0) // BASES[record.contract or ""])


def counted_value(record: Record) -> int:
    """Return the value that scores."""
    if record.contract == NULL:
        return null_value(record)
    return counted_factor(record) * BASES[record.contract or ""]


def has_reached_aim(record: Record) -> bool:
    """Return whether card points suffice: 61; 90 for schneider announced.

    All and every trick for schwarz, ouvert.
    """
    points, needed = record.points or 0, needed_level(record)
    if needed == SCHWARZ:
        return points == CARD_POINTS and reached_level(record) == SCHWARZ
    return points >= (POINTS_FOR_SCHNEIDER if needed == SCHNEIDER else POINTS_TO_WIN)


def is_made(record: Record) -> bool:
    """Return whether the declarer has won (§ Who has won)."""
    if is_overbid(record):
        return False
    return record.result == WON if record.points is None else has_reached_aim(record)


def overbid_values(record: Record) -> dict[str, int]:
    """Return the numbers of an overbid game: its own value, and the value that counts."""
    return {
        "factor": game_factor(record),
        "base": BASES[record.contract or ""],
        "value": game_value(record),
        "bid": record.bid or 0,
        "counted": counted_factor(record),
        "worth": counted_value(record),
    }


def is_below(level: str, other: str) -> bool:
    """Return whether a level is lower than another."""
    return LEVELS.index(level) < LEVELS.index(other)
