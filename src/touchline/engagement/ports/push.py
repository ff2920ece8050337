"""Telling a viewer's browser something while no page is open (W3C Push API; RFC 8030, 8291, 8292)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True)
class PushSubscriptionInfo:
    """Where a browser takes pushes: its `endpoint` at a push service (https), and the browser's public key
    and secret as it gave them (base64url without padding)."""

    endpoint: str = field(repr=False)
    p256dh: str
    auth: str = field(repr=False)


class SubscriptionGoneError(Exception):
    """The push service knows the subscription no more (404, 410): it is to be forgotten."""


class PushUnavailableError(Exception):
    """The push service is away or wants less (429, 5xx): trying again later may help."""


class PushSender(Protocol):
    """Sends pushes in the name of this house."""

    @property
    def public_key(self) -> str | None:
        """The house's VAPID key, uncompressed, base64url without padding: what browsers subscribe with.
        None: this house sends no pushes."""
        ...

    def validate(self, subscription: PushSubscriptionInfo) -> None:
        """Nothing for a subscription that pushes can be sent to; `InvalidInputError` (fields `endpoint`,
        `keys.p256dh`, `keys.auth`) for keys that are none, and for an endpoint that is at no push service
        known to this house: what a browser gives as an address is asked by our server later."""
        ...

    def send(
        self, subscription: PushSubscriptionInfo, title: str, body: str, url: str, tag: str, ttl: int
    ) -> None:
        """Have the browser show `title` and `body`, and open `url` (a path of the site) on a click. What has
        the same `tag` takes the place of what is shown. The service keeps it for `ttl` seconds.

        `SubscriptionGoneError`; `PushUnavailableError`. Called outside of a transaction.
        """
        ...
