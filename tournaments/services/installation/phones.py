"""Let phones reach this computer, or keep them out."""

from server.hall import decide
from server.wake_ups import NEW_START


def let_phones_in(*, is_in: bool) -> None:
    """Remember whether phones get in, and start the program anew; it finishes its requests first."""
    decide(is_in)
    NEW_START.send()
