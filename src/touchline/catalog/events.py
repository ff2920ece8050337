"""Events of this context. Handlers can receive an event twice."""

from dataclasses import dataclass

from touchline.shared.events import DomainEvent


@dataclass(frozen=True)
class EventsCreated(DomainEvent):
    """Events were added to the channel. A change of many events is announced in parts."""

    event_ids: tuple[int, ...]


@dataclass(frozen=True)
class EventsChanged(DomainEvent):
    """The content or schedule of events changed, or they were withdrawn or restored."""

    event_ids: tuple[int, ...]


@dataclass(frozen=True)
class EventFinished(DomainEvent):
    """The live stream of an event ended. Announced again if the stream is opened and ends again."""

    event_id: int


@dataclass(frozen=True)
class EventWentLive(DomainEvent):
    """The first frame of an event's live stream is available. Not announced again after a reconnect."""

    event_id: int


@dataclass(frozen=True)
class MomentsChanged(DomainEvent):
    """The big moments or the end of an event's timeline changed: one was added, corrected or undone."""

    event_id: int


@dataclass(frozen=True)
class RecordingDeleted(DomainEvent):
    """The recording of an event was deleted. Its clips and files are deleted, too."""

    event_id: int


@dataclass(frozen=True)
class CaptionsChanged(DomainEvent):
    """The captions of an event's recording changed: it is ready, or an operator saved or removed some."""

    event_id: int


@dataclass(frozen=True)
class RecordingTrimmed(DomainEvent):
    """Viewers see another range of a recording.

    `owner_kind` is `event` or `library_item`. What was at a position in the earlier range is now
    `moved_ms` earlier. The durations are those of the earlier and of the current range.
    """

    owner_kind: str
    owner_id: int
    moved_ms: int
    old_duration_ms: int
    new_duration_ms: int


@dataclass(frozen=True)
class ConsentMissing(DomainEvent):
    """An event starts within a day, and `people` in its registers must not be recorded then."""

    event_id: int
    people: int


@dataclass(frozen=True)
class StreamFaultFound(DomainEvent):
    """A live stream has a fault that viewers notice. `account_ids` are the operators who want to know.

    `number` counts how often the fault has returned after it was gone for a while.
    """

    alert_id: int
    number: int
    account_ids: tuple[int, ...]
