"""Browsers that take pushes for a viewer."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

MOST_BROWSERS = 20
"""A viewer's browsers beyond this many: the oldest subscriptions are forgotten."""


@dataclass(frozen=True)
class PushNote:
    """What a push says and opens: `url` is a path of the site; `ttl` in seconds."""

    title: str
    body: str
    url: str
    tag: str
    ttl: int


def digest_of(endpoint: str) -> str:
    """What an endpoint is found by."""
    return hashlib.sha256(endpoint.encode()).hexdigest()
