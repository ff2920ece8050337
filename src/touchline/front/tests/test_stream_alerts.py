"""Alerts to operators about faults of a stream, by push and email: who gets them, each once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.live_streams import LiveState
from touchline.catalog.tests.health_encoder import BLACK, GOOD, HealthEncoder
from touchline.channel.domain.operators.roles import Role
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.engagement.tests.adapters.browsers import list_delivered, subscribe
from touchline.engagement.tests.fakes import FakePushSender
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import EventId

STREAM = "/studio/events/on-now/stream"
ALERTS = f"{STREAM}/alerts"
Emails = Callable[[], Sequence[Any]]
Join = Callable[[Role], Visitor]


@pytest.fixture
def push(application: Application, monkeypatch: pytest.MonkeyPatch) -> FakePushSender:
    """Replace the push services and return the fake that receives all pushes."""
    push_sender = FakePushSender()
    monkeypatch.setattr(application.adapters.push_sender(), "send", push_sender.send)
    return push_sender


@pytest.fixture
def join(application: Application, site: ChannelDetails, visit: Callable[[ChannelDetails], Visitor]) -> Join:
    """Return a function that returns an operator with a role and a browser that gets pushes."""

    def add(role: Role) -> Visitor:
        email = f"{role.value}@example.org"
        operator = visit(site).register(email=email)
        container: Any = application.container
        with container.database().transaction(site.id):
            container.channel.operator_admin().add(email, role, unverified=True)
        subscribe(operator, role.value)
        return operator

    return add


@pytest.fixture
def owner(join: Join, push: FakePushSender) -> Visitor:
    """Return the owner who opened the stream of the event."""
    owner = join(Role.OWNER)
    assert owner.post(STREAM).status_code == 200
    return owner


@pytest.fixture
def encoder(
    owner: Visitor,
    application: Application,
    clock: FixedClock,
    ids: Callable[[str, str], int],
    tmp_path: Path,
) -> HealthEncoder:
    """Return the encoder of the stream, which is live."""
    container: Any = application.container
    streams, event_id = container.catalog.streams(), EventId(ids("event", "on-now"))
    with container.database().transaction(owner.channel.id):
        stream = streams.get_by_event(event_id)
        stream.state, stream.started_at, stream.session_count = LiveState.LIVE, clock.now(), 1
        streams.save(stream)
    return HealthEncoder(application, clock, stream, tmp_path)


def list_alerts(emails: Emails) -> list[Any]:
    """Return the emails about faults, newest first."""
    return [email for email in emails() if email.subject.startswith("Problem with the live stream")]


def test_the_operator_who_opened_the_stream_gets_a_push_and_an_email_once(
    encoder: HealthEncoder, emails: Emails, push: FakePushSender
) -> None:
    encoder.send(20)
    encoder.send(120, BLACK)
    (message,) = push.sent
    assert message.body == "The picture has been black for 12 s."
    assert message.url == "/studio/schedule/on-now/live"
    (email,) = list_alerts(emails)
    assert "The picture has been black for 12 s." in email.text
    assert "Check the camera and its lens cap." in email.text
    assert "/studio/schedule/on-now/live" in email.text


def test_a_fault_that_returns_alerts_again_only_after_ten_minutes(
    encoder: HealthEncoder, emails: Emails, push: FakePushSender
) -> None:
    encoder.send(30, BLACK)
    encoder.send(300)
    encoder.send(30, BLACK)
    assert (len(push.sent), len(list_alerts(emails))) == (1, 1)
    encoder.send(620)
    encoder.send(30, BLACK)
    assert (len(push.sent), len(list_alerts(emails))) == (2, 2)


def test_each_fault_has_an_alert_of_its_own(encoder: HealthEncoder, push: FakePushSender) -> None:
    encoder.send(30, BLACK)
    encoder.send(30, replace(BLACK, silent_seconds=40))
    assert len({message.tag for message in push.sent}) == len(push.sent) == 2


def test_an_alert_names_the_backup_encoder(encoder: HealthEncoder, push: FakePushSender) -> None:
    encoder.slot = EncoderSlot.BACKUP
    encoder.send(30, BLACK)
    (message,) = push.sent
    assert message.body == "Backup encoder: The picture has been black for 12 s."


def test_warnings_alert_nobody(encoder: HealthEncoder, push: FakePushSender) -> None:
    encoder.send(60, replace(GOOD, keyframe_interval_ms=10_000))
    assert push.sent == []


def test_an_encoder_that_stays_away_alerts_and_one_that_returns_does_not(
    encoder: HealthEncoder, clock: FixedClock, push: FakePushSender
) -> None:
    encoder.send(30)
    for seconds, count in ((10, 0), (40, 1)):
        encoder.stream.state, encoder.stream.gone_at = LiveState.INTERRUPTED, clock.now()
        encoder.send(seconds, None)
        assert len(push.sent) == count
        encoder.stream.state = LiveState.LIVE
        encoder.send(10)
    assert push.sent[0].body == "The encoder has disconnected."


def test_an_encoder_without_data_that_disconnects_later_alerts_once(
    encoder: HealthEncoder, clock: FixedClock, push: FakePushSender
) -> None:
    encoder.send(30)
    for idle_seconds in (4, 14, 24, 34):
        encoder.send(10, replace(GOOD, idle_seconds=idle_seconds))
        assert len(push.sent) == (idle_seconds > 14)
    assert push.sent[0].body.startswith("No data has arrived")
    encoder.stream.state, encoder.stream.gone_at = LiveState.INTERRUPTED, clock.now()
    encoder.send(60, None)
    assert len(push.sent) == 1
    encoder.stream.state = LiveState.LIVE
    encoder.send(620)
    encoder.stream.state, encoder.stream.gone_at = LiveState.INTERRUPTED, clock.now()
    encoder.send(40, None)
    assert [message.body for message in push.sent[1:]] == ["The encoder has disconnected."]


def test_nobody_is_alerted_during_the_setup_and_after_the_planned_end(
    encoder: HealthEncoder, clock: FixedClock, push: FakePushSender
) -> None:
    encoder.stream.planned_end = clock.now()
    encoder.send(40, BLACK)
    encoder.stream.planned_end = None
    clock.advance(-timedelta(days=1))
    encoder.send(40, BLACK)
    assert push.sent == []


def test_a_stream_test_alerts_nobody(encoder: HealthEncoder, push: FakePushSender) -> None:
    encoder.stream.is_test = True
    encoder.send(40, BLACK)
    assert push.sent == []


def test_operators_choose_alerts_and_opening_the_stream_again_keeps_their_choice(
    owner: Visitor, join: Join, encoder: HealthEncoder, push: FakePushSender
) -> None:
    producer = join(Role.PRODUCER)
    assert owner.data(f"{STREAM}/health")["is_alerted"] is True
    assert producer.data(f"{STREAM}/health")["is_alerted"] is False
    assert producer.post(ALERTS, is_alerted=True).status_code == 200
    assert owner.post(ALERTS, is_alerted=False).status_code == 200
    assert owner.post(STREAM).status_code == 200
    assert owner.data(f"{STREAM}/health")["is_alerted"] is False
    encoder.send(40, BLACK)
    assert list_delivered(push) == ["producer"]


def test_a_former_operator_is_not_alerted(
    join: Join, encoder: HealthEncoder, emails: Emails, push: FakePushSender, application: Application
) -> None:
    producer = join(Role.PRODUCER)
    assert producer.post(ALERTS, is_alerted=True).status_code == 200
    container: Any = application.container
    with container.database().transaction(producer.channel.id):
        container.channel.operator_admin().remove("producer@example.org")
    encoder.send(40, BLACK)
    assert list_delivered(push) == ["owner"]
    assert [email.to for email in list_alerts(emails)] == ["owner@example.org"]


def test_the_handlers_may_run_twice(
    owner: Visitor, encoder: HealthEncoder, application: Application, emails: Emails
) -> None:
    encoder.send(40, BLACK)
    container: Any = application.container
    with container.database().transaction(owner.channel.id):
        account_id = owner.data("/profile")["id"]
        container.channel.send_stream_fault_emails()(1, 1, [account_id])
    assert len(list_alerts(emails)) == 1
