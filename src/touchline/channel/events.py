"""Events of this context. Handlers can receive an event twice."""

from dataclasses import dataclass

from touchline.shared.events import DomainEvent


@dataclass(frozen=True)
class AccountRegistered(DomainEvent):
    """A viewer registered. Other contexts can now store data about the account."""

    account_id: int


@dataclass(frozen=True)
class AddressVerified(DomainEvent):
    """The email address of an account was verified."""

    account_id: int


@dataclass(frozen=True)
class SessionsEnded(DomainEvent):
    """Sessions of a viewer ended early: by logout, a new password, a second factor or a suspension.

    Everything bound to the sessions ends with them."""

    account_id: int
    session_ids: tuple[int, ...]


@dataclass(frozen=True)
class AccountSuspended(DomainEvent):
    """The channel suspended an account: its sessions have ended, and nothing more is sent or charged."""

    account_id: int


@dataclass(frozen=True)
class AccountClosed(DomainEvent):
    """A viewer deleted the account. All contexts erase personal data; orders stay without it.

    The ID is never used again."""

    account_id: int
