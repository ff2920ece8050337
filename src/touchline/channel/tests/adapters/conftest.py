"""Shared fixtures of the social login tests."""

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
    """Yield the demo's identity provider, running."""
    with run_provider() as provider:
        yield provider


@pytest.fixture
def offer_social_login(application: Application, running_provider: RunningProvider) -> Iterator[None]:
    """Configure the application to offer both social logins."""
    with override_providers(application, running_provider.port):
        yield


@pytest.fixture
def find_account(
    transaction: Callable[..., AbstractContextManager[Any]], channel: ChannelDetails
) -> Callable[[str], Any]:
    """Return `find_account(address)`, which returns an account's row."""

    def find_account(address: str) -> Any:
        with transaction(channel.id) as session:
            return session.scalar(select(AccountRow).where(AccountRow.email_key == address))

    return find_account


@pytest.fixture
def verify_address(
    transaction: Callable[..., AbstractContextManager[Any]], channel: ChannelDetails, clock: FixedClock
) -> Callable[[str], None]:
    """Return `verify_address(address)`, which marks an account's email address as verified."""

    def verify_address(address: str) -> None:
        with transaction(channel.id) as session:
            row = session.scalar(select(AccountRow).where(AccountRow.email_key == address))
            row.email_verified_at = clock.now()

    return verify_address
