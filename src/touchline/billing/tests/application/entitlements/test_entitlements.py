"""Tests for the entitlements of an account (product.md §4 and §6)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.application.customers.trial_digests import TrialDigests
from touchline.billing.application.entitlements.entitlements import Entitlement
from touchline.billing.domain.checkout.orders import AutoRenewal, Grant, OrderStatus, Product, ProductKind
from touchline.billing.domain.offers.offers import Capability, Feature
from touchline.billing.tests.account_fakes import TRIAL_DIGESTS, build_account_services
from touchline.billing.tests.order_samples import NOW, build_order
from touchline.shared.ids import AccountId

ME, ANOTHER = AccountId(4), AccountId(5)
EVERYTHING = tuple(Capability)
YESTERDAY, TOMORROW = NOW - timedelta(days=1), NOW + timedelta(days=1)


def build_bought_order(kind: ProductKind, grant: Grant, **changes: Any) -> Any:
    """Build a paid order."""
    product = Product(kind=kind, id=2, name={"en": "Thing"})
    return build_order(product=product, grant=grant, status=OrderStatus.PAID, starts_at=NOW, **changes)


def list_entitlements(*orders: Any) -> list[Entitlement]:
    """Return the viewer's entitlements."""
    return build_account_services(*orders)[0](ME)


def test_a_bought_event_is_an_entitlement_of_its_own() -> None:
    (entitlements,) = list_entitlements(build_order(status=OrderStatus.PAID))
    assert entitlements == Entitlement("event", 12, (), None, frozenset({"watch"}))


def test_a_pass_is_held_with_its_limits_and_since_when_they_are_counted() -> None:
    grant = Grant(capabilities=(Capability.CLIPPING,), limits={Feature.CLIPS: 50})
    (entitlements,) = list_entitlements(build_bought_order(ProductKind.PACKAGE, grant))
    assert (entitlements.limits, entitlements.since) == ({"clips": 50}, NOW)


def test_a_pass_is_held_with_its_categories_and_its_team() -> None:
    grant = Grant(capabilities=(Capability.WATCH,), category_ids=(1, 2), participant_id=7)
    (entitlements,) = list_entitlements(build_bought_order(ProductKind.PACKAGE, grant))
    assert entitlements == Entitlement("package", None, (1, 2), 7, frozenset({"watch"}), since=NOW)


def test_a_subscription_is_held_with_its_capabilities() -> None:
    renewing = build_bought_order(
        ProductKind.SUBSCRIPTION,
        Grant(capabilities=EVERYTHING),
        auto_renewal=AutoRenewal.ACTIVE,
        expires_at=TOMORROW,
    )
    (entitlements,) = list_entitlements(renewing)
    assert entitlements.kind == "subscription"
    assert entitlements.capabilities == {
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
def test_what_is_not_paid_over_or_somebody_elses_is_not_held(changes: dict[str, Any]) -> None:
    assert list_entitlements(build_order(**changes)) == []


def test_a_subscription_is_held_through_the_time_of_grace_and_no_longer() -> None:
    late: dict[str, Any] = {"auto_renewal": AutoRenewal.ACTIVE, "past_due_at": YESTERDAY}
    grant = Grant(capabilities=EVERYTHING)
    assert list_entitlements(
        build_bought_order(ProductKind.SUBSCRIPTION, grant, expires_at=NOW - timedelta(days=6), **late)
    )
    assert (
        list_entitlements(
            build_bought_order(ProductKind.SUBSCRIPTION, grant, expires_at=NOW - timedelta(days=7), **late)
        )
        == []
    )


def test_a_subscription_that_does_not_renew_is_held_to_the_end_of_what_is_paid() -> None:
    grant = Grant(capabilities=EVERYTHING)
    stopped: dict[str, Any] = {"auto_renewal": AutoRenewal.CANCELED}
    assert list_entitlements(
        build_bought_order(ProductKind.SUBSCRIPTION, grant, expires_at=TOMORROW, **stopped)
    )
    assert (
        list_entitlements(build_bought_order(ProductKind.SUBSCRIPTION, grant, expires_at=NOW, **stopped))
        == []
    )


@pytest.mark.parametrize(
    "mark",
    [
        TRIAL_DIGESTS.for_account(ME),
        TRIAL_DIGESTS.for_email("ada@example.org"),
        TRIAL_DIGESTS.for_email(" Ada+again@EXAMPLE.org"),
    ],
)
def test_a_trial_was_used_by_the_account_or_by_its_address_however_it_is_written(mark: str) -> None:
    assert build_account_services(digests=(mark,))[1](ME)


@pytest.mark.parametrize(
    "mark",
    [
        TRIAL_DIGESTS.for_account(ANOTHER),
        TRIAL_DIGESTS.for_email("eve@example.org"),
        TRIAL_DIGESTS.for_card("4"),
        TRIAL_DIGESTS.for_email("4"),
    ],
)
def test_somebody_elses_trial_is_not_mine(mark: str) -> None:
    assert not build_account_services(digests=(mark,))[1](ME)


def test_a_digest_depends_on_the_deployment_secret_and_the_kind() -> None:
    assert TRIAL_DIGESTS.for_email("a@b.c") != TrialDigests(b"another secret").for_email("a@b.c")
    assert (
        len(
            {TRIAL_DIGESTS.for_email("a@b.c"), TRIAL_DIGESTS.for_card("a@b.c"), TRIAL_DIGESTS.for_account(ME)}
        )
        == 3
    )
