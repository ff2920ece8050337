"""Emails to operators about a fault of a live stream."""

from __future__ import annotations

from collections.abc import Collection

from touchline.channel.application.email.purchase_email_data import EmailData
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.email.notifications import Notifications
from touchline.channel.ports.operators.operators import Operators
from touchline.shared.ids import AccountId
from touchline.shared.permissions import Permission


class SendStreamFaultEmails:
    """Use case that queues the emails. Repeated calls send one email for each alert and operator."""

    def __init__(self, email_queue: EmailQueue, operators: Operators) -> None:
        self._email_queue = email_queue
        self._operators = operators

    def __call__(self, alert_id: int, number: int, account_ids: Collection[AccountId]) -> None:
        """Queue an email to each account that still manages streams."""
        for account_id in account_ids:
            operator = self._operators.get(account_id)
            if operator is not None and Permission.MANAGE_LIVE in operator.permissions:
                key = f"stream-fault-{alert_id}-{number}-{account_id}"
                self._email_queue.enqueue("stream_fault", account_id, alert_id, key)


class GetStreamFaultEmailData:
    """Query for the data of an email about a fault."""

    def __init__(self, notifications: Notifications) -> None:
        self._notifications = notifications

    def __call__(self, alert_id: int, language: str, site_url: str) -> EmailData | None:
        """Return the data, or None if the alert is gone."""
        fault = self._notifications.get_stream_fault(alert_id, language)
        if fault is None:
            return None
        return EmailData(
            {
                "event": fault.event_name,
                "fault": fault.message,
                "remedy": fault.remedy,
                "link": site_url + fault.path,
            }
        )
