"""Keeping forms and what was written into them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from touchline.engagement.domain.form_requests import FormRequest
from touchline.engagement.domain.ids import FormRequestId
from touchline.shared.ids import AccountId

FormDefinition = dict[str, Any]
"""A form as the channel pack defines it: `key, title, intro, thanks, submit, to, fields`."""


class FormDefinitions(Protocol):
    """The forms of the present channel, as its pack defines them."""

    def get(self, alias: str) -> FormDefinition | None:
        """The definition of an alias; None where the pack has none."""
        ...

    def list_all(self) -> Sequence[FormDefinition]:
        """All of them, in the order of the pack."""
        ...

    def replace(self, definitions: Sequence[FormDefinition]) -> None:
        """Make them these; requests of a form that is gone stay."""
        ...


class FormRequests(Protocol):
    """What was written into the forms of the present channel."""

    def add(self, request: FormRequest) -> FormRequestId:
        """Keep one; its id."""
        ...

    def get(self, request_id: FormRequestId) -> FormRequest | None:
        """The one of an id."""
        ...

    def count_by_alias(self) -> Mapping[str, int]:
        """How many there are, by alias; also of forms that are gone."""
        ...

    def list_after(self, request_id: FormRequestId, alias: str | None, limit: int) -> Sequence[FormRequest]:
        """The next ones behind an id, oldest first; of one form, or of all."""
        ...

    def list_for_account(self, account_id: AccountId) -> Sequence[FormRequest]:
        """All of a viewer, oldest first."""
        ...

    def delete_for_account(self, account_id: AccountId) -> None:
        """Delete all of a viewer."""
        ...
