"""A rate limiter that counts in the memory of the test process."""

from typing import Any

from touchline.platform.config.settings import Settings
from touchline.platform.http.limits import RequestLimiter
from touchline.platform.proof_of_work import AltchaProofOfWork
from touchline.platform.throttle import SlidingWindowThrottle, create_memory_storage
from touchline.shared.clock import SystemClock


def create_limiter(**settings: Any) -> RequestLimiter:
    """Return a limiter for one process with these settings."""
    throttle = SlidingWindowThrottle(create_memory_storage(), b"secret")
    proof_of_work = AltchaProofOfWork(b"secret", throttle, SystemClock())
    return RequestLimiter(Settings(**settings), throttle, throttle, proof_of_work)
