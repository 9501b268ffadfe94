"""Mutants: faults that a developer could make, put in one by one to see whether the tests notice.

Each file `AREA.toml` here is a reviewed list: where the fault is, the exact text before and after, and the
fault in the words of the domain. `python3 run.py mutants` applies each to a copy of the tree and runs the
tests that should notice it (tests/mutants/trials.py). A mutant that no test notices is a missing law, or its
`equivalent` says why nobody could notice it.
"""
