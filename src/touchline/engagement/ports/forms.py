"""Keeping forms and what was written into them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from touchline.engagement.domain.ids import FormRequestId
from touchline.engagement.domain.requests import Request
from touchline.shared.ids import AccountId

Definition = dict[str, Any]
"""A form as the channel pack defines it: `key, title, intro, thanks, submit, to, fields`."""


class FormStore(Protocol):
    """The forms of the present channel, as its pack defines them."""

    def get(self, alias: str) -> Definition | None:
        """The definition of an alias; None where the pack has none."""
        ...

    def all(self) -> Sequence[Definition]:
        """All of them, in the order of the pack."""
        ...

    def replace(self, definitions: Sequence[Definition]) -> None:
        """Make them these; requests of a form that is gone stay."""
        ...


class RequestStore(Protocol):
    """What was written into the forms of the present channel."""

    def add(self, request: Request) -> FormRequestId:
        """Keep one; its id."""
        ...

    def get(self, request_id: FormRequestId) -> Request | None:
        """The one of an id."""
        ...

    def counts(self) -> Mapping[str, int]:
        """How many there are, by alias; also of forms that are gone."""
        ...

    def after(self, request_id: FormRequestId, alias: str | None, most: int) -> Sequence[Request]:
        """The next ones behind an id, oldest first; of one form, or of all."""
        ...

    def of_account(self, account_id: AccountId) -> Sequence[Request]:
        """All of a viewer, oldest first."""
        ...

    def erase_of(self, account_id: AccountId) -> None:
        """Delete all of a viewer."""
        ...
