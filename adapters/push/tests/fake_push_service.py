"""A fake push service and a fake browser.

They decrypt pushes and verify their sender as the RFCs require, without the libraries that the adapter uses.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response

from touchline.engagement.ports.push import PushSubscriptionInfo


def decode_base64url(text: str) -> bytes:
    """Decode base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _encode_base64url(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _load_public_key(raw: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)


@dataclass
class FakeBrowser:
    """Holds the keys of a subscription and decrypts its messages."""

    auth: bytes = b"sixteen bytes of"
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    @property
    def public_key(self) -> bytes:
        """Return the public key as an uncompressed point."""
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def create_subscription(self, endpoint: str) -> PushSubscriptionInfo:
        """Return the subscription that a page would get."""
        return PushSubscriptionInfo(
            endpoint, _encode_base64url(self.public_key), _encode_base64url(self.auth)
        )

    def decrypt(self, body: bytes) -> dict[str, Any]:
        """Return the message (RFC 8291, section 3.4, in a single record of RFC 8188)."""
        salt, length = body[:16], body[20]
        sender_key, ciphertext = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ec.ECDH(), _load_public_key(sender_key))
        info = b"WebPush: info\x00" + self.public_key + sender_key
        input_key = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(input_key)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(input_key)
        text = AESGCM(key).decrypt(nonce, ciphertext, None).rstrip(b"\x00")
        assert text[-1:] == b"\x02", "The last record must end with the delimiter 2."
        message: dict[str, Any] = json.loads(text[:-1])
        return message


def verify_authorization(authorization: str) -> dict[str, Any]:
    """Verify the sender's signature and return its claims (RFC 8292, section 3; RFC 7518, section 3.4)."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parameters = dict(part.strip().split("=", 1) for part in rest.split(","))
    header, claims, signature = parameters["t"].split(".")
    raw = decode_base64url(signature)
    der_signature = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    _load_public_key(decode_base64url(parameters["k"])).verify(
        der_signature, f"{header}.{claims}".encode(), ec.ECDSA(SHA256())
    )
    assert json.loads(decode_base64url(header)) == {"typ": "JWT", "alg": "ES256"}
    return {**json.loads(decode_base64url(claims)), "key": parameters["k"]}


@dataclass
class FakePushService:
    """Receives pushes and responds with `status`."""

    status: int = 201
    address: str = ""
    received: list[tuple[Mapping[str, str], bytes]] = field(default_factory=list)

    def __call__(self, environ: Any, start_response: Any) -> Any:
        request = Request(environ)
        self.received.append((dict(request.headers.items()), request.get_data()))
        redirect_headers = {"Location": f"{self.address}/elsewhere"} if 300 <= self.status < 400 else {}
        return Response("no", status=self.status, headers=redirect_headers)(environ, start_response)


class _SilentRequestHandler(WSGIRequestHandler):
    def log(self, *_: Any) -> None:
        """Log nothing."""


@contextmanager
def run_push_service(service: FakePushService) -> Iterator[FakePushService]:
    """Run the service on a loopback port and set its address."""
    server = make_server("127.0.0.1", 0, service, request_handler=_SilentRequestHandler)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    service.address = f"http://127.0.0.1:{server.server_port}"
    yield service
    server.shutdown()
    thread.join()
    server.server_close()
