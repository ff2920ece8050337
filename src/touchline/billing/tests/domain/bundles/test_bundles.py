"""Tests for proposals of bundles, and for their acceptance and end."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.billing.domain.bundles.bundles import Bundle, BundleStatus, ensure_proposable
from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.offers.offers import Package, PackageType, Price
from touchline.billing.domain.revenue_share.statements import SaleScope, ShareLine, divide_bundle
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_samples import NOW
from touchline.shared.errors import EditConflictError, NotFoundError, RefusedError
from touchline.shared.ids import ChannelId, PackageId

SELLER, PARTNER, OTHER = ChannelId(1), ChannelId(2), ChannelId(3)


def build_bundle(**changes: Any) -> Bundle:
    """Return a proposal."""
    values: dict[str, Any] = {
        "seller_id": SELLER,
        "partner_id": PARTNER,
        "kind": ProductKind.PACKAGE,
        "product_id": 5,
        "offer_name": {"en": "Season"},
        "price": usd("40"),
        "basis_points": 2500,
        "proposed_at": NOW,
    }
    return Bundle(**values | changes)


def build_package(package_type: PackageType = PackageType.SEASON) -> Package:
    """Return a package."""
    return Package(
        id=PackageId(5),
        key="season",
        name={"en": "Season"},
        description=None,
        price=Price(usd("40"), usd("0")),
        offer=None,
        period=None,
        capabilities=(),
        type=package_type,
        categories=(),
        category_ids=(),
        is_team_pass=False,
    )


def test_only_the_partner_accepts_and_either_channel_ends() -> None:
    bundle = build_bundle()
    assert BundleStatus(bundle.status) is BundleStatus.PROPOSED
    for channel_id in (SELLER, OTHER):
        with pytest.raises(NotFoundError):
            bundle.accept(channel_id, NOW)
    bundle.accept(PARTNER, NOW)
    bundle.accept(PARTNER, NOW)
    assert BundleStatus(bundle.status) is BundleStatus.ACTIVE
    with pytest.raises(NotFoundError):
        bundle.end(OTHER, NOW)
    bundle.end(SELLER, NOW)
    assert (bundle.status, bundle.slot) == (BundleStatus.ENDED, None)
    with pytest.raises(EditConflictError):
        bundle.accept(PARTNER, NOW)


@pytest.mark.parametrize(
    ("who", "status"), [(SELLER, BundleStatus.WITHDRAWN), (PARTNER, BundleStatus.DECLINED)]
)
def test_a_proposal_is_withdrawn_or_declined(who: ChannelId, status: BundleStatus) -> None:
    bundle = build_bundle()
    bundle.end(who, NOW)
    assert bundle.status is status


@pytest.mark.parametrize(
    ("changes", "package_type", "others", "error"),
    [
        ({}, PackageType.SEASON, [], None),
        ({}, PackageType.TEAM, [], None),
        ({"partner_id": SELLER}, PackageType.SEASON, [], RefusedError),
        ({}, PackageType.EVENT, [], RefusedError),
        ({}, PackageType.DONATION, [], RefusedError),
        ({}, PackageType.SEASON, [{}], EditConflictError),
        ({}, PackageType.SEASON, [{"ended_at": NOW}], None),
        ({}, PackageType.SEASON, [{"product_id": 6}], None),
        ({}, PackageType.SEASON, [{"partner_id": OTHER, "basis_points": 7500}], None),
        ({}, PackageType.SEASON, [{"partner_id": OTHER, "basis_points": 7501}], RefusedError),
    ],
)
def test_a_proposal_is_for_a_pass_and_another_channel_and_at_most_the_whole_price(
    changes: dict[str, Any], package_type: PackageType, others: list[dict[str, Any]], error: Any
) -> None:
    args = (build_bundle(**changes), build_package(package_type), [build_bundle(**more) for more in others])
    if error is None:
        ensure_proposable(*args)
        return
    with pytest.raises(error):
        ensure_proposable(*args)


@pytest.mark.parametrize(
    ("net", "points", "shares"),
    [
        (1000, (2500,), [250]),
        (1000, (0,), []),
        (-1000, (2500,), [-250]),
        (1001, (5000,), [501]),
        (1000, (5000, 5000), [500, 500]),
        (1000, (8000, 8000), [500, 500]),
        (0, (2500,), []),
    ],
)
def test_partners_get_their_shares_of_the_net_revenue(
    net: int, points: tuple[int, ...], shares: list[int]
) -> None:
    items = tuple(
        build_bundle(partner_id=ChannelId(2 + number), basis_points=share).item
        for number, share in enumerate(points)
    )
    line = ShareLine(SaleScope("package", 5, bundle=items), "2026-11", "USD", charges=net)
    assert [divided.share for _, divided in divide_bundle(line)] == shares
