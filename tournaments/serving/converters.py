"""Path converters."""

from tournaments.wording.whole_numbers import MOST_DIGITS


class AnySlug:
    """A slug in any script: letters, digits, hyphens and underscores."""

    regex = r"[-\w]+"

    def to_python(self, value: str) -> str:
        """Return the slug as stored."""
        return value

    def to_url(self, value: str) -> str:
        """Return the slug as stored."""
        return value


class Whole:
    """A number or id of at most nine digits; a longer one does not match."""

    regex = rf"[0-9]{{1,{MOST_DIGITS}}}"

    def to_python(self, value: str) -> int:
        """Return the number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Return the number's digits."""
        return str(value)
