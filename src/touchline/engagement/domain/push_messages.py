"""Browsers that take pushes for a viewer."""

from __future__ import annotations

import hashlib
from collections.abc import Set
from dataclasses import dataclass

from touchline.shared.ids import SessionId

MAX_SUBSCRIPTIONS = 20
"""A viewer's browsers beyond this many: the oldest subscriptions are forgotten."""


@dataclass(frozen=True)
class PushMessage:
    """What a push says and opens: `url` is a path of the site; `ttl` in seconds."""

    title: str
    body: str
    url: str
    tag: str
    ttl: int


def compute_endpoint_digest(endpoint: str) -> str:
    """What an endpoint is found by."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def is_subscription_active(session_id: SessionId | None, open_sessions: Set[SessionId]) -> bool:
    """Whether a browser that subscribed in a session may still get its viewer's pushes.

    A subscription of an earlier release has no session. It goes on while the viewer is logged in anywhere,
    and ends with the first session of the viewer that ends (`PushSubscriptions.forget_sessions`).
    """
    return bool(open_sessions) if session_id is None else session_id in open_sessions
