"""Cyclic rounds: no two players meet twice and no player returns to a table number.

Players are pairs (x, column), x modulo m, and a few fixed ones. From one round to the next every x increases
by one, and so do the numbers of the first m tables; the other tables keep theirs. No two players meet twice
if no difference between two players of a table occurs twice in the base round. No player returns to a table
number if the first m tables, each shifted back by its number, have no player in common and the others have
one player of a column each.

Found by `python -m tests.seating.search_cyclic_rounds`; the one for 40 players by the same search, compiled,
with restarts.
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
        """Return the player at the same place `by` rounds later."""
        column, x = divmod(player, self.modulus)
        return player if column >= self.columns else column * self.modulus + (x + by) % self.modulus


def turn(carousel: Carousel) -> list[Round]:
    """Return all rounds, tables ordered by number."""
    return [after(carousel, by) for by in range(carousel.modulus)]


def after(carousel: Carousel, by: int) -> Round:
    """Return the round `by` rounds after the base round."""
    modulus = carousel.modulus
    tables = [tuple(carousel.moved(player, by) for player in table) for table in carousel.tables]
    return (*(tables[(number - by) % modulus] for number in range(modulus)), *tables[modulus:])


# By number of players and standard size. With 30 players at tables of four and three, every player sits at a
# three once or twice.
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
    """Yield the stored rounds for each of these numbers of players that has enough rounds."""
    for players in dict.fromkeys(numbers):
        if (players, size) in CAROUSELS and rounds <= CAROUSELS[players, size].modulus:
            yield turn(CAROUSELS[players, size])
