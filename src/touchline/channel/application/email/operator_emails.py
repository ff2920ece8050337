"""Emails to the operators of a channel."""

from __future__ import annotations

from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.operators.operators import Operators
from touchline.shared.permissions import Permission


class SendOperatorEmails:
    """Use case that queues an email to the operators of the current channel who can act on it."""

    def __init__(self, email_queue: EmailQueue, operators: Operators) -> None:
        self._email_queue = email_queue
        self._operators = operators

    def notify_clip_reported(self, clip_id: int, at: int) -> None:
        """Email the operators that a clip was reported. Repeated calls for the same report send one email."""
        self._notify(Permission.MODERATE_CLIPS, "clip_reported", clip_id, f"clip-reported-{clip_id}-{at}")

    def notify_consent_missing(self, event_id: int) -> None:
        """Email the operators that an event of the next day lacks consent. Each event sends one email."""
        self._notify(Permission.EDIT_CONTENT, "consent_missing", event_id, f"consent-missing-{event_id}")

    def notify_webhook_endpoint_paused(self, endpoint_id: int, at: int) -> None:
        """Email the operators that a webhook endpoint was paused. `at` is in seconds since the epoch."""
        self._notify(
            Permission.MANAGE_INTEGRATIONS,
            "webhook_paused",
            endpoint_id,
            f"webhook-paused-{endpoint_id}-{at}",
        )

    def _notify(self, permission: Permission, kind: str, reference_id: int, key: str) -> None:
        for operator in self._operators.list_all():
            if permission in operator.permissions:
                account_id = operator.account_id
                self._email_queue.enqueue(kind, account_id, reference_id, f"{key}-{account_id}")
