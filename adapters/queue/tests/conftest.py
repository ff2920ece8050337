"""A real Valkey server for the queue tests."""

from collections.abc import Iterator

import pytest
import redis

from touchline.shared.tests.valkey import running_valkey


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """Yield the URL of a server."""
    with running_valkey() as address:
        yield address


@pytest.fixture
def redis_url(redis_server: str) -> str:
    """Return the URL of the server, emptied."""
    redis.Redis.from_url(redis_server).flushdb()
    return redis_server
