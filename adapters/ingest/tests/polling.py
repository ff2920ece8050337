"""Free ports, and waiting for what another process does."""

import socket
import threading
from collections.abc import Callable

TIMEOUT_SECONDS = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(condition: Callable[[], bool]) -> None:
    """Look ten times a second, up to a minute, whether something has come about."""
    pause = threading.Event()
    for _ in range(TIMEOUT_SECONDS * 10):
        if condition():
            return
        pause.wait(0.1)
    raise AssertionError("it did not come about within a minute")
