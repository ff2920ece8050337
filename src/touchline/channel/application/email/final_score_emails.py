"""Emails with the final of a game: their data and the one-click link that turns off score alerts."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from touchline.channel.application.email.purchase_email_data import EmailData
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.email.notifications import Notifications
from touchline.shared.ids import AccountId


class SendFinalScoreEmails:
    """Use case that queues the email. Repeated calls send one email, also if a game ends twice."""

    def __init__(self, email_queue: EmailQueue) -> None:
        self._email_queue = email_queue

    def __call__(self, account_id: AccountId, event_id: int) -> None:
        """Queue the email to a viewer with score alerts."""
        self._email_queue.enqueue("final_score", account_id, event_id, f"final-{event_id}-{account_id}")


class GetFinalScoreEmailData:
    """Query for the current data of an email with the final."""

    def __init__(self, notifications: Notifications) -> None:
        self._notifications = notifications

    def __call__(
        self, account_id: AccountId, event_id: int, language: str, site_url: str
    ) -> EmailData | None:
        """Return the data, or None if the game goes on or the viewer turned off score alerts."""
        final = self._notifications.get_final_score(account_id, event_id, language)
        if final is None:
            return None
        token = final.unsubscribe_token
        variables = {
            "result": final.result,
            "details": final.details,
            "about": final.reminder_subject,
            "link": site_url + final.path,
            "stop_link": f"{site_url}/unsubscribe?{urlencode({'token': token})}",
        }
        return EmailData(variables, unsubscribe=f"{site_url}/unsubscribe/{quote(token, safe='')}")
