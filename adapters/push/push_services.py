"""List of push services that a deployment sends to.

Browsers supply URLs that our server requests. Without this list, an attacker could make the server request
any URL that it can reach.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

_UNSAFE_CHARACTERS = re.compile(r"[^!-~]|\\")
"""Characters that URL parsers treat differently: another parser might find another host."""
_HOST_PATTERN = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
"""Host names that DNS can resolve (RFC 1035 §2.3.4)."""


class PushServices:
    """Allowed host names of push services. A leading `*.` allows every host below the name.

    Hosts use https on its default port. Whole origins are allowed too, such as `http://127.0.0.1:9100` in a
    test.
    """

    def __init__(self, allowed: Iterable[str]) -> None:
        self._origins = {name if "://" in name else f"https://{name}" for name in allowed}

    def is_allowed(self, endpoint: str) -> bool:
        """Return whether an endpoint belongs to an allowed push service."""
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
        return any(
            f"{parts.scheme}://{pattern}" in self._origins for pattern in (host, *_wildcard_parents(host))
        )


def _wildcard_parents(host: str) -> Iterable[str]:
    """Return the wildcards that match a host: `*.b.c` and `*.c` for `a.b.c`."""
    labels = host.split(".")
    return (f"*.{'.'.join(labels[first:])}" for first in range(1, len(labels)))
