"""Tests for the renewal reminder job, on both databases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.adapters.jobs import SEND_RENEWAL_REMINDERS_JOB
from touchline.billing.application.renewals import send_renewal_reminder
from touchline.billing.domain.checkout.orders import Order
from touchline.billing.tests.payment_samples import YEAR, build_subscription_order
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId
from touchline.shared.tasks.jobs import Task

SentEmails = Callable[[], Sequence[Any]]
WEEK, DAY = timedelta(days=7), timedelta(days=1)


class ReminderHarness:
    """Places orders for a viewer, and runs the daily job."""

    def __init__(self, application: Application, clock: FixedClock, emails: SentEmails) -> None:
        self.application, self.clock, self._emails = application, clock, emails
        self._number = 0

    def place_order(self, channel: ChannelDetails, viewer: Visitor, **changes: Any) -> Order:
        """Place an order for a yearly subscription that renews at `YEAR`."""
        self._number += 1
        account = AccountId(viewer.data("/profile")["id"])
        order = build_subscription_order(account_id=account, uuid=f"{self._number:032}", slot=None, **changes)
        with self.application.container.database().transaction(channel.id):
            billing: Any = self.application.container.billing
            assert billing.orders().add(order)
        return order

    def run_daily_job(self, before: timedelta, renewal: Any = YEAR) -> list[str]:
        """Run the daily job at the given time before the renewal. Return the subjects of all reminders sent
        so far.
        """
        self.clock.set(renewal - before)
        self.application.runner.run(Task(SEND_RENEWAL_REMINDERS_JOB, ()))
        return [
            email.subject for email in self._emails() if "renews" in email.subject or "ends" in email.subject
        ]


@pytest.fixture
def harness(application: Application, clock: FixedClock, emails: SentEmails) -> ReminderHarness:
    return ReminderHarness(application, clock, emails)


def test_one_reminder_is_sent_for_each_period(
    harness: ReminderHarness, channel: ChannelDetails, ada: Visitor
) -> None:
    harness.place_order(channel, ada)
    assert harness.run_daily_job(8 * DAY) == []
    assert harness.run_daily_job(7 * DAY) == ["Yearly renews on November 21, 2027"]
    assert len(harness.run_daily_job(6 * DAY)) == len(harness.run_daily_job(DAY)) == 1


def test_a_reminder_is_sent_again_for_the_next_period(
    harness: ReminderHarness,
    channel: ChannelDetails,
    ada: Visitor,
    application: Application,
    transaction: Any,
) -> None:
    order = harness.place_order(channel, ada)
    harness.run_daily_job(WEEK)
    order.expires_at = YEAR + timedelta(days=366)
    with transaction(channel.id):
        application.container.billing.orders().save(order)
    assert harness.run_daily_job(WEEK, order.expires_at)[0] == "Yearly renews on November 21, 2028"


def test_a_reminder_is_sent_before_a_trial_ends(
    harness: ReminderHarness, channel: ChannelDetails, ada: Visitor
) -> None:
    end = YEAR - timedelta(days=358)
    harness.place_order(channel, ada, trial_days=7, expires_at=end)
    assert harness.run_daily_job(4 * DAY, end) == []
    assert harness.run_daily_job(3 * DAY, end) == ["Your Prairie free trial ends on November 28, 2026"]


def test_reminders_are_sent_for_all_channels_and_batches(
    harness: ReminderHarness,
    channel: ChannelDetails,
    ada: Visitor,
    other_channel: ChannelDetails,
    other_visitor: Visitor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(send_renewal_reminder, "BATCH_SIZE", 2)
    for _ in range(3):
        harness.place_order(channel, ada)
    harness.place_order(other_channel, other_visitor.register(email="zoe@example.org"))
    assert len(harness.run_daily_job(DAY)) == 4


def test_no_reminder_is_sent_for_a_canceled_renewal(
    harness: ReminderHarness, channel: ChannelDetails, ada: Visitor
) -> None:
    harness.place_order(channel, ada, auto_renewal=None)
    assert harness.run_daily_job(DAY) == []
