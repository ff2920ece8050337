"""The revenue shares of the demo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from touchline.billing.tests.share_fakes import FakeShareGames
from touchline.channel.facade import ChannelDetails
from touchline.demo.revenue_shares import DemoShares
from touchline.entrypoints.bootstrap import Application


def test_the_demo_has_one_closed_month_and_is_created_once(
    application: Application, channel: ChannelDetails, transaction: Callable[..., Any]
) -> None:
    container: Any = application.container
    billing = container.billing
    create = DemoShares(
        container.database(), container.channel.facade(), billing.share_settings(),
        billing.share_statements(), FakeShareGames(),
    )  # fmt: skip
    assert create()
    assert not create()
    with transaction(channel.id):
        statements = billing.share_statements().get("2026-10")
    (group,) = statements["currencies"]
    assert statements["closed_at"] is not None
    assert [(party["key"], party["payable"]) for party in group["parties"]] == [("camera-fund", "150.00")]
