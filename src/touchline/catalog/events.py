"""Events of this context. Handlers can receive an event twice."""

from dataclasses import dataclass

from touchline.shared.events import DomainEvent


@dataclass(frozen=True)
class EventWentLive(DomainEvent):
    """The first picture of an event's live stream is there to be seen. Not said again when an encoder
    that was gone comes back."""

    event_id: int


@dataclass(frozen=True)
class RecordingDeleted(DomainEvent):
    """The recording of an event is deleted; clips and files that were made from it go, too."""

    event_id: int


@dataclass(frozen=True)
class ConsentMissing(DomainEvent):
    """An event starts within a day, and `people` on its lists must not be recorded then."""

    event_id: int
    people: int
