"""Parts of addresses."""


class AnySlug:
    """A slug in any script: letters, digits, hyphens and underscores."""

    regex = r"[-\w]+"

    def to_python(self, value: str) -> str:
        """As it is stored."""
        return value

    def to_url(self, value: str) -> str:
        """As it is stored."""
        return value
