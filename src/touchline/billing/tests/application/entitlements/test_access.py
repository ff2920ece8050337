"""Tests for the access that an account's orders grant (product.md, section 4, "Purchase recognition")."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.billing.domain.checkout.orders import (
    AutoRenewal,
    Grant,
    Order,
    OrderStatus,
    Product,
    ProductKind,
)
from touchline.billing.domain.coverage import EntitlementKind, EventAccess, EventScope, PassType
from touchline.billing.domain.offers.offers import Capability
from touchline.billing.tests.account_fakes import build_account_services
from touchline.billing.tests.order_samples import NOW, build_order
from touchline.shared.ids import AccountId

ADA = AccountId(4)
WATCH = (Capability.WATCH,)
PAID_EVENT = EventScope(id=1, pass_type=PassType.PAID, category_id=7, participant_ids=(3, 4))
PPV_EVENT = EventScope(id=1, pass_type=PassType.PPV, category_id=7, participant_ids=(3, 4))
YESTERDAY, TOMORROW = NOW - timedelta(days=1), NOW + timedelta(days=1)


def build_paid_order(kind: ProductKind, grant: Grant) -> Order:
    """Return a paid order that is valid until tomorrow; a subscription renews then."""
    return build_order(
        product=Product(kind=kind, id=2, name={"en": "Thing"}),
        grant=grant,
        status=OrderStatus.PAID,
        starts_at=NOW,
        expires_at=TOMORROW,
        auto_renewal=AutoRenewal.ACTIVE if kind is ProductKind.SUBSCRIPTION else None,
    )


def build_event_order(event_id: int) -> Order:
    """Return the paid order of one event."""
    return build_paid_order(ProductKind.EVENT, Grant(capabilities=WATCH, event_id=event_id))


def build_pass(category_ids: tuple[int, ...] = (), participant_id: int | None = None) -> Order:
    """Return the paid order of a package."""
    grant = Grant(capabilities=WATCH, category_ids=category_ids, participant_id=participant_id)
    return build_paid_order(ProductKind.PACKAGE, grant)


def build_subscription(*capabilities: Capability) -> Order:
    """Return the paid order of a subscription."""
    return build_paid_order(ProductKind.SUBSCRIPTION, Grant(capabilities=capabilities or WATCH))


@pytest.mark.parametrize(
    ("order", "event", "kind"),
    [
        (build_event_order(1), PAID_EVENT, EntitlementKind.PURCHASED),
        (build_event_order(1), PPV_EVENT, EntitlementKind.PURCHASED),
        (build_event_order(2), PAID_EVENT, None),
        (build_pass(category_ids=(7, 8)), PAID_EVENT, EntitlementKind.PURCHASED),
        (build_pass(category_ids=(8,)), PAID_EVENT, None),
        (build_pass(), PAID_EVENT, EntitlementKind.PURCHASED),
        (build_pass(participant_id=4), PAID_EVENT, EntitlementKind.PURCHASED),
        (build_pass(participant_id=5), PAID_EVENT, None),
        (build_pass(), PPV_EVENT, None),
        (build_subscription(), PAID_EVENT, EntitlementKind.SUBSCRIBED),
        (build_subscription(), PPV_EVENT, None),
        (build_subscription(Capability.VOD_MEDIA), PAID_EVENT, None),
    ],
)
def test_an_order_grants_access_to_the_events_that_it_covers(
    order: Order, event: EventScope, kind: EntitlementKind | None
) -> None:
    entitlements = build_account_services(order)[0]
    access = entitlements.get_event_access(ADA, [event]).get(event.id)
    assert (access and access.kind) is kind


def test_a_purchase_takes_precedence_over_a_subscription() -> None:
    entitlements = build_account_services(build_subscription(), build_pass())[0]
    assert entitlements.get_event_access(ADA, [PAID_EVENT]) == {
        1: EventAccess(kind=EntitlementKind.PURCHASED)
    }


def test_only_its_own_capability_grants_access_to_the_library() -> None:
    assert build_account_services(build_subscription())[0].get_library_access(ADA) is None
    full = build_subscription(Capability.WATCH, Capability.VOD_MEDIA)
    access = build_account_services(full)[0].get_library_access(ADA)
    assert access == EventAccess(kind=EntitlementKind.SUBSCRIBED)


def test_past_access_starts_with_the_purchase() -> None:
    entitlements = build_account_services(build_pass(category_ids=(7,)))[0]
    other = EventScope(id=2, pass_type=PassType.PAID, category_id=8, participant_ids=())
    assert entitlements.had_access(ADA, [(PAID_EVENT, NOW), (other, NOW)]) == [True, False]
