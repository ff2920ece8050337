"""The key under which push services know this house, and how it says who it is (VAPID, RFC 8292)."""

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
"""How many points P-256 has (FIPS 186-5): a private key is less, and more than nothing."""
_TOKEN_LIFETIME = timedelta(hours=12)  # RFC 8292 allows a day


class VapidKey:
    """One key of P-256, made from the deployment's secret: every process comes to the same one, nothing is
    stored, and browsers that subscribed stay subscribed for as long as the secret stays. `contact` is the
    `mailto:` or `https:` address at which a push service may complain."""

    def __init__(self, secret: bytes, contact: str) -> None:
        self._contact = contact
        private = ec.derive_private_key(_derive_private_key(secret), ec.SECP256R1())
        self.public_key = base64url(
            private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        )
        self._key = ECKey.import_key(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))

    def build_authorization(self, endpoint: str, now: datetime) -> str:
        """The value of the header `Authorization` for the push service that the endpoint is at."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int((now + _TOKEN_LIFETIME).timestamp()),
            "sub": self._contact,
        }
        token = jwt.encode({"typ": "JWT", "alg": "ES256"}, claims, self._key, algorithms=["ES256"])
        return f"vapid t={token}, k={self.public_key}"


def base64url(raw: bytes) -> str:
    """RFC 4648 §5, without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _derive_private_key(secret: bytes) -> int:
    """A private key: 48 bytes of HKDF, so that the remainder favours none (FIPS 186-5, A.2.1)."""
    derived = HKDF(SHA256(), length=48, salt=None, info=_HKDF_INFO).derive(secret)
    return int.from_bytes(derived) % (_CURVE_ORDER - 1) + 1
