"""A deal as one short line, as a club writes it down: `3 4 S h +` is seat 3, bid 4, spades, Hand, made.

The words come from the fields of the game (rules/notation/marks.py). Letters may touch (`34Sh+`), capitals
make no difference, what the pad would set by itself need not be typed. Where a letter could mean two things
the field that the game names first has it: trumps before what was named. Every field can also be written as
`name=value`, so that any readable record has a line. The reader's own words (`Kreuz`, `kr`) stand beside the
marks (rules/notation/words.py). What the rules refuse is not judged here.
"""

from rules.notation.marks import Sign, grammar
from rules.notation.reading import read_line
from rules.notation.words import NO_WORDS, Words, labels
from rules.notation.writing import as_asked, spell_out, write_line

__all__ = [
    "NO_WORDS",
    "Sign",
    "Words",
    "as_asked",
    "grammar",
    "labels",
    "read_line",
    "spell_out",
    "write_line",
]
