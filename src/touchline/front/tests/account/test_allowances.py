"""Allowances: the limits of a viewer's passes and their usage (api.md, `GET /user/access`)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.domain.checkout.orders import Grant, OrderStatus, Product, ProductKind
from touchline.billing.domain.offers.offers import Capability, Feature
from touchline.billing.tests.order_samples import build_order
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import AccountId

DAY = timedelta(days=1)
GrantPass = Callable[..., None]
RecordDownloads = Callable[..., None]
CLIPPING, DOWNLOAD_CLIP, DOWNLOAD = Capability.CLIPPING, Capability.DOWNLOAD_CLIP, Capability.DOWNLOAD


@pytest.fixture
def viewer(visitor: Visitor) -> Visitor:
    """Return a viewer of `prairie`."""
    return visitor.register()


@pytest.fixture
def grant_pass(viewer: Visitor, application: Application) -> GrantPass:
    """Return a function that adds a paid pass: `grant_pass(CLIPPING, clips=50)` sets capabilities and
    limits."""
    numbers = iter(range(1000))

    def add_pass(*capabilities: Capability, starts_at: Any = NOON - DAY, **limits: int) -> None:
        grant = Grant(
            capabilities=capabilities, limits={Feature(name): maximum for name, maximum in limits.items()}
        )
        order = build_order(
            uuid=str(next(numbers)),
            account_id=AccountId(viewer.data("/profile")["id"]),
            product=Product(kind=ProductKind.PACKAGE, id=1, name={"en": "Pass"}),
            grant=grant,
            status=OrderStatus.PAID,
            starts_at=starts_at,
        )
        with application.container.database().transaction(viewer.channel.id):
            assert application.container.billing.orders().add(order)

    return add_pass


@pytest.fixture
def record_downloads(viewer: Visitor, application: Application) -> RecordDownloads:
    """Return a function that records downloads: `record_downloads(3, at=…)` adds three for the viewer."""
    item_ids = iter(range(1, 1000))

    def add_downloads(count: int, at: Any = NOON) -> None:
        account = AccountId(viewer.data("/profile")["id"])
        with application.container.database().transaction(viewer.channel.id):
            for _ in range(count):
                application.container.clips.downloads().add(account, "clip", next(item_ids), at)

    return add_downloads


def get_allowances(viewer: Visitor, feature: str) -> tuple[bool, int | None, int]:
    """Return whether the feature is allowed, its maximum and its usage."""
    allowance = viewer.data("/user/access")["allowances"][feature]
    return allowance["allowed"], allowance["most"], allowance["used"]


def test_a_pass_shows_its_limits_and_its_unlimited_features(viewer: Visitor, grant_pass: GrantPass) -> None:
    grant_pass(CLIPPING, DOWNLOAD, clips=50)
    assert viewer.data("/user/access")["passes"][-1]["feature_count"] == {"clips": 50, "downloads": None}
    assert get_allowances(viewer, "clips") == (True, 50, 0)
    assert get_allowances(viewer, "downloads") == (True, None, 0)


def test_downloads_before_the_pass_began_do_not_count_against_it(
    viewer: Visitor, grant_pass: GrantPass, record_downloads: RecordDownloads
) -> None:
    record_downloads(4, NOON - 2 * DAY)
    record_downloads(3)
    grant_pass(DOWNLOAD_CLIP, downloads=10)
    assert get_allowances(viewer, "downloads") == (True, 10, 3)
    assert viewer.data("/user/access")["feature_count"] == {"clips": 0, "downloads": 7}
    assert viewer.data("/profile")["feature_count"] == {"clips": 0, "downloads": 7}


def test_the_more_permissive_download_allowance_is_reported(viewer: Visitor, grant_pass: GrantPass) -> None:
    grant_pass(DOWNLOAD_CLIP, downloads=10)
    grant_pass(DOWNLOAD, downloads=20)
    assert get_allowances(viewer, "downloads") == (True, 20, 0)
    grant_pass(DOWNLOAD)
    assert get_allowances(viewer, "downloads") == (True, None, 0)


def test_downloads_of_another_viewer_do_not_count(
    viewer: Visitor,
    grant_pass: GrantPass,
    record_downloads: RecordDownloads,
    visit: Callable[[ChannelDetails], Visitor],
) -> None:
    record_downloads(3)
    grant_pass(DOWNLOAD_CLIP, downloads=10)
    other = visit(viewer.channel).register(email="bea@example.org")
    assert get_allowances(other, "downloads") == (False, None, 0)
    assert get_allowances(viewer, "downloads") == (True, 10, 3)
