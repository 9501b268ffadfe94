"""Which pieces of a bent page are believed to be where they were found, from offsets alone."""

import numpy
import pytest

from marked.arrangement import plan_of
from marked.reading.march import Marched, believed, places_of
from rules import get_game

SKAT, DOPPELKOPF = get_game("skat"), get_game("doppelkopf")


def pieces_of(game):
    places = places_of(plan_of(game, game.Options(), 4)[0])
    return places, numpy.array([place.middle for place in places])


def believed_at(places, offsets, frames=1.0):
    number = len(places)
    return believed(places, Marched(offsets, numpy.full(number, frames), numpy.ones(number, dtype=bool)))


def a_ridge(middles, axis, at, high=0.9, wide=16.0):
    """Return offsets of a sheet that was folded at this line and does not lie flat again."""
    offsets = numpy.zeros_like(middles)
    offsets[:, axis] = high * numpy.maximum(0, 1 - numpy.abs(middles[:, axis] - at) / wide)
    return offsets


@pytest.mark.parametrize("game", [SKAT, DOPPELKOPF], ids=lambda game: game.key)
@pytest.mark.parametrize("axis", [0, 1])
def test_pieces_on_the_ridge_of_a_fold_are_believed_if_two_more_lie_along_it(game, axis):
    places, middles = pieces_of(game)
    rows = numpy.array([place.row for place in places])
    at = middles[len(places) // 2, axis]
    marched = believed_at(places, a_ridge(middles, axis, at))
    assert marched.is_found[(rows > 1) & (rows < rows.max())].all()


def test_a_piece_that_lies_elsewhere_than_all_others_is_not_believed():
    places, middles = pieces_of(SKAT)
    offsets = numpy.zeros_like(middles)
    offsets[100] = (0.8, 0.0)
    marched = believed_at(places, offsets)
    assert numpy.flatnonzero(~marched.is_found).tolist() == [100]
    assert numpy.abs(marched.offsets[100]).max() < 0.1


def test_a_faint_frame_on_a_ridge_is_not_believed():
    places, middles = pieces_of(DOPPELKOPF)
    on_ridge = next(number for number, place in enumerate(places) if (place.row, place.piece) == (5, 7))
    offsets = a_ridge(middles, 0, middles[on_ridge, 0])
    assert believed_at(places, offsets).is_found[on_ridge]
    assert not believed_at(places, offsets, frames=0.6).is_found[on_ridge]
