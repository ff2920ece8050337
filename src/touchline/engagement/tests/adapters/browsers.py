"""Browsers that subscribe to pushes, for tests."""

from __future__ import annotations

import os
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from touchline.conftest import Visitor
from touchline.engagement.application.notifications.live_notification_service import NOTIFY_LIVE_JOB
from touchline.engagement.tests.fakes import FakePushSender
from touchline.entrypoints.bootstrap import Application
from touchline.shared.tasks.jobs import Task

NOTIFY_LIVE_TASK = Task(NOTIFY_LIVE_JOB, ())
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


def disable_email(viewer: Visitor) -> None:
    """Turn off email notifications."""
    assert viewer.post("/news-settings", by_mail=False, by_push=True).status_code == 200


def add_push_reminder(viewer: Visitor, ids: Callable[[str, str], int]) -> None:
    """Set a reminder for the event that is live at noon."""
    assert viewer.post("/reminder", about_type="event", about_id=ids("event", "on-now")).status_code == 201


def list_subscriptions(application: Application, viewer: Visitor) -> list[dict[str, Any]]:
    """Return the browsers in a viewer's export."""
    with application.container.database().transaction(viewer.channel.id):
        container: Any = application.container
        export = container.engagement.facade().export_viewer_data(viewer.data("/profile")["id"])
    browsers: list[dict[str, Any]] = export["browsers"]
    return browsers
