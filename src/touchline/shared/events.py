"""Domain events: what a context announces to its subscribers."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DomainEvent:
    """Something that happened. Subclasses are frozen, named in the past tense, and hold only ids and
    primitives.

    An event's name in the outbox is `<context>.<ClassName>`, for instance `catalog.EventFinished`.
    """

    channel_id: int

    @classmethod
    def name(cls) -> str:
        """Return `<context>.<ClassName>`, taken from the module that defines the event."""
        context = cls.__module__.split(".")[1] if "." in cls.__module__ else cls.__module__
        return f"{context}.{cls.__name__}"
