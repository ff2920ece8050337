"""The demo's viewers, on the real application."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select

from touchline.channel.adapters.sql.account_tables import AccountRow
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.demo.accounts import CHANNELS, MAYA, NORA, PEOPLE, TEMP, DemoAccounts
from touchline.entrypoints.bootstrap import Application


@pytest.fixture
def create_accounts(application: Application) -> DemoAccounts:
    """Return the use case with which `touchline run` creates the viewers."""
    channel: Any = application.container.channel
    database = application.container.database()
    return DemoAccounts(
        database,
        channel.facade(),
        channel.accounts(),
        channel.add_account,
        channel.operator_admin(),
    )


@pytest.fixture
def channels(add_channel: Callable[..., ChannelDetails]) -> list[ChannelDetails]:
    """Return the channels of the demo."""
    return [add_channel(slug) for slug in CHANNELS]


def test_both_viewers_and_the_operator_log_in_to_all_channels(
    create_accounts: DemoAccounts, channels: list[ChannelDetails], visit: Callable[..., Visitor]
) -> None:
    assert create_accounts() == len(PEOPLE) * len(CHANNELS)
    for channel in channels:
        maya = visit(channel).log_in(MAYA.email, MAYA.password).data("/profile")
        temp = visit(channel).log_in(TEMP.email, TEMP.password).data("/profile")
        nora = visit(channel).log_in(NORA.email, NORA.password).data("/profile")
        assert [account["operator"] for account in (maya, temp, nora)] == [False, False, True]
        assert (maya["email_verified"], maya["temporary_password"]) == (True, False)
        assert (temp["email_verified"], temp["temporary_password"]) == (True, True)


def test_a_second_start_creates_and_changes_no_account(
    create_accounts: DemoAccounts, channels: list[ChannelDetails], application: Application
) -> None:
    create_accounts()
    with application.container.database().transaction(channels[0].id) as session:
        row = session.scalars(select(AccountRow).where(AccountRow.email == MAYA.email)).one()
        row.first_name = "Someone"
    assert create_accounts() == 0
    with application.container.database().transaction(None, unscoped=True) as session:
        assert session.scalar(select(func.count()).select_from(AccountRow)) == len(CHANNELS) * len(PEOPLE)
        names = session.scalars(select(AccountRow.first_name).where(AccountRow.email == MAYA.email)).all()
    assert sorted(names) == ["Maya", "Maya", "Someone"]


def test_an_installation_without_the_demo_channels_gets_no_viewers(
    create_accounts: DemoAccounts, application: Application
) -> None:
    assert create_accounts() == 0
