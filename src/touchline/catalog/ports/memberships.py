"""Ports for the access to private events."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from touchline.shared.ids import AccountId, ParticipantId
from touchline.shared.principal import Principal


class Memberships(Protocol):
    """Who is a member of a team, and who is an operator."""

    def list_participants(self, account_id: AccountId) -> frozenset[ParticipantId]:
        """Return the teams on whose list the account's verified address is. One query."""
        ...

    def is_rehearsing(self, account_id: AccountId, key: str) -> bool:
        """Return whether the account is the viewer of the rehearsal with this key. One query."""
        ...

    def may_edit_content(self, principal: Principal) -> bool:
        """Return whether the caller is an operator who may edit content."""
        ...


class ChildTeams(Protocol):
    """The teams that other teams stand for."""

    def list_child_ids(self, participant_ids: Collection[ParticipantId]) -> frozenset[ParticipantId]:
        """Return the children of these participants. One query."""
        ...
