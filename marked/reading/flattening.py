"""Flatten a page: a homography through its codes, bent by a smooth surface through its frames."""

from collections.abc import Callable

import numpy
from numpy.typing import NDArray
from PIL import Image

from marked.plan import Plan
from marked.reading.thresholds import PATCH, SCALE

Points = NDArray[numpy.float64]
Bend = Callable[[Points], Points]  # millimetres on the paper to millimetres beside it


def straight(points: Points) -> Points:
    """Return no offset at all: the page is flat."""
    return numpy.zeros_like(points)


def fitted(paper: Points, seen: Points) -> Points:
    """Return the homography that maps paper to picture with the least squared error."""
    to_paper, to_seen = normalising(paper), normalising(seen)
    rows: list[list[float]] = []
    for (x, y), (u, v) in zip(mapped(to_paper, paper), mapped(to_seen, seen), strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, -u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, -v])
    matrix = numpy.linalg.svd(numpy.array(rows))[2][-1].reshape(3, 3)
    whole: Points = numpy.linalg.inv(to_seen) @ matrix @ to_paper
    result: Points = whole / whole[2, 2]
    return result


def normalising(points: Points) -> Points:
    """Return the matrix that moves points around the origin, about one unit away."""
    middle = points.mean(axis=0)
    size = float(numpy.abs(points - middle).mean()) or 1.0
    return numpy.array([[1 / size, 0, -middle[0] / size], [0, 1 / size, -middle[1] / size], [0, 0, 1]])


def mapped(matrix: Points, points: Points) -> Points:
    """Return points after a homography."""
    whole = points @ matrix[:, :2].T + matrix[:, 2]
    result: Points = whole[:, :2] / whole[:, 2:]
    return result


def flattened(picture: Image.Image, plan: Plan, matrix: Points, bend: Bend) -> Image.Image:
    """Return the page seen from above, `SCALE` pixels per millimetre."""
    size = (round(plan.width * SCALE), round(plan.height * SCALE))
    source, factor = reduced(picture, plan, matrix)
    sides = [numpy.linspace(0, length, round(length / PATCH) + 1) for length in (plan.width, plan.height)]
    nodes = numpy.stack(numpy.meshgrid(*sides), axis=-1)
    flat = nodes.reshape(-1, 2)
    places = (mapped(matrix, flat + bend(flat)) * factor).reshape(nodes.shape)
    mesh = mesh_of(nodes, places)
    way = Image.Resampling.BILINEAR
    return source.transform(size, Image.Transform.MESH, mesh, way, fillcolor=(255, 255, 255))


def mesh_of(nodes: Points, places: Points) -> list[tuple[tuple[int, ...], tuple[float, ...]]]:
    """Return the patches between the nodes: a box of the flat page and four corners in the picture."""
    mesh = []
    for row in range(len(nodes) - 1):
        for column in range(len(nodes[0]) - 1):
            edges = (*nodes[row, column], *nodes[row + 1, column + 1])
            around = ((row, column), (row + 1, column), (row + 1, column + 1), (row, column + 1))
            quad = tuple(float(value) for corner in around for value in places[corner])
            mesh.append((tuple(round(value * SCALE) for value in edges), quad))
    return mesh


def reduced(picture: Image.Image, plan: Plan, matrix: Points) -> tuple[Image.Image, float]:
    """Return the picture in halves while it has far more pixels than the flat page needs, and the factor."""
    edge = mapped(matrix, numpy.array([(0, 0), (plan.width, plan.height)], dtype=float))
    per_mm = float(numpy.linalg.norm(edge[1] - edge[0]) / numpy.hypot(plan.width, plan.height))
    if per_mm < 1.9 * SCALE:
        return picture, 1.0
    factor = 1.3 * SCALE / per_mm
    size = (round(picture.width * factor), round(picture.height * factor))
    return picture.resize(size, Image.Resampling.BOX), factor
