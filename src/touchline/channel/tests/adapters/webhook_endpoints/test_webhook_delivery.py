"""Webhooks from an event in the outbox to a receiver, on the real tables."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from dependency_injector import providers
from sqlalchemy import select

from touchline.channel.adapters.sql.webhook_tables import WebhookEndpointRow, WebhookMessageRow
from touchline.channel.adapters.webhook_endpoints.http_sender import HttpWebhookSender
from touchline.channel.application.webhook_endpoints.endpoint_admin import (
    EndpointStatus,
    WebhookEndpointAdmin,
)
from touchline.channel.domain.webhook_endpoints.deliveries import (
    DeliveryError,
    DeliveryState,
    WebhookDelivery,
)
from touchline.channel.domain.webhook_endpoints.endpoints import ENDPOINT_PAUSED
from touchline.channel.domain.webhook_endpoints.messages import WebhookType
from touchline.channel.facade import ChannelDetails
from touchline.channel.ports.email.mailer import Email
from touchline.conftest import NEW_VIEWER, NOON, Visitor, get_clock
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.outbox import OutboxRow
from touchline.platform.http_client.public_addresses import PublicHttpClient
from touchline.platform.tests.http_client.http_server import LocalServer
from touchline.shared.clock import FixedClock
from touchline.shared.errors import RefusedError
from touchline.shared.paging import PageRequest
from touchline.shared.tasks.jobs import Task

Transaction = Callable[..., AbstractContextManager[Any]]
Announce = Callable[..., None]
AddEndpoint = Callable[..., EndpointStatus]


@pytest.fixture
def announce(application: Application, channel: ChannelDetails, transaction: Transaction) -> Announce:
    """Return `announce((name, payload), …)`, which handles events of other contexts, one after another."""

    def handle(*events: tuple[str, dict[str, Any]], channel_id: int = channel.id) -> None:
        for name, payload in events:
            row = OutboxRow(kind="event", name=name, channel_id=channel_id, payload=payload)
            row.written_at = get_clock(application).now()
            with transaction(channel_id) as session:
                session.add(row)
            application.runner.run(Task("outbox.handle", (channel_id, row.id)))

    return handle


def build_request(request_id: int) -> tuple[str, dict[str, Any]]:
    """Return the event of a form that was sent. Emails ignore an unknown request."""
    return "engagement.RequestMade", {"channel_id": 1, "request_id": request_id}


@pytest.fixture
def deliveries(
    application: Application, channel: ChannelDetails, transaction: Transaction
) -> Callable[[EndpointStatus], Sequence[WebhookDelivery]]:
    """Return `deliveries(endpoint)`, which lists an endpoint's log, newest first."""

    def list_deliveries(status: EndpointStatus) -> Sequence[WebhookDelivery]:
        container: Any = application.container.channel
        with transaction(channel.id):
            page = container.webhook_log().list_page(status.endpoint.id, PageRequest(limit=100))
            return list(page.items)

    return list_deliveries


@pytest.fixture
def run_minutely_job(application: Application) -> Callable[[], None]:
    """Return `run_minutely_job()`, which sends what is due."""
    return lambda: application.runner.run(Task("channel.enqueue_due_webhooks", ()))


def list_bodies(receiver: LocalServer) -> list[tuple[str, dict[str, Any]]]:
    """Return type and data of each received message."""
    bodies = [json.loads(body) for *_, body in receiver.requests]
    return [(body["type"], body["data"]) for body in bodies]


def test_each_event_becomes_a_message(
    add_endpoint: AddEndpoint, announce: Announce, receiver: LocalServer, channel: ChannelDetails
) -> None:
    add_endpoint()
    order = {"channel_id": channel.id, "order_id": 7, "account_id": 0, "transaction_id": 0}
    announce(
        ("catalog.EventsCreated", {"event_ids": [4, 5]}),
        ("catalog.EventsChanged", {"event_ids": [4]}),
        ("catalog.EventWentLive", {"channel_id": channel.id, "event_id": 4}),
        ("catalog.EventFinished", {"event_id": 4}),
        ("billing.OrderPaid", {**order, "renewal": False}),
        ("billing.OrderRefunded", order),
        ("clips.ClipCreated", {"clip_id": 9, "event_id": 4}),
        build_request(3),
    )
    assert list_bodies(receiver) == [
        ("event.created", {"event_id": 4}),
        ("event.created", {"event_id": 5}),
        ("event.changed", {"event_id": 4}),
        ("event.live", {"event_id": 4}),
        ("event.finished", {"event_id": 4}),
        ("order.paid", {"order_id": 7, "is_renewal": False, "is_charged": False}),
        ("order.refunded", {"order_id": 7}),
        ("clip.created", {"clip_id": 9, "event_id": 4}),
        ("form.sent", {"request_id": 3}),
    ]


