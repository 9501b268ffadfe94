"""Keys that follow from SECRET_KEY: of links, with tokens and fingerprints; of webhooks, with signatures."""

import base64
import hashlib
import hmac

from django.conf import settings

FINGERPRINT_LENGTH = 16
PERSONAL = "sti_"  # begins every personal token, so that a scanner for secrets finds it
SECRET = "whsec_"  # begins every secret, so that a scanner for secrets finds it


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


def webhook_key(salt: str) -> bytes:
    """Return the 32 bytes that sign the messages to one webhook; only this installation can derive them."""
    return hmac.digest(settings.SECRET_KEY.encode(), f"stichtag webhook {salt}".encode(), "sha256")


def webhook_secret(salt: str) -> str:
    """Return the secret as its receiver enters it."""
    return SECRET + base64.b64encode(webhook_key(salt)).decode()


def signature(salt: str, message_id: str, timestamp: int, body: str) -> str:
    """Return the value of `webhook-signature` for one attempt; `timestamp` is in seconds since 1970."""
    signed = f"{message_id}.{timestamp}.{body}".encode()
    return "v1," + base64.b64encode(hmac.digest(webhook_key(salt), signed, "sha256")).decode()
