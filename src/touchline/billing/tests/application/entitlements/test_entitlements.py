"""Tests for the entitlements of an account (product.md §4 and §6)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.application.customers.trial_digests import TrialDigests
from touchline.billing.application.entitlements.entitlements import Entitlement
from touchline.billing.domain.checkout.orders import AutoRenewal, Grant, OrderStatus, Product, ProductKind
from touchline.billing.domain.offers.offers import Capability, Feature
from touchline.billing.ports.current_channel import ViewerProfile
from touchline.billing.tests.account_fakes import TRIAL_DIGESTS, build_account_services
from touchline.billing.tests.order_samples import NOW, build_order
from touchline.shared.ids import AccountId

ME, ANOTHER = AccountId(4), AccountId(5)
EVERYTHING = tuple(Capability)
YESTERDAY, TOMORROW = NOW - timedelta(days=1), NOW + timedelta(days=1)


def build_paid_order(kind: ProductKind, grant: Grant, **changes: Any) -> Any:
    """Build a paid order."""
    product = Product(kind=kind, id=2, name={"en": "Thing"})
    return build_order(product=product, grant=grant, status=OrderStatus.PAID, starts_at=NOW, **changes)


def list_entitlements(*orders: Any) -> list[Entitlement]:
    """Return the viewer's entitlements."""
    return build_account_services(*orders)[0](ME)


def test_a_bought_event_is_an_entitlement() -> None:
    (entitlement,) = list_entitlements(build_order(status=OrderStatus.PAID))
    assert entitlement == Entitlement("event", 12, (), None, frozenset({"watch"}))


def test_a_pass_has_its_limits_and_its_start() -> None:
    grant = Grant(capabilities=(Capability.CLIPPING,), limits={Feature.CLIPS: 50})
    (entitlement,) = list_entitlements(build_paid_order(ProductKind.PACKAGE, grant))
    assert (entitlement.limits, entitlement.since) == ({"clips": 50}, NOW)


def test_a_pass_has_its_categories_and_its_team() -> None:
    grant = Grant(capabilities=(Capability.WATCH,), category_ids=(1, 2), participant_id=7)
    (entitlement,) = list_entitlements(build_paid_order(ProductKind.PACKAGE, grant))
    assert entitlement == Entitlement("package", None, (1, 2), 7, frozenset({"watch"}), since=NOW)


def test_a_subscription_has_its_capabilities() -> None:
    renewing = build_paid_order(
        ProductKind.SUBSCRIPTION,
        Grant(capabilities=EVERYTHING),
        auto_renewal=AutoRenewal.ACTIVE,
        expires_at=TOMORROW,
    )
    (entitlement,) = list_entitlements(renewing)
    assert entitlement.kind == "subscription"
    assert entitlement.capabilities == {
        "watch",
        "download",
        "clipping",
        "download_clip",
        "no_ads",
        "vod_media",
    }


@pytest.mark.parametrize(
    "changes",
    [
        {"status": OrderStatus.CREATED},
        {"status": OrderStatus.FAILED},
        {"status": OrderStatus.REFUNDED, "ended_at": NOW},
        {"status": OrderStatus.PAID, "expires_at": NOW},
        {"status": OrderStatus.PAID, "expires_at": TOMORROW, "ended_at": YESTERDAY},
        {"status": OrderStatus.PAID, "account_id": ANOTHER},
        {"status": OrderStatus.PAID, "account_id": None},
    ],
)
def test_unpaid_ended_and_other_viewers_orders_are_no_entitlements(changes: dict[str, Any]) -> None:
    assert list_entitlements(build_order(**changes)) == []


def test_a_past_due_subscription_lasts_for_the_grace_period_only() -> None:
    past_due: dict[str, Any] = {"auto_renewal": AutoRenewal.ACTIVE, "past_due_at": YESTERDAY}
    grant = Grant(capabilities=EVERYTHING)
    assert list_entitlements(
        build_paid_order(ProductKind.SUBSCRIPTION, grant, expires_at=NOW - timedelta(days=6), **past_due)
    )
    assert (
        list_entitlements(
            build_paid_order(ProductKind.SUBSCRIPTION, grant, expires_at=NOW - timedelta(days=7), **past_due)
        )
        == []
    )


def test_a_canceled_subscription_lasts_until_the_paid_period_ends() -> None:
    grant = Grant(capabilities=EVERYTHING)
    canceled: dict[str, Any] = {"auto_renewal": AutoRenewal.CANCELED}
    assert list_entitlements(
        build_paid_order(ProductKind.SUBSCRIPTION, grant, expires_at=TOMORROW, **canceled)
    )
    assert (
        list_entitlements(build_paid_order(ProductKind.SUBSCRIPTION, grant, expires_at=NOW, **canceled)) == []
    )


@pytest.mark.parametrize(
    "digest",
    [
        TRIAL_DIGESTS.for_account(ME),
        TRIAL_DIGESTS.for_email("ada@example.org"),
        TRIAL_DIGESTS.for_email(" Ada+again@EXAMPLE.org"),
    ],
)
def test_a_trial_is_used_by_the_account_or_any_form_of_its_email_address(digest: str) -> None:
    assert build_account_services(digests=(digest,))[1](ME)


@pytest.mark.parametrize(
    "digest",
    [
        TRIAL_DIGESTS.for_account(ANOTHER),
        TRIAL_DIGESTS.for_email("eve@example.org"),
        TRIAL_DIGESTS.for_card("4"),
        TRIAL_DIGESTS.for_email("4"),
    ],
)
def test_another_viewers_trial_does_not_count(digest: str) -> None:
    assert not build_account_services(digests=(digest,))[1](ME)


def test_a_trial_counts_for_each_variant_of_an_address_and_for_digests_of_earlier_versions() -> None:
    first, second = (
        set(TRIAL_DIGESTS.for_viewer(account, ViewerProfile(email, "Ada", "en")))
        for account, email in ((ME, "a.da+1@gmail.com"), (ANOTHER, "ADA@googlemail.com"))
    )
    assert first & second
    assert TRIAL_DIGESTS.for_email("a.da@gmail.com") in first


def test_a_digest_depends_on_the_deployment_secret_and_the_kind() -> None:
    assert TRIAL_DIGESTS.for_email("a@b.c") != TrialDigests(b"another secret").for_email("a@b.c")
    assert (
        len(
            {TRIAL_DIGESTS.for_email("a@b.c"), TRIAL_DIGESTS.for_card("a@b.c"), TRIAL_DIGESTS.for_account(ME)}
        )
        == 3
    )
