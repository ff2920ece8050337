"""VAPID key and authorization of this deployment for push services (RFC 8292)."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from joserfc import jwt
from joserfc.jwk import ECKey

_HKDF_INFO = b"touchline push: the key of VAPID"
_CURVE_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Number of points of P-256 (FIPS 186-5). A private key is greater than 0 and less than this number."""
_TOKEN_LIFETIME = timedelta(hours=12)  # RFC 8292 allows up to 24 hours


class VapidKey:
    """A P-256 key derived from the deployment's secret.

    Every process derives the same key, so nothing is stored. Subscriptions stay valid for as long as the
    secret does not change. `contact` is a `mailto:` or `https:` address where a push service can complain.
    """

    def __init__(self, secret: bytes, contact: str) -> None:
        self._contact = contact
        private = ec.derive_private_key(_derive_private_key(secret), ec.SECP256R1())
        self.public_key = base64url(
            private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        )
        self._key = ECKey.import_key(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))

    def build_authorization(self, endpoint: str, now: datetime) -> str:
        """Return the `Authorization` header for the endpoint's push service."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int((now + _TOKEN_LIFETIME).timestamp()),
            "sub": self._contact,
        }
        token = jwt.encode({"typ": "JWT", "alg": "ES256"}, claims, self._key, algorithms=["ES256"])
        return f"vapid t={token}, k={self.public_key}"


def base64url(raw: bytes) -> str:
    """Encode bytes as base64url (RFC 4648 §5) without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _derive_private_key(secret: bytes) -> int:
    """Return a private key. The 48 bytes of HKDF output avoid modulo bias (FIPS 186-5, A.2.1)."""
    derived = HKDF(SHA256(), length=48, salt=None, info=_HKDF_INFO).derive(secret)
    return int.from_bytes(derived) % (_CURVE_ORDER - 1) + 1
