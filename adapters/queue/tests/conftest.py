"""A real Valkey for the tests of the queue."""

from collections.abc import Iterator

import pytest
import redis

from touchline.shared.tests.valkey import running_valkey


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """The address of a server."""
    with running_valkey() as address:
        yield address


@pytest.fixture
def redis_url(redis_server: str) -> str:
    """The server, empty."""
    redis.Redis.from_url(redis_server).flushdb()
    return redis_server
