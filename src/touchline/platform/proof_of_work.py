"""Robot check by proof of work, in the ALTCHA protocol (version 2). It needs no other service."""

import base64
import hashlib
import json
from datetime import timedelta
from typing import Any

from altcha import create_challenge, verify_solution

from touchline.shared.clock import Clock
from touchline.shared.errors import RateLimitedError
from touchline.shared.throttle import Limit, Throttle

ALGORITHM = "PBKDF2/SHA-256"
COST = 5_000
"""Iterations of PBKDF2 for one attempt."""
KEY_PREFIX = "00"
"""Start of the key that the browser must find: 1 of 256 attempts has it."""
LIFETIME = timedelta(minutes=10)
MAX_SOLUTION_LENGTH = 4_000
_EXPIRY = "expires_at"
_ONCE = Limit("robot-check-solutions", 1, int(LIFETIME.total_seconds()))


class AltchaProofOfWork:
    """Signs challenges with the deployment's secret (port `ProofOfWork`). The throttle stores which
    solutions were used.
    """

    def __init__(self, secret: bytes, throttle: Throttle, clock: Clock, key_prefix: str = KEY_PREFIX) -> None:
        self._secret = hashlib.sha256(b"touchline robot check\0" + secret).digest()
        self._throttle = throttle
        self._clock = clock
        self._key_prefix = key_prefix

    def create_challenge(self) -> dict[str, Any]:
        """Return a new challenge. It is signed together with its expiry."""
        expiry = int((self._clock.now() + LIFETIME).timestamp())
        challenge = create_challenge(
            ALGORITHM, COST, key_prefix=self._key_prefix, data={_EXPIRY: expiry}, hmac_secret=self._secret
        )
        return challenge.to_dict()

    def verify(self, solution: str) -> bool:
        """Return whether the solution (base64 of JSON) is right, in time, and used for the first time."""
        if not solution or len(solution) > MAX_SOLUTION_LENGTH:
            return False
        if not verify_solution(solution, self._secret).verified:
            return False
        challenge = json.loads(base64.b64decode(solution))["challenge"]
        if self._clock.now().timestamp() >= challenge["parameters"]["data"][_EXPIRY]:
            return False
        return self._use(challenge["signature"].casefold())

    def _use(self, signature: str) -> bool:
        """Return whether a challenge, named by its signature, is used for the first time."""
        try:
            self._throttle.hit(_ONCE, signature)
        except RateLimitedError:
            return False
        return True
