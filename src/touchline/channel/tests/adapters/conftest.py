"""What tests of log-in through other sites share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from sqlalchemy import select

from adapters.social.tests.provider_server import RunningProvider, run_provider
from touchline.channel.adapters.sql.account_tables import AccountRow
from touchline.channel.facade import ChannelDetails
from touchline.channel.tests.adapters.social_login_flows import override_providers
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock


@pytest.fixture(scope="module")
def running_provider() -> Iterator[RunningProvider]:
    """The demo's identity provider."""
    with run_provider() as provider:
        yield provider


@pytest.fixture
def offer_social_login(application: Application, running_provider: RunningProvider) -> Iterator[None]:
    """The house offers both log-ins."""
    with override_providers(application, running_provider.port):
        yield


@pytest.fixture
def find_account(
    transaction: Callable[..., AbstractContextManager[Any]], channel: ChannelDetails
) -> Callable[[str], Any]:
    """`find_account(address)`: the row of an account."""

    def find_account(address: str) -> Any:
        with transaction(channel.id) as session:
            return session.scalar(select(AccountRow).where(AccountRow.email_key == address))

    return find_account


@pytest.fixture
def verify_address(
    transaction: Callable[..., AbstractContextManager[Any]], channel: ChannelDetails, clock: FixedClock
) -> Callable[[str], None]:
    """`verify_address(address)`: its viewer has shown that it is theirs."""

    def verify_address(address: str) -> None:
        with transaction(channel.id) as session:
            row = session.scalar(select(AccountRow).where(AccountRow.email_key == address))
            row.email_verified_at = clock.now()

    return verify_address
