"""Events of this context. Handlers can receive an event twice."""

from dataclasses import dataclass

from touchline.shared.events import DomainEvent


@dataclass(frozen=True)
class ReminderDue(DomainEvent):
    """An event that a viewer asked to be told of is live, and they want to hear it by mail. Announced once an
    event and viewer.

    `about_type` (`event`, `participant`, `group`, `category`) and `about_id` are the reminder that it follows
    from: what one click on "unsubscribe" takes away.
    """

    account_id: int
    event_id: int
    about_type: str
    about_id: int


@dataclass(frozen=True)
class RequestMade(DomainEvent):
    """Somebody filled in a form of the channel."""

    request_id: int
