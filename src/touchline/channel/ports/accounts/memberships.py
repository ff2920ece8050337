"""Port for the members of teams: email addresses, by participant."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.shared.ids import AccountId, ParticipantId
from touchline.shared.paging import Page, PageRequest


@dataclass(frozen=True, slots=True)
class Member:
    """An address on a team's list. `has_account`: an account has verified this address.

    `added_by` is the operator's account; None for a command.
    """

    id: int
    email: str
    added_at: datetime
    added_by: AccountId | None
    has_account: bool


@dataclass(frozen=True, slots=True)
class Membership:
    """The team on whose list an address is, and since when."""

    participant_id: ParticipantId
    added_at: datetime


class Memberships(Protocol):
    """The lists of the current channel. Addresses are compared without case."""

    def list_page(self, participant_id: ParticipantId, search: str, request: PageRequest) -> Page[Member]:
        """Return a page of a team's members by address. `search` is a part of the address."""
        ...

    def add(
        self,
        participant_id: ParticipantId,
        addresses: Sequence[str],
        added_by: AccountId | None,
        now: datetime,
    ) -> int:
        """Add addresses and return how many are new."""
        ...

    def remove(self, participant_id: ParticipantId, member_ids: Collection[int]) -> int:
        """Remove members by id and return their number."""
        ...

    def remove_addresses(self, participant_id: ParticipantId, addresses: Collection[str]) -> int:
        """Remove members by address and return their number."""
        ...

    def list_participants(self, account_id: AccountId) -> frozenset[ParticipantId]:
        """Return the teams on whose list the account's address is. Empty unless the account verified it.

        One query.
        """
        ...

    def list_for_address(self, address: str) -> Sequence[Membership]:
        """Return the teams on whose list an address is, first added first."""
        ...

    def remove_address(self, address: str) -> None:
        """Remove an address from all lists."""
        ...

    def merge(self, removed: ParticipantId, kept: ParticipantId) -> None:
        """Move the members of a team to another one."""
        ...

    def keep_only(self, participant_ids: Collection[ParticipantId]) -> int:
        """Remove the lists of all other teams and return the number of their members."""
        ...
