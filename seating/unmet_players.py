"""Form tables of players who have not met and are near each other in a ranking.

The highest free player opens a table and takes in the next players who are unmet by all of it; a player who
finds too few is left over.
"""

from collections import deque
from collections.abc import Iterable, Mapping

from seating.repairing import Tables


def near_strangers(
    order: Iterable[int], met: Mapping[int, Mapping[int, int]], size: int
) -> tuple[Tables, list[int]]:
    """Return full tables of unmet players, ordered by their highest in rank, and the players left over.

    A player who is passed over has met a player of the table: a table examines few, however many there are.
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
