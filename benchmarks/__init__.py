"""Benchmarks: measure two ways side by side in one run and print their ratio. They assert nothing.

`python -m benchmarks` runs all of them, `python -m benchmarks fold` one. Each is a module whose docstring
describes the comparison, with a function `measure(say)` that returns a Report.
"""
