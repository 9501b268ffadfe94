"""Every number that decides how a photograph is read, with what it was set on (effects: docs/performance.md).

Lengths are millimetres on the paper, darkness is 0 (paper) to 1, ink the mean darkness inside a box. Above a
number of the hand, of shade or of fills stands what it costs: how many rows are asked about with 0.7 and with
1.4 times the number; 29 as it is, none wrong or lost (1,269 rows of 92 photographs, seeds from 11,000 on).
Without such a line it is one more at most.
"""

# The picture
LEAST_SIDE = 1200  # pixels of the longer side; a mark has too few below
MOST_PIXELS = 60_000_000  # refused before decoding
WORKED_PIXELS = 12_500_000  # a larger picture is reduced after decoding

# The codes
LOOKS = (1800, 3000)  # pixels of the longer side for the second and third look; the last is softened
SOFTER = 2.0  # pixels: noise breaks the patterns that the codes are found by
CUT_SCALE, CUT_ROOM = 12, 9.0  # the straightened cut-out of a missing corner: pixels per mm, mm around
LEAST_CORNERS = 3

# The flat page
SCALE = 8  # pixels per millimetre
PATCH = 9.0  # the mesh that flattens the page

# Paper
WIDER = 7.5  # wider than a box with its mark in both directions; 5.6 to 9 read alike
LEAST_LIGHT = 8  # of 255: paper is never darker

# The march over the frames
FRAME, BESIDE_LINE = 0.35, 0.75  # of a box; from the middle of its line to the paper beside it
OUTER, INNER = 0.8, 0.2  # what paper beside a line counts: a mark may fill the inside, hardly the outside
MOST_FRAME = 0.6  # darker is a mark, not a frame
PIECE = 3  # boxes of a group that are looked for together
REACH = 1.5  # how far a piece may lie from where its neighbours were
SECOND_REACH = 0.9  # the same after the page was flattened with its frames
DEGREE = 5  # of the surface through all offsets
KEPT = 0.375  # a measured offset this near those around it is believed
NEAR, ENOUGH_NEAR = (18.0, 9.0), 4  # around: mm to the sides, up and down; found pieces
ALONG, LIKE = (24.0, 4.0), 0.25  # along a ridge: mm along the row or column, and beside it; mm of difference
SURE_FRAME = 0.8  # of the typical darkness: a piece on a ridge is believed if two along it lie like it
FRAME_FOUND = 0.45  # of the typical darkness of this page's frames
LEAST_FRAME = 0.035  # darkness of a frame that can be anything but paper
ENOUGH_FOUND = 0.985  # fewer: flatten again
LEAST_FOUND = 0.90  # fewer: refused, the page is not flat

# Ink
INSET = 0.75  # inside of the outer edge of the frame
FLOOR = 0.05  # darkness that is nothing
MIDDLE_WEIGHT = 0.75
NOISE_PART, NOISE_MORE = 98, 3.0  # percentile of boxes beside a darker one of their group, times
LEAST_NOISE, MOST_NOISE = 0.0012, 0.0035
STROKE_PART, LEAST_STROKE = 0.45, 0.08  # darker than this share of a box's strokes: part of them
BESIDE_FRAME = 0.35  # outside of the frame: how far fills and strike-outs go beyond it
CREASE, CREASE_STEP, CREASE_PART = 12.0, 4, 30  # mm beyond a box, pixels, percentile along the line
STAIN, STAIN_MORE, STAIN_GAP = 1.13, 1.3, 0.5  # a stain fades in red: r/g is about 0.53
STAIN_IN_GREEN, LEAST_STAIN = 1.9, 0.02  # times its darkness in red; what is a stain at all
RED, RED_FLOOR = 2.2, 0.03  # red ink fades in it nearly whole: r/g is about 0.2
COLOURED, COLOUR_STROKE, COLOUR_ROWS = 0.85, 0.15, 3  # r/g of a hand's strokes: orange, brown, violet, red

# The hand: M is the median of the strongest box of each group in a row
ROW_GROUPS = 3  # a row with fewer marked groups borrows its neighbours' hand
NEIGHBOURS = 4
PALE_GROUPS = 2  # so many marks, all far paler than the neighbours', are another hand
EMPTY_OF_M, EMPTY_MOST = 0.10, 0.008
# Asked with less, with more: LEAST_MARK 26, 30
MARKED_OF_M, LEAST_MARK = 0.33, 0.012
# Asked with less, with more: LEAST_LIGHT_MARK 27, 31
LEAST_LIGHT_MARK, LIGHT_STROKE = 0.005, 0.65  # alone in its group, and this share of the hand's strokes
# Asked with less, with more: LIST_OF_M 28, 31; LIST_STROKE 29, 31
LIST_OF_M, LIST_STROKE = 0.5, 0.75  # in a list or alone: nothing contradicts
SMALL_OF_M = 0.1  # less ink than that, as dark as the hand's strokes: a small mark
AS_DARK, OVERHANG = 0.75, 0.75
# Asked with less, with more: WEAK_OF_M 29, 23 and 1 wrong
WEAK, WEAK_OF_M = 0.45, 0.15  # of the darkness of this hand's strokes: shade
SECOND_MARK = 1 / 6  # of the strongest: anything above in the same group is a second mark
NEVER_LOST, NEVER_LOST_OF_M = 0.8, 0.12  # as dark as this hand's strokes: never lost in the noise
ALONE, LEAST_OTHER = 3, 0.0008  # times the ink of the others of its group, and what they have at least
# Asked with less, with more: ALONE_STROKE 29, 33
ALONE_STROKE = 0.5  # of the darkness of this hand's strokes: the rules decide
PEN_REACHES, PEN_BOXES, PEN_PART = (1, 3, 8), 6, 30  # rows around, boxes, percentile
UNKNOWN_PEN = 0.5
DARK_ROW = 0.5  # more marked boxes than this share of a row are a fold or a shadow

# Shade
HALF_FULL, OUTSIDE, AROUND = 0.5, 0.6, 0.4  # so full, and so dark along one side outside, and along all four
# Asked with less, with more: PALE_PEN 28 and 1 wrong, 30
PALE_PEN, HIDES = 0.16, 1.5  # in a list or alone, a fold so many times darker than such strokes may hide one
# Asked with less, with more: EXPLAINED 49, 28 and 1 wrong
EXPLAINED = 1.6  # its mark, so much darker before stains and creases were subtracted, may be one of them
FLAT, GOES_ON = 0.85, 0.5  # in a list or alone: hardly darker than the rest of its box, and dark beyond it

# Fills
# Asked with less, with more: FULL 34, 24
FULL = 0.68  # share of the inside that is dark in a filled box
STROKE, SOLID_PART = 1.2, 0.6  # wider than any pen's, and so dark a part of them: no X that hides a line
# Asked with less, with more: STRUCK_OUT 33, 28 and 1 wrong
STRUCK_OUT = 0.9  # share of the inside that is dark in a box that was struck out: 28 of 28 had 0.98
AS_FULL = 0.12  # a mark this much less full than another is like it
NEAR_ROWS, LEAST_FILLS = 5, 4
# Asked with less, with more: BEYOND 36, 28
BEYOND = 1.3

# What is told where most lines of a page are asked
CELLS = 80  # pixels: the paper's light is looked at in cells of a centimetre
FOLDED = 0.97  # fewer frames found
SHADOWED = 0.55  # of the light of the brightest paper
DARK_PAGE = 60  # of 255
