"""Score alerts reach each viewer once, also after a crash, and leave nothing behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest

from touchline.conftest import Visitor
from touchline.engagement.application.notifications.score_alert_service import PUSH_ALERT_JOB
from touchline.engagement.ports.push import PushUnavailableError
from touchline.engagement.tests.adapters.browsers import PUSH_SERVICE, list_delivered, subscribe
from touchline.engagement.tests.adapters.conftest import Ids
from touchline.engagement.tests.adapters.scoring import DELAY, Scorer, choose, send_due
from touchline.engagement.tests.fakes import FakePushSender
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.tasks.jobs import Task

Emails = Callable[[], Sequence[Any]]


def test_an_unavailable_push_service_is_tried_again_until_the_goal_is_no_news(
    follower: Visitor, scorer: Scorer, application: Application, clock: FixedClock, push: FakePushSender
) -> None:
    push.errors[PUSH_SERVICE + "phone"] = PushUnavailableError()
    scorer.score()
    clock.advance(DELAY)
    send_due(application)
    retry = Task(PUSH_ALERT_JOB, (follower.channel.id, follower.data("/profile")["id"], scorer.event_id, 1))
    with pytest.raises(PushUnavailableError):
        application.runner.run(retry)
    push.errors.clear()
    clock.advance(timedelta(minutes=4))
    for _ in range(2):
        application.runner.run(retry)
    assert [message.ttl for message in push.sent] == [60]
    subscribe(follower, "laptop")
    clock.advance(timedelta(minutes=1))
    application.runner.run(retry)
    assert list_delivered(push) == ["phone"]


def test_concurrent_jobs_tell_each_viewer_once(
    follower: Visitor,
    bea: Visitor,
    scorer: Scorer,
    application: Application,
    ids: Ids,
    clock: FixedClock,
    push: FakePushSender,
) -> None:
    choose(bea, ids("participant", "harlan-hockey"))
    subscribe(bea, "bea")
    scorer.score()
    clock.advance(DELAY)
    ready = Barrier(3)

    def run_job(_number: int) -> None:
        ready.wait(10)
        send_due(application)

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(run_job, range(3)))
    assert list_delivered(push) == ["bea", "phone"]


def test_an_interrupted_job_goes_on_with_the_viewers_who_have_not_got_the_alert(
    follower: Visitor,
    bea: Visitor,
    scorer: Scorer,
    application: Application,
    ids: Ids,
    clock: FixedClock,
    push: FakePushSender,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    choose(bea, ids("participant", "harlan-hockey"))
    subscribe(bea, "bea")
    scorer.score()
    clock.advance(DELAY)
    container: Any = application.container
    service = container.engagement.score_alert_service()
    notify, notified = service.notify, list[Any]()

    def fail_at_second(alert: Any, recipient: Any) -> bool:
        notified.append(recipient)
        if len(notified) == 2:
            raise ConnectionError("the worker is killed")
        return bool(notify(alert, recipient))

    monkeypatch.setattr(service, "notify", fail_at_second)
    with pytest.raises(ConnectionError):
        send_due(application)
    assert len(push.sent) == 1
    send_due(application)
    assert list_delivered(push) == ["bea", "phone"]


def test_the_export_has_the_choice_and_the_alerts_and_a_closed_account_leaves_none(
    follower: Visitor, scorer: Scorer, application: Application, clock: FixedClock, push: FakePushSender
) -> None:
    scorer.score()
    clock.advance(DELAY)
    send_due(application)
    account_id = follower.data("/profile")["id"]
    container: Any = application.container
    with container.database().transaction(follower.channel.id):
        facade = container.engagement.facade()
        export = facade.export_viewer_data(account_id)
        assert [reminder["score_alerts"] for reminder in export["reminders"]] == [True]
        assert export["score_alerts"] == [{"event_id": scorer.event_id, "at": clock.now()}]
        container.engagement.erase_viewer()(account_id)
        assert facade.export_viewer_data(account_id)["score_alerts"] == []


def test_old_alerts_are_deleted(
    follower: Visitor, scorer: Scorer, application: Application, clock: FixedClock, push: FakePushSender
) -> None:
    scorer.score()
    clock.advance(DELAY)
    send_due(application)
    container: Any = application.container
    clock.advance(timedelta(days=61))
    clean_up = container.engagement.clean_up_notifications()
    assert [clean_up() for _ in range(2)] == [1, 0]
