"""Live notifications and their texts, as use cases."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta

import pytest

from touchline.engagement.application.notifications.live_notification_service import (
    PUSH_JOB,
    LiveNotificationService,
)
from touchline.engagement.application.notifications.live_notifications import (
    GetLiveNotification,
    LivePushService,
)
from touchline.engagement.application.notifications.unsubscribe import Unsubscribe
from touchline.engagement.application.reminders import TargetNames
from touchline.engagement.domain.notification_settings import NotificationSettings, QuietHours
from touchline.engagement.domain.reminders import OngoingEvent
from touchline.engagement.domain.targets import FavoriteType, ReminderTarget, ReminderTargetType
from touchline.engagement.domain.unsubscribe_tokens import UnsubscribeTokens
from touchline.engagement.events import ReminderDue
from touchline.engagement.ports.catalog import EventSummary
from touchline.engagement.ports.push import PushSubscriptionInfo, PushUnavailableError
from touchline.engagement.ports.reminders import Recipient
from touchline.engagement.tests.fakes import FakeCurrentChannel, FakePushSender
from touchline.engagement.tests.follow_fakes import (
    FakeCatalog,
    FakePreferences,
    FakePushSubscriptions,
    FakeReminders,
    FakeSentNotifications,
)
from touchline.shared.clock import FixedClock
from touchline.shared.errors import RefusedError
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AccountId, ChannelId, SessionId

NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)  # 13:00 in Toronto, the channel's time zone
HOUR = timedelta(hours=1)
ADA = AccountId(42)
TEAM, SCHOOL = ReminderTarget(ReminderTargetType.PARTICIPANT, 7), ReminderTarget(ReminderTargetType.GROUP, 3)
ONGOING_EVENT = OngoingEvent(
    12, frozenset({ReminderTarget(ReminderTargetType.EVENT, 12), TEAM, SCHOOL}), NOON - HOUR, NOON + HOUR
)
QUIET_HOURS = QuietHours(time(12), time(14))


class FakeAnnounce(list[DomainEvent]):
    """`Announce` that records the events."""

    def __call__(self, event: DomainEvent) -> None:
        self.append(event)


@dataclass
class NotificationFixture:
    """The live notification use cases, over fakes."""

    catalog: FakeCatalog = field(
        default_factory=lambda: FakeCatalog(
            {FavoriteType.PARTICIPANT: {7: "Timber"}, FavoriteType.GROUP: {3: "Cedar Ridge"}},
            {12: EventSummary(12, "Torrent @ Timber", False)},
            [ONGOING_EVENT],
        )
    )
    reminders: FakeReminders = field(default_factory=FakeReminders)
    sent_notifications: FakeSentNotifications = field(default_factory=FakeSentNotifications)
    push_subscriptions: FakePushSubscriptions = field(default_factory=FakePushSubscriptions)
    preferences: FakePreferences = field(default_factory=FakePreferences)
    current_channel: FakeCurrentChannel = field(default_factory=FakeCurrentChannel)
    push_sender: FakePushSender = field(default_factory=FakePushSender)
    announced: FakeAnnounce = field(default_factory=FakeAnnounce)
    jobs: list[tuple[str, tuple[int | str, ...], str]] = field(default_factory=list)
    clock: FixedClock = field(default_factory=lambda: FixedClock(NOON))
    tokens: UnsubscribeTokens = field(default_factory=lambda: UnsubscribeTokens(b"secret"))

    def enqueue(
        self,
        name: str,
        *ids: int | str,
        queue: str = "default",
        unique: str | None = None,
        timeout: int = 3600,
        delay: int = 0,
    ) -> None:
        """Record a job, as `Jobs` does."""
        self.jobs.append((name, ids, queue))

    @property
    def service(self) -> LiveNotificationService:
        return LiveNotificationService(
            self.reminders,
            self.sent_notifications,
            self.catalog,
            self.current_channel,
            self.push_sender,
            self.announced,
            self,
            self.clock,
        )

    @property
    def target_names(self) -> TargetNames:
        return TargetNames(self.catalog)

    @property
    def get_notification(self) -> GetLiveNotification:
        return GetLiveNotification(
            self.reminders,
            self.preferences,
            self.catalog,
            self.target_names,
            self.current_channel,
            self.tokens,
        )

    @property
    def push_service(self) -> LivePushService:
        return LivePushService(
            self.reminders,
            self.sent_notifications,
            self.push_subscriptions,
            self.preferences,
            self.catalog,
            self.current_channel,
            self.clock,
        )


def build_recipient(has_browser: bool = True, **settings: object) -> Recipient:
    """Return Ada as the recipient, with a reminder for a team."""
    return Recipient(ADA, TEAM, replace(NotificationSettings(), **settings), has_browser)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("viewer", "by_mail", "by_push"),
    [
        (build_recipient(), True, True),
        (build_recipient(has_browser=False), True, False),
        (build_recipient(by_mail=False), False, True),
        (build_recipient(by_push=False), True, False),
    ],
)
def test_a_viewer_is_notified_by_their_enabled_channels(
    viewer: Recipient, by_mail: bool, by_push: bool
) -> None:
    fixture = NotificationFixture()
    assert fixture.service.notify(ONGOING_EVENT, viewer)
    assert not fixture.service.notify(ONGOING_EVENT, viewer)
    assert fixture.announced == ([ReminderDue(1, 42, 12, "participant", 7)] if by_mail else [])
    assert fixture.jobs == ([(PUSH_JOB, (1, 42, 12), "mail")] if by_push else [])


@pytest.mark.parametrize(
    ("viewer", "due"),
    [
        (build_recipient(), True),
        (build_recipient(quiet_hours=QUIET_HOURS), False),
        (build_recipient(quiet_hours=QUIET_HOURS, time_zone="Europe/Paris"), True),
        (build_recipient(by_mail=False), True),
        (build_recipient(has_browser=False, by_mail=False), False),
        (build_recipient(by_mail=False, by_push=False), False),
    ],
)
def test_viewers_in_quiet_hours_or_without_a_channel_are_skipped(viewer: Recipient, due: bool) -> None:
    fixture = NotificationFixture(reminders=FakeReminders(recipients=[viewer]))
    batch = fixture.service.get_batch(ONGOING_EVENT, AccountId(0))
    assert (list(batch.recipients), batch.last_account_id) == ([viewer] if due else [], ADA)
    assert fixture.service.get_batch(ONGOING_EVENT, ADA).last_account_id is None


def test_a_site_without_a_key_pushes_nothing() -> None:
    fixture = NotificationFixture(
        reminders=FakeReminders(recipients=[build_recipient(by_mail=False)]),
        push_sender=FakePushSender(public_key=None),
    )
    assert fixture.service.get_batch(ONGOING_EVENT, AccountId(0)).recipients == []


def test_an_email_names_the_event_the_reminder_and_how_to_unsubscribe() -> None:
    fixture = NotificationFixture()
    for target in (SCHOOL, TEAM):
        fixture.reminders.add(ADA, target, NOON)
    notification = fixture.get_notification(ADA, 12, "en")
    assert notification is not None
    assert (notification.event_name, notification.path, notification.target_name) == (
        "Torrent @ Timber",
        "/watch/12",
        "Timber",
    )
    unsubscribe = Unsubscribe(fixture.tokens, fixture.reminders, fixture.target_names)
    for _ in range(2):
        removed = unsubscribe(ChannelId(1), notification.token, "en")
        assert removed == {
            "about_type": "participant",
            "about_id": 7,
            "name": "Timber",
            "score_alerts": False,
        }
    assert [reminder.target for reminder in fixture.reminders.list_for_account(ADA)] == [SCHOOL]
    with pytest.raises(RefusedError, match=r"This link is not valid\."):
        unsubscribe(ChannelId(2), notification.token, "en")


def test_there_is_no_email_for_past_events_or_removed_reminders() -> None:
    fixture = NotificationFixture()
    assert fixture.get_notification(ADA, 12, "en") is None
    fixture.reminders.add(ADA, TEAM, NOON)
    assert fixture.get_notification(ADA, 12, "en") is not None
    fixture.preferences.settings = NotificationSettings(by_mail=False)
    assert fixture.get_notification(ADA, 12, "en") is None
    fixture.preferences.settings = NotificationSettings()
    fixture.catalog.ongoing_events.clear()
    assert fixture.get_notification(ADA, 12, "en") is None


def set_up_push(fixture: NotificationFixture) -> None:
    """Set up Ada with a reminder, a sent notification and a push subscription."""
    fixture.reminders.add(ADA, TEAM, NOON - HOUR)
    fixture.sent_notifications.add(ADA, 12, NOON)
    fixture.push_subscriptions.save(
        ADA, SessionId(1), PushSubscriptionInfo("https://push.test/1", "key", "secret"), NOON
    )


@pytest.mark.parametrize(("language", "body"), [("en", "Live now on"), ("fr", "En direct sur")])
def test_a_push_is_in_the_viewers_language(language: str, body: str) -> None:
    fixture = NotificationFixture(current_channel=FakeCurrentChannel(languages={ADA: language}))
    set_up_push(fixture)
    prepared = fixture.push_service.prepare(ADA, 12)
    assert prepared is not None
    message, (subscription,) = prepared
    assert (message.title, message.body) == ("Torrent @ Timber", f"{body} Riverside")
    fixture.push_service.mark_delivered(ADA, 12, subscription)
    again = fixture.push_service.prepare(ADA, 12)
    assert again is not None and again[1] == []


@pytest.mark.parametrize(
    ("time_left", "ttl"),
    [(-HOUR, 600), (timedelta(minutes=9), 600), (HOUR, 3600), (9 * HOUR, 4 * 3600)],
)
def test_a_push_expires_at_about_the_end_of_the_event(time_left: timedelta, ttl: int) -> None:
    fixture = NotificationFixture()
    set_up_push(fixture)
    fixture.catalog.ongoing_events[:] = [replace(ONGOING_EVENT, ends_at=NOON + time_left)]
    prepared = fixture.push_service.prepare(ADA, 12)
    assert prepared is not None and prepared[0].ttl == ttl


def test_there_is_no_push_for_past_unwanted_or_unannounced_events() -> None:
    fixture = NotificationFixture()
    assert fixture.push_service.prepare(ADA, 12) is None
    set_up_push(fixture)
    assert fixture.push_service.prepare(ADA, 12) is not None
    fixture.preferences.settings = NotificationSettings(by_push=False)
    assert fixture.push_service.prepare(ADA, 12) is None
    fixture.preferences.settings = NotificationSettings()
    fixture.catalog.ongoing_events.clear()
    assert fixture.push_service.prepare(ADA, 12) is None


def test_a_delayed_push_is_not_sent_after_the_reminder_is_removed() -> None:
    fixture = NotificationFixture()
    set_up_push(fixture)
    fixture.reminders.remove_by_target(ADA, TEAM)
    assert fixture.push_service.prepare(ADA, 12) is None


def test_a_delayed_push_waits_until_the_end_of_quiet_hours() -> None:
    fixture = NotificationFixture(preferences=FakePreferences(NotificationSettings(quiet_hours=QUIET_HOURS)))
    set_up_push(fixture)
    with pytest.raises(PushUnavailableError):
        fixture.push_service.prepare(ADA, 12)
    fixture.clock.advance(HOUR)
    assert fixture.push_service.prepare(ADA, 12) is not None
