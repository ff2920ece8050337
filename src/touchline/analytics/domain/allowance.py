"""How often an address may speak in a minute, in one process."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from ipaddress import IPv6Address, ip_address
from threading import Lock


class Allowance:
    """Counts in memory, minute by minute: `each` a minute for an address, and `most` addresses, so that
    nobody fills it. For what is told without an answer; several processes allow as many times as much."""

    def __init__(self, each: int, most: int) -> None:
        self._each = each
        self._most = most
        self._minute: datetime | None = None
        self._spoke: Counter[str] = Counter()
        self._lock = Lock()

    def takes(self, address: str, now: datetime, times: int = 1) -> bool:
        """Whether it may speak once more, or so many times; counted if it may."""
        who, minute = _neighbourhood(address), now.replace(second=0, microsecond=0)
        with self._lock:
            if minute != self._minute:
                self._minute = minute
                self._spoke.clear()
            is_new = who not in self._spoke
            if self._spoke[who] + times > self._each or (is_new and len(self._spoke) >= self._most):
                return False
            self._spoke[who] += times
            return True


def _neighbourhood(address: str) -> str:
    """Of IPv6 the first half, which one line has whole."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    return str(int(found) >> 64) if isinstance(found, IPv6Address) else str(found)
