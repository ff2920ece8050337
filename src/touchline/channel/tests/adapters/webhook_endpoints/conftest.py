"""Fixtures: a receiver of webhooks, and a channel with an endpoint."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from dependency_injector import providers

from touchline.channel.adapters.webhook_endpoints.http_sender import HttpWebhookSender
from touchline.channel.application.webhook_endpoints.endpoint_admin import (
    EndpointStatus,
    WebhookEndpointAdmin,
)
from touchline.channel.domain.webhook_endpoints.messages import EVENT_TYPES, WebhookType
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.platform.http_client.public_addresses import PublicHttpClient
from touchline.platform.tests.http_client.http_server import LocalServer, run_server


@pytest.fixture
def receiver() -> Iterator[LocalServer]:
    """Yield a receiver of webhooks on this machine."""
    with run_server() as server:
        yield server


@pytest.fixture
def private_addresses(application: Application) -> Iterator[None]:
    """Allow private addresses, as TOUCHLINE_WEBHOOKS_ALLOW_PRIVATE does."""
    channel: Any = application.container.channel
    dependents = (channel.webhook_endpoint_admin, channel.deliver_webhooks)
    sender = HttpWebhookSender(PublicHttpClient(allow_private=True, total_timeout=2))
    with channel.webhook_sender.override(providers.Object(sender)):
        for dependent in dependents:
            dependent.reset()
        channel.webhook_endpoint_admin()._allow_private = True
        yield
    for dependent in dependents:
        dependent.reset()


@pytest.fixture
def admin(application: Application) -> WebhookEndpointAdmin:
    """Return the administration of webhook endpoints."""
    channel: Any = application.container.channel
    admin: WebhookEndpointAdmin = channel.webhook_endpoint_admin()
    return admin


@pytest.fixture
def add_endpoint(
    application: Application,
    channel: ChannelDetails,
    private_addresses: None,
    receiver: LocalServer,
) -> Callable[..., EndpointStatus]:
    """Return `add_endpoint()`, which adds an endpoint of the receiver to `prairie`."""

    def add(event_types: Sequence[WebhookType] = EVENT_TYPES) -> EndpointStatus:
        container: Any = application.container.channel
        with application.container.database().transaction(channel.id):
            status: EndpointStatus = container.webhook_endpoint_admin().create(
                receiver.url, "Scoreboard", event_types
            )
            return status

    return add
