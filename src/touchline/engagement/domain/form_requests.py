"""A submitted form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from touchline.engagement.domain.answers import Answer
from touchline.engagement.domain.ids import FormRequestId
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import EditConflictError
from touchline.shared.ids import AccountId

UNSAVED_ID = FormRequestId(0)
REQUEST_CHANGED = ErrorMessage(
    "errors.request_changed", "Someone else answered or changed this request. Read it again, then continue."
)


class RequestStatus(StrEnum):
    """Whether somebody still has to handle a request."""

    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True)
class FormRequest:
    """A submitted form: a request from a viewer or a visitor.

    `answers` maps the field names at that time to answers. `account_id` is None for a visitor. `language` is
    the language in which the form was displayed. `closed_at` is None while the request is open. `assignee_id`
    is the operator who handles it. `version` counts the changes.
    """

    alias: str
    answers: Mapping[str, Answer]
    language: str
    created_at: datetime
    account_id: AccountId | None = None
    id: FormRequestId = UNSAVED_ID
    sender_name: str = ""
    sender_email: str = ""
    closed_at: datetime | None = None
    assignee_id: AccountId | None = None
    version: int = 1

    @property
    def status(self) -> RequestStatus:
        """Return whether the request is open or closed."""
        return RequestStatus.OPEN if self.closed_at is None else RequestStatus.CLOSED

    def require_version(self, version: int) -> None:
        """Raise `EditConflictError` if someone changed or answered the request since this version."""
        if version != self.version:
            raise EditConflictError(REQUEST_CHANGED, version=self.version)


@dataclass(frozen=True)
class RequestFilter:
    """Requests to list. None: all. `sender` contains words of the sender's name or address.

    `is_unassigned` selects the requests without an assignee.
    """

    alias: str | None = None
    status: RequestStatus | None = None
    assignee_id: AccountId | None = None
    is_unassigned: bool = False
    sender: str = ""
