"""Ports for webhook endpoints: their tables, and sending."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from touchline.channel.domain.webhook_endpoints.deliveries import (
    DeliveryState,
    WebhookAttempt,
    WebhookDelivery,
)
from touchline.channel.domain.webhook_endpoints.endpoints import WebhookEndpoint
from touchline.channel.domain.webhook_endpoints.messages import WebhookMessage, WebhookType
from touchline.shared.ids import ChannelId
from touchline.shared.paging import Page, PageRequest


class WebhookEndpoints(Protocol):
    """The webhook endpoints of the current channel."""

    def list_all(self) -> Sequence[WebhookEndpoint]:
        """List the endpoints, oldest first."""
        ...

    def get(self, endpoint_id: int, *, for_update: bool = False) -> WebhookEndpoint | None:
        """Return an endpoint, locked with `for_update`; None if there is none."""
        ...

    def add(self, endpoint: WebhookEndpoint) -> WebhookEndpoint:
        """Add an endpoint and return it with its id."""
        ...

    def save(self, endpoint: WebhookEndpoint) -> None:
        """Save the changes of an endpoint."""
        ...

    def delete(self, endpoint_id: int) -> None:
        """Delete an endpoint and its log."""
        ...


class WebhookLog(Protocol):
    """The messages of the current channel, their deliveries and attempts."""

    def add(self, messages: Sequence[WebhookMessage], endpoints: Sequence[WebhookEndpoint]) -> None:
        """Add messages with a delivery to each endpoint, due at once unless the endpoint is paused.

        Messages that are already there are left as they are.
        """
        ...

    def list_page(
        self,
        endpoint_id: int,
        request: PageRequest,
        *,
        state: DeliveryState | None = None,
        type: WebhookType | None = None,
    ) -> Page[WebhookDelivery]:
        """Return a page of an endpoint's deliveries with their attempts, newest message first."""
        ...

    def get_latest(self, endpoint_ids: Sequence[int]) -> Mapping[int, WebhookAttempt]:
        """Return the latest attempt of each endpoint that has one."""
        ...

    def get(self, delivery_id: int) -> WebhookDelivery | None:
        """Return a delivery, or None."""
        ...

    def claim(self, endpoint_id: int, now: datetime, until: datetime) -> WebhookDelivery | None:
        """Return the oldest delivery that is due, which is then not due before `until`; None without one."""
        ...

    def save(self, delivery: WebhookDelivery) -> None:
        """Save the state of a delivery and its new attempts."""
        ...

    def hold(self, endpoint_id: int) -> None:
        """Keep the pending deliveries of an endpoint until `release`."""
        ...

    def release(self, endpoint_id: int, now: datetime) -> None:
        """Make the pending deliveries of an endpoint due."""
        ...

    def list_due(self, now: datetime) -> Sequence[tuple[ChannelId, int]]:
        """Return the channel and the id of each endpoint with a delivery that is due, in every channel."""
        ...


class WebhookSender(Protocol):
    """Sends requests to endpoints."""

    def send(self, url: str, headers: Mapping[str, str], body: bytes, at: datetime) -> WebhookAttempt:
        """Send a request and return what happened. Never raises an error."""
        ...
