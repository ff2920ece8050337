"""Ports to forms and their requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from touchline.engagement.domain.form_requests import FormRequest
from touchline.engagement.domain.ids import FormRequestId
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
        """Delete all requests of a viewer."""
        ...
