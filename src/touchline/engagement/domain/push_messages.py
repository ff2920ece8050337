"""Push messages and the subscriptions that receive them."""

from __future__ import annotations

import hashlib
from collections.abc import Set
from dataclasses import dataclass

from touchline.shared.ids import SessionId

MAX_SUBSCRIPTIONS = 20
"""Maximum number of push subscriptions for each viewer. Beyond it, the oldest ones are deleted."""


@dataclass(frozen=True)
class PushMessage:
    """The content of a push message. `url` is a path of the site, `ttl` is in seconds.

    `is_score`: the message has a score. Browsers do not show it while they show the event.
    """

    title: str
    body: str
    url: str
    tag: str
    ttl: int
    is_score: bool = False


def compute_endpoint_digest(endpoint: str) -> str:
    """Return the digest by which an endpoint is looked up."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def is_subscription_active(session_id: SessionId | None, open_sessions: Set[SessionId]) -> bool:
    """Return whether a subscription made in this session still receives the viewer's push messages.

    A subscription from an earlier release has no session. It stays active while the viewer is logged in
    anywhere. It ends when the first of the viewer's sessions ends (`PushSubscriptions.delete_for_sessions`).
    """
    return bool(open_sessions) if session_id is None else session_id in open_sessions
