"""How often a viewer may do what their passes limit, and how often they did (api.md, `GET /user/access`)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.domain.offers import Capability, Feature
from touchline.billing.domain.orders import Grant, Kind, OrderStatus, Product
from touchline.billing.tests.orders import order
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.ids import AccountId

DAY = timedelta(days=1)
Buys = Callable[..., None]
Takes = Callable[..., None]
CLIPPING, CLIPS, FILES = Capability.CLIPPING, Capability.DOWNLOAD_CLIP, Capability.DOWNLOAD


@pytest.fixture
def viewer(visitor: Visitor) -> Visitor:
    """A viewer of `prairie`."""
    return visitor.register()


@pytest.fixture
def buys(viewer: Visitor, house: House) -> Buys:
    """`buys(CLIPPING, clips=50)`: the viewer has paid for a pass with capabilities and limits."""
    numbers = iter(range(1000))

    def keep(*capabilities: Capability, starts_at: Any = NOON - DAY, **limits: int) -> None:
        grant = Grant(
            capabilities=capabilities, limits={Feature(name): most for name, most in limits.items()}
        )
        made = order(
            uuid=str(next(numbers)),
            account_id=AccountId(viewer.data("/profile")["id"]),
            product=Product(kind=Kind.PACKAGE, id=1, name={"en": "Pass"}),
            grant=grant,
            status=OrderStatus.PAID,
            starts_at=starts_at,
        )
        with house.container.database().transaction(viewer.channel.id):
            assert house.container.billing.kept_orders().place(made)

    return keep


@pytest.fixture
def takes(viewer: Visitor, house: House) -> Takes:
    """`takes(3, at=…)`: the viewer takes so many files away."""
    things = iter(range(1, 1000))

    def note(count: int, at: Any = NOON) -> None:
        account = AccountId(viewer.data("/profile")["id"])
        with house.container.database().transaction(viewer.channel.id):
            for _ in range(count):
                house.container.clips.downloads().note(account, "clip", next(things), at)

    return note


def allowed(viewer: Visitor, feature: str) -> tuple[bool, int | None, int]:
    """Whether, at most, and used."""
    told = viewer.data("/user/access")["allowances"][feature]
    return told["allowed"], told["most"], told["used"]


def test_a_pass_tells_its_limits_and_what_it_does_not_limit(viewer: Visitor, buys: Buys) -> None:
    buys(CLIPPING, FILES, clips=50)
    assert viewer.data("/user/access")["passes"][-1]["feature_count"] == {"clips": 50, "downloads": None}
    assert allowed(viewer, "clips") == (True, 50, 0)
    assert allowed(viewer, "downloads") == (True, None, 0)


def test_what_was_used_before_the_pass_began_is_not_counted_against_it(
    viewer: Visitor, buys: Buys, takes: Takes
) -> None:
    takes(4, NOON - 2 * DAY)
    takes(3)
    buys(CLIPS, downloads=10)
    assert allowed(viewer, "downloads") == (True, 10, 3)
    assert viewer.data("/user/access")["feature_count"] == {"clips": 0, "downloads": 7}
    assert viewer.data("/profile")["feature_count"] == {"clips": 0, "downloads": 7}


def test_of_two_ways_to_download_the_wider_one_is_told(viewer: Visitor, buys: Buys) -> None:
    buys(CLIPS, downloads=10)
    buys(FILES, downloads=20)
    assert allowed(viewer, "downloads") == (True, 20, 0)
    buys(FILES)
    assert allowed(viewer, "downloads") == (True, None, 0)


def test_what_another_viewer_took_is_not_counted(
    viewer: Visitor, buys: Buys, takes: Takes, visit: Callable[[ChannelFacts], Visitor]
) -> None:
    takes(3)
    buys(CLIPS, downloads=10)
    other = visit(viewer.channel).register(email="bea@example.org")
    assert allowed(other, "downloads") == (False, None, 0)
    assert allowed(viewer, "downloads") == (True, 10, 3)
