"""The key behind every link: what is derived from it, and how a link knows which key it was made with."""

import base64
import hashlib
import hmac

from django.conf import settings

FINGERPRINT_LENGTH = 16


def link_key() -> bytes:
    """The key all tokens are derived with; it comes from SECRET_KEY and from nothing else."""
    return hmac.digest(settings.SECRET_KEY.encode(), b"stichtag table links", "sha256")


def derive(message: str) -> str:
    """A token only this installation can make, of a message that names one link."""
    return base64.urlsafe_b64encode(hmac.digest(link_key(), message.encode(), "sha256")).rstrip(b"=").decode()


def digest_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def key_fingerprint() -> str:
    """Names the key and gives nothing of it away; it is stored beside the digest of each link."""
    return hmac.digest(link_key(), b"fingerprint", "sha256").hex()[:FINGERPRINT_LENGTH]
