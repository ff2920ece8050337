"""Which push services a house sends to. Browsers hand us addresses that our own server will ask: without this
list anybody could have it ask whatever it reaches."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

_UNSAFE_CHARACTERS = re.compile(r"[^!-~]|\\")
"""What not everybody reads the same way: another reader might find another host."""
_HOST_PATTERN = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
"""Names that can be looked up at all (RFC 1035 §2.3.4)."""


class PushServices:
    """Names of hosts, `*.` in front for every host below one. All are https on its own port, but for what
    is written as a whole origin, such as `http://127.0.0.1:9100` of a test."""

    def __init__(self, allowed: Iterable[str]) -> None:
        self._origins = {one if "://" in one else f"https://{one}" for one in allowed}

    def is_allowed(self, endpoint: str) -> bool:
        """Whether an endpoint is at one of them."""
        if _UNSAFE_CHARACTERS.search(endpoint):
            return False
        try:
            parts = urlsplit(endpoint)
            port = parts.port
        except ValueError:
            return False
        name = parts.hostname or ""
        if parts.username is not None or parts.password is not None or not _HOST_PATTERN.fullmatch(name):
            return False
        host = name if port is None else f"{name}:{port}"
        return any(f"{parts.scheme}://{one}" in self._origins for one in (host, *_wildcard_parents(host)))


def _wildcard_parents(host: str) -> Iterable[str]:
    """`a.b.c` is below `*.b.c` and `*.c`."""
    labels = host.split(".")
    return (f"*.{'.'.join(labels[first:])}" for first in range(1, len(labels)))
