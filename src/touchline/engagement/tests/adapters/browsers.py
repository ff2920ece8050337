"""Browsers that subscribe to pushes, for tests."""

from __future__ import annotations

import os
from base64 import urlsafe_b64encode
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from touchline.conftest import Visitor
from touchline.engagement.tests.fakes import FakePushSender

PUSH_SERVICE = "https://fcm.googleapis.com/fcm/send/"


def base64url(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def subscription(name: str) -> dict[str, Any]:
    """Return a push subscription, as a browser creates it."""
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return {
        "endpoint": PUSH_SERVICE + name,
        "keys": {"p256dh": base64url(point), "auth": base64url(os.urandom(16))},
    }


def subscribe(viewer: Visitor, name: str) -> None:
    """Subscribe a browser, as the "Notify me" button does."""
    response = viewer.post("/push/subscription", **subscription(name))
    assert response.status_code == 204, response.get_data(as_text=True)


def list_delivered(push: FakePushSender) -> list[str]:
    """Return the browsers that pushes reached, one entry for each push."""
    return sorted(sent_push.subscription.endpoint.removeprefix(PUSH_SERVICE) for sent_push in push.sent)
