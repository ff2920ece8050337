"""The consent register: import, list and delete consents, and check events against them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from touchline.catalog.domain.consents.consents import Consent, ConsentProblem
from touchline.catalog.domain.consents.csv_file import parse_consents
from touchline.catalog.domain.events.event import Event
from touchline.catalog.events import ConsentMissing
from touchline.catalog.ports.consents import Consents, RegisterOwner
from touchline.catalog.ports.current_channel import Channels, CurrentChannel
from touchline.catalog.ports.events.events import Events
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.unit_of_work import Announce, UnitOfWorkFactory

RETENTION_AFTER_END = timedelta(days=60)
"""How long a consent is kept after its last day."""
WARNING_PERIOD = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class MissingConsent:
    """A person in a register of an event's participants who must not be recorded on the event's day."""

    participant: str
    name: str
    problem: ConsentProblem
    until: date | None


@dataclass(frozen=True, slots=True)
class ConsentCheck:
    """The result of checking one event on its day: missing consents, and the number of people in its
    registers.
    """

    event_id: EventId
    event_key: str
    day: date
    people_count: int
    missing: tuple[MissingConsent, ...]


class ConsentRegister:
    """The consent registers of the current channel."""

    def __init__(
        self, consents: Consents, events: Events, current_channel: CurrentChannel, clock: Clock
    ) -> None:
        self._consents = consents
        self._events = events
        self._current_channel = current_channel
        self._clock = clock

    def import_file(self, participant: str, data: bytes) -> Sequence[Consent]:
        """Replace a participant's register with the contents of a CSV file.

        Raises `ConsentFileError` or `NotFoundError`.
        """
        owner = self._get_owner(participant)
        consents = parse_consents(data)
        self._consents.replace(owner.id, consents)
        return consents

    def list_registers(self, participant: str | None) -> Mapping[RegisterOwner, Sequence[Consent]]:
        """Return one participant's register, or all registers. Raises `NotFoundError`."""
        if participant is None:
            return self._consents.list_registers()
        owner = self._get_owner(participant)
        consents_by_owner = self._consents.list_registers([owner.id])
        return {
            register_owner: consents
            for register_owner, consents in consents_by_owner.items()
            if register_owner.id == owner.id
        }

    def delete(self, participant: str) -> int:
        """Delete a participant's register and return the number of people. Raises `NotFoundError`."""
        return self._consents.delete(self._get_owner(participant).id)

    def check_event(self, event_id: EventId) -> ConsentCheck:
        """Check everyone in the registers of an event's participants on the event's day.

        Raises `NotFoundError`.
        """
        event = self._events.get(event_id)
        if event is None:
            raise NotFoundError(f"There is no event {event_id} in this channel.")
        day = self._get_event_day(event)
        registers = self._consents.list_registers([side.participant.id for side in event.sides])
        missing = [
            MissingConsent(owner.key, consent.name, problem, consent.not_recorded_until)
            for owner, consents in registers.items()
            for consent in consents
            if (problem := consent.find_problem(day))
        ]
        people = sum(map(len, registers.values()))
        return ConsentCheck(event.id, event.key, day, people, tuple(missing))

    def check_upcoming_events(self, period: timedelta = WARNING_PERIOD) -> list[ConsentCheck]:
        """Check the events that start within a period from now. Return those with missing consents."""
        now = self._clock.now()
        checks = map(self.check_event, self._consents.list_events_between(now, now + period))
        return [check for check in checks if check.missing]

    def _get_owner(self, key: str) -> RegisterOwner:
        owner = self._consents.get_owner(key)
        if owner is None:
            raise NotFoundError(f"There is no participant {key} in this channel.")
        return owner

    def _get_event_day(self, event: Event) -> date:
        zone = event.get_time_zone(self._current_channel.get_details().time_zone)
        return event.starts_at.astimezone(ZoneInfo(zone)).date()


class WarnAboutMissingConsents:
    """Use case: announce events that start within a day and have missing consents."""

    def __init__(
        self, uow: UnitOfWorkFactory, channels: Channels, register: ConsentRegister, announce: Announce
    ) -> None:
        self._uow = uow
        self._channels = channels
        self._register = register
        self._announce = announce

    def __call__(self) -> int:
        """Announce the events of all channels, each channel in its own transaction. Return their number."""
        with self._uow.all_channels():
            channel_ids = self._channels.list_ids_by_slug().values()
        return sum(self._warn(channel_id) for channel_id in channel_ids)

    def _warn(self, channel_id: ChannelId) -> int:
        with self._uow(channel_id):
            reports = self._register.check_upcoming_events(timedelta(days=1))
            for report in reports:
                self._announce(ConsentMissing(channel_id, report.event_id, len(report.missing)))
        return len(reports)


class DeleteOutdatedConsents:
    """Use case: delete registers of withdrawn participants, and consents 60 days after their last day."""

    def __init__(self, uow: UnitOfWorkFactory, consents: Consents, clock: Clock) -> None:
        self._uow = uow
        self._consents = consents
        self._clock = clock

    def __call__(self) -> int:
        """Delete outdated consents of all channels and return the number of people."""
        with self._uow.all_channels():
            return self._consents.delete_outdated(_get_today(self._clock.now()) - RETENTION_AFTER_END)


def _get_today(now: datetime) -> date:
    return now.astimezone(UTC).date()
