"""Enumerations whose members are their values: `Kind.SEAT` is "seat"."""


class StrEnum:
    """A class of words."""
