"""A reader that takes all it can get: of the processor, or of memory (the word on standard input)."""

import itertools
import sys

if sys.stdin.read() == "memory":
    held = [b"x" * 1024 * 1024 for _ in itertools.count()]
for _ in itertools.count():
    pass
