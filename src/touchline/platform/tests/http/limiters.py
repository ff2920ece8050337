"""A limiter that counts in the memory of the tests."""

from typing import Any

from touchline.platform.http.limits import Limiter
from touchline.platform.settings import Settings
from touchline.platform.throttle import SlidingWindows, in_memory


def limiter(**settings: Any) -> Limiter:
    """A limiter of one process, with these settings."""
    throttle = SlidingWindows(in_memory(), b"secret")
    return Limiter(Settings(**settings), throttle, throttle)
