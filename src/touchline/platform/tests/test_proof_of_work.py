"""Tests for the robot check by proof of work."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from altcha import Challenge, solve_challenge

from touchline.platform.proof_of_work import LIFETIME, MAX_SOLUTION_LENGTH, AltchaProofOfWork
from touchline.platform.throttle import SlidingWindowThrottle, create_memory_storage
from touchline.shared.clock import FixedClock

NOW = datetime(2026, 12, 1, tzinfo=UTC)


def create_check(
    secret: bytes = b"secret", key_prefix: str = "0", clock: FixedClock | None = None
) -> AltchaProofOfWork:
    throttle = SlidingWindowThrottle(create_memory_storage(), b"throttle")
    return AltchaProofOfWork(secret, throttle, clock or FixedClock(NOW), key_prefix)


def solve(challenge: dict[str, Any]) -> dict[str, Any]:
    solution = solve_challenge(Challenge.from_dict(challenge))
    assert solution is not None
    return {"challenge": challenge, "solution": solution.to_dict()}


def encode(payload: Any, **options: Any) -> str:
    return base64.b64encode(json.dumps(payload, **options).encode()).decode()


def test_a_solution_is_accepted_once_however_it_is_encoded() -> None:
    check = create_check()
    payload = solve(check.create_challenge())
    assert check.verify(encode(payload))
    assert not check.verify(encode(payload))
    assert not check.verify(encode(payload, indent=1))
    payload["challenge"]["signature"] = payload["challenge"]["signature"].upper()
    assert not check.verify(encode(payload))


def test_a_wrong_counter_an_easier_challenge_and_another_secret_are_refused() -> None:
    check = create_check(key_prefix="00")
    wrong = solve(check.create_challenge())
    wrong["solution"]["counter"] += 1
    easier = check.create_challenge()
    easier["parameters"]["keyPrefix"] = "0"
    assert not check.verify(encode(wrong))
    assert not check.verify(encode(solve(easier)))
    assert not check.verify(encode(solve(create_check(b"other").create_challenge())))


def test_a_challenge_expires() -> None:
    clock = FixedClock(NOW)
    check = create_check(clock=clock)
    solutions = [encode(solve(check.create_challenge())) for _ in range(2)]
    clock.advance(LIFETIME - timedelta(seconds=1))
    assert check.verify(solutions[0])
    clock.advance(timedelta(seconds=1))
    assert not check.verify(solutions[1])


@pytest.mark.parametrize(
    "text", ["", "pass", "=", "e30=", encode([]), encode({"challenge": {}}), "a" * (MAX_SOLUTION_LENGTH + 1)]
)
def test_a_malformed_solution_is_refused(text: str) -> None:
    assert not create_check().verify(text)
