"""Secrets of webhooks, and signatures by Standard Webhooks (standardwebhooks.com, version 1)."""

import base64
import hmac

from django.conf import settings

SECRET = "whsec_"  # begins every secret, so that a scanner for secrets finds it


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
