"""Renewal reminders for all channels.

Each order has its own database transaction, so that an interrupted run keeps its progress.
"""

from __future__ import annotations

from touchline.billing.application.renewals.send_renewal_reminder import SendRenewalReminder
from touchline.shared.ids import OrderId
from touchline.shared.unit_of_work import UnitOfWorkFactory


class RenewalReminderService:
    """Sends the reminders that are due, once a day."""

    def __init__(self, uow: UnitOfWorkFactory, send_renewal_reminder: SendRenewalReminder) -> None:
        self._uow = uow
        self._send_renewal_reminder = send_renewal_reminder

    def __call__(self) -> int:
        """Send the reminders of all orders that renew soon, and return how many were sent."""
        sent, last_order_id = 0, OrderId(0)
        while True:
            with self._uow.all_channels():
                candidates = self._send_renewal_reminder.list_candidates(last_order_id)
            if not candidates:
                return sent
            for channel_id, order_id in candidates:
                with self._uow(channel_id):
                    sent += self._send_renewal_reminder(channel_id, order_id)
                last_order_id = order_id
