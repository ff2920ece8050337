"""The country of a visitor, as each adapter returns it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mmdb_writer import MMDBWriter
from netaddr import IPSet

from adapters.geo.fixed import FixedGeo
from adapters.geo.header import HeaderGeo
from adapters.geo.maxmind import MaxmindGeo
from touchline.channel.ports.site.geo import Geo, GeoUnavailableError

CANADIAN, AMERICAN, SATELLITE, NOWHERE = "192.0.2.1", "198.51.100.9", "203.0.113.7", "10.0.0.1"
RECORDS_BY_NETWORK: dict[str, dict[str, Any]] = {
    "192.0.2.0/24": {"country": {"iso_code": "CA", "names": {"en": "Canada"}}},
    "198.51.100.0/24": {"country": {"iso_code": "US"}, "registered_country": {"iso_code": "CA"}},
    "203.0.113.0/24": {"registered_country": {"iso_code": "FR"}},
    "2001:db8::/32": {"country": {"iso_code": "CA"}},
}


def write_database(path: Path, records: dict[str, dict[str, Any]] = RECORDS_BY_NETWORK) -> Path:
    """Write a database of networks and move it into place, as an updater does."""
    writer = MMDBWriter(ip_version=6, ipv4_compatible=True, database_type="GeoLite2-Country")
    for network, record in records.items():
        writer.insert_network(IPSet([network]), record)
    new_database = path.with_suffix(".fresh")
    writer.to_db_file(str(new_database))
    new_database.replace(path)
    return path


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return write_database(tmp_path / "country.mmdb")


GEO_FACTORIES: dict[str, Callable[[Path], Geo]] = {
    "fixed": lambda _: FixedGeo("CA"),
    "header": lambda _: HeaderGeo("CF-IPCountry"),
    "maxmind": MaxmindGeo,
}


@pytest.fixture(params=GEO_FACTORIES)
def geo(request: pytest.FixtureRequest, database: Path) -> Geo:
    """Return each adapter in turn. All of them return Canada for the address `CANADIAN`."""
    return GEO_FACTORIES[request.param](database)


def test_a_country_is_an_uppercase_two_letter_code(geo: Geo) -> None:
    assert geo.get_country(CANADIAN, {"CF-IPCountry": "ca"}) == "CA"


def test_a_valid_setup_passes_its_check(geo: Geo) -> None:
    geo.check()


@pytest.mark.parametrize("factory", [lambda _: FixedGeo(""), GEO_FACTORIES["header"], MaxmindGeo])
@pytest.mark.parametrize("ip", [NOWHERE, "", "unknown", "127.0.0.1", "::1"])
def test_an_unknown_country_is_none(factory: Callable[[Path], Geo], ip: str, database: Path) -> None:
    assert factory(database).get_country(ip, {}) is None


@pytest.mark.parametrize("header", ["", "XX", "T1", "Canada", "4A"])
def test_an_unknown_country_header_is_ignored(header: str) -> None:
    assert HeaderGeo("CF-IPCountry").get_country(CANADIAN, {"CF-IPCountry": header}) is None


@pytest.mark.parametrize(
    ("ip", "country"),
    [
        (AMERICAN, "US"),
        (SATELLITE, "FR"),
        ("2001:db8::7", "CA"),
        (f"::ffff:{CANADIAN}", "CA"),
        ("2001:4860::1", None),
    ],
)
def test_the_country_of_use_precedes_the_registered_country(
    ip: str, country: str | None, database: Path
) -> None:
    assert MaxmindGeo(database).get_country(ip, {"CF-IPCountry": "BR"}) == country


def test_the_database_is_opened_lazily(tmp_path: Path) -> None:
    geo = MaxmindGeo(tmp_path / "later.mmdb")
    assert geo.get_country(CANADIAN, {}) is None
    write_database(tmp_path / "later.mmdb")
    assert geo.get_country(CANADIAN, {}) == "CA"


def test_a_replaced_database_is_reloaded_without_restart(database: Path) -> None:
    geo = MaxmindGeo(database)
    assert geo.get_country(CANADIAN, {}) == "CA"
    write_database(database, {"192.0.2.0/24": {"country": {"iso_code": "MX"}}})
    assert geo.get_country(CANADIAN, {}) == "MX"


def test_an_unreadable_replacement_keeps_the_previous_database(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    geo = MaxmindGeo(database)
    assert geo.get_country(CANADIAN, {}) == "CA"
    broken_path = database.with_suffix(".broken")
    broken_path.write_bytes(b"half a download")
    broken_path.replace(database)
    assert [geo.get_country(CANADIAN, {}) for _ in range(3)] == ["CA"] * 3
    assert len([line for line in caplog.messages if "is not a readable MaxMind database" in line]) == 1
    database.unlink()
    assert geo.get_country(CANADIAN, {}) == "CA"


def test_a_missing_database_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "none.mmdb"
    with pytest.raises(GeoUnavailableError) as unavailable:
        MaxmindGeo(path).check()
    assert str(unavailable.value) == f"The geo database {path} (TOUCHLINE_GEO_DATABASE) does not exist."


@pytest.mark.parametrize("content", [b"", b"half a download", b"\xab\xcd\xefMaxMind.com" + b"\x00" * 9])
def test_a_broken_database_is_reported(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken.mmdb"
    path.write_bytes(content)
    with pytest.raises(GeoUnavailableError) as unavailable:
        MaxmindGeo(path).check()
    assert str(unavailable.value) == (f"{path} (TOUCHLINE_GEO_DATABASE) is not a readable MaxMind database.")
