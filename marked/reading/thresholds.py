"""Every number that decides how a photograph is read, with what it was set on.

Lengths are millimetres on the paper, darkness is 0 (paper) to 1, ink the mean darkness inside a box.
"""

# The picture
LEAST_SIDE = 1200  # pixels of the longer side; a mark has too few below
MOST_PIXELS = 60_000_000  # refused before decoding
WORKED_PIXELS = 12_500_000  # a larger picture is reduced after decoding

# The flat page
SCALE = 8  # pixels per millimetre
PATCH = 9.0  # the mesh that flattens the page

# The march over the frames
REACH = 1.5  # how far a group may lie from where its neighbours were
SECOND_REACH = 0.9  # the same after the page was flattened with its frames
DEGREE = 5  # of the surface through all offsets
KEPT = 0.375  # a measured offset this near the surface is believed
FRAME_FOUND = 0.45  # of the typical darkness of this page's frames
LEAST_FRAME = 0.035  # darkness of a frame that can be anything but paper
ENOUGH_FOUND = 0.985  # fewer: flatten again
LEAST_FOUND = 0.90  # fewer: refused, the page is not flat

# Ink
INSET = 0.75  # inside of the outer edge of the frame
FLOOR = 0.05  # darkness that is nothing
CORNER = 1.0  # side of the patches of paper in the gaps between boxes
CORNER_WHITE = 90  # percentile of a patch that is paper; labels and marks may cover most of it
LEAST_NOISE, MOST_NOISE = 0.0035, 0.05
EMPTY_PART = 0.7  # the share of boxes that are surely empty
NOISE_SPREAD = 10  # median absolute deviations above the median

# The hand: M is the median of the strongest box of each group in a row
ROW_GROUPS = 3  # a row with fewer marked groups borrows its neighbours' hand
NEIGHBOURS = 4
EMPTY_OF_M, EMPTY_MOST = 0.10, 0.008
MARKED_OF_M, LEAST_MARK = 0.33, 0.012
SECOND_MARK = 1 / 6  # of the strongest: anything above in the same group is a second mark
DARK_ROW = 0.5  # more marked boxes than this share of a row are a fold or a shadow

# Strokes and fills
EDGE = 0.06  # difference of the paper around a box: the edge of a shadow
BLUR = 1.0  # what is left after a blur of one millimetre is strokes
EDGE_OF_M = 0.25  # an edge without strokes is empty below this share of the hand, a doubt above
STROKES_OF_SHADE = 0.62  # a step of darkness varies by half of its height; strokes vary more
GRAIN = 2.0  # strokes are at least twice the grain of the page
FILLED = 0.68  # share of the inside that is dark in a filled box
UNLIKE = 1.65  # times as dark a share as the marks around it: perhaps struck out
WRITTEN = 0.008  # ink of a cell that somebody wrote into
