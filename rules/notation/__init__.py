"""A deal as one short line, as clubs write it: `3 4 S h +` is seat 3, bid 4, spades, Hand, made.

The words come from the fields of the game (rules/notation/marks.py). Letters may be joined (`34Sh+`), case
does not matter, and values that the pad would preset may be left out. An ambiguous letter belongs to the
field that the game names first: trumps before announcements. Every field can also be written as `name=value`,
so any readable record has a line. The reader's own words (`Kreuz`, `kr`) are accepted beside the marks
(rules/notation/words.py). Reading does not check the rules.
"""

from rules.notation.grammar import grammar
from rules.notation.marks import Sign
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
