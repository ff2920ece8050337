"""Port to browser push messages (W3C Push API; RFC 8030, 8291, 8292)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True)
class PushSubscriptionInfo:
    """A browser's push subscription: an `endpoint` (https) at a push service, public key and secret.

    The keys are as the browser sent them (base64url without padding).
    """

    endpoint: str = field(repr=False)
    p256dh: str
    auth: str = field(repr=False)


class SubscriptionGoneError(Exception):
    """The push service no longer knows the subscription (404, 410). Delete it."""


class PushUnavailableError(Exception):
    """The push service is unavailable or limits the rate (429, 5xx). A later retry may succeed."""


class PushSender(Protocol):
    """Sends push messages on behalf of this deployment."""

    @property
    def public_key(self) -> str | None:
        """The deployment's VAPID public key, with which browsers subscribe; None if push is disabled.

        The key is uncompressed, base64url without padding.
        """
        ...

    def validate(self, subscription: PushSubscriptionInfo) -> None:
        """Check that push messages can be sent to a subscription.

        Raises `InvalidInputError` (fields `endpoint`, `keys.p256dh`, `keys.auth`) for invalid keys, or if the
        endpoint belongs to no known push service. The server sends requests to this endpoint later, so it
        must not be an arbitrary URL.
        """
        ...

    def send(
        self,
        subscription: PushSubscriptionInfo,
        title: str,
        body: str,
        url: str,
        tag: str,
        ttl: int,
        *,
        is_score: bool = False,
    ) -> None:
        """Have the browser display `title` and `body`, and open `url` (a path of the site) on a click.

        A message replaces the displayed one with the same `tag`. The push service keeps it for `ttl` seconds.
        With `is_score`, the browser does not display it while it shows the page at `url`.

        Raises `SubscriptionGoneError` or `PushUnavailableError`. Call it outside of a transaction.
        """
        ...
