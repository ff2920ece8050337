"""Fixtures for the app with payments. The fake Stripe server is reset before each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.tests.offer_samples import IDS
from touchline.channel.facade import ChannelDetails, Role
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application

PublishOffers = Callable[[ChannelDetails, dict[str, Any]], None]
JoinTeam = Callable[[Role, str], Visitor]


@pytest.fixture(scope="session")
def shared_fake_stripe() -> Iterator[FakeStripeServer]:
    """Return the fake Stripe server on its own port. It sends no webhooks."""
    with FakeStripeServer() as server:
        yield server


@pytest.fixture
def shared_application(
    database_url: str, applications: Any, shared_fake_stripe: FakeStripeServer
) -> Application:
    """Return the application of a database, with payments enabled."""
    application: Application = applications.get(
        database_url, payments="fake", fake_stripe_port=shared_fake_stripe.port
    )
    return application


@pytest.fixture
def fake_stripe(application: Application, shared_fake_stripe: FakeStripeServer) -> FakeStripeServer:
    """Return the fake Stripe server after a reset."""
    shared_fake_stripe.reset()
    shared_fake_stripe.fail_next(0)
    billing: Any = application.container.billing
    billing.request_order_sync()._requested_at.clear()
    return shared_fake_stripe


@pytest.fixture
def publish_offers(application: Application, transaction: Any) -> PublishOffers:
    """Return `publish_offers(channel, part)`, which applies a billing part to a channel."""

    def apply(channel: ChannelDetails, offers: dict[str, Any]) -> None:
        with transaction(channel.id):
            application.container.billing.facade().apply_pack(offers, IDS)

    return apply


@pytest.fixture
def ada(visitor: Visitor, fake_stripe: FakeStripeServer) -> Visitor:
    """Return a registered viewer of `prairie`."""
    return visitor.register()


@pytest.fixture
def bea(
    visit: Callable[[ChannelDetails], Visitor], channel: ChannelDetails, fake_stripe: FakeStripeServer
) -> Visitor:
    """Return another registered viewer of `prairie`."""
    return visit(channel).register(email="bea@example.org", first_name="Bea")


@pytest.fixture
def join_team(
    application: Application, visit: Callable[[ChannelDetails], Visitor], channel: ChannelDetails
) -> JoinTeam:
    """Return `join_team(role, email)`, which registers an operator of `prairie`."""

    def join(role: Role, email: str) -> Visitor:
        person = visit(channel).register(email=email, phone="", first_name="Olu", last_name=role.title())
        container: Any = application.container
        with container.database().transaction(channel.id):
            container.channel.operator_admin().add(email, role, unverified=True)
        return person

    return join
