"""Repository of accounts."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.channel.domain.accounts.accounts import Account
from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class Identity:
    """A link between an account and a social provider. `subject` is the provider's id for the person."""

    provider: str
    subject: str
    linked_at: datetime


class Accounts(Protocol):
    """Repository of the current channel's open accounts. Email addresses are case-insensitive."""

    def get(self, account_id: AccountId) -> Account | None:
        """Return the account, or None if it does not exist or is closed."""
        ...

    def get_for_update(self, account_id: AccountId) -> Account | None:
        """Return the current account, locked for update until the transaction ends."""
        ...

    def get_by_email(self, email: str) -> Account | None:
        """Return the account with an email address, or None."""
        ...

    def get_by_phone(self, digits: str) -> Account | None:
        """Return the account with a phone number, or None. `digits` contains only digits."""
        ...

    def list_by_id(self, account_ids: Collection[AccountId]) -> Sequence[Account]:
        """List the open accounts among some ids, newest first. One query."""
        ...

    def find_ids(self, find: str) -> Sequence[AccountId]:
        """Return the ids that `find` selects (see `list_newest`), newest first.

        A whole email address selects its account alone. One query.
        """
        ...

    def count(self) -> int:
        """Return the number of accounts."""
        ...

    def list_newest(self, limit: int, find: str = "", offset: int = 0) -> Sequence[Account]:
        """List at most `limit` accounts, newest first.

        `find` selects accounts whose name or email address contains all its words. The search ignores case
        and accents.
        """
        ...

    def list_closed_since(self, instant: datetime) -> Sequence[Account]:
        """List the accounts of all channels that were closed since `instant`.

        Their personal data is already erased. Call this outside the scope of a channel.
        """
        ...

    def add(self, account: Account) -> AccountId:
        """Add an account and assign its id.

        Raises `DuplicateAccountError` if another account has the email address or phone number by now.
        """
        ...

    def save(self, account: Account) -> None:
        """Update all fields. Raises `DuplicateAccountError` if another account has the phone number."""
        ...

    def get_by_identity(self, provider: str, subject: str) -> Account | None:
        """Return the account that is linked to a provider's subject, or None."""
        ...

    def link_identity(self, account_id: AccountId, provider: str, subject: str) -> None:
        """Link a provider's subject to an account. The call is idempotent."""
        ...

    def list_identities(self, account_id: AccountId) -> list[Identity]:
        """List the social identities of an account, by provider name."""
        ...

    def delete_credentials(self, account_id: AccountId) -> None:
        """Delete the credentials besides the password: identities, recovery codes, device grants, and access
        tokens.
        """
        ...

    def erase_personal_data(self, account_id: AccountId) -> None:
        """Delete the credentials, the operator role and the invitations of an account before it is closed."""
        ...


class DuplicateAccountError(Exception):
    """Another account has the same value in `field`, which is `email` or `phone`."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field
