"""Enumerations whose members are their values: `Kind.SEAT` is "seat"."""


class StrEnum:
    """The base class of string enumerations."""
