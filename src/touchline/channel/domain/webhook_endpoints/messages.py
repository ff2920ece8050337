"""The messages that a channel sends to its webhook endpoints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import sha256


class WebhookType(StrEnum):
    """The type of a message. Endpoints choose any but `PING`, which tests an endpoint."""

    EVENT_CREATED = "event.created"
    EVENT_CHANGED = "event.changed"
    EVENT_LIVE = "event.live"
    EVENT_FINISHED = "event.finished"
    ORDER_PAID = "order.paid"
    ORDER_REFUNDED = "order.refunded"
    CLIP_CREATED = "clip.created"
    FORM_SENT = "form.sent"
    PING = "ping"


EVENT_TYPES = tuple(kind for kind in WebhookType if kind is not WebhookType.PING)
"""The types that an endpoint can subscribe to."""


@dataclass(frozen=True, slots=True)
class WebhookMessage:
    """A message. `data` holds ids and plain values, and never personal data."""

    id: str
    type: WebhookType
    at: datetime
    data: Mapping[str, object]

    @property
    def body(self) -> bytes:
        """Return the body of the requests. It is the same for each attempt."""
        at = self.at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
        content = {"type": self.type.value, "timestamp": at, "data": self.data}
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def create_message_id(*source: object) -> str:
    """Return the id of the message about a source. The same source always has the same id."""
    return f"msg_{sha256('/'.join(map(str, source)).encode()).hexdigest()[:28]}"
