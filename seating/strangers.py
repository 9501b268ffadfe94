"""Strangers at one table, near each other in a ranking.

The highest who is free opens a table and takes in whoever comes next and is a stranger to all of it; who
finds too few is left over. Places in the ranking stand for players, bits for places. Where there are very
many, first in all blocks of some sixty places at once; then with who was left over there.
"""

import numpy as np

from seating.history import ONE, WORD, Bits, History, Numbers, bit

VERY_MANY = 4096  # blocks are faster, but a table at the end of one is less near


def near_strangers(past: History, rows: Numbers, size: int) -> tuple[Numbers, Numbers]:
    """(tables, size) places in the ranking at full tables of strangers, and places of who is left over."""
    tables = in_blocks(past, rows, size) if len(rows) > VERY_MANY else np.zeros((0, size), np.int64)
    left = np.delete(np.arange(len(rows)), tables.ravel())
    more, rest = one_by_one(past, rows[left], size)
    return np.concatenate([tables, left[more]]), left[rest]


def in_blocks(past: History, rows: Numbers, size: int) -> Numbers:
    """(tables, size) full tables within blocks of the ranking."""
    length = WORD // size * size
    blocks = -(-len(rows) // length)
    start, place = np.repeat(np.arange(blocks) * length, length), np.tile(np.arange(length), blocks)
    met = past.met_from(rows, start[: len(rows)])
    met.resize(blocks * length)
    unknown = np.zeros((blocks, WORD + 1), np.uint64)  # whom each may sit with; nobody at the end
    unknown[:, :length] = ~(met | bit(place)).reshape(blocks, length)
    free = np.full(blocks, (1 << length) - 1, np.uint64)
    free[-1:] >>= np.uint64(-len(rows) % length)
    tables = []
    for _ in range(length // size):
        places, bits = fill(free, unknown, size)
        is_full = bits[-1] != 0
        free &= ~np.where(is_full, np.bitwise_or.reduce(bits), bits[0])
        tables.append((places + start[::length]).T[is_full])
    return np.concatenate(tables)


def fill(free: Bits, unknown: Bits, size: int) -> tuple[Numbers, Bits]:
    """(size, blocks) whom a table takes in each block, place and bit; WORD and none if nobody is left."""
    first = np.arange(len(free)) * (WORD + 1)
    places, bits = np.empty((size, len(free)), np.int64), np.empty((size, len(free)), np.uint64)
    for seat in range(size):
        bits[seat] = free & -free
        places[seat] = np.bitwise_count(bits[seat] - ONE)
        free = free & unknown.take(first + places[seat])
    return places, bits


def one_by_one(past: History, rows: Numbers, size: int) -> tuple[Numbers, Numbers]:
    """(tables, size) full tables down the whole ranking, and who is left over."""
    unknown = strangers_ahead(past, rows)
    tables, rest = [], []
    leader, taken = 0, 0  # bits of the places behind the leader
    while leader < len(rows):
        table, near = [leader], unknown[leader] & ~taken
        while near and len(table) < size:
            step = (near & -near).bit_length()
            table.append(table[-1] + step)
            near = near >> step & unknown[table[-1]]
        if len(table) == size and table[-1] < len(rows):
            tables.append(table)
            for place in table[1:]:
                taken |= 1 << place - leader - 1
        else:
            rest.append(leader)
        step = (~taken & taken + 1).bit_length()
        leader, taken = leader + step, taken >> step
    return np.array(tables, np.int64).reshape(-1, size), np.array(rest, np.int64)


def strangers_ahead(past: History, rows: Numbers) -> list[int]:
    """As bits, whom of the next places each may sit with: of twice as many as anybody met, WORD at least."""
    ahead = [0] * len(rows)
    for start in range(0, 2 * len(past.mates) + 1, WORD):
        strangers = ~past.met_from(rows, np.arange(1, len(rows) + 1) + start)
        ahead = [near | far << start for near, far in zip(ahead, strangers.tolist(), strict=True)]
    return ahead + [0] * (2 * len(past.mates) + WORD)
