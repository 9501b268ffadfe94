"""The key of the first start: printed by the program, good while the installation has no account."""

from django.utils.crypto import salted_hmac

PATH, KEY, SIZE = "/first-start/", "key", 16


def first_key() -> str:
    """Return the key of this installation; it opens nothing once there is an account."""
    return salted_hmac("tournaments.first_start", "").hexdigest()[:SIZE]


def first_address(base: str) -> str:
    """Return the address that the program prints and opens, with its key."""
    return f"{base.rstrip('/')}{PATH}?{KEY}={first_key()}"
