"""Develop all rounds from one base round by adding one to every player, round after round.

A resolvable design is a set of tables that falls into rounds so that no two players meet twice; Kirkman's
schoolgirls (15 players, 7 rounds of threes) are the oldest. Many have a symmetry: write the players as pairs
(x, column), x modulo m, and a few fixed ones; then the base round shifted by 0, 1, ..., m - 1 gives m rounds,
and nobody meets twice if no difference between two players of a table occurs twice in the base round.
"""

from dataclasses import dataclass

Table = tuple[int, ...]
Round = tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class Starter:
    """A base round, reduced by a second symmetry (x, i) -> (factor * x, i + 1).

    Player (x, i) is written x * columns + i, the fixed ones -1, -2, ...; `turning` says that the second
    symmetry moves the fixed players too. `singles` are tables of which all shifts make up one round.
    """

    modulus: int
    columns: int
    factor: int
    fixed: int
    turning: bool
    tables: tuple[Table, ...]
    singles: tuple[Table, ...] = ()

    def turn(self, player: int) -> int:
        """Return the player under the second symmetry."""
        if player < 0:
            return -1 - (-player % self.fixed) if self.turning else player
        x, column = divmod(player, self.columns)
        return x * self.factor % self.modulus * self.columns + (column + 1) % self.columns

    def shift(self, player: int, by: int) -> int:
        """Return the player under the first symmetry, counted from 0; fixed players come after all others."""
        if player < 0:
            return self.modulus * self.columns - 1 - player
        return (player + by * self.columns) % (self.modulus * self.columns)


def develop(starter: Starter) -> list[Round]:
    """Return all rounds of a starter."""
    base = [table for first in starter.tables for table in orbit(starter, first)]
    shifts = range(starter.modulus)
    rounds = [tuple(shifted(starter, table, by) for table in base) for by in shifts]
    return rounds + [tuple(shifted(starter, table, by) for by in shifts) for table in starter.singles]


def orbit(starter: Starter, table: Table) -> list[Table]:
    """Return the table and its images under the second symmetry, each once."""
    tables = [table]
    for _ in range(starter.columns - 1):
        following = tuple(starter.turn(player) for player in tables[-1])
        if set(following) == set(table):
            break
        tables.append(following)
    return tables


def shifted(starter: Starter, table: Table, by: int) -> Table:
    return tuple(starter.shift(player, by) for player in table)
