"""Letters that a game is live (issue 6): what they name, and how their reader stops them with one click."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from touchline.channel.application.email.purchase_email_data import EmailData
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.email.notifications import Notifications
from touchline.shared.ids import AccountId


class SendLiveEventEmails:
    """Asks for the letter; hearing of it twice is one letter."""

    def __init__(self, email_queue: EmailQueue) -> None:
        self._email_queue = email_queue

    def __call__(self, account_id: AccountId, event_id: int) -> None:
        """To the viewer who wants to be told."""
        self._email_queue.enqueue("event_live", account_id, event_id, f"live-{event_id}-{account_id}")


class GetLiveEventEmailData:
    """Asks those who keep reminders, when the letter is written."""

    def __init__(self, notifications: Notifications) -> None:
        self._notifications = notifications

    def __call__(
        self, account_id: AccountId, event_id: int, language: str, site_url: str
    ) -> EmailData | None:
        """The facts; None where the game is over meanwhile, or the reminder was taken back."""
        live_event = self._notifications.get_live_event(account_id, event_id, language)
        if live_event is None:
            return None
        unsubscribe_page = f"{site_url}/unsubscribe?{urlencode({'token': live_event.unsubscribe_token})}"
        variables = {
            "event": live_event.event_name,
            "about": live_event.reminder_subject,
            "link": site_url + live_event.path,
            "stop_link": unsubscribe_page,
        }
        return EmailData(
            variables, unsubscribe=f"{site_url}/unsubscribe/{quote(live_event.unsubscribe_token, safe='')}"
        )
