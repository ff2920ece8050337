"""Sending due messages to webhook endpoints. No transaction is open during a request."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from touchline.channel.application.email.operator_emails import SendOperatorEmails
from touchline.channel.application.webhook_endpoints.endpoint_admin import SECRET_PURPOSE
from touchline.channel.application.webhook_endpoints.webhook_publisher import (
    DELIVER_WEBHOOKS,
    DELIVERY_JOB_TIMEOUT_SECONDS,
    WebhookPublisher,
)
from touchline.channel.domain.webhook_endpoints.deliveries import (
    CLAIM_DURATION,
    GONE,
    WebhookAttempt,
    WebhookDelivery,
)
from touchline.channel.domain.webhook_endpoints.signatures import sign
from touchline.channel.ports.accounts.encryption import Encryption
from touchline.channel.ports.webhook_endpoints.webhook_endpoints import (
    WebhookEndpoints,
    WebhookLog,
    WebhookSender,
)
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.jobs import WEBHOOK_QUEUE, Jobs
from touchline.shared.unit_of_work import UnitOfWorkFactory

TURN = timedelta(seconds=30)
"""Time after which an endpoint with more messages lets other endpoints go first."""
USER_AGENT = "Touchline-Webhooks/1"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Request:
    delivery: WebhookDelivery
    url: str
    headers: Mapping[str, str]
    body: bytes


class DeliverWebhooks:
    """Use case that sends an endpoint's due messages, oldest first, until one fails."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        endpoints: WebhookEndpoints,
        webhook_log: WebhookLog,
        sender: WebhookSender,
        encryption: Encryption,
        emails: SendOperatorEmails,
        publisher: WebhookPublisher,
        clock: Clock,
    ) -> None:
        self._uow = uow
        self._endpoints = endpoints
        self._log = webhook_log
        self._sender = sender
        self._encryption = encryption
        self._emails = emails
        self._publisher = publisher
        self._clock = clock

    def __call__(self, channel_id: ChannelId, endpoint_id: int) -> None:
        """Send the messages. Does nothing while the endpoint is paused or rests."""
        turn_ends_at = self._clock.now() + TURN
        while request := self._claim(channel_id, endpoint_id):
            attempt = self._sender.send(request.url, request.headers, request.body, self._clock.now())
            with self._uow(channel_id):
                self._record(request.delivery, attempt)
                is_over = attempt.error is None and self._clock.now() >= turn_ends_at
                if is_over:
                    self._publisher.enqueue(endpoint_id)
            if is_over or attempt.error:
                return

    def _claim(self, channel_id: ChannelId, endpoint_id: int) -> _Request | None:
        """Take the next message that is due. Another worker repeats it if this one dies."""
        now = self._clock.now()
        with self._uow(channel_id):
            endpoint = self._endpoints.get(endpoint_id, for_update=True)
            if endpoint is None or not endpoint.is_open(now):
                return None
            delivery = self._log.claim(endpoint_id, now, now + CLAIM_DURATION)
        if delivery is None:
            return None
        body = delivery.message.body
        secrets = [
            self._encryption.decrypt(SECRET_PURPOSE, encrypted)
            for encrypted in endpoint.list_encrypted_secrets(now)
        ]
        headers = {
            "Content-Type": "application/json",
            "User-Agent": USER_AGENT,
            **sign(secrets, delivery.message.id, int(now.timestamp()), body),
        }
        return _Request(delivery, endpoint.url, headers, body)

    def _record(self, delivery: WebhookDelivery, attempt: WebhookAttempt) -> None:
        """Record an attempt. Pause the endpoint if it fails for too long, and email the operators."""
        endpoint = self._endpoints.get(delivery.endpoint_id, for_update=True)
        if endpoint is None:
            return
        was_paused = endpoint.paused_at is not None
        delivery.record(attempt)
        if attempt.error is None:
            endpoint.record_success()
        else:
            endpoint.record_failure(attempt.at, is_gone=attempt.response_status == GONE)
        self._endpoints.save(endpoint)
        self._log.save(delivery)
        if endpoint.paused_at is not None:
            self._log.hold(endpoint.id)
            if not was_paused:
                log.warning("webhook endpoint %s is paused: %s", endpoint.id, endpoint.pause_reason)
                self._emails.notify_webhook_endpoint_paused(endpoint.id, int(endpoint.paused_at.timestamp()))


class EnqueueDueWebhooks:
    """Use case that enqueues the retries that are due, in every channel. A worker runs this every minute."""

    def __init__(self, uow: UnitOfWorkFactory, webhook_log: WebhookLog, jobs: Jobs, clock: Clock) -> None:
        self._uow = uow
        self._log = webhook_log
        self._jobs = jobs
        self._clock = clock

    def __call__(self) -> None:
        """Enqueue a job for each endpoint with due messages, unless one from an earlier call still waits."""
        with self._uow.all_channels():
            due = self._log.list_due(self._clock.now())
        for channel_id, endpoint_id in due:
            self._jobs.enqueue(
                DELIVER_WEBHOOKS,
                channel_id,
                endpoint_id,
                queue=WEBHOOK_QUEUE,
                unique=f"webhooks-{endpoint_id}",
                timeout=DELIVERY_JOB_TIMEOUT_SECONDS,
            )
