"""`TOUCHLINE_GEO=maxmind`: a database file in MaxMind's format (GeoLite2, GeoIP2, DB-IP) on this machine.

The file is opened when it is first needed and opened again when another has been put in its place; meanwhile,
and where the new one cannot be read, the one before goes on answering.
"""

import ipaddress
import logging
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any

import maxminddb

from touchline.channel.ports.geo import GeoUnavailable

log = logging.getLogger(__name__)
_Mark = tuple[int, int, int]


class MaxmindGeo:
    """Looks addresses up in the file named by `TOUCHLINE_GEO_DATABASE`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._reader: maxminddb.Reader | None = None
        self._mark: _Mark | None = None

    def country_of(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """The country the address is used in, else the one it is registered in."""
        address = _address(ip)
        reader = self._present()
        if address is None or reader is None:
            return None
        try:
            found: Any = reader.get(address)
        except (maxminddb.InvalidDatabaseError, ValueError):
            log.exception("%s could not be asked for an address", self._path)
            return None
        for name in ("country", "registered_country"):
            code = (found or {}).get(name, {}).get("iso_code")
            if code:
                return str(code)
        return None

    def check(self) -> None:
        """`GeoUnavailable` when the file is missing or is no such database."""
        self._open()

    def _present(self) -> maxminddb.Reader | None:
        try:
            mark: _Mark | None = _mark_of(self._path)
        except OSError:
            mark = self._mark
        if mark != self._mark or self._reader is None:
            self._change(mark)
        return self._reader

    def _change(self, mark: _Mark | None) -> None:
        """A reader that others may still be asking is left to be collected: it is not closed."""
        with self._lock:
            if mark == self._mark:
                return
            self._mark = mark
            try:
                self._reader = self._open()
            except GeoUnavailable as unavailable:
                log.error("%s Countries %s.", unavailable, "stay as known" if self._reader else "are unknown")

    def _open(self) -> maxminddb.Reader:
        try:
            return maxminddb.open_database(self._path)
        except FileNotFoundError:
            raise GeoUnavailable(f"There is no geo database {self._path} (TOUCHLINE_GEO_DATABASE).") from None
        except (OSError, ValueError, maxminddb.InvalidDatabaseError):
            raise GeoUnavailable(
                f"{self._path} (TOUCHLINE_GEO_DATABASE) cannot be read as a MaxMind database."
            ) from None


def _mark_of(path: Path) -> _Mark:
    """Tells one file from another that was put in its place."""
    found = path.stat()
    return found.st_mtime_ns, found.st_size, found.st_ino


def _address(ip: str) -> str | None:
    """An address as the database knows it: IPv4 in IPv6's clothes is IPv4."""
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)
