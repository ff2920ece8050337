"""Publishing messages to webhook endpoints."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime

from touchline.channel.domain.webhook_endpoints.endpoints import WebhookEndpoint
from touchline.channel.domain.webhook_endpoints.messages import (
    WebhookMessage,
    WebhookType,
    create_message_id,
)
from touchline.channel.ports.site.channels import Channels
from touchline.channel.ports.webhook_endpoints.webhook_endpoints import WebhookEndpoints, WebhookLog
from touchline.shared.clock import Clock
from touchline.shared.tasks.jobs import WEBHOOK_QUEUE, Jobs

DELIVER_WEBHOOKS = "channel.deliver_webhooks"
DELIVERY_JOB_TIMEOUT_SECONDS = 300


class WebhookPublisher:
    """Writes messages and their deliveries in the current transaction, and enqueues the delivery after it."""

    def __init__(
        self, endpoints: WebhookEndpoints, log: WebhookLog, channels: Channels, jobs: Jobs, clock: Clock
    ) -> None:
        self._endpoints = endpoints
        self._log = log
        self._channels = channels
        self._jobs = jobs
        self._clock = clock

    def publish(
        self, kind: WebhookType, source: object, at: datetime, items: Sequence[Mapping[str, object]]
    ) -> None:
        """Publish a message for each item to the endpoints that want this type.

        Two calls with the same `source` publish once: message ids are derived from it.
        """
        endpoints = [endpoint for endpoint in self._endpoints.list_all() if kind in endpoint.event_types]
        if not endpoints:
            return
        messages = [
            WebhookMessage(create_message_id(source, index), kind, at, data)
            for index, data in enumerate(items)
        ]
        self._send(messages, endpoints)

    def send_ping(self, endpoint: WebhookEndpoint) -> WebhookMessage:
        """Publish a test message to one endpoint."""
        message_id = create_message_id(secrets.token_hex(16))
        message = WebhookMessage(
            message_id, WebhookType.PING, self._clock.now(), {"webhook_endpoint_id": endpoint.id}
        )
        self._send([message], [endpoint])
        return message

    def enqueue(self, endpoint_id: int) -> None:
        """Enqueue the delivery of everything that is due. A job that is already running does not suffice."""
        self._jobs.enqueue(
            DELIVER_WEBHOOKS,
            self._channels.get_current().id,
            endpoint_id,
            queue=WEBHOOK_QUEUE,
            timeout=DELIVERY_JOB_TIMEOUT_SECONDS,
        )

    def _send(self, messages: Sequence[WebhookMessage], endpoints: Sequence[WebhookEndpoint]) -> None:
        self._log.add(messages, endpoints)
        for endpoint in endpoints:
            if endpoint.paused_at is None:
                self.enqueue(endpoint.id)
