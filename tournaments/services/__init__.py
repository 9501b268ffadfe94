"""Use cases: the only writers. One function, one transaction; what it refuses is in its docstring."""
