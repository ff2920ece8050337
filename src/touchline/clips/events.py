"""Events of this context. Handlers can receive an event twice, and late."""

from dataclasses import dataclass

from touchline.shared.events import DomainEvent


@dataclass(frozen=True)
class ClipsCounted(DomainEvent):
    """The number of an event's clips changed to `count`. `at` is in microseconds since the epoch.

    Ignore a count that is older than the last one received.
    """

    event_id: int
    count: int
    at: int


@dataclass(frozen=True)
class ClipCreated(DomainEvent):
    """A viewer created a clip. Its file may not be ready yet."""

    clip_id: int
    event_id: int


@dataclass(frozen=True)
class ClipReported(DomainEvent):
    """A clip was reported for the first time in a day. `at` is in seconds since the epoch."""

    clip_id: int
    at: int
