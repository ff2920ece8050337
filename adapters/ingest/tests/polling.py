"""Free ports, and waiting for other processes."""

import socket
import threading
from collections.abc import Callable

TIMEOUT_SECONDS = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(condition: Callable[[], bool]) -> None:
    """Check a condition ten times a second, for up to a minute."""
    pause = threading.Event()
    for _ in range(TIMEOUT_SECONDS * 10):
        if condition():
            return
        pause.wait(0.1)
    raise AssertionError("The condition was not met within a minute.")
