"""What is left of types once annotations are gone: values whose places have names."""

from dataclasses import dataclass


class NamedTuple:
    """A value with named fields; on the phone nobody takes it apart."""

    def __init_subclass__(cls) -> None:
        dataclass(cls)
