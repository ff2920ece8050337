"""From which country a visitor comes, by each adapter."""

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
from touchline.channel.ports.geo import Geo, GeoUnavailable

CANADIAN, AMERICAN, SATELLITE, NOWHERE = "192.0.2.1", "198.51.100.9", "203.0.113.7", "10.0.0.1"
KNOWN: dict[str, dict[str, Any]] = {
    "192.0.2.0/24": {"country": {"iso_code": "CA", "names": {"en": "Canada"}}},
    "198.51.100.0/24": {"country": {"iso_code": "US"}, "registered_country": {"iso_code": "CA"}},
    "203.0.113.0/24": {"registered_country": {"iso_code": "FR"}},
    "2001:db8::/32": {"country": {"iso_code": "CA"}},
}


def write(path: Path, known: dict[str, dict[str, Any]] = KNOWN) -> Path:
    """A database of networks, put in its place whole as an updater does."""
    writer = MMDBWriter(ip_version=6, ipv4_compatible=True, database_type="GeoLite2-Country")
    for network, record in known.items():
        writer.insert_network(IPSet([network]), record)
    fresh = path.with_suffix(".fresh")
    writer.to_db_file(str(fresh))
    fresh.replace(path)
    return path


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return write(tmp_path / "country.mmdb")


MAKERS: dict[str, Callable[[Path], Geo]] = {
    "fixed": lambda _: FixedGeo("CA"),
    "header": lambda _: HeaderGeo("CF-IPCountry"),
    "maxmind": MaxmindGeo,
}


@pytest.fixture(params=MAKERS)
def geo(request: pytest.FixtureRequest, database: Path) -> Geo:
    """Each adapter, where a visitor of `CANADIAN` comes from Canada."""
    return MAKERS[request.param](database)


def test_a_country_is_a_code_of_two_capitals(geo: Geo) -> None:
    assert geo.country_of(CANADIAN, {"CF-IPCountry": "ca"}) == "CA"


def test_what_is_in_order_says_so(geo: Geo) -> None:
    geo.check()


@pytest.mark.parametrize("maker", [lambda _: FixedGeo(""), MAKERS["header"], MaxmindGeo])
@pytest.mark.parametrize("ip", [NOWHERE, "", "unknown", "127.0.0.1", "::1"])
def test_what_cannot_be_known_is_nothing(maker: Callable[[Path], Geo], ip: str, database: Path) -> None:
    assert maker(database).country_of(ip, {}) is None


@pytest.mark.parametrize("said", ["", "XX", "T1", "Canada", "4A"])
def test_a_proxy_that_does_not_know_says_nothing(said: str) -> None:
    assert HeaderGeo("CF-IPCountry").country_of(CANADIAN, {"CF-IPCountry": said}) is None


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
def test_the_database_says_where_an_address_is_used_else_where_it_is_registered(
    ip: str, country: str | None, database: Path
) -> None:
    assert MaxmindGeo(database).country_of(ip, {"CF-IPCountry": "BR"}) == country


def test_a_database_is_opened_when_it_is_needed(tmp_path: Path) -> None:
    geo = MaxmindGeo(tmp_path / "later.mmdb")
    assert geo.country_of(CANADIAN, {}) is None
    write(tmp_path / "later.mmdb")
    assert geo.country_of(CANADIAN, {}) == "CA"


def test_a_new_database_in_its_place_is_read_without_a_restart(database: Path) -> None:
    geo = MaxmindGeo(database)
    assert geo.country_of(CANADIAN, {}) == "CA"
    write(database, {"192.0.2.0/24": {"country": {"iso_code": "MX"}}})
    assert geo.country_of(CANADIAN, {}) == "MX"


def test_while_the_new_one_cannot_be_read_the_one_before_answers(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    geo = MaxmindGeo(database)
    assert geo.country_of(CANADIAN, {}) == "CA"
    broken = database.with_suffix(".broken")
    broken.write_bytes(b"half a download")
    broken.replace(database)
    assert [geo.country_of(CANADIAN, {}) for _ in range(3)] == ["CA"] * 3
    assert len([line for line in caplog.messages if "cannot be read as a MaxMind database" in line]) == 1
    database.unlink()
    assert geo.country_of(CANADIAN, {}) == "CA"


def test_a_missing_database_is_named_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "none.mmdb"
    with pytest.raises(GeoUnavailable) as unavailable:
        MaxmindGeo(path).check()
    assert str(unavailable.value) == f"There is no geo database {path} (TOUCHLINE_GEO_DATABASE)."


@pytest.mark.parametrize("content", [b"", b"half a download", b"\xab\xcd\xefMaxMind.com" + b"\x00" * 9])
def test_a_broken_database_is_named_in_one_sentence(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken.mmdb"
    path.write_bytes(content)
    with pytest.raises(GeoUnavailable) as unavailable:
        MaxmindGeo(path).check()
    assert str(unavailable.value) == (
        f"{path} (TOUCHLINE_GEO_DATABASE) cannot be read as a MaxMind database."
    )
