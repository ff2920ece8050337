"""What this context announces. Whoever listens may hear it twice."""

from dataclasses import dataclass

from touchline.shared.events import DomainEvent


@dataclass(frozen=True)
class AccountRegistered(DomainEvent):
    """A viewer has an account now: whoever keeps something about viewers may begin to."""

    account_id: int


@dataclass(frozen=True)
class SessionsEnded(DomainEvent):
    """Sessions of a viewer were ended before their time: by a log-out, another password, a second factor, a
    suspension. Whatever was bound to them ends with them."""

    account_id: int
    session_ids: tuple[int, ...]


@dataclass(frozen=True)
class AccountSuspended(DomainEvent):
    """The channel suspended an account: its sessions have ended, and nothing more is sent or charged."""

    account_id: int


@dataclass(frozen=True)
class AccountClosed(DomainEvent):
    """A viewer ended their account: whoever holds something about the person erases it; orders stay without
    the person. The number is never given to another."""

    account_id: int
