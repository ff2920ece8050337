"""Solutions of robot checks."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

from altcha import Challenge, solve_challenge

if TYPE_CHECKING:
    from touchline.conftest import Visitor


def pass_robot_check(viewer: Visitor) -> str:
    """Return the solution of a new challenge, as a browser finds it."""
    challenge = viewer.post("/robot_check").get_json()["data"]
    solution = solve_challenge(Challenge.from_dict(challenge))
    assert solution is not None
    payload = {"challenge": challenge, "solution": solution.to_dict()}
    return base64.b64encode(json.dumps(payload).encode()).decode()
