"""Port to the data of emails about reminders and submitted forms."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class LiveEventNotification:
    """A live event for a reminder email. It never includes a score.

    `path` is the path of the event's page. `reminder_subject` is what the reminder is about.
    `unsubscribe_token` removes the reminder with one click.
    """

    event_name: str
    path: str
    reminder_subject: str
    unsubscribe_token: str


@dataclass(frozen=True)
class FinalScoreNotification:
    """The final of a game for an email. `details` is a note of the scorer, or empty.

    `path` is the path of the event's page. `reminder_subject` is what the score alerts are about.
    `unsubscribe_token` turns them off with one click.
    """

    result: str
    details: str
    path: str
    reminder_subject: str
    unsubscribe_token: str


@dataclass(frozen=True)
class StreamFaultNotification:
    """Data of an email about a fault of a live stream. `path` is the event's page in the studio."""

    event_name: str
    message: str
    remedy: str
    path: str


@dataclass(frozen=True)
class SubmittedForm:
    """A submitted form.

    `answers` are pairs of question and answer. `recipient` is the channel's address for the form. `sender` is
    the address to reply to, or "" if none was given.
    """

    form_name: str
    alias: str
    recipient: str
    sender: str
    answers: tuple[tuple[str, str], ...]
    created_at: datetime


class Notifications(Protocol):
    """Port to the notification data of the current channel."""

    def get_live_event(
        self, account_id: AccountId, event_id: int, language: str
    ) -> LiveEventNotification | None:
        """Return the data of a live event email. Return None if the event is over or the viewer removed the
        reminder.
        """
        ...

    def get_final_score(
        self, account_id: AccountId, event_id: int, language: str
    ) -> FinalScoreNotification | None:
        """Return the data of an email with the final. Return None if the game goes on or the viewer does not
        want to know.
        """
        ...

    def get_stream_fault(self, alert_id: int, language: str) -> StreamFaultNotification | None:
        """Return the data of an email about a fault. Return None if the alert is gone."""
        ...

    def get_submitted_form(self, request_id: int) -> SubmittedForm | None:
        """Return a submitted form in the channel's language, or None if it is gone or has no recipient."""
        ...
