"""What is paper on the flat page, and how much darker than it each point is: one map for frames and ink.

Paper is a grey closing wider than a box (the maximum around each point, then the minimum). A step that goes
on beyond the box, such as a fold or the edge of a shadow, is paper; a stroke is narrower and stops there.
"""

from collections.abc import Callable

import numpy
from numpy.typing import NDArray
from PIL import Image

from marked.reading.thresholds import LEAST_LIGHT, SCALE, WIDER

Light = NDArray[numpy.float32]
Channels = NDArray[numpy.uint8]


def channels_of(flat: Image.Image) -> Channels:
    """Return the light of the flat page by channel: red and green."""
    return numpy.asarray(flat)[:, :, :2]


def darkness_of(channel: NDArray[numpy.uint8]) -> Light:
    """Return how much darker than the paper around it each point is: 0 is paper, 1 is black."""
    light = channel.astype(numpy.float32)
    paper = paper_of(light)
    result = 1 - softened(light) / numpy.maximum(paper, LEAST_LIGHT)
    return result.astype(numpy.float32)


def paper_of(light: Light) -> Light:
    """Return the light of the paper at each point, closed at half of the resolution."""
    high, wide = (length // 2 * 2 for length in light.shape)
    even = light[:high, :wide]
    fine = (even[::2, ::2] + even[1::2, ::2] + even[::2, 1::2] + even[1::2, 1::2]) / numpy.float32(4)
    half = softened(fine)
    size = round(WIDER * SCALE / 2) | 1
    for most in (numpy.maximum, numpy.minimum):
        for axis in (0, 1):
            half = slid(half, size, axis, most)
    whole = half.repeat(2, 0).repeat(2, 1)
    rest = ((0, light.shape[0] - high), (0, light.shape[1] - wide))
    return numpy.pad(whole, rest, mode="edge")


def slid(light: Light, size: int, axis: int, most: Callable[[Light, Light], Light]) -> Light:
    """Return the maximum or minimum over `size` samples around each, in steps that double."""
    along = numpy.moveaxis(light, axis, 0)
    before = size // 2
    padded = numpy.concatenate([along[:1].repeat(before, 0), along, along[-1:].repeat(size - 1 - before, 0)])
    reach = 1
    while 2 * reach <= size:
        padded, reach = most(padded[:-reach], padded[reach:]), 2 * reach
    if reach < size:
        rest = size - reach
        padded = most(padded[:-rest], padded[rest:])
    return numpy.moveaxis(padded, 0, axis)


def softened(light: Light) -> Light:
    """Return the mean of each point and its eight neighbours."""
    padded = numpy.pad(light, 1, mode="edge")
    rows = padded[:-2] + padded[1:-1] + padded[2:]
    result: Light = (rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]) / numpy.float32(9)
    return result
