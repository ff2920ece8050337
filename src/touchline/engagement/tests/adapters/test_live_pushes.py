"""Pushes reach each browser of a viewer once.

Expired subscriptions are deleted. If a push service is unavailable, the push is retried.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest

from touchline.conftest import NOON, Visitor
from touchline.engagement.application.notifications import push_subscriptions
from touchline.engagement.application.notifications.live_notification_service import PUSH_JOB
from touchline.engagement.ports.push import PushUnavailableError, SubscriptionGoneError
from touchline.engagement.tests.adapters.browsers import (
    NOTIFY_LIVE_TASK,
    PUSH_SERVICE,
    add_push_reminder,
    disable_email,
    list_delivered,
    list_subscriptions,
    subscribe,
    subscription,
)
from touchline.engagement.tests.adapters.conftest import Ids
from touchline.engagement.tests.adapters.season import HOUR
from touchline.engagement.tests.fakes import FakePushSender
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.tasks.jobs import Task


@pytest.fixture(autouse=True)
def two_hours_before(clock: FixedClock) -> None:
    """Set the clock to two hours before noon. `on-now` starts one hour later."""
    clock.set(NOON - 2 * HOUR)


def test_each_subscription_of_a_viewer_gets_the_event_and_its_url(
    ada: Visitor,
    bea: Visitor,
    application: Application,
    ids: Ids,
    clock: FixedClock,
    push: FakePushSender,
    emails: Any,
) -> None:
    for name in ("telephone", "laptop"):
        subscribe(ada, name)
    subscribe(bea, "elsewhere")
    disable_email(ada)
    add_push_reminder(ada, ids)
    clock.set(NOON)
    for _ in range(2):
        application.runner.run(NOTIFY_LIVE_TASK)
    assert list_delivered(push) == ["laptop", "telephone"]
    message = push.sent[0]
    assert message.title == "Harlan Hockey @ Cedar Hockey (Nov 21, 2026, 11:00\u202fAM)"
    assert message.body == "Live now on Prairie"
    assert (message.url, message.tag) == (
        f"/watch/{ids('event', 'on-now')}",
        f"live-{ids('event', 'on-now')}",
    )
    assert message.ttl == 3600  # the event ends in an hour
    assert [email for email in emails() if email.unsubscribe] == []


def test_a_viewer_without_push_gets_none_and_without_any_channel_no_notification(
    ada: Visitor,
    bea: Visitor,
    application: Application,
    ids: Ids,
    clock: FixedClock,
    push: FakePushSender,
    emails: Any,
) -> None:
    subscribe(ada, "laptop")
    ada.post("/news-settings", by_mail=True, by_push=False)
    disable_email(bea)
    for viewer in (ada, bea):
        add_push_reminder(viewer, ids)
    clock.set(NOON)
    application.runner.run(NOTIFY_LIVE_TASK)
    assert list_delivered(push) == []
    assert [email.to for email in emails() if email.unsubscribe] == ["ada@example.org"]
    subscribe(bea, "telephone")  # the event is still live
    application.runner.run(NOTIFY_LIVE_TASK)
    assert list_delivered(push) == ["telephone"]


def test_an_expired_subscription_is_deleted_and_the_others_are_notified(
    ada: Visitor, application: Application, ids: Ids, clock: FixedClock, push: FakePushSender
) -> None:
    for name in ("gone", "laptop"):
        subscribe(ada, name)
    push.errors[PUSH_SERVICE + "gone"] = SubscriptionGoneError()
    disable_email(ada)
    add_push_reminder(ada, ids)
    clock.set(NOON)
    application.runner.run(NOTIFY_LIVE_TASK)
    assert list_delivered(push) == ["laptop"]
    assert [subscription["since"] for subscription in list_subscriptions(application, ada)] == [
        NOON - 2 * HOUR
    ]


def test_an_unavailable_service_is_retried_for_the_remaining_subscriptions(
    ada: Visitor, application: Application, ids: Ids, clock: FixedClock, push: FakePushSender
) -> None:
    for name in ("away", "laptop"):
        subscribe(ada, name)
    push.errors[PUSH_SERVICE + "away"] = PushUnavailableError()
    disable_email(ada)
    add_push_reminder(ada, ids)
    clock.set(NOON)
    application.runner.run(NOTIFY_LIVE_TASK)  # the inline queue does not retry; the failure is logged
    assert list_delivered(push) == ["laptop"]
    retry = Task(PUSH_JOB, (ada.channel.id, ada.data("/profile")["id"], ids("event", "on-now")))
    with pytest.raises(PushUnavailableError):
        application.runner.run(retry)
    push.errors.clear()
    application.runner.run(retry)
    application.runner.run(retry)
    assert list_delivered(push) == ["away", "laptop"]


def test_a_push_that_comes_too_late_is_not_sent(
    ada: Visitor, application: Application, ids: Ids, clock: FixedClock, push: FakePushSender
) -> None:
    subscribe(ada, "laptop")
    push.errors[PUSH_SERVICE + "laptop"] = PushUnavailableError()
    add_push_reminder(ada, ids)
    clock.set(NOON)
    application.runner.run(NOTIFY_LIVE_TASK)
    push.errors.clear()
    clock.set(NOON + timedelta(minutes=61))
    application.runner.run(
        Task(PUSH_JOB, (ada.channel.id, ada.data("/profile")["id"], ids("event", "on-now")))
    )
    assert list_delivered(push) == []


def test_a_browser_gets_pushes_of_its_latest_subscriber(
    ada: Visitor, bea: Visitor, application: Application
) -> None:
    shared = subscription("library")
    for viewer in (ada, ada, bea):
        assert viewer.post("/push/subscription", **shared).status_code == 204
    assert (len(list_subscriptions(application, ada)), len(list_subscriptions(application, bea))) == (0, 1)
    unsubscribe_fields = {"endpoint": shared["endpoint"], "_method": "delete"}
    assert ada.post("/push/subscription", **unsubscribe_fields).status_code == 204
    assert len(list_subscriptions(application, bea)) == 1
    for _ in range(2):
        assert bea.post("/push/subscription", **unsubscribe_fields).status_code == 204
    assert list_subscriptions(application, bea) == []


@pytest.mark.parametrize(
    "endpoint", ["https://169.254.169.254/latest", "http://fcm.googleapis.com/x", "x", ""]
)
def test_an_endpoint_of_no_known_push_service_is_refused(
    ada: Visitor, application: Application, endpoint: str
) -> None:
    response = ada.post("/push/subscription", **{**subscription("x"), "endpoint": endpoint})
    assert response.json is not None
    assert (response.status_code, list(response.json["errors"])) == (422, ["endpoint"])
    assert list_subscriptions(application, ada) == []


def test_the_oldest_of_too_many_subscriptions_is_deleted(
    ada: Visitor, application: Application, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push_subscriptions, "MAX_SUBSCRIPTIONS", 2)
    for name in ("a", "b", "c"):
        subscribe(ada, name)
        clock.advance(timedelta(minutes=1))
    saved = [subscription["since"] for subscription in list_subscriptions(application, ada)]
    assert saved == [NOON - 2 * HOUR + timedelta(minutes=minute) for minute in (2, 1)]


def test_a_site_without_push_reports_it_as_disabled(
    ada: Visitor, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender_class: Callable[..., Any] = type(application.adapters.push_sender())
    monkeypatch.setattr(sender_class, "public_key", None)
    assert ada.data("/push/key") == {"public_key": None}
    response = ada.post("/push/subscription", **subscription("x"))
    assert response.json is not None
    assert (response.status_code, response.json["message"]) == (
        400,
        "Browser notifications are turned off on this site.",
    )


def test_concurrent_jobs_record_all_delivered_subscriptions(
    ada: Visitor, application: Application, ids: Ids, clock: FixedClock
) -> None:
    container: Any = application.container
    sent_notifications, account_id, event_id = (
        container.engagement.sent_notifications(),
        ada.data("/profile")["id"],
        1,
    )
    with application.container.database().transaction(ada.channel.id):
        sent_notifications.add(account_id, event_id, NOON)
    subscription_ids, ready = range(8), Barrier(8)

    def record(subscription_id: int) -> None:
        ready.wait(10)
        with application.container.database().transaction(ada.channel.id):
            sent_notifications.add_delivery(account_id, event_id, subscription_id)

    with ThreadPoolExecutor(len(subscription_ids)) as threads:
        list(threads.map(record, subscription_ids))
    with application.container.database().transaction(ada.channel.id):
        assert sent_notifications.list_delivered(account_id, event_id) == frozenset(subscription_ids)
