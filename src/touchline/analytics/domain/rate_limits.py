"""Rate limits per network address and minute, within one process."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from ipaddress import IPv6Address, ip_address
from threading import Lock


class AddressRateLimit:
    """Counts in memory, minute by minute.

    An address may send `max_per_address` a minute. At most `max_addresses` addresses are counted, which
    limits the memory. Meant for fire-and-forget requests. Each process counts separately, so several
    processes allow a multiple.
    """

    def __init__(self, max_per_address: int, max_addresses: int) -> None:
        self._max_per_address = max_per_address
        self._max_addresses = max_addresses
        self._minute: datetime | None = None
        self._counts: Counter[str] = Counter()
        self._lock = Lock()

    def allow(self, address: str, now: datetime, amount: int = 1) -> bool:
        """Return whether the address may send `amount` more, and count it if so."""
        network, minute = _network_key(address), now.replace(second=0, microsecond=0)
        with self._lock:
            if minute != self._minute:
                self._minute = minute
                self._counts.clear()
            is_new = network not in self._counts
            if self._counts[network] + amount > self._max_per_address or (
                is_new and len(self._counts) >= self._max_addresses
            ):
                return False
            self._counts[network] += amount
            return True


def _network_key(address: str) -> str:
    """Return the key of a network: for IPv6 the first half, because one connection has all of it."""
    try:
        ip = ip_address(address)
    except ValueError:
        return ""
    return str(int(ip) >> 64) if isinstance(ip, IPv6Address) else str(ip)
