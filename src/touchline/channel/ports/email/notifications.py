"""What letters must know of what viewers follow and say; asked of those who keep it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class LiveEventNotification:
    """An event that is live: its name and its page (a path), what the viewer's reminder is about, and the
    token by which one click takes that reminder away. Never a score."""

    event_name: str
    path: str
    reminder_subject: str
    unsubscribe_token: str


@dataclass(frozen=True)
class SubmittedForm:
    """A form that somebody filled in. `answers` are questions with their answers; `to` is where the channel
    reads it, `sender` the address to answer to ("" where none was given)."""

    form_name: str
    alias: str
    recipient: str
    sender: str
    answers: tuple[tuple[str, str], ...]
    created_at: datetime


class Notifications(Protocol):
    """Knows what there is to write about in the present channel."""

    def get_live_event(
        self, account_id: AccountId, event_id: int, language: str
    ) -> LiveEventNotification | None:
        """What a viewer is told of an event that is live; None once it is over, or they do not want to be
        told any more."""
        ...

    def get_submitted_form(self, request_id: int) -> SubmittedForm | None:
        """A filled-in form, in the channel's language; None where it is gone, or nobody is to read it."""
        ...
