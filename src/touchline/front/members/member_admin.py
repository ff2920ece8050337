"""The members of a team, which commands and the studio name by the key of its participant."""

from __future__ import annotations

from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import AddedMembers, ChannelFacade, Member, MemberRemoval
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId, ParticipantId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.unit_of_work import UnitOfWorkFactory

UNKNOWN_TEAM = ErrorMessage("errors.unknown_team", "There is no team {key} in this channel.")


class MemberAdmin:
    """Service for the members of a team, in the current transaction. `team` is the key of a participant.

    Raises `NotFoundError` for an unknown key. The audit log gets numbers, and no addresses.
    """

    def __init__(self, channel: ChannelFacade, catalog: CatalogFacade, record_audit: RecordAudit) -> None:
        self._memberships = channel.memberships
        self._catalog = catalog
        self._record_audit = record_audit

    def list_page(self, team: str, search: str, request: PageRequest) -> Page[Member]:
        """Return a page of the members by address. `search` is a part of the address."""
        return self._memberships.list_page(self._get_id(team), search, request)

    def add(self, team: str, text: str, added_by: AccountId | None = None) -> AddedMembers:
        """Add the addresses of a text. Parts that are no addresses are reported and change nothing."""
        result = self._memberships.add(self._get_id(team), text, added_by)
        self._record("member.add", team, result.added)
        return result

    def remove(self, team: str, member_id: int) -> None:
        """Remove a member. Raises `NotFoundError` if the team has none with this id."""
        self._memberships.remove(self._get_id(team), member_id)
        self._record("member.remove", team, 1)

    def remove_addresses(self, team: str, text: str) -> MemberRemoval:
        """Remove the addresses of a text. Parts that are no addresses are reported and change nothing."""
        result = self._memberships.remove_addresses(self._get_id(team), text)
        self._record("member.remove", team, result.removed)
        return result

    def _get_id(self, team: str) -> ParticipantId:
        participant_id = self._catalog.list_ids_by_key("participant", [team]).get(team)
        if participant_id is None:
            raise NotFoundError(UNKNOWN_TEAM.with_params(key=team))
        return ParticipantId(participant_id)

    def _record(self, action: str, team: str, count: int) -> None:
        self._record_audit(AuditRecord(action, AuditSubject("participant", team), after={"count": count}))


class DeleteOrphanedMembers:
    """Use case: delete the lists of teams that are no longer in the document, in every channel.

    It runs once a day, so that an undo of the same day finds the members again.
    """

    def __init__(self, uow: UnitOfWorkFactory, channel: ChannelFacade, catalog: CatalogFacade) -> None:
        self._uow = uow
        self._channel = channel
        self._catalog = catalog

    def __call__(self) -> int:
        """Delete the lists and return the number of their members."""
        with self._uow.all_channels():
            channel_ids = [channel.id for channel in self._channel.list_channels()]
        count = 0
        for channel_id in channel_ids:
            with self._uow(channel_id):
                teams = self._catalog.list_ids_by_key("participant").values()
                count += self._channel.memberships.keep_only([ParticipantId(team) for team in teams])
        return count
