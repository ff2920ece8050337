"""Where accounts are kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.channel.domain.accounts.accounts import Account
from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class Identity:
    """A social provider's person, linked to an account; `subject` is what the provider calls them."""

    provider: str
    subject: str
    linked_at: datetime


class Accounts(Protocol):
    """The open accounts of the present channel. E-mail addresses are compared without regard to case."""

    def get(self, account_id: AccountId) -> Account | None:
        """The account; None for a closed one too."""
        ...

    def get_for_update(self, account_id: AccountId) -> Account | None:
        """The account as it is now, locked until the transaction ends: to be changed."""
        ...

    def get_by_email(self, email: str) -> Account | None:
        """The account of an address."""
        ...

    def get_by_phone(self, digits: str) -> Account | None:
        """The account of a telephone number, given as digits."""
        ...

    def list_newest(self, limit: int, find: str = "") -> Sequence[Account]:
        """At most so many accounts, the newest first; with `find` those whose name or address has all its
        words, whatever their case and accents."""
        ...

    def list_closed_since(self, instant: datetime) -> Sequence[Account]:
        """What is left of accounts that were closed since; asked outside of any channel, of all channels."""
        ...

    def add(self, account: Account) -> AccountId:
        """Keep a new one and give it its id; `DuplicateAccountError` where address or number got an account
        meanwhile."""
        ...

    def save(self, account: Account) -> None:
        """Write all fields; `DuplicateAccountError` where the number belongs to another account."""
        ...

    def get_by_identity(self, provider: str, subject: str) -> Account | None:
        """The account that a social provider's person is linked to."""
        ...

    def link_identity(self, account_id: AccountId, provider: str, subject: str) -> None:
        """Link a social provider's person to an account; doing it again changes nothing."""
        ...

    def list_identities(self, account_id: AccountId) -> list[Identity]:
        """Who is linked to an account, by the provider's name."""
        ...

    def delete_credentials(self, account_id: AccountId) -> None:
        """Delete what opens an account without its password or beside it: identities, recovery codes, device
        grants."""
        ...

    def erase_personal_data(self, account_id: AccountId) -> None:
        """Delete what hangs on a closed account: the ways in, that it is an operator."""
        ...


class DuplicateAccountError(Exception):
    """Another account has the address or the number; `field` says which (`email`, `phone`)."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field
