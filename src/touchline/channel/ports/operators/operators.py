"""Repository of a channel's operators."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.channel.domain.operators.roles import ASSIGNED_EVENTS_ONLY, ROLE_PERMISSIONS, Role
from touchline.shared.ids import AccountId, EventId
from touchline.shared.permissions import Permission


@dataclass(frozen=True)
class Operator:
    """An account that operates the channel, its role, and since when.

    `event_ids` are the events that are assigned to a scorekeeper.
    """

    account_id: AccountId
    email: str
    name: str
    added_at: datetime
    role: Role
    has_second_factor: bool = False
    event_ids: tuple[EventId, ...] = ()

    @property
    def permissions(self) -> frozenset[Permission]:
        """Return what the operator may do."""
        return ROLE_PERMISSIONS[self.role]

    @property
    def has_assigned_events(self) -> bool:
        """Return whether the operator may use the permissions only for assigned events."""
        return self.role in ASSIGNED_EVENTS_ONLY

    def may_use(self, event_id: int | None) -> bool:
        """Return whether the operator may use the permissions for an event, or for none (None)."""
        return not self.has_assigned_events or event_id in self.event_ids


class Operators(Protocol):
    """Repository of the current channel's operators."""

    def get(self, account_id: AccountId) -> Operator | None:
        """Return the operator, or None if the account is not one."""
        ...

    def add(self, account_id: AccountId, role: Role, now: datetime) -> bool:
        """Make the account an operator. Return False, with nothing changed, if it already was one."""
        ...

    def set_role(self, account_id: AccountId, role: Role) -> None:
        """Change the role of an operator. The assigned events are removed if the role has none."""
        ...

    def set_events(self, account_id: AccountId, event_ids: Collection[EventId]) -> None:
        """Replace the events that are assigned to an operator."""
        ...

    def remove(self, account_id: AccountId) -> bool:
        """Remove the operator's role, assigned events and access tokens. Return False without a role."""
        ...

    def list_all(self) -> Sequence[Operator]:
        """List all operators, oldest first."""
        ...

    def lock(self) -> None:
        """Let no other transaction change the operators until this one ends."""
        ...
