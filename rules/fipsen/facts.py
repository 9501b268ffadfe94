"""What a row of the sheet shows besides its points, in the forms of Fipsen in which nobody sits out."""

from typing import Any


def row_facts(
    declarer: int | None, made: bool | None, options: tuple[str, ...], value: int
) -> dict[str, Any]:
    """Return the declarer, whether the bid was made, the options that counted, and the value."""
    return {"declarer": declarer, "made": made, "options": options, "value": value}
