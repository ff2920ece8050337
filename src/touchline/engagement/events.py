"""Events of this context. Handlers can receive an event twice."""

from dataclasses import dataclass

from touchline.shared.events import DomainEvent


@dataclass(frozen=True)
class ReminderDue(DomainEvent):
    """An event with a reminder is live, and the viewer wants an email. Published once per event and viewer.

    `about_type` (`event`, `participant`, `group`, `category`) and `about_id` are the target of the reminder.
    The unsubscribe link in the email deletes this reminder.
    """

    account_id: int
    event_id: int
    about_type: str
    about_id: int


@dataclass(frozen=True)
class FinalScoreDue(DomainEvent):
    """A game is over, and the viewer wants an email with the final. Published again if the game goes on and
    ends again.
    """

    account_id: int
    event_id: int


@dataclass(frozen=True)
class RequestMade(DomainEvent):
    """A visitor or viewer submitted a form of the channel."""

    request_id: int
