"""Port for storing consent registers in the current channel's transaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from touchline.catalog.domain.consents.consents import Consent
from touchline.shared.ids import EventId, ParticipantId


@dataclass(frozen=True, slots=True)
class RegisterOwner:
    """A participant that has, or could have, a consent register."""

    id: ParticipantId
    key: str


class Consents(Protocol):
    """The consent registers of the current channel."""

    def get_owner(self, key: str) -> RegisterOwner | None:
        """Return the participant with a key; None if the channel has none."""
        ...

    def replace(self, participant_id: ParticipantId, consents: Sequence[Consent]) -> None:
        """Replace the consent register of a participant."""
        ...

    def list_registers(
        self, participant_ids: Collection[ParticipantId] | None = None
    ) -> Mapping[RegisterOwner, Sequence[Consent]]:
        """Return the registers of these participants and of their child teams, or all registers.

        People are sorted by name.
        """
        ...

    def delete(self, participant_id: ParticipantId) -> int:
        """Delete a participant's register and return the number of people in it."""
        ...

    def delete_outdated(self, valid_before: date) -> int:
        """Delete outdated consents in all channels: registers of withdrawn participants, and consents that
        ended before `valid_before`.

        Return the number of people.
        """
        ...

    def list_events_between(self, start: datetime, end: datetime) -> Sequence[EventId]:
        """Return the events of the channel that start between two times."""
        ...
