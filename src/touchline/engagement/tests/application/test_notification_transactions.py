"""Live notifications and pushes use short transactions. None is open during a call to a push service."""

from __future__ import annotations

import pytest

from touchline.engagement.application.notifications.clean_up_notifications import CleanUpNotifications
from touchline.engagement.application.notifications.delete_past_reminders import DeletePastReminders
from touchline.engagement.application.notifications.live_notification_service import RETENTION
from touchline.engagement.application.notifications.notify_live_viewers import NotifyLiveViewers
from touchline.engagement.application.notifications.send_live_pushes import SendLivePushes
from touchline.engagement.ports.push import (
    PushSubscriptionInfo,
    PushUnavailableError,
    SubscriptionGoneError,
)
from touchline.engagement.ports.reminders import Recipient
from touchline.engagement.tests.application.test_live_notifications import (
    ADA,
    NOON,
    TEAM,
    FakeAnnounce,
    NotificationFixture,
    build_recipient,
)
from touchline.engagement.tests.application.test_score_alerts import AlertFixture
from touchline.engagement.tests.fakes import FakePushSender
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.tests.unit_of_work import FakeUnitOfWorkFactory

CHANNEL = ChannelId(1)
BOB = AccountId(43)


class FakeChannels:
    """`Channels` with one channel."""

    def list_ids_by_slug(self) -> dict[str, ChannelId]:
        """Return the only channel."""
        return {"riverside": CHANNEL}


class TransactionCheckingPushSender(FakePushSender):
    """`PushSender` that must be called outside of transactions."""

    uow: FakeUnitOfWorkFactory

    def send(
        self,
        subscription: PushSubscriptionInfo,
        title: str,
        body: str,
        url: str,
        tag: str,
        ttl: int,
        *,
        is_score: bool = False,
    ) -> None:
        """Send the push."""
        assert not self.uow.is_open
        super().send(subscription, title, body, url, tag, ttl, is_score=is_score)


class FailingAnnounce(FakeAnnounce):
    """`Announce` that fails at its second event."""

    has_failed = False

    def __call__(self, event: DomainEvent) -> None:
        """Record the event, or fail once."""
        if self and not self.has_failed:
            self.has_failed = True
            raise ConnectionError
        super().__call__(event)


def build_push_fixture(endpoints: int) -> tuple[NotificationFixture, SendLivePushes, FakeUnitOfWorkFactory]:
    """Return Ada's sent notification, with push subscriptions at `https://push.test/1` and so on."""
    sender = TransactionCheckingPushSender()
    fixture = NotificationFixture(push_sender=sender)
    sender.uow = FakeUnitOfWorkFactory(fixture.sent_notifications, fixture.push_subscriptions)
    fixture.reminders.add(ADA, TEAM, NOON)
    fixture.sent_notifications.add(ADA, 12, NOON)
    for number in range(endpoints):
        info = PushSubscriptionInfo(f"https://push.test/{number + 1}", "key", "secret")
        fixture.push_subscriptions.save(ADA, SessionId(1), info, NOON)
    return fixture, SendLivePushes(sender.uow, fixture.push_service, sender), sender.uow


def test_a_retried_push_continues_with_the_remaining_browsers() -> None:
    fixture, send_pushes, uow = build_push_fixture(2)
    fixture.push_sender.errors["https://push.test/1"] = PushUnavailableError()
    with pytest.raises(PushUnavailableError):
        send_pushes(CHANNEL, ADA, 12)
    assert uow.commits == [CHANNEL, CHANNEL]
    fixture.push_sender.errors.clear()
    assert send_pushes(CHANNEL, ADA, 12) == 1
    assert [push.subscription.endpoint[-1] for push in fixture.push_sender.sent] == ["2", "1"]


def test_a_subscription_that_is_gone_is_deleted() -> None:
    fixture, send_pushes, _ = build_push_fixture(1)
    fixture.push_sender.errors["https://push.test/1"] = SubscriptionGoneError()
    assert (send_pushes(CHANNEL, ADA, 12), fixture.push_subscriptions.saved) == (0, [])


def test_each_viewer_has_a_transaction_and_a_failed_run_keeps_its_progress() -> None:
    fixture = NotificationFixture(announced=FailingAnnounce())
    fixture.reminders.recipients = [
        build_recipient(has_browser=False),
        Recipient(BOB, TEAM, build_recipient().settings, has_push_subscription=False),
    ]
    uow = FakeUnitOfWorkFactory(fixture.sent_notifications)
    notify_viewers = NotifyLiveViewers(uow, FakeChannels(), fixture.service)
    with pytest.raises(ConnectionError):
        notify_viewers.notify_all_channels()
    assert (uow.rollbacks, list(fixture.sent_notifications.sent_at)) == ([CHANNEL], [(ADA, 12)])
    assert (notify_viewers(CHANNEL), notify_viewers(CHANNEL)) == (1, 0)


def test_old_notifications_are_deleted_in_all_channels() -> None:
    fixture = NotificationFixture()
    fixture.sent_notifications.add(ADA, 12, NOON - 2 * RETENTION)
    uow = FakeUnitOfWorkFactory(fixture.sent_notifications)
    delete_past = DeletePastReminders(fixture.reminders, fixture.catalog, fixture.current_channel)
    alerts = AlertFixture()
    clean_up = CleanUpNotifications(uow, FakeChannels(), fixture.service, alerts.service, delete_past)
    assert (clean_up(), clean_up()) == (1, 0)
    assert set(uow.commits) == {CHANNEL, "all"}
