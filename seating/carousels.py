"""Rounds in which nobody meets twice and nobody comes back to a table number either.

Players are pairs (x, column), x modulo m, and a few fixed ones. From one round to the next every x moves on
by one, and so do the first m tables; the others keep their numbers. Nobody meets twice if no difference
between two players of a table occurs twice in the base round. Nobody comes back to a number if the first m
tables, each moved back by its number, have no player in common, and the others one player of a column each.

Found by `python -m benchmarks.carousels`; that of 40 players by the same search, compiled, with restarts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from seating.developing import Round, Table


@dataclass(frozen=True, slots=True)
class Carousel:
    """A base round; player (x, column) is written column * modulus + x, fixed ones come after all others."""

    modulus: int
    columns: int
    tables: tuple[Table, ...]

    def moved(self, player: int, by: int) -> int:
        """Who sits there so many rounds later."""
        column, x = divmod(player, self.modulus)
        return player if column >= self.columns else column * self.modulus + (x + by) % self.modulus


def turn(carousel: Carousel) -> list[Round]:
    """All rounds, the tables in the order of their numbers."""
    return [after(carousel, by) for by in range(carousel.modulus)]


def after(carousel: Carousel, by: int) -> Round:
    """The base round so many rounds later."""
    modulus = carousel.modulus
    tables = [tuple(carousel.moved(player, by) for player in table) for table in carousel.tables]
    return (*(tables[(number - by) % modulus] for number in range(modulus)), *tables[modulus:])


# By players and the standard size. Of 30 players at tables of four and three everybody comes to a three once
# or twice.
CAROUSELS: dict[tuple[int, int], Carousel] = {
    (24, 4): Carousel(
        5,
        4,
        (
            (7, 12, 17, 20), (5, 14, 16, 21), (0, 11, 15, 23),
            (2, 4, 8, 9), (1, 10, 18, 22), (3, 6, 13, 19),
        ),
    ),
    (30, 4): Carousel(
        6,
        5,
        (
            (16, 20, 24), (0, 18, 19, 26), (10, 11, 21, 23), (4, 8, 25, 29),
            (1, 2, 13, 15), (6, 12, 17, 28), (3, 9, 27), (5, 7, 14, 22),
        ),
    ),
    (40, 4): Carousel(
        9,
        4,
        (
            (7, 16, 17, 32), (3, 14, 23, 37), (2, 21, 35, 39), (9, 13, 15, 26), (19, 20, 22, 30),
            (0, 1, 4, 25), (11, 18, 31, 38), (8, 28, 29, 34), (5, 10, 27, 36), (6, 12, 24, 33),
        ),
    ),
}  # fmt: skip


def carousels(numbers: Sequence[int], size: int, rounds: int) -> Iterator[list[Round]]:
    """What is stored for any of these numbers of players, if it has so many rounds."""
    for players in dict.fromkeys(numbers):
        if (players, size) in CAROUSELS and rounds <= CAROUSELS[players, size].modulus:
            yield turn(CAROUSELS[players, size])
