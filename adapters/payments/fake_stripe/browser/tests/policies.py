"""The content security policy of a response, rule by rule."""

from __future__ import annotations

from werkzeug.test import TestResponse


def parse_policy(response: TestResponse) -> dict[str, str]:
    """Return the policy as `{"script-src": "'nonce-…'", …}`."""
    policy = response.headers["Content-Security-Policy"]
    return {name: value for name, _, value in (rule.partition(" ") for rule in policy.split("; "))}
