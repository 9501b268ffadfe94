"""Strangers at one table, near each other in a ranking.

The highest who is free opens a table and takes in whoever comes next and is a stranger to all of it; who
finds too few is left over.
"""

from collections import deque
from collections.abc import Iterable, Mapping

from seating.repairing import Tables


def near_strangers(
    order: Iterable[int], met: Mapping[int, Mapping[int, int]], size: int
) -> tuple[Tables, list[int]]:
    """Full tables of strangers down the ranking, in the order of their highest, and who is left over.

    A player who is passed over has met somebody at the table: a table looks at few, however many there are.
    """
    free, tables, left = deque(order), [], []
    while free:
        table: list[int] = []
        seen: list[int] = []
        while free and len(table) < size:
            player = free.popleft()
            seen.append(player)
            if met[player].keys().isdisjoint(table):
                table.append(player)
        if len(table) < size:
            left.append(table.pop(0))
            table = left[-1:]
        else:
            tables.append(table)
        free.extendleft(player for player in reversed(seen) if player not in table)
    return tables, left
