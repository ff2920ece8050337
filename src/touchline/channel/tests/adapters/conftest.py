"""What tests of log-in through other sites share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from sqlalchemy import select

from adapters.social.tests.running import Running, provider_running
from touchline.channel.adapters.sql.account_tables import AccountRow
from touchline.channel.facade import ChannelFacts
from touchline.channel.tests.adapters.social_trips import offering
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    """The demo's identity provider."""
    with provider_running() as found:
        yield found


@pytest.fixture
def offered(house: House, running: Running) -> Iterator[None]:
    """The house offers both log-ins."""
    with offering(house, running.port):
        yield


@pytest.fixture
def account(
    transaction: Callable[..., AbstractContextManager[Any]], channel: ChannelFacts
) -> Callable[[str], Any]:
    """`account(address)`: the row of an account."""

    def find(address: str) -> Any:
        with transaction(channel.id) as session:
            return session.scalar(select(AccountRow).where(AccountRow.email_key == address))

    return find


@pytest.fixture
def verified(
    transaction: Callable[..., AbstractContextManager[Any]], channel: ChannelFacts, clock: FixedClock
) -> Callable[[str], None]:
    """`verified(address)`: its viewer has shown that it is theirs."""

    def verify(address: str) -> None:
        with transaction(channel.id) as session:
            row = session.scalar(select(AccountRow).where(AccountRow.email_key == address))
            row.email_verified_at = clock.now()

    return verify
