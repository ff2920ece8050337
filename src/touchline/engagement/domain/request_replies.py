"""An operator's reply to a request, which is sent by email."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from touchline.engagement.domain.ids import FormRequestId, RequestReplyId
from touchline.shared.ids import AccountId

UNSAVED_REPLY_ID = RequestReplyId(0)
MAX_REPLY_LENGTH = 10_000
RETRY_PERIOD = timedelta(hours=25)
"""Time in which the queue retries an email, with a margin of an hour."""


class ReplyState(StrEnum):
    """State of the email with a reply."""

    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"


class ReplyFailure(StrEnum):
    """Why the email was not sent: the mail server rejected the address, or did not respond."""

    REJECTED = "rejected"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True)
class RequestReply:
    """A reply to a request.

    `author_id` is None after the operator closed the account. `queued_at` is when the email was last queued.
    A queued reply with a `failure` is being retried.
    """

    request_id: FormRequestId
    author_id: AccountId | None
    text: str
    created_at: datetime
    queued_at: datetime
    state: ReplyState = ReplyState.QUEUED
    failure: ReplyFailure | None = None
    sent_at: datetime | None = None
    id: RequestReplyId = UNSAVED_REPLY_ID

    def get_state(self, now: datetime) -> ReplyState:
        """Return the state. A reply that the queue no longer retries has failed."""
        is_expired = self.state is ReplyState.QUEUED and now - self.queued_at > RETRY_PERIOD
        return ReplyState.FAILED if is_expired else self.state
