"""Named tuples; the rest of `typing` disappears with the annotations."""

from dataclasses import dataclass


class NamedTuple:
    """A value with named fields; the phone's modules never unpack it."""

    def __init_subclass__(cls) -> None:
        dataclass(cls)
