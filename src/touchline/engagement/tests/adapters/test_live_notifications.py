"""Live notifications: each viewer gets one, even if the job runs concurrently, repeatedly, or is killed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import event as sql_event

from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON, Visitor
from touchline.engagement.adapters.subscribers import event_went_live
from touchline.engagement.application.notifications import live_notification_service
from touchline.engagement.events import ReminderDue
from touchline.engagement.tests.adapters.conftest import Apply, Ids
from touchline.engagement.tests.adapters.season import HOUR, event
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.session import current_channel_id
from touchline.shared.clock import FixedClock
from touchline.shared.tasks.jobs import Task

Emails = Callable[[], Sequence[Any]]
NOTIFY_LIVE_TASK = Task(live_notification_service.NOTIFY_LIVE_JOB, ())


@pytest.fixture(autouse=True)
def two_hours_before(clock: FixedClock) -> None:
    """Set the clock to two hours before noon. `on-now` starts one hour later."""
    clock.set(NOON - 2 * HOUR)


@pytest.fixture
def notify_live(application: Application) -> Callable[[], None]:
    """Return a function that runs the job of each minute."""
    return lambda: application.runner.run(NOTIFY_LIVE_TASK)


def add_reminder(viewer: Visitor, kind: str, target_id: int) -> None:
    """Set a reminder."""
    assert viewer.post("/reminder", about_type=kind, about_id=target_id).status_code in (200, 201)


def list_live_emails(emails: Emails) -> list[str]:
    """Return the recipients of emails about live events, one entry for each email."""
    return sorted(email.to for email in emails() if email.unsubscribe)


@pytest.mark.parametrize(
    ("about", "kind", "key"),
    [
        ("event", "event", "on-now"),
        ("participant", "participant", "cedar-hockey"),
        ("participant", "participant", "harlan-hockey"),
        ("participant", "participant", "all-cedar"),
        ("group", "group", "harlan"),
        ("category", "category", "hockey-games"),
    ],
)
def test_viewers_with_a_reminder_for_the_event_or_a_participant_are_notified(
    ada: Visitor, bea: Visitor, ids: Ids, clock: FixedClock, emails: Emails, notify_live: Any,
    about: str, kind: str, key: str,
) -> None:  # fmt: skip
    add_reminder(ada, about, ids(kind, key))
    add_reminder(bea, "participant", ids("participant", "cedar-soccer"))
    notify_live()
    assert list_live_emails(emails) == []
    clock.set(NOON)
    notify_live()
    (email_sent,) = [email for email in emails() if email.unsubscribe]
    assert email_sent.to == "ada@example.org"
    assert "Harlan Hockey @ Cedar Hockey" in email_sent.subject + email_sent.text
    assert f"/watch/{ids('event', 'on-now')}" in email_sent.text


def test_a_viewer_is_notified_once_despite_several_reminders_and_job_runs(
    ada: Visitor, ids: Ids, clock: FixedClock, emails: Emails, notify_live: Any
) -> None:
    add_reminder(ada, "event", ids("event", "on-now"))
    add_reminder(ada, "group", ids("group", "cedar"))
    add_reminder(ada, "group", ids("group", "harlan"))
    clock.set(NOON)
    for _ in range(3):
        notify_live()
        clock.advance(timedelta(minutes=1))
    assert list_live_emails(emails) == ["ada@example.org"]


def test_concurrent_jobs_notify_each_viewer_once(
    ada: Visitor, bea: Visitor, application: Application, ids: Ids, clock: FixedClock, emails: Emails,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    for viewer in (ada, bea):
        add_reminder(viewer, "group", ids("group", "cedar"))
    clock.set(NOON)
    ready, outbox = Barrier(3), application.container.outbox()
    original_write, entry_names = outbox._write, list[str]()

    def record(kind: str, name: str, *rest: Any) -> None:
        entry_names.append(name)
        original_write(kind, name, *rest)

    monkeypatch.setattr(outbox, "_write", record)

    def run_job(_number: int) -> None:
        ready.wait(10)
        application.runner.run(NOTIFY_LIVE_TASK)

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(run_job, range(3)))
    assert entry_names.count(ReminderDue.name()) == 2
    assert list_live_emails(emails) == ["ada@example.org", "bea@example.org"]


def test_quiet_hours_delay_notifications_of_events_that_are_still_live(
    ada: Visitor, bea: Visitor, ids: Ids, clock: FixedClock, emails: Emails, notify_live: Any
) -> None:
    # NOON is 12:00 in Chicago, the channel's time zone, and 19:00 in Paris. The event ends at 13:00 in
    # Chicago.
    enabled_channels = {"by_mail": True, "by_push": True}
    ada.post("/news-settings", **enabled_channels, quiet_from="10:00", quiet_to="12:30")
    bea.post(
        "/news-settings", **enabled_channels, quiet_from="18:00", quiet_to="20:00", time_zone="Europe/Paris"
    )
    for viewer in (ada, bea):
        add_reminder(viewer, "group", ids("group", "cedar"))
    clock.set(NOON)
    notify_live()
    assert list_live_emails(emails) == []
    clock.set(NOON + timedelta(minutes=30))
    notify_live()
    assert list_live_emails(emails) == ["ada@example.org"]
    clock.set(NOON + timedelta(minutes=61))
    notify_live()
    assert list_live_emails(emails) == ["ada@example.org"]


def test_a_reminder_set_during_a_stream_applies_to_the_next_one(
    ada: Visitor,
    application: Application,
    ids: Ids,
    clock: FixedClock,
    emails: Emails,
    notify_live: Any,
    transaction: Any,
) -> None:
    clock.set(NOON)
    add_reminder(ada, "event", ids("event", "on-now"))
    notify_live()
    assert list_live_emails(emails) == []
    go_live(application, ada.channel, ids("event", "on-now"), NOON + timedelta(minutes=5))
    clock.advance(timedelta(minutes=6))
    notify_live()
    assert list_live_emails(emails) == ["ada@example.org"]


def go_live(application: Application, channel: ChannelDetails, event_id: int, at: Any) -> None:
    """Publish a stream of the event and announce its first frame, as the ingest process does."""
    container: Any = application.container
    catalog = container.catalog
    with application.container.database().transaction(channel.id):
        stream = catalog.open_stream()(event_id)
    catalog.stream_service().claim(stream, "a-lease")
    catalog.stream_service().mark_live(stream, "a-lease", at)


def test_the_first_frame_notifies_at_once_and_a_reconnect_does_not(
    ada: Visitor, application: Application, ids: Ids, clock: FixedClock, emails: Emails
) -> None:
    later = ids("event", "later")
    add_reminder(ada, "event", later)
    clock.set(NOON)  # hours before the event, so it is not live by the clock
    go_live(application, ada.channel, later, NOON)
    assert list_live_emails(emails) == ["ada@example.org"]
    go_live(application, ada.channel, later, NOON + timedelta(minutes=1))
    application.runner.run(NOTIFY_LIVE_TASK)
    assert list_live_emails(emails) == ["ada@example.org"]


def test_a_simulated_showing_is_live_as_well(
    ada: Visitor,
    season: ChannelDetails,
    apply: Apply,
    ids: Ids,
    clock: FixedClock,
    emails: Emails,
    notify_live: Any,
) -> None:
    apply(season, events=[event("shown", NOON - timedelta(days=3), simulate_at=NOON)])
    add_reminder(ada, "event", ids("event", "shown"))
    clock.set(NOON - timedelta(seconds=1))
    notify_live()
    assert list_live_emails(emails) == []
    clock.set(NOON + timedelta(seconds=1))
    notify_live()
    assert list_live_emails(emails) == ["ada@example.org"]


class Killed(BaseException):
    """A simulated SIGKILL: nothing catches it."""


FAILURE_POINTS = {
    "before the notification is recorded": "INSERT INTO engagement_told",
    "before the event is published": "INSERT INTO outbox",
}


@contextmanager
def kill_at(application: Application, statement: str) -> Iterator[None]:
    """Raise `Killed` before the process sends the SQL statement."""

    def raise_killed(_connection: Any, _cursor: Any, sql: str, *_: Any) -> None:
        if sql.startswith(statement):
            raise Killed

    engine = application.container.database().engine
    sql_event.listen(engine, "before_cursor_execute", raise_killed)
    try:
        with pytest.raises(Killed):
            yield
    finally:
        sql_event.remove(engine, "before_cursor_execute", raise_killed)


@pytest.mark.parametrize("failure_point", FAILURE_POINTS)
def test_a_killed_job_leaves_no_partial_notification(
    ada: Visitor,
    bea: Visitor,
    application: Application,
    ids: Ids,
    clock: FixedClock,
    emails: Emails,
    notify_live: Any,
    failure_point: str,
) -> None:
    for viewer in (ada, bea):
        add_reminder(viewer, "group", ids("group", "cedar"))
    clock.set(NOON)
    with kill_at(application, FAILURE_POINTS[failure_point]):
        notify_live()
    assert list_live_emails(emails) == []
    notify_live()
    assert list_live_emails(emails) == ["ada@example.org", "bea@example.org"]


def test_an_email_of_a_killed_job_is_sent_once_by_the_sweep(
    ada: Visitor, application: Application, ids: Ids, clock: FixedClock, emails: Emails, notify_live: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    add_reminder(ada, "group", ids("group", "cedar"))
    clock.set(NOON)

    def raise_killed(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(application.container.outbox(), "_send", raise_killed)
        notify_live()
    notify_live()
    assert list_live_emails(emails) == []
    clock.advance(timedelta(minutes=11))
    application.container.outbox().send_overdue()
    notify_live()
    application.container.outbox().send_overdue()
    assert list_live_emails(emails) == ["ada@example.org"]


def test_viewers_are_notified_of_events_of_their_channel_only(
    ada: Visitor,
    other_visitor: Visitor,
    apply: Apply,
    ids: Ids,
    clock: FixedClock,
    emails: Emails,
    notify_live: Any,
) -> None:
    apply(other_visitor.channel, events=[])
    other_viewer = other_visitor.register(email="eve@example.org")
    (school, *_) = [group for group in other_viewer.data("/participant-groups") if group["alias"] == "cedar"]
    add_reminder(other_viewer, "group", school["id"])
    add_reminder(ada, "group", ids("group", "cedar"))
    clock.set(NOON)
    notify_live()
    assert list_live_emails(emails) == ["ada@example.org"]


def test_a_failing_channel_is_logged_and_does_not_stop_the_others_but_fails_the_job(
    ada: Visitor, other_visitor: Visitor, application: Application, ids: Ids, clock: FixedClock, emails:
    Emails, notify_live: Any,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    assert other_visitor.channel.slug < ada.channel.slug, "channels are notified in the order of their slugs"
    container: Any = application.container
    service = container.engagement.live_notification_service()
    original_list = service.list_ongoing_events

    def raise_in_channel() -> Any:
        if current_channel_id() == other_visitor.channel.id:
            raise RuntimeError("a broken game")
        return original_list()

    monkeypatch.setattr(service, "list_ongoing_events", raise_in_channel)
    add_reminder(ada, "group", ids("group", "cedar"))
    clock.set(NOON)
    with pytest.raises(RuntimeError, match="a broken game"):
        notify_live()
    assert list_live_emails(emails) == ["ada@example.org"]
    (record,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert f"channel {other_visitor.channel.id}" in record.getMessage()


def test_many_viewers_are_notified_in_batches_and_nobody_is_skipped(
    visit: Any, season: ChannelDetails, ids: Ids, clock: FixedClock, emails: Emails, notify_live: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(live_notification_service, "BATCH_SIZE", 2)
    expected = [f"v{number}@example.org" for number in range(5)]
    for number, email in enumerate(expected):
        viewer = visit(season).register(email=email)
        add_reminder(viewer, "group", ids("group", "cedar"))
        add_reminder(viewer, "group", ids("group", "harlan"))
        if number == 1:
            add_reminder(viewer, "event", ids("event", "on-now"))
        if number in (1, 2):
            viewer.post("/news-settings", by_mail=False, by_push=False)
    clock.set(NOON)
    notify_live()
    assert list_live_emails(emails) == [expected[0], *expected[3:]]


def test_a_repeated_event_notifies_once(
    ada: Visitor, application: Application, ids: Ids, clock: FixedClock, emails: Emails, transaction: Any
) -> None:
    add_reminder(ada, "event", ids("event", "on-now"))
    clock.set(NOON)
    for _ in range(2):
        with transaction(ada.channel.id):
            event_went_live({"channel_id": ada.channel.id, "event_id": ids("event", "on-now")})
    assert list_live_emails(emails) == ["ada@example.org"]


def test_finding_recipients_takes_few_queries(
    ada: Visitor, ids: Ids, clock: FixedClock, queries: Callable[[], Any], notify_live: Any
) -> None:
    add_reminder(ada, "event", ids("event", "on-now"))
    clock.set(NOON)
    notify_live()
    with queries() as statements:
        notify_live()
    assert len([statement for statement in statements if "catalog_" in statement]) == 1
    assert len([statement for statement in statements if "engagement_" in statement]) == 1
