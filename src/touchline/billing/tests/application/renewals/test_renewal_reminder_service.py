"""Tests for renewal reminders: each order has its own transaction, and nobody is reminded twice."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from touchline.billing.application.renewals.renewal_reminder_service import RenewalReminderService
from touchline.billing.application.renewals.send_renewal_reminder import SendRenewalReminder
from touchline.billing.domain.checkout.orders import AutoRenewal, OrderStatus
from touchline.billing.ports.orders import OrderLocation
from touchline.billing.tests.checkout_fakes import RecordedEvents
from touchline.billing.tests.order_fakes import InMemoryOrders
from touchline.billing.tests.order_samples import NOW, build_order
from touchline.shared.clock import FixedClock
from touchline.shared.events import DomainEvent
from touchline.shared.ids import ChannelId, OrderId
from touchline.shared.tests.unit_of_work import FakeUnitOfWorkFactory

CHANNEL = ChannelId(1)


class InMemoryReminders:
    """In-memory `Reminders` of two orders."""

    def __init__(self) -> None:
        self.recorded: list[OrderId] = []

    def list_renewing(
        self, now: datetime, until: datetime, after: OrderId, limit: int
    ) -> Sequence[OrderLocation]:
        """Return the orders without a reminder."""
        order_ids = [OrderId(1), OrderId(2)]
        return [
            (CHANNEL, order_id)
            for order_id in order_ids
            if order_id > after and order_id not in self.recorded
        ]

    def record(self, order_id: OrderId, renewal: datetime) -> bool:
        """Record a reminder."""
        self.recorded.append(order_id)
        return True


class ReminderHarness:
    """The service with two trials that end tomorrow. `failures` is how often publishing an event fails."""

    def __init__(self) -> None:
        orders = InMemoryOrders(
            *(
                build_order(
                    uuid=str(number) * 32,
                    status=OrderStatus.PAID,
                    auto_renewal=AutoRenewal.ACTIVE,
                    trial_days=7,
                    starts_at=NOW - timedelta(days=6),
                    expires_at=NOW + timedelta(days=1),
                )
                for number in (1, 2)
            )
        )
        self.reminders, self.events, self.failures = InMemoryReminders(), RecordedEvents(), 0
        self.uow = FakeUnitOfWorkFactory(self.reminders, self.events)
        send = SendRenewalReminder(orders, self.reminders, self._announce, FixedClock(NOW))
        self.service = RenewalReminderService(self.uow, send)

    def _announce(self, event: DomainEvent) -> None:
        self.events(event)
        if len(self.events.events) == 2 and self.failures:
            self.failures -= 1
            raise ConnectionError


def test_each_reminder_has_its_own_transaction() -> None:
    harness = ReminderHarness()
    assert (harness.service(), harness.service()) == (2, 0)
    assert harness.uow.commits == ["all", CHANNEL, CHANNEL, "all", "all"]


def test_an_interrupted_run_keeps_its_progress() -> None:
    harness = ReminderHarness()
    harness.failures = 1
    with pytest.raises(ConnectionError):
        harness.service()
    assert (harness.uow.rollbacks, harness.reminders.recorded) == ([CHANNEL], [1])
    assert harness.service() == 1
    assert (harness.reminders.recorded, len(harness.events.events)) == ([1, 2], 2)
