"""Keeping consent registers, in the present channel's transaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from touchline.catalog.domain.consents.consents import Consent
from touchline.shared.ids import EventId, ParticipantId


@dataclass(frozen=True, slots=True)
class RegisterOwner:
    """A participant that has a register, or could have one."""

    id: ParticipantId
    key: str


class Consents(Protocol):
    """The registers of the present channel."""

    def get_owner(self, key: str) -> RegisterOwner | None:
        """Return the participant of a key; None if the channel has none."""
        ...

    def replace(self, participant_id: ParticipantId, consents: Sequence[Consent]) -> None:
        """Put a register in the place of a participant's."""
        ...

    def list_registers(
        self, participant_ids: Collection[ParticipantId] | None = None
    ) -> Mapping[RegisterOwner, Sequence[Consent]]:
        """Return the registers of these participants and of the teams that they stand for, or all registers;
        people by name."""
        ...

    def delete(self, participant_id: ParticipantId) -> int:
        """Delete a participant's register; return the number of people."""
        ...

    def delete_outdated(self, valid_before: date) -> int:
        """Delete registers of withdrawn participants and consents that ended before a day, in all channels.

        Return the number of people.
        """
        ...

    def list_events_between(self, start: datetime, end: datetime) -> Sequence[EventId]:
        """Return the events of the channel that start in a span of time."""
        ...
