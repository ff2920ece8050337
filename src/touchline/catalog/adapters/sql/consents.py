"""Consent registers in the database (port `Consents`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, datetime

from sqlalchemy import Date, ForeignKey, String, delete, or_, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.events.taxonomy_tables import ParticipantChildRow, ParticipantRow
from touchline.catalog.domain.consents.consents import Consent
from touchline.catalog.ports.consents import RegisterOwner
from touchline.platform.db.base import Base, ChannelScoped
from touchline.shared.ids import EventId, ParticipantId


class ConsentRow(ChannelScoped, Base):
    """A person in a participant's consent register.

    The names come from the school and are private. No public response and no pack contains them, but database
    backups do.
    """

    __tablename__ = "catalog_consent"

    id: Mapped[int] = mapped_column(primary_key=True)
    participant_id: Mapped[int] = mapped_column(
        ForeignKey("catalog_participant.id", ondelete="CASCADE"), index=True
    )
    name: Mapped[str] = mapped_column(String(120))
    recorded: Mapped[bool]
    named: Mapped[bool]
    not_recorded_until: Mapped[date | None] = mapped_column(Date)
    valid_from: Mapped[date | None] = mapped_column(Date)
    valid_to: Mapped[date | None] = mapped_column(Date)


class SqlConsents:
    """The consent registers of the current channel."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get_owner(self, key: str) -> RegisterOwner | None:
        """Return the participant with a key; None if it is withdrawn or does not exist."""
        query = select(ParticipantRow.id).where(
            ParticipantRow.key == key, ParticipantRow.withdrawn.is_(False)
        )
        owner_id = self._session().scalar(query)
        return RegisterOwner(ParticipantId(owner_id), key) if owner_id is not None else None

    def replace(self, participant_id: ParticipantId, consents: Sequence[Consent]) -> None:
        """Delete the participant's rows and insert new ones."""
        self.delete(participant_id)
        self._session().add_all(
            ConsentRow(
                participant_id=participant_id,
                name=consent.name,
                recorded=consent.recorded,
                named=consent.named,
                not_recorded_until=consent.not_recorded_until,
                valid_from=consent.valid_from,
                valid_to=consent.valid_to,
            )
            for consent in consents
        )
        self._session().flush()

    def list_registers(
        self, participant_ids: Collection[ParticipantId] | None = None
    ) -> Mapping[RegisterOwner, Sequence[Consent]]:
        """Return the registers of participants and their children, or all registers.

        One query, with a subquery for the children.
        """
        query = (
            select(ConsentRow, ParticipantRow.key)
            .join(ParticipantRow, ParticipantRow.id == ConsentRow.participant_id)
            .order_by(ParticipantRow.key, ConsentRow.name, ConsentRow.id)
        )
        if participant_ids is not None:
            children = select(ParticipantChildRow.child_id).where(
                ParticipantChildRow.parent_id.in_(participant_ids)
            )
            own_consents = ConsentRow.participant_id.in_(participant_ids)
            query = query.where(or_(own_consents, ConsentRow.participant_id.in_(children)))
        consents_by_owner: dict[RegisterOwner, list[Consent]] = {}
        for row, key in self._session().execute(query):
            owner = RegisterOwner(ParticipantId(row.participant_id), key)
            consents_by_owner.setdefault(owner, []).append(_to_consent(row))
        return consents_by_owner

    def delete(self, participant_id: ParticipantId) -> int:
        """Delete the participant's rows and return their number."""
        deletion = delete(ConsentRow).where(ConsentRow.participant_id == participant_id)
        return len(self._session().scalars(deletion.returning(ConsentRow.id)).all())

    def delete_outdated(self, valid_before: date) -> int:
        """Delete the rows of withdrawn participants and those whose last day is before `valid_before`."""
        withdrawn = select(ParticipantRow.id).where(ParticipantRow.withdrawn.is_(True))
        outdated = or_(ConsentRow.participant_id.in_(withdrawn), ConsentRow.valid_to < valid_before)
        deletion = delete(ConsentRow).where(outdated)
        return len(self._session().scalars(deletion.returning(ConsentRow.id)).all())

    def list_events_between(self, start: datetime, end: datetime) -> Sequence[EventId]:
        """Return the events that start between two times, without withdrawn events."""
        query = (
            select(EventRow.id)
            .where(EventRow.withdrawn.is_(False), EventRow.starts_at >= start, EventRow.starts_at < end)
            .order_by(EventRow.starts_at, EventRow.id)
        )
        return [EventId(event_id) for event_id in self._session().scalars(query)]


def _to_consent(row: ConsentRow) -> Consent:
    return Consent(row.name, row.recorded, row.named, row.not_recorded_until, row.valid_from, row.valid_to)
