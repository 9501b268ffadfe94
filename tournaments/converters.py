"""Parts of addresses."""

from tournaments.typed_numbers import MOST_DIGITS


class AnySlug:
    """A slug in any script: letters, digits, hyphens and underscores."""

    regex = r"[-\w]+"

    def to_python(self, value: str) -> str:
        """As it is stored."""
        return value

    def to_url(self, value: str) -> str:
        """As it is stored."""
        return value


class Whole:
    """A number or id of at most nine digits; a longer one is no address."""

    regex = rf"[0-9]{{1,{MOST_DIGITS}}}"

    def to_python(self, value: str) -> int:
        """As it is counted."""
        return int(value)

    def to_url(self, value: int) -> str:
        """As it is written."""
        return str(value)