def test_requests_are_signed_with_the_secret(
    add_endpoint: AddEndpoint, announce: Announce, receiver: LocalServer, channel: ChannelDetails
) -> None:
    status = add_endpoint()
    assert status.secret is not None
    announce(build_request(3))
    ((method, path, headers, body),) = receiver.requests
    assert (method, path, headers["Content-Type"]) == ("POST", "/hook", "application/json")
    assert headers["webhook-timestamp"] == str(int(NOON.timestamp()))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    digest = hmac.digest(b64decode(status.secret.removeprefix("whsec_")), signed, hashlib.sha256)
    assert headers["webhook-signature"] == f"v1,{b64encode(digest).decode()}"


def test_the_secret_is_encrypted_in_the_database(
    add_endpoint: AddEndpoint, transaction: Transaction, channel: ChannelDetails
) -> None:
    status = add_endpoint()
    assert status.secret is not None
    with transaction(channel.id) as session:
        assert status.secret not in str(session.scalar(select(WebhookEndpointRow.encrypted_secret)))


def test_an_endpoint_gets_only_its_types_and_its_channel(
    add_endpoint: AddEndpoint,
    announce: Announce,
    receiver: LocalServer,
    channel: ChannelDetails,
    other_channel: ChannelDetails,
    application: Application,
) -> None:
    add_endpoint([WebhookType.FORM_SENT])
    announce(("catalog.EventFinished", {"event_id": 4}))
    announce(build_request(3), channel_id=other_channel.id)
    assert receiver.requests == []


def test_a_channel_without_endpoints_stores_nothing(
    announce: Announce,
    transaction: Transaction,
    channel: ChannelDetails,
    queries: Callable[[], AbstractContextManager[list[str]]],
) -> None:
    with queries() as sent:
        announce(("catalog.EventFinished", {"event_id": 4}))
    assert len([statement for statement in sent if "webhook" in statement]) == 1
    with transaction(channel.id) as session:
        assert session.scalar(select(WebhookMessageRow.id)) is None


def test_an_event_that_is_handled_twice_is_sent_once(
    add_endpoint: AddEndpoint,
    receiver: LocalServer,
    channel: ChannelDetails,
    transaction: Transaction,
    application: Application,
) -> None:
    add_endpoint()
    for _ in range(2):
        row = OutboxRow(
            id=77,
            kind="event",
            name="engagement.RequestMade",
            channel_id=channel.id,
            payload={"channel_id": channel.id, "request_id": 3},
            written_at=NOON,
        )
        with transaction(channel.id) as session:
            session.add(row)
        application.runner.run(Task("outbox.handle", (channel.id, 77)))
    assert len(receiver.requests) == 1


def test_failures_are_retried_and_logged(
    add_endpoint: AddEndpoint,
    announce: Announce,
    receiver: LocalServer,
    channel: ChannelDetails,
    clock: FixedClock,
    deliveries: Callable[[EndpointStatus], Sequence[WebhookDelivery]],
    run_minutely_job: Callable[[], None],
) -> None:
    status = add_endpoint()
    receiver.status, receiver.body = 500, b"out of \0 order"
    announce(build_request(3))
    run_minutely_job()
    assert len(receiver.requests) == 1, "the retry is not due yet"
    receiver.status, receiver.body = 200, b"ok"
    clock.advance(timedelta(minutes=2))
    run_minutely_job()
    (delivery,) = deliveries(status)
    assert (delivery.state, delivery.next_attempt_at) == (DeliveryState.DELIVERED, None)
    assert [(attempt.response_status, attempt.response, attempt.error) for attempt in delivery.attempts] == [
        (500, "out of \ufffd order", DeliveryError.STATUS),
        (200, "ok", None),
    ]
    first, second = (headers for _, _, headers, _ in receiver.requests)
    assert first["webhook-id"] == second["webhook-id"]
    assert first["webhook-timestamp"] != second["webhook-timestamp"]


