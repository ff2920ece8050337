"""Score alerts as use cases, over fakes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta

import pytest

from touchline.engagement.application.notifications.push_delivery import ActiveSubscriptions
from touchline.engagement.application.notifications.score_alert_pushes import (
    FindWantedAlert,
    GetFinalNotification,
    ScoreAlertPushes,
)
from touchline.engagement.application.notifications.score_alert_service import (
    PUSH_ALERT_JOB,
    SEND_ALERTS_JOB,
    Alert,
    ScoreAlertService,
)
from touchline.engagement.application.notifications.unsubscribe import Unsubscribe
from touchline.engagement.application.reminders import TargetNames
from touchline.engagement.domain.notification_settings import NotificationSettings, QuietHours
from touchline.engagement.domain.score_alerts import AlertMoment
from touchline.engagement.domain.targets import FavoriteType, ReminderTarget, ReminderTargetType
from touchline.engagement.domain.unsubscribe_tokens import UnsubscribeTokens
from touchline.engagement.events import FinalScoreDue
from touchline.engagement.ports.catalog import EventSummary
from touchline.engagement.ports.push import PushSubscriptionInfo
from touchline.engagement.ports.reminders import Recipient
from touchline.engagement.tests.alert_fakes import FakeGames, FakeScoreAlerts
from touchline.engagement.tests.fakes import FakeCurrentChannel, FakePushSender
from touchline.engagement.tests.follow_fakes import (
    FakeCatalog,
    FakePreferences,
    FakePushSubscriptions,
    FakeReminders,
)
from touchline.shared.clock import FixedClock
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.tasks.jobs import Task

NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)  # 13:00 in Toronto, the channel's time zone
DELAY = timedelta(seconds=30)
ADA, EVENT_ID = AccountId(42), 12
TEAM = ReminderTarget(ReminderTargetType.PARTICIPANT, 7)
QUIET_HOURS = QuietHours(time(12), time(14))


def moment(number: int, *, is_final: bool = False, content: str = "Goal 1–0") -> AlertMoment:
    """Return a moment that happens a number of minutes after noon."""
    happened_at = NOON + timedelta(minutes=number)
    at_ms = int(happened_at.timestamp() * 1000)
    return AlertMoment(f"m{number}", at_ms, happened_at + DELAY, is_final, content)


class FakeAnnounce(list[DomainEvent]):
    """`Announce` that records the events."""

    def __call__(self, event: DomainEvent) -> None:
        self.append(event)


@dataclass
class AlertFixture:
    """The use cases of score alerts, over fakes. Ada chose score alerts for a team and has a browser."""

    games: FakeGames = field(default_factory=lambda: FakeGames(frozenset({TEAM})))
    score_alerts: FakeScoreAlerts = field(
        default_factory=lambda: FakeScoreAlerts([Recipient(ADA, TEAM, NotificationSettings(), True)])
    )
    catalog: FakeCatalog = field(
        default_factory=lambda: FakeCatalog(
            {FavoriteType.PARTICIPANT: {7: "Timber"}}, {12: EventSummary(12, "Torrent @ Timber", True)}
        )
    )
    push_subscriptions: FakePushSubscriptions = field(default_factory=FakePushSubscriptions)
    preferences: FakePreferences = field(default_factory=FakePreferences)
    current_channel: FakeCurrentChannel = field(default_factory=FakeCurrentChannel)
    push_sender: FakePushSender = field(default_factory=FakePushSender)
    announced: FakeAnnounce = field(default_factory=FakeAnnounce)
    tasks: list[Task] = field(default_factory=list)
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
        self.tasks.append(Task(name, ids, queue, unique, timeout, delay=delay))

    @property
    def service(self) -> ScoreAlertService:
        return ScoreAlertService(
            self.score_alerts,
            self.games,
            self.current_channel,
            self.push_sender,
            self.announced,
            self,
            self.clock,
        )

    @property
    def find_alert(self) -> FindWantedAlert:
        return FindWantedAlert(self.score_alerts, self.games, self.preferences, self.clock)

    @property
    def pushes(self) -> ScoreAlertPushes:
        return ScoreAlertPushes(
            self.find_alert,
            self.score_alerts,
            ActiveSubscriptions(self.push_subscriptions, self.current_channel),
            self.games,
            self.preferences,
            self.current_channel,
            self.clock,
        )

    @property
    def get_final(self) -> GetFinalNotification:
        return GetFinalNotification(
            self.find_alert,
            self.games,
            self.preferences,
            self.catalog,
            TargetNames(self.catalog),
            self.current_channel,
            self.tokens,
        )

    def start(self, *moments: AlertMoment) -> Alert:
        """Plan and start the alert about the last of these moments."""
        self.games.moments[:] = moments
        self.service.plan(EVENT_ID)
        self.clock.set(moments[-1].shown_at)
        alert = self.service.start(EVENT_ID)
        assert alert is not None
        return alert

    def send(self, *moments: AlertMoment) -> None:
        """Send the alert about the last of these moments to Ada, and finish it."""
        alert = self.start(*moments)
        for recipient in self.service.get_batch(alert, AccountId(0)).recipients:
            self.service.notify(alert, recipient)
        self.service.finish(alert)


def test_the_job_runs_when_the_moment_was_seen_and_its_name_has_the_time() -> None:
    fixture = AlertFixture()
    fixture.games.moments[:] = [moment(0)]
    for _ in range(2):
        fixture.service.plan(EVENT_ID)
    seconds = int((NOON + DELAY).timestamp())
    task = Task(
        SEND_ALERTS_JOB, (1, 12), unique=f"engagement-score-alerts-1-12-{seconds}", timeout=600, delay=30
    )
    assert fixture.tasks == [task, task]
    assert (fixture.service.list_due(), fixture.service.start(EVENT_ID)) == ([], None)
    fixture.clock.advance(DELAY)
    assert list(fixture.service.list_due()) == [EVENT_ID]


def test_a_game_without_moments_plans_nothing() -> None:
    fixture = AlertFixture()
    fixture.service.plan(EVENT_ID)
    assert (fixture.tasks, fixture.service.start(EVENT_ID)) == ([], None)


def test_a_moment_that_was_undone_in_the_meantime_sends_nothing() -> None:
    fixture = AlertFixture()
    fixture.games.moments[:] = [moment(0)]
    fixture.service.plan(EVENT_ID)
    fixture.games.moments.clear()
    fixture.clock.advance(DELAY)
    assert fixture.service.start(EVENT_ID) is None
    assert list(fixture.service.list_due()) == []


def test_a_moment_that_happens_while_an_alert_is_sent_is_announced_next() -> None:
    fixture = AlertFixture()
    alert = fixture.start(moment(0))
    fixture.games.moments.append(moment(1, content="Goal 2–0"))
    fixture.service.plan(EVENT_ID)
    fixture.service.finish(alert)
    fixture.clock.set(NOON + timedelta(minutes=1) + DELAY)
    following = fixture.service.start(EVENT_ID)
    assert following is not None and (alert.number, following.number) == (1, 2)


@pytest.mark.parametrize(
    ("is_final", "by_mail", "by_push", "emails", "pushes"),
    [
        (False, True, True, 0, 1),
        (True, True, True, 1, 1),
        (True, True, False, 1, 0),
        (True, False, True, 0, 1),
        (False, True, False, 0, 0),
    ],
)
def test_only_the_final_is_sent_by_email(
    is_final: bool, by_mail: bool, by_push: bool, emails: int, pushes: int
) -> None:
    fixture = AlertFixture()
    settings = NotificationSettings(by_mail, by_push)
    fixture.score_alerts.recipients[:] = [Recipient(ADA, TEAM, settings, True)]
    fixture.send(moment(0, is_final=is_final))
    assert fixture.announced == [FinalScoreDue(1, 42, 12)] * emails
    assert [task.name for task in fixture.tasks].count(PUSH_ALERT_JOB) == pushes


def test_each_viewer_is_notified_once_about_each_alert() -> None:
    fixture = AlertFixture()
    alert = fixture.start(moment(0))
    [recipient] = fixture.service.get_batch(alert, AccountId(0)).recipients
    assert [fixture.service.notify(alert, recipient) for _ in range(2)] == [True, False]
    assert fixture.service.get_batch(alert, AccountId(0)).last_account_id is None


def test_viewers_in_quiet_hours_and_strangers_to_a_private_game_are_left_out() -> None:
    fixture = AlertFixture()
    quiet = NotificationSettings(quiet_hours=QUIET_HOURS)
    fixture.score_alerts.recipients[:] = [Recipient(ADA, TEAM, quiet, True)]
    assert fixture.service.get_batch(fixture.start(moment(0)), AccountId(0)).recipients == []
    for members, expected in ((frozenset({ADA}), 1), (frozenset({AccountId(1)}), 0)):
        fixture = AlertFixture(games=FakeGames(frozenset({TEAM}), members=members))
        assert len(fixture.service.get_batch(fixture.start(moment(0)), AccountId(0)).recipients) == expected


def set_up_push(fixture: AlertFixture) -> None:
    """Tell Ada about a goal, and give her a browser."""
    fixture.send(moment(0))
    info = PushSubscriptionInfo("https://push.test/1", "key", "secret")
    fixture.push_subscriptions.save(ADA, SessionId(1), info, NOON)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_push_has_the_newest_score_in_the_viewers_language(language: str) -> None:
    fixture = AlertFixture(current_channel=FakeCurrentChannel(languages={ADA: language}))
    set_up_push(fixture)
    fixture.games.moments[:] = [moment(0, content="Goal 0–1")]
    prepared = fixture.pushes.prepare(ADA, EVENT_ID, 1)
    assert prepared is not None
    message, [subscription] = prepared
    assert (message.title, message.tag, message.ttl) == (f"Goal 0–1 ({language})", "score-12", 300)
    assert message.is_score
    fixture.pushes.mark_delivered(ADA, EVENT_ID, 1, subscription)
    again = fixture.pushes.prepare(ADA, EVENT_ID, 1)
    assert again is not None and again[1] == []


def test_there_is_no_push_if_it_is_no_longer_wanted_or_true() -> None:
    fixture = AlertFixture()
    assert fixture.pushes.prepare(ADA, EVENT_ID, 1) is None
    set_up_push(fixture)
    assert fixture.pushes.prepare(ADA, EVENT_ID, 1) is not None
    assert fixture.pushes.prepare(ADA, EVENT_ID, 2) is None
    fixture.preferences.scores_hidden = True
    assert fixture.pushes.prepare(ADA, EVENT_ID, 1) is None
    fixture.preferences.scores_hidden = False
    for settings in (NotificationSettings(by_push=False), NotificationSettings(quiet_hours=QUIET_HOURS)):
        fixture.preferences.settings = settings
        assert fixture.pushes.prepare(ADA, EVENT_ID, 1) is None
    fixture.preferences.settings = NotificationSettings()
    fixture.games.members = frozenset()
    assert fixture.pushes.prepare(ADA, EVENT_ID, 1) is None
    fixture.games.members = None
    fixture.games.moments[:] = [replace(moment(0), id="an earlier goal", at_ms=1)]
    assert fixture.pushes.prepare(ADA, EVENT_ID, 1) is None
    fixture.games.moments[:] = [moment(0)]
    recipients = fixture.score_alerts.recipients.copy()
    fixture.score_alerts.recipients.clear()
    assert fixture.pushes.prepare(ADA, EVENT_ID, 1) is None
    fixture.score_alerts.recipients[:] = recipients
    fixture.clock.advance(timedelta(minutes=5))
    assert fixture.pushes.prepare(ADA, EVENT_ID, 1) is None


def test_the_email_has_the_final_and_turns_off_only_score_alerts() -> None:
    fixture = AlertFixture()
    fixture.send(moment(0, is_final=True, content="Final 1–0"))
    final = fixture.get_final(ADA, EVENT_ID, "fr")
    assert final is not None
    assert (final.result, final.path, final.target_name) == ("Final 1–0 (fr)", "/watch/12", "Timber")
    reminders = FakeReminders()
    reminders.add(ADA, TEAM, NOON)
    reminders.set_score_alerts(ADA, TEAM, is_on=True)
    stopped = Unsubscribe(fixture.tokens, reminders, TargetNames(fixture.catalog))(
        ChannelId(1), final.token, "en"
    )
    assert stopped == {"about_type": "participant", "about_id": 7, "name": "Timber", "score_alerts": True}
    assert [reminder.has_score_alerts for reminder in reminders.list_for_account(ADA)] == [False]


def test_there_is_no_email_while_the_game_goes_on_or_without_consent() -> None:
    fixture = AlertFixture()
    fixture.send(moment(0))
    assert fixture.get_final(ADA, EVENT_ID, "en") is None
    fixture.games.moments[:] = [moment(0, is_final=True)]
    assert fixture.get_final(ADA, EVENT_ID, "en") is not None
    fixture.preferences.settings = NotificationSettings(by_mail=False)
    assert fixture.get_final(ADA, EVENT_ID, "en") is None
