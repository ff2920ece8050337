"""Members of teams in the database (port `Memberships`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Index, String, UniqueConstraint, delete, exists, func, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from touchline.channel.adapters.sql.account_tables import AccountRow
from touchline.channel.domain.accounts.member_addresses import get_address_key
from touchline.channel.ports.accounts.memberships import Member, Membership
from touchline.platform.db.base import Base, ChannelScoped
from touchline.platform.db.locks import acquire_lock
from touchline.platform.db.session import current_channel_id
from touchline.shared.ids import AccountId, ParticipantId
from touchline.shared.paging import Page, PageRequest


class MembershipRow(ChannelScoped, Base):
    """An email address on a team's list. No pack, revision or public response contains it.

    `participant_id` is a participant of context `catalog`. `email_key` is the address as accounts compare it.
    """

    __tablename__ = "membership"
    __table_args__ = (
        UniqueConstraint("channel_id", "participant_id", "email_key"),
        Index("ix_membership_email_key", "channel_id", "email_key"),
    )

    channel_id: Mapped[int] = mapped_column()
    id: Mapped[int] = mapped_column(primary_key=True)
    participant_id: Mapped[int]
    email: Mapped[str] = mapped_column(String(254))
    email_key: Mapped[str] = mapped_column(String(254))
    added_at: Mapped[datetime]
    added_by: Mapped[int | None]


class SqlMemberships:
    """The lists of the current channel."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_page(self, participant_id: ParticipantId, search: str, request: PageRequest) -> Page[Member]:
        """Return a page of a team's members: one query to count, one to load."""
        conditions: list[ColumnElement[bool]] = [MembershipRow.participant_id == participant_id]
        if search:
            conditions.append(MembershipRow.email_key.contains(search.lower(), autoescape=True))
        count = select(func.count()).select_from(MembershipRow).where(*conditions)
        total = self._session().scalar(count) or 0
        has_account = exists().where(_is_account_of_member())
        rows = self._session().execute(
            select(MembershipRow, has_account.label("has_account"))
            .where(*conditions)
            .order_by(MembershipRow.email_key)
            .limit(request.limit)
            .offset(request.offset)
        )
        members = [_to_member(row.MembershipRow, has_account=row.has_account) for row in rows]
        return Page(members, total, request.limit, request.offset)

    def add(
        self,
        participant_id: ParticipantId,
        addresses: Sequence[str],
        added_by: AccountId | None,
        now: datetime,
    ) -> int:
        """Insert the addresses that are not on the list. One query to find those that are."""
        session = self._session()
        acquire_lock(session.connection(), f"members-{current_channel_id()}-{participant_id}")
        by_key = {get_address_key(address): address for address in addresses}
        of_team = MembershipRow.participant_id == participant_id
        known = set(session.scalars(select(MembershipRow.email_key).where(of_team)))
        new = [
            MembershipRow(
                participant_id=participant_id, email=address, email_key=key, added_at=now, added_by=added_by
            )
            for key, address in by_key.items()
            if key not in known
        ]
        session.add_all(new)
        session.flush()
        return len(new)

    def remove(self, participant_id: ParticipantId, member_ids: Collection[int]) -> int:
        """Delete members by id."""
        return self._delete(MembershipRow.participant_id == participant_id, MembershipRow.id.in_(member_ids))

    def remove_addresses(self, participant_id: ParticipantId, addresses: Collection[str]) -> int:
        """Delete members by address."""
        keys = [get_address_key(address) for address in addresses]
        return self._delete(MembershipRow.participant_id == participant_id, MembershipRow.email_key.in_(keys))

    def list_participants(self, account_id: AccountId) -> frozenset[ParticipantId]:
        """Return the teams of an account that has verified its address."""
        is_account = (AccountRow.id == account_id, _is_account_of_member())
        query = select(MembershipRow.participant_id).join(AccountRow, AccountRow.id == account_id)
        return frozenset(map(ParticipantId, self._session().scalars(query.where(*is_account))))

    def list_for_address(self, address: str) -> Sequence[Membership]:
        """Return the teams of an address."""
        query = select(MembershipRow).where(MembershipRow.email_key == get_address_key(address))
        rows = self._session().scalars(query.order_by(MembershipRow.added_at, MembershipRow.id))
        return [Membership(ParticipantId(row.participant_id), row.added_at) for row in rows]

    def remove_address(self, address: str) -> None:
        """Delete the rows of an address."""
        self._delete(MembershipRow.email_key == get_address_key(address))

    def merge(self, removed: ParticipantId, kept: ParticipantId) -> None:
        """Move the rows that the kept team does not have, and delete the others."""
        session = self._session()
        of_kept = select(MembershipRow.email_key).where(MembershipRow.participant_id == kept)
        known = list(session.scalars(of_kept))
        of_removed = MembershipRow.participant_id == removed
        self._delete(of_removed, MembershipRow.email_key.in_(known))
        session.execute(update(MembershipRow).where(of_removed).values(participant_id=kept))

    def keep_only(self, participant_ids: Collection[ParticipantId]) -> int:
        """Delete the rows of other teams. One query to find the teams that have rows."""
        teams = set(self._session().scalars(select(MembershipRow.participant_id).distinct()))
        return self._delete(MembershipRow.participant_id.in_(sorted(teams - set(participant_ids))))

    def _delete(self, *conditions: ColumnElement[bool]) -> int:
        deletion = delete(MembershipRow).where(*conditions).returning(MembershipRow.id)
        return len(self._session().scalars(deletion).all())


def _is_account_of_member() -> ColumnElement[bool]:
    return (
        (AccountRow.email_key == MembershipRow.email_key)
        & (AccountRow.channel_id == MembershipRow.channel_id)
        & AccountRow.email_verified_at.is_not(None)
    )


def _to_member(row: MembershipRow, *, has_account: bool) -> Member:
    added_by = AccountId(row.added_by) if row.added_by is not None else None
    return Member(row.id, row.email, row.added_at, added_by, has_account)
