"""The members of teams, for operators and for the access to private events."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from touchline.channel.domain.accounts.member_addresses import (
    MAX_ADDRESSES,
    AddressProblem,
    ParsedAddresses,
    parse_addresses,
)
from touchline.channel.ports.accounts.memberships import Member, Memberships
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import AccountId, ParticipantId
from touchline.shared.paging import Page, PageRequest

TOO_MANY_ADDRESSES = ErrorMessage(
    "errors.too_many_addresses", "A list may have at most {count} addresses at a time. Split it."
).with_params(count=MAX_ADDRESSES)


@dataclass(frozen=True, slots=True)
class AddedMembers:
    """The result of an addition: new members, addresses that were on the list, and the bad parts."""

    added: int
    known: int
    problems: tuple[AddressProblem, ...]


@dataclass(frozen=True, slots=True)
class MemberRemoval:
    """The result of a removal by address: members, addresses that were not on the list, and the bad parts."""

    removed: int
    unknown: int
    problems: tuple[AddressProblem, ...]


class MembershipService:
    """Service for the lists of members of the current channel's teams."""

    def __init__(self, memberships: Memberships, clock: Clock) -> None:
        self._memberships = memberships
        self._clock = clock

    def list_page(self, participant_id: ParticipantId, search: str, request: PageRequest) -> Page[Member]:
        """Return a page of a team's members by address. `search` is a part of the address."""
        return self._memberships.list_page(participant_id, search, request)

    def add(self, participant_id: ParticipantId, text: str, added_by: AccountId | None) -> AddedMembers:
        """Add the addresses of a text. Bad parts are reported and change nothing.

        Raises `RefusedError` for more than `MAX_ADDRESSES` addresses.
        """
        parsed = _parse(text)
        added = self._memberships.add(participant_id, parsed.addresses, added_by, self._clock.now())
        return AddedMembers(added, len(parsed.addresses) - added, parsed.problems)

    def remove(self, participant_id: ParticipantId, member_id: int) -> None:
        """Remove a member. Raises `NotFoundError` if the team has none with this id."""
        if not self._memberships.remove(participant_id, [member_id]):
            raise NotFoundError

    def remove_addresses(self, participant_id: ParticipantId, text: str) -> MemberRemoval:
        """Remove the addresses of a text. Raises `RefusedError` for more than `MAX_ADDRESSES` addresses."""
        parsed = _parse(text)
        removed = self._memberships.remove_addresses(participant_id, parsed.addresses)
        return MemberRemoval(removed, len(parsed.addresses) - removed, parsed.problems)

    def list_participants(self, account_id: AccountId) -> frozenset[ParticipantId]:
        """Return the teams that the account is a member of. Empty unless it has verified its address."""
        return self._memberships.list_participants(account_id)

    def merge(self, removed: ParticipantId, kept: ParticipantId) -> None:
        """Move the members of a team to another one."""
        self._memberships.merge(removed, kept)

    def keep_only(self, participant_ids: Collection[ParticipantId]) -> int:
        """Delete the lists of all other teams and return the number of their members."""
        return self._memberships.keep_only(participant_ids)


def _parse(text: str) -> ParsedAddresses:
    parsed = parse_addresses(text)
    if len(parsed.addresses) > MAX_ADDRESSES:
        raise RefusedError(TOO_MANY_ADDRESSES)
    return parsed
