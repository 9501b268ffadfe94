"""Benchmarks: two things measured side by side in one run, printed as a ratio. No tests, nothing asserted.

`python -m benchmarks` runs all of them, `python -m benchmarks fold` one. Each is a module with a docstring
that says what is compared with what, and a function `measure(say)` that gives a Report.
"""
