"""`TOUCHLINE_GEO=maxmind`: a local database file in MaxMind's format (GeoLite2, GeoIP2, DB-IP).

The file is opened on first use and again after it is replaced. If the new file cannot be read, the previous
one stays in use.
"""

import ipaddress
import logging
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any

import maxminddb

from touchline.channel.ports.site.geo import GeoUnavailableError

log = logging.getLogger(__name__)
_FileVersion = tuple[int, int, int]


class MaxmindGeo:
    """Geo lookup in the file named by `TOUCHLINE_GEO_DATABASE`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._reader: maxminddb.Reader | None = None
        self._file_version: _FileVersion | None = None

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """Return the country where the address is used, otherwise the country where it is registered."""
        address = _normalize_address(ip)
        reader = self._get_reader()
        if address is None or reader is None:
            return None
        try:
            record: Any = reader.get(address)
        except (maxminddb.InvalidDatabaseError, ValueError):
            log.exception("%s lookup failed", self._path)
            return None
        for name in ("country", "registered_country"):
            code = (record or {}).get(name, {}).get("iso_code")
            if code:
                return str(code)
        return None

    def check(self) -> None:
        """Raise `GeoUnavailableError` if the file is missing or is not a MaxMind database."""
        self._open()

    def _get_reader(self) -> maxminddb.Reader | None:
        try:
            file_version: _FileVersion | None = _get_file_version(self._path)
        except OSError:
            file_version = self._file_version
        if file_version != self._file_version or self._reader is None:
            self._reload(file_version)
        return self._reader

    def _reload(self, file_version: _FileVersion | None) -> None:
        """Open the replaced file. The old reader is not closed, because other threads may still use it."""
        with self._lock:
            if file_version == self._file_version:
                return
            self._file_version = file_version
            try:
                self._reader = self._open()
            except GeoUnavailableError as error:
                log.error("%s Countries %s.", error, "stay as they are" if self._reader else "are unknown")

    def _open(self) -> maxminddb.Reader:
        try:
            return maxminddb.open_database(self._path)
        except FileNotFoundError:
            raise GeoUnavailableError(
                f"The geo database {self._path} (TOUCHLINE_GEO_DATABASE) does not exist."
            ) from None
        except (OSError, ValueError, maxminddb.InvalidDatabaseError):
            raise GeoUnavailableError(
                f"{self._path} (TOUCHLINE_GEO_DATABASE) is not a readable MaxMind database."
            ) from None


def _get_file_version(path: Path) -> _FileVersion:
    """Return a value that changes when the file is replaced."""
    stat = path.stat()
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


def _normalize_address(ip: str) -> str | None:
    """Return the address as the database stores it. IPv4-mapped IPv6 addresses become IPv4."""
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)
