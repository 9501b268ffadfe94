"""The key of all links: deriving tokens from it, and fingerprints that identify it."""

import base64
import hashlib
import hmac

from django.conf import settings

FINGERPRINT_LENGTH = 16
PERSONAL = "sti_"  # begins every personal token, so that a scanner for secrets finds it


def link_key() -> bytes:
    """Return the key from which all tokens are derived; it depends on SECRET_KEY only."""
    return hmac.digest(settings.SECRET_KEY.encode(), b"stichtag table links", "sha256")


def derive(message: str) -> str:
    """Derive a token from a message that identifies one link; only this installation can."""
    return base64.urlsafe_b64encode(hmac.digest(link_key(), message.encode(), "sha256")).rstrip(b"=").decode()


def digest_of(token: str) -> str:
    """Return the SHA-256 of a token, as stored."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def key_fingerprint() -> str:
    """Return a fingerprint that identifies the key without revealing it.

    Stored beside the digest of each link.
    """
    return hmac.digest(link_key(), b"fingerprint", "sha256").hex()[:FINGERPRINT_LENGTH]
