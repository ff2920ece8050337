"""Pre-rolls of a pack: a video file, a URL or a VAST tag; and the ad hosts of the channel."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from touchline.front.packs.parser.pack_reader import read_pack
from touchline.front.packs.tests.pack_fixtures import list_problems, write_smallest_pack

NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)


def write_ad_hosts(*names: str) -> str:
    """Return a channel.yaml with ad hosts."""
    listed = ", ".join(f"'{name}'" for name in names)
    return f"slug: tiny\nname: Tiny\ndomains: [tiny.localhost]\nsettings: {{ad_hosts: [{listed}]}}\n"


@pytest.mark.parametrize(
    ("named", "address"),
    [
        ("ads.example.org", "https://ads.example.org/film.mp4"),
        ("*.example.org", "https://a.b.example.org/film.mp4"),
        ("127.0.0.1:8390", "http://127.0.0.1:8390/film.mp4"),
        ("ads.example.org", "/files/tiny/film.mp4"),
    ],
)
def test_an_ad_from_a_listed_host_is_accepted(named: str, address: str, tmp_path: Path) -> None:
    rows = f"- {{key: film, url: '{address}'}}\n- {{key: tag, vast: '{address}'}}\n"
    pack = read_pack(
        write_smallest_pack(tmp_path, prerolls_yaml=rows, channel_yaml=write_ad_hosts(named)), NOW
    )
    library_item, tag = pack.content["prerolls"]
    assert (library_item["url"], library_item["vast"], tag["url"], tag["vast"]) == (
        address,
        None,
        None,
        address,
    )


@pytest.mark.parametrize(
    ("named", "address"),
    [
        ("example.org", "https://ads.example.org/film.mp4"),
        ("*.example.org", "https://example.org/film.mp4"),
        ("*.example.org", "https://badexample.org/film.mp4"),
        ("ads.example.org", "https://ads.example.org:8443/film.mp4"),
    ],
)
def test_an_ad_of_any_other_host_is_refused(named: str, address: str, tmp_path: Path) -> None:
    rows = f"- {{key: film, url: '{address}'}}\n"
    (found,) = list_problems(
        write_smallest_pack(tmp_path, prerolls_yaml=rows, channel_yaml=write_ad_hosts(named))
    )
    assert "is not an allowed ad host; add it to settings.ad_hosts in channel.yaml" in found


def test_a_tag_of_the_pack_becomes_one_of_its_open_files(tmp_path: Path) -> None:
    (tmp_path / "tag.xml").write_text('<VAST version="4.2"/>')
    pack = read_pack(write_smallest_pack(tmp_path, prerolls_yaml="- {key: tag, vast: tag.xml}\n"), NOW)
    address = pack.content["prerolls"][0]["vast"]
    assert address.startswith("/files/") and address.endswith("-tag.xml")
    assert pack.files[address] == tmp_path / "tag.xml"
