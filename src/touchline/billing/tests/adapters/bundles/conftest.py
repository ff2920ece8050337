"""Two channels that share a bundle: `prairie` sells it, and it also opens `atelier`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.domain.coverage import EventScope, PassType
from touchline.billing.tests.adapters.browser_actions import buy_with_saved_card
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry
from touchline.channel.facade import ChannelDetails, Role
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId

BUNDLES = "/studio/bundles"
PAID_EVENT = EventScope(id=1, pass_type=PassType.PAID, category_id=70, participant_ids=(8, 9))


class BundleScenario:
    """The viewers and operators of both channels."""

    def __init__(self, application: Application, visit: Callable[[ChannelDetails], Visitor]) -> None:
        self.application = application
        self.container: Any = application.container
        self._visit = visit

    def add_operator(self, channel: ChannelDetails, email: str) -> Visitor:
        """Register an owner of a channel."""
        person = self.register(channel, email)
        with self.container.database().transaction(channel.id):
            self.container.channel.operator_admin().add(email, Role.OWNER, unverified=True)
        return person

    def register(self, channel: ChannelDetails, email: str, *, verified: bool = False) -> Visitor:
        """Register a viewer of a channel."""
        person = self._visit(channel).register(email=email, phone="", first_name="Mia", last_name="Roy")
        if verified:
            self.verify(person)
        return person

    def verify(self, viewer: Visitor) -> None:
        """Verify the address of a viewer."""
        with self.container.database().transaction(viewer.channel.id):
            accounts = self.container.channel.accounts()
            account = accounts.get_for_update(self.get_account_id(viewer))
            account.verify_email(self.container.clock().now())
            accounts.save(account)

    def change_address(self, viewer: Visitor, email: str) -> None:
        """Give a viewer another address, and verify it."""
        with self.container.database().transaction(viewer.channel.id):
            accounts = self.container.channel.accounts()
            account = accounts.get_for_update(self.get_account_id(viewer))
            account.email, account.email_verified_at = email, None
            accounts.save(account)
        self.verify(viewer)

    def get_account_id(self, viewer: Visitor) -> AccountId:
        """Return the id of a viewer's account."""
        return AccountId(viewer.data("/profile")["id"])

    def has_access(self, viewer: Visitor) -> bool:
        """Return whether a viewer may watch a paid event of their channel."""
        account_id = self.get_account_id(viewer)
        with self.container.database().transaction(viewer.channel.id):
            return bool(self.container.billing.facade().get_event_access(account_id, [PAID_EVENT]))

    def could_watch(self, viewer: Visitor, at: datetime) -> bool:
        """Return whether a viewer had access to a paid event at an instant."""
        account_id = self.get_account_id(viewer)
        with self.container.database().transaction(viewer.channel.id):
            (could,) = self.container.billing.facade().had_access(account_id, [(PAID_EVENT, at)])
            return bool(could)

    def advance(self, stripe: FakeStripeServer, days: float) -> None:
        """Advance the clocks of the application and the provider, and run the regular jobs."""
        stripe.advance(days=days)
        self.set_clock(stripe)
        self.container.billing.webhook_service().reconcile()

    def set_clock(self, stripe: FakeStripeServer) -> None:
        """Set the clock of the application to that of the provider."""
        clock: FixedClock = self.container.clock()
        clock.set(datetime.fromtimestamp(stripe.now(), UTC))


@pytest.fixture
def scenario(
    application: Application, visit: Callable[[ChannelDetails], Visitor], fake_stripe: FakeStripeServer
) -> BundleScenario:
    """Return the scenario. Both clocks agree."""
    scenario = BundleScenario(application, visit)
    scenario.set_clock(fake_stripe)
    return scenario


@pytest.fixture
def seller(scenario: BundleScenario, channel: ChannelDetails, fake_stripe: Any) -> Visitor:
    """Return an owner of `prairie`."""
    return scenario.add_operator(channel, "owner@prairie.example")


@pytest.fixture
def partner(scenario: BundleScenario, other_channel: ChannelDetails, fake_stripe: Any) -> Visitor:
    """Return an owner of `atelier`."""
    return scenario.add_operator(other_channel, "owner@atelier.example")


@pytest.fixture
def bundles(seller: Visitor, partner: Visitor, publish_offers: PublishOffers) -> dict[str, int]:
    """Put a pass and a monthly subscription on sale that include `atelier`. Return the bundle of each."""
    monthly = subscription_entry("monthly", offer="monthly", period="month", trial_period=0)
    publish_offers(seller.channel, billing_part(package_entry("season", days=30), subscriptions=(monthly,)))
    accepted = {}
    for kind, key in (("package", "season"), ("subscription", "monthly")):
        proposed = seller.post(BUNDLES, kind=kind, key=key, channel="atelier", percent="25")
        assert proposed.status_code == 201, proposed.text
        assert proposed.json is not None
        accepted[kind] = proposed.json["data"]["outgoing"][0]["id"]
        assert partner.post(f"{BUNDLES}/{accepted[kind]}/accept").status_code == 200
    return accepted


@pytest.fixture
def buy(bundles: dict[str, int], fake_stripe: FakeStripeServer) -> Callable[..., dict[str, Any]]:
    """Return `buy(viewer, kind)`, which buys the pass or the subscription and returns the order."""

    def send(viewer: Visitor, kind: str = "package", **more: Any) -> dict[str, Any]:
        (offer,) = viewer.data(f"/{kind}s")
        if kind == "subscription":
            return buy_with_saved_card(viewer, fake_stripe, kind, offer["id"])
        body = {"type": kind, "id": offer["id"], "payment_method": "pm_card_visa", "api_key": viewer.api_key}
        headers = {"Idempotency-Key": uuid4().hex}
        response = viewer.browser.post("/api/stripe/buy", json=body | more, headers=headers)
        assert response.status_code == 200, response.get_data(as_text=True)
        assert response.json is not None
        order: dict[str, Any] = response.json["data"]
        return order

    return send