def test_an_endpoint_that_fails_for_a_day_is_paused_and_its_messages_wait(
    visitor: Visitor,
    add_endpoint: AddEndpoint,
    admin: WebhookEndpointAdmin,
    announce: Announce,
    receiver: LocalServer,
    channel: ChannelDetails,
    clock: FixedClock,
    transaction: Transaction,
    application: Application,
    emails: Callable[[], Sequence[Email]],
    run_minutely_job: Callable[[], None],
) -> None:
    visitor.register()
    container: Any = application.container.channel
    with transaction(channel.id):
        container.operator_admin().add(NEW_VIEWER["email"], unverified=True)
    status = add_endpoint()
    receiver.status = 503
    announce(build_request(3))
    clock.advance(timedelta(days=1))
    run_minutely_job()
    assert emails()[0].subject == f"Webhook endpoint {status.endpoint.id} of Prairie is paused"
    assert "/studio/webhooks" in emails()[0].text
    announce(build_request(4))
    clock.advance(timedelta(days=1))
    run_minutely_job()
    assert len(receiver.requests) == 2
    with transaction(channel.id), pytest.raises(RefusedError, match=ENDPOINT_PAUSED):
        container.webhook_endpoint_admin().send_test(status.endpoint.id)
    receiver.status = 200
    with transaction(channel.id):
        container.webhook_endpoint_admin().resume(status.endpoint.id)
    assert [data["request_id"] for _, data in list_bodies(receiver)[2:]] == [3, 4]


def test_an_endpoint_that_answers_gone_is_paused_at_once(
    add_endpoint: AddEndpoint,
    announce: Announce,
    receiver: LocalServer,
    channel: ChannelDetails,
    admin: WebhookEndpointAdmin,
    transaction: Transaction,
) -> None:
    status = add_endpoint()
    receiver.status = 410
    announce(build_request(3), build_request(4))
    assert len(receiver.requests) == 1
    with transaction(channel.id):
        assert admin.get(status.endpoint.id).endpoint.pause_reason == "gone"


def test_an_endpoint_that_does_not_respond_rests_before_the_next_message(
    add_endpoint: AddEndpoint, announce: Announce, receiver: LocalServer, channel: ChannelDetails
) -> None:
    add_endpoint()
    receiver.status = 500
    announce(*(build_request(number) for number in range(3)))
    assert len(receiver.requests) == 1


def test_a_private_address_gets_nothing_and_the_log_says_why(
    application: Application,
    receiver: LocalServer,
    channel: ChannelDetails,
    transaction: Transaction,
    add_endpoint: AddEndpoint,
    announce: Announce,
    deliveries: Callable[[EndpointStatus], Sequence[WebhookDelivery]],
) -> None:
    status = add_endpoint()
    container: Any = application.container.channel
    container.deliver_webhooks.reset()
    with container.webhook_sender.override(providers.Object(HttpWebhookSender(PublicHttpClient()))):
        announce(build_request(3))
    ((attempt,),) = [delivery.attempts for delivery in deliveries(status)]
    assert (attempt.error, attempt.response_status) == (DeliveryError.ADDRESS, None)
    assert receiver.requests == []


def test_messages_are_deleted_after_thirty_days(
    add_endpoint: AddEndpoint,
    announce: Announce,
    channel: ChannelDetails,
    clock: FixedClock,
    application: Application,
    deliveries: Callable[[EndpointStatus], Sequence[WebhookDelivery]],
) -> None:
    status = add_endpoint()
    announce(build_request(3))
    clock.advance(timedelta(days=29))
    announce(build_request(4))
    clock.advance(timedelta(days=2))
    application.runner.run(Task("channel.forget_sessions", ()))
    assert [delivery.message.data["request_id"] for delivery in deliveries(status)] == [4]
