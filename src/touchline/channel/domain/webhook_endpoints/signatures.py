"""Secrets and signatures of webhooks (https://www.standardwebhooks.com)."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping

SECRET_PREFIX = "whsec_"  # noqa: S105
_SECRET_BYTES = 32


def create_secret() -> str:
    """Return a new secret."""
    return SECRET_PREFIX + b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def sign(endpoint_secrets: Iterable[str], message_id: str, timestamp: int, body: bytes) -> Mapping[str, str]:
    """Return the headers that sign a body, with a signature for each secret.

    `timestamp` is the time of the request, in seconds since the epoch.
    """
    content = f"{message_id}.{timestamp}.".encode() + body
    keys = [b64decode(secret.removeprefix(SECRET_PREFIX)) for secret in endpoint_secrets]
    signatures = [b64encode(hmac.digest(key, content, hashlib.sha256)).decode() for key in keys]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
    }
