"""Emails about live events (issue 6): their data and the one-click unsubscribe link."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from touchline.channel.application.email.purchase_email_data import EmailData
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.email.notifications import Notifications
from touchline.shared.ids import AccountId


class SendLiveEventEmails:
    """Use case that queues the email. Repeated calls send one email."""

    def __init__(self, email_queue: EmailQueue) -> None:
        self._email_queue = email_queue

    def __call__(self, account_id: AccountId, event_id: int) -> None:
        """Queue the email to a viewer with a reminder."""
        self._email_queue.enqueue("event_live", account_id, event_id, f"live-{event_id}-{account_id}")


class GetLiveEventEmailData:
    """Query for the current data of a live event email."""

    def __init__(self, notifications: Notifications) -> None:
        self._notifications = notifications

    def __call__(
        self, account_id: AccountId, event_id: int, language: str, site_url: str
    ) -> EmailData | None:
        """Return the data, or None if the event is over or the reminder was removed."""
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
