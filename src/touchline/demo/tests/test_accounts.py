"""The demo's viewers, on the real house."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select

from touchline.channel.adapters.sql.account_tables import AccountRow
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.demo.accounts import CHANNELS, MAYA, NORA, PEOPLE, TEMP, DemoAccounts
from touchline.entrypoints.bootstrap import House


@pytest.fixture
def make(house: House) -> DemoAccounts:
    """Makes the viewers, as `touchline run` does."""
    channel: Any = house.container.channel
    database = house.container.database()
    desk = channel.desk
    return DemoAccounts(
        database, channel.facade(), channel.kept_accounts(), desk.add_account, desk.change_operators()
    )


@pytest.fixture
def channels(add_channel: Callable[..., ChannelFacts]) -> list[ChannelFacts]:
    """Both channels of the demo."""
    return [add_channel(slug) for slug in CHANNELS]


def test_both_viewers_and_the_operator_log_in_to_both_channels(
    make: DemoAccounts, channels: list[ChannelFacts], visit: Callable[..., Visitor]
) -> None:
    assert make() == 6
    for channel in channels:
        maya = visit(channel).log_in(MAYA.email, MAYA.password).data("/profile")
        temp = visit(channel).log_in(TEMP.email, TEMP.password).data("/profile")
        nora = visit(channel).log_in(NORA.email, NORA.password).data("/profile")
        assert [one["operator"] for one in (maya, temp, nora)] == [False, False, True]
        assert (maya["email_verified"], maya["temporary_password"]) == (True, False)
        assert (temp["email_verified"], temp["temporary_password"]) == (True, True)


def test_a_second_start_makes_nobody_and_changes_nobody(
    make: DemoAccounts, channels: list[ChannelFacts], house: House
) -> None:
    make()
    with house.container.database().transaction(channels[0].id) as session:
        row = session.scalars(select(AccountRow).where(AccountRow.email == MAYA.email)).one()
        row.first_name = "Someone"
    assert make() == 0
    with house.container.database().transaction(None, unscoped=True) as session:
        assert session.scalar(select(func.count()).select_from(AccountRow)) == 2 * len(PEOPLE)
        names = session.scalars(select(AccountRow.first_name).where(AccountRow.email == MAYA.email)).all()
    assert sorted(names) == ["Maya", "Someone"]


def test_a_house_without_the_demo_channels_gets_no_viewers(make: DemoAccounts, house: House) -> None:
    assert make() == 0
