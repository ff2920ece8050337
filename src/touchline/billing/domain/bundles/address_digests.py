"""Keyed digests of email addresses, by which a buyer is found in another channel."""

from __future__ import annotations

import hashlib
import hmac


class AddressDigests:
    """Computes digests with the deployment's secret, so that no channel stores an address of another one."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline bundles\0" + secret).digest()

    def __call__(self, address: str) -> str:
        """Return the digest of an email address. Letter case does not matter."""
        return hmac.new(self._secret, address.strip().lower().encode(), hashlib.sha256).hexdigest()
