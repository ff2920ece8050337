"""Ports to forms and their requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from touchline.engagement.domain.form_requests import FormRequest, RequestFilter
from touchline.engagement.domain.ids import FormRequestId, RequestReplyId
from touchline.engagement.domain.request_replies import RequestReply
from touchline.shared.ids import AccountId

FormDefinition = dict[str, Any]
"""A form as the channel pack defines it: `key, title, intro, thanks, submit, to, fields`."""


class FormDefinitions(Protocol):
    """Form definitions of the current channel, from its pack."""

    def get(self, alias: str) -> FormDefinition | None:
        """Return the definition with this alias; None if the pack has none."""
        ...

    def list_all(self) -> Sequence[FormDefinition]:
        """List all definitions in the order of the pack."""
        ...

    def replace(self, definitions: Sequence[FormDefinition]) -> None:
        """Replace all definitions. Requests of deleted forms stay."""
        ...


class FormRequests(Protocol):
    """Requests submitted through the current channel's forms."""

    def add(self, request: FormRequest) -> FormRequestId:
        """Insert a request and return its id."""
        ...

    def get(self, request_id: FormRequestId) -> FormRequest | None:
        """Return the request with this id; None if there is none."""
        ...

    def get_for_update(self, request_id: FormRequestId) -> FormRequest | None:
        """Return the current request, locked until the transaction ends."""
        ...

    def save(self, request: FormRequest) -> None:
        """Write the status, the assignee and the version."""
        ...

    def list_page(
        self, request_filter: RequestFilter, limit: int, offset: int
    ) -> tuple[Sequence[FormRequest], int]:
        """List matching requests, newest first. Return at most `limit` and the total."""
        ...

    def count_open(self) -> int:
        """Return the number of open requests."""
        ...

    def count_by_alias(self) -> Mapping[str, int]:
        """Return the number of requests by alias, including deleted forms."""
        ...

    def list_after(self, request_id: FormRequestId, alias: str | None, limit: int) -> Sequence[FormRequest]:
        """List the next requests after an id, oldest first, of one form (None: all forms)."""
        ...

    def list_for_account(self, account_id: AccountId) -> Sequence[FormRequest]:
        """List all requests of a viewer, oldest first."""
        ...

    def delete_for_account(self, account_id: AccountId) -> None:
        """Delete all requests of a viewer and their replies. Blank the viewer as assignee and author."""
        ...


class RequestReplies(Protocol):
    """Replies to the current channel's requests."""

    def add(self, reply: RequestReply) -> RequestReplyId:
        """Insert a reply and return its id."""
        ...

    def get_for_update(self, reply_id: RequestReplyId) -> RequestReply | None:
        """Return the current reply, locked until the transaction ends; None if there is none."""
        ...

    def save(self, reply: RequestReply) -> None:
        """Write the state of the email."""
        ...

    def list_for_request(self, request_id: FormRequestId) -> Sequence[RequestReply]:
        """List the replies to a request, oldest first."""
        ...

    def list_failed(self, since: datetime, retried_until: datetime, limit: int) -> Sequence[FormRequestId]:
        """Return the requests whose latest reply was queued after `since` and has failed, latest first.

        A reply that was queued before `retried_until` is no longer retried. One query.
        """
        ...
