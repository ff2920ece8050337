"""Tests for access that operators grant without payment, and revoke."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from touchline.billing.application.checkout.access_grants import GrantAccess, GrantRequest, RevokeAccess
from touchline.billing.application.offers.product_references import ProductReferences
from touchline.billing.domain.checkout.orders import (
    ActivityStatus,
    AutoRenewal,
    Order,
    OrderStatus,
    ProductKind,
)
from touchline.billing.events import OrderPaid
from touchline.billing.tests.checkout_environment import (
    ADA,
    EVENT_ID,
    GRACE_PERIOD,
    SEASON,
    SINGLE_EVENT_PACKAGE_ID,
    TEAM_PASS,
    YEARLY,
    CheckoutEnvironment,
)
from touchline.billing.tests.order_samples import NOW
from touchline.billing.tests.payment_fakes import DECLINED, REQUIRES_AUTHENTICATION
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import OrderId
from touchline.shared.money import Money

DAY = timedelta(days=1)
ZERO = Money(0, "USD")


class AccessHarness:
    """A checkout environment with an operator."""

    def __init__(self, **offers: Any) -> None:
        self.env = CheckoutEnvironment(**offers)
        env = self.env
        self.grant_access = GrantAccess(
            env.orders,
            env.build_sale_check(),
            env.sale_catalog,
            env.channel,
            env.published_events,
            env.clock,
            GRACE_PERIOD,
        )
        self.revoke_access = RevokeAccess(env.orders, env.clock, env.redeemed_orders)

    def grant(self, kind: ProductKind, product_id: int, **more: Any) -> Order:
        """Grant Ada access to a product."""
        with self.env.uow(ADA.channel_id):
            return self.grant_access(GrantRequest(account_id=ADA.viewer_id, kind=kind, id=product_id, **more))

    def revoke(self, order_id: OrderId) -> Order:
        """Revoke the access of an order."""
        with self.env.uow(ADA.channel_id):
            return self.revoke_access(order_id)


@pytest.mark.parametrize(
    ("kind", "product_id"), [(ProductKind.EVENT, EVENT_ID), (ProductKind.PACKAGE, SEASON)]
)
def test_a_grant_is_a_paid_order_of_zero_unknown_to_the_provider(kind: ProductKind, product_id: int) -> None:
    harness = AccessHarness()
    order = harness.grant(kind, product_id)
    assert (order.status, order.total, order.payment_ref) == (OrderStatus.PAID, ZERO, None)
    assert order.activity(NOW, GRACE_PERIOD) is ActivityStatus.ACTIVE
    assert harness.env.payments.get_balance() == 0
    assert harness.env.published_events.events == [
        OrderPaid(1, order.id, ADA.viewer_id, transaction_id=0, renewal=False)
    ]


def test_a_grant_ends_with_its_offer_or_on_a_given_date() -> None:
    assert AccessHarness(season={"days": 30}).grant(ProductKind.PACKAGE, SEASON).expires_at == NOW + 30 * DAY
    assert (
        AccessHarness(season={"days": 30}).grant(ProductKind.PACKAGE, SEASON, until=NOW + DAY).expires_at
        == NOW + DAY
    )
    assert AccessHarness().grant(ProductKind.PACKAGE, SEASON).expires_at is None


def test_a_team_pass_is_granted_for_a_team() -> None:
    assert AccessHarness().grant(ProductKind.PACKAGE, TEAM_PASS, team=70).grant.participant_id == 70
    with pytest.raises(RefusedError, match="team not selected"):
        AccessHarness().grant(ProductKind.PACKAGE, TEAM_PASS)


def test_a_subscription_is_granted_until_a_date_and_never_renews() -> None:
    order = AccessHarness().grant(ProductKind.SUBSCRIPTION, YEARLY, until=NOW + 30 * DAY)
    assert (order.expires_at, order.auto_renewal, order.next_check_at) == (NOW + 30 * DAY, None, None)
    assert order.activity(NOW + 31 * DAY, GRACE_PERIOD) is ActivityStatus.EXPIRED
    with pytest.raises(RefusedError, match="needs a last day"):
        AccessHarness().grant(ProductKind.SUBSCRIPTION, YEARLY)


def test_a_past_date_is_refused() -> None:
    with pytest.raises(RefusedError, match="in the past"):
        AccessHarness().grant(ProductKind.PACKAGE, SEASON, until=NOW)
    with pytest.raises(RefusedError, match="in the past"):
        AccessHarness(season={"until": date(2026, 11, 20)}).grant(ProductKind.PACKAGE, SEASON)


def test_a_product_that_the_viewer_has_is_not_granted_again() -> None:
    harness = AccessHarness()
    harness.env.buy(ProductKind.EVENT)
    with pytest.raises(RefusedError, match="already has access"):
        harness.grant(ProductKind.EVENT, EVENT_ID)
    harness.grant(ProductKind.PACKAGE, SEASON)
    with pytest.raises(RefusedError, match="already has access"):
        harness.grant(ProductKind.PACKAGE, SEASON)


def test_a_product_with_a_pending_payment_is_not_granted() -> None:
    harness = AccessHarness()
    harness.env.buy(ProductKind.PACKAGE, card=REQUIRES_AUTHENTICATION)
    with pytest.raises(RefusedError, match="already has order 1 for this product"):
        harness.grant(ProductKind.PACKAGE, SEASON)


def test_an_expired_product_can_be_granted_again() -> None:
    harness = AccessHarness(season={"days": 30})
    first = harness.grant(ProductKind.PACKAGE, SEASON)
    harness.env.clock.advance(31 * DAY)
    assert harness.grant(ProductKind.PACKAGE, SEASON).id != first.id


@pytest.mark.parametrize(
    ("kind", "product_id"),
    [(ProductKind.EVENT, 99), (ProductKind.PACKAGE, 99), (ProductKind.PACKAGE, SINGLE_EVENT_PACKAGE_ID)],
)
def test_a_product_that_is_not_on_sale_cannot_be_granted(kind: ProductKind, product_id: int) -> None:
    with pytest.raises(NotFoundError):
        AccessHarness().grant(kind, product_id)


def test_a_revoked_order_ends_without_a_refund() -> None:
    harness = AccessHarness()
    order = harness.env.buy(ProductKind.PACKAGE)
    harness.revoke(order.id)
    after = harness.env.sync(order)
    assert (after.status, after.activity(NOW, GRACE_PERIOD)) == (OrderStatus.PAID, ActivityStatus.CANCELED)
    assert harness.env.payments.get_balance() == order.total.minor
    assert harness.env.is_balanced()


def test_a_revoked_subscription_ends_at_the_provider() -> None:
    harness = AccessHarness()
    order = harness.env.buy(ProductKind.SUBSCRIPTION)
    revoked = harness.revoke(order.id)
    assert (revoked.auto_renewal, revoked.next_check_at) == (AutoRenewal.CANCELED, NOW)
    harness.env.run_reconciliation()
    assert order.payment_ref is not None
    billing_cycle = harness.env.payments.retrieve(order.payment_ref).billing_cycle
    assert billing_cycle is not None and billing_cycle.ended_at is not None


def test_a_revoked_grant_is_not_checked_again() -> None:
    harness = AccessHarness()
    order = harness.grant(ProductKind.PACKAGE, SEASON)
    assert harness.revoke(order.id).next_check_at is None


def test_only_an_active_order_can_be_revoked() -> None:
    harness = AccessHarness()
    order = harness.grant(ProductKind.PACKAGE, SEASON)
    harness.revoke(order.id)
    with pytest.raises(RefusedError, match="has already ended"):
        harness.revoke(order.id)
    failed = harness.env.buy(ProductKind.EVENT, card=DECLINED)
    with pytest.raises(RefusedError, match="is failed"):
        harness.revoke(failed.id)
    with pytest.raises(NotFoundError, match="no order 99"):
        harness.revoke(OrderId(99))


class FakeCatalogKeys:
    """In-memory `CatalogKeys`."""

    def get_id(self, kind: str, key: str) -> int | None:
        return {("event", "aces-at-bears"): EVENT_ID, ("participant", "aces"): 70}.get((kind, key))


def test_products_are_referenced_by_key_and_by_id() -> None:
    product_references = ProductReferences(AccessHarness().env.offers, FakeCatalogKeys())
    assert (
        product_references.parse("package:season")
        == product_references.parse(f"package:{SEASON}")
        == (ProductKind.PACKAGE, SEASON)
    )
    assert product_references.parse("subscription:yearly") == (ProductKind.SUBSCRIPTION, YEARLY)
    assert (
        product_references.parse("event:12")
        == product_references.parse("event:aces-at-bears")
        == (ProductKind.EVENT, EVENT_ID)
    )
    assert (product_references.parse_team("aces"), product_references.parse_team("71")) == (70, 71)
    assert (product_references.parse_scope("event"), product_references.parse_scope("package:season")) == (
        "event",
        f"package:{SEASON}",
    )
    assert product_references.get_names()[f"package:{SEASON}"] == "package:season"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("package:saeson", "There is no package saeson on sale. Available: solo, season, pass."),
        ("event:nobody", "There is no event nobody in this channel."),
        ("gift:1", "gift:1 is not on sale. Write event:ID, package:KEY or subscription:KEY."),
        ("package:", "package: is not on sale. Write event:ID, package:KEY or subscription:KEY."),
    ],
)
def test_an_unknown_reference_lists_what_is_on_sale(name: str, message: str) -> None:
    with pytest.raises((NotFoundError, RefusedError)) as refusal:
        ProductReferences(AccessHarness().env.offers, FakeCatalogKeys()).parse(name)
    assert refusal.value.message == message
