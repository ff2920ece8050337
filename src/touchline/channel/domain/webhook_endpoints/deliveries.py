"""Deliveries of messages to webhook endpoints, and their attempts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from touchline.channel.domain.webhook_endpoints.messages import WebhookMessage

RETRY_DELAYS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 2 * 60, 5 * 60, 8 * 60, 8 * 60))
"""Time before each retry, together almost a day."""
JITTER = 0.1
"""Largest share of a delay that is added, so that messages of one moment do not return at one moment."""
CLAIM_DURATION = timedelta(minutes=2)
"""Time after which an attempt is repeated, because its worker must have died."""
GONE = 410


class DeliveryState(StrEnum):
    """The state of a delivery. `FAILED`: all attempts failed."""

    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"


class DeliveryError(StrEnum):
    """Why an attempt failed. `STATUS`: the status of the response is not 2xx."""

    STATUS = "status"
    ADDRESS = "address"
    DNS = "dns"
    TIMEOUT = "timeout"
    TLS = "tls"
    CONNECTION = "connection"


@dataclass(frozen=True, slots=True)
class WebhookAttempt:
    """One request of a delivery. `response` holds the first characters of the response's body."""

    at: datetime
    duration_ms: int
    response_status: int | None
    response: str
    error: DeliveryError | None


@dataclass(slots=True, kw_only=True)
class WebhookDelivery:
    """The delivery of a message to an endpoint.

    `retry_count` is the number of failed attempts since it was created or redelivered. `next_attempt_at` is
    None if nothing will be sent: it is finished, or the endpoint is paused.
    """

    id: int = 0
    endpoint_id: int
    message: WebhookMessage
    state: DeliveryState = DeliveryState.PENDING
    retry_count: int = 0
    next_attempt_at: datetime | None
    attempts: list[WebhookAttempt] = field(default_factory=list)

    def record(self, attempt: WebhookAttempt, delays: Sequence[timedelta] = RETRY_DELAYS) -> None:
        """Add an attempt, and plan the next one if it failed."""
        self.attempts.append(attempt)
        self.next_attempt_at = None
        if attempt.error is None:
            self.state = DeliveryState.DELIVERED
        elif self.retry_count >= len(delays):
            self.state = DeliveryState.FAILED
        else:
            delay = delays[self.retry_count] * (1 + random.uniform(0, JITTER))  # noqa: S311
            self.next_attempt_at = attempt.at + delay
        self.retry_count += 1

    def redeliver(self, now: datetime) -> None:
        """Send the message again, with all retries."""
        self.state, self.retry_count, self.next_attempt_at = DeliveryState.PENDING, 0, now
