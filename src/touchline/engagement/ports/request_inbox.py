"""Ports to the operators who handle requests, and to the emails with their replies."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.shared.ids import AccountId


class ReplyRejectedError(Exception):
    """The mail server permanently rejects the email."""


@dataclass(frozen=True)
class ReplyEmail:
    """The content of an email with a reply.

    `reply_to` is the form's recipient, or "" if it has none. `paragraphs` are the reply's text. `key` makes
    repeated sends one email.
    """

    recipient: str
    language: str
    reply_to: str
    form_name: str
    paragraphs: Sequence[str]
    requested_at: datetime
    key: str


class RequestOperators(Protocol):
    """Operators and viewers of the current channel."""

    def list_all(self) -> Mapping[AccountId, str]:
        """Return the names of the operators who may handle requests."""
        ...

    def list_names(self, account_ids: Collection[AccountId]) -> Mapping[AccountId, str]:
        """Return the names of accounts. Closed accounts are left out. One query."""
        ...

    def get_email(self, account_id: AccountId) -> str:
        """Return the email address of an account; "" if it is closed."""
        ...


class ReplyMailer(Protocol):
    """Emails in the channel's name."""

    def write(self, email: ReplyEmail) -> object:
        """Render the email. Needs a transaction of the channel."""
        ...

    def send(self, written: object) -> None:
        """Send what `write` returned. Call it outside of transactions.

        Raises `ReplyRejectedError`, or `UnavailableError` if the mail server does not respond.
        """
        ...
