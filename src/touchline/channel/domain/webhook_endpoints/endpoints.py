"""Webhook endpoints: addresses of other systems that a channel notifies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from touchline.channel.domain.webhook_endpoints.messages import EVENT_TYPES, WebhookType
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.network_addresses import AddressProblem, find_address_problem

MAX_ENDPOINTS = 10
MAX_URL_LENGTH = 2000
MAX_DESCRIPTION_LENGTH = 200
OLD_SECRET_LIFETIME = timedelta(hours=24)
PAUSE_AFTER = timedelta(hours=24)
"""Time without a success after which an endpoint is paused."""
_SHORTEST_REST, _LONGEST_REST = timedelta(minutes=1), timedelta(minutes=15)

TOO_MANY_ENDPOINTS = ErrorMessage(
    "errors.too_many_webhook_endpoints",
    "A channel can have at most {number} webhook endpoints. Delete one first.",
)
INVALID_URL = ErrorMessage(
    "errors.invalid_webhook_url", "Enter a complete URL, such as https://example.org/webhooks"
)
HTTPS_REQUIRED = ErrorMessage("errors.webhook_https_required", "Enter a URL that begins with https://")
PRIVATE_URL = ErrorMessage("errors.private_webhook_url", "This address is private. Enter a public one.")
_URL_ERRORS = {
    AddressProblem.INVALID: INVALID_URL,
    AddressProblem.HTTPS_REQUIRED: HTTPS_REQUIRED,
    AddressProblem.PRIVATE: PRIVATE_URL,
}
NO_EVENT_TYPES = ErrorMessage("errors.webhook_types_required", "Choose at least one event type")
ENDPOINT_PAUSED = ErrorMessage(
    "errors.webhook_endpoint_paused", "This endpoint is paused. Resume it, then try again."
)


class PauseReason(StrEnum):
    """Why an endpoint is paused: it failed for a day, or it answered with status 410 (gone)."""

    FAILING = "failing"
    GONE = "gone"


@dataclass(slots=True, kw_only=True)
class WebhookEndpoint:
    """An endpoint of the current channel.

    Its secrets are encrypted. The old one is valid until `old_secret_until`. `failing_since` is the first
    failure after the last success. Nothing is sent before `rest_until`, so that an endpoint that does not
    respond takes little of the workers' time.
    """

    id: int = 0
    url: str
    description: str
    event_types: Sequence[WebhookType]
    encrypted_secret: str
    encrypted_old_secret: str | None = None
    old_secret_until: datetime | None = None
    created_at: datetime
    failing_since: datetime | None = None
    rest_until: datetime | None = None
    paused_at: datetime | None = None
    pause_reason: PauseReason | None = None

    def list_encrypted_secrets(self, now: datetime) -> Sequence[str]:
        """Return the secrets that are valid, the newest first."""
        old_secret, until = self.encrypted_old_secret, self.old_secret_until
        return [self.encrypted_secret, *([old_secret] if old_secret and until and now < until else ())]

    def roll_secret(self, encrypted_secret: str, now: datetime) -> None:
        """Set another secret. The present one stays valid for a day."""
        self.encrypted_old_secret, self.encrypted_secret = self.encrypted_secret, encrypted_secret
        self.old_secret_until = now + OLD_SECRET_LIFETIME

    def is_open(self, now: datetime) -> bool:
        """Return whether messages can be sent now."""
        return self.paused_at is None and (self.rest_until is None or now >= self.rest_until)

    def record_success(self) -> None:
        """Forget earlier failures."""
        self.failing_since = self.rest_until = None

    def record_failure(self, now: datetime, *, is_gone: bool) -> None:
        """Rest for a while. Pause the endpoint if it is gone, or has failed for a day."""
        self.failing_since = self.failing_since or now
        failing_for = now - self.failing_since
        self.rest_until = now + min(max(failing_for / 2, _SHORTEST_REST), _LONGEST_REST)
        if self.paused_at is None and (is_gone or failing_for >= PAUSE_AFTER):
            self.paused_at, self.pause_reason = now, PauseReason.GONE if is_gone else PauseReason.FAILING

    def resume(self) -> None:
        """Send again."""
        self.paused_at = self.pause_reason = None
        self.record_success()


def find_endpoint_errors(
    url: str, event_types: Sequence[WebhookType], *, allow_private: bool
) -> Mapping[str, list[str]]:
    """Return the messages by field. The host is resolved only when a message is sent."""
    errors: dict[str, list[str]] = {}
    if problem := find_address_problem(url, MAX_URL_LENGTH, allow_private=allow_private):
        errors["url"] = [_URL_ERRORS[problem]]
    if not set(event_types) & set(EVENT_TYPES) or WebhookType.PING in event_types:
        errors["event_types"] = [NO_EVENT_TYPES]
    return errors
