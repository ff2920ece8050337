"""Pre-rolls of a pack: a video file, a URL or a VAST tag; and the ad hosts of the channel."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from touchline.front.packs.parser.pack_reader import read_pack
from touchline.front.packs.schemas.catalog import EventSchema
from touchline.front.packs.schemas.context import ActivePackContext, PackContext
from touchline.front.packs.tests.pack_fixtures import list_problems, write_smallest_pack

NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)


def build_channel_yaml(*names: str) -> str:
    """Return the text of a channel.yaml with ad hosts."""
    listed = ", ".join(f"'{name}'" for name in names)
    return f"slug: tiny\nname: Tiny\ndomains: [tiny.localhost]\nsettings: {{ad_hosts: [{listed}]}}\n"


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("ads.example.org", "https://ads.example.org/film.mp4"),
        ("*.example.org", "https://a.b.example.org/film.mp4"),
        ("127.0.0.1:8390", "http://127.0.0.1:8390/film.mp4"),
        ("ads.example.org", "/files/tiny/film.mp4"),
    ],
)
def test_an_ad_from_a_listed_host_is_accepted(host: str, url: str, tmp_path: Path) -> None:
    rows = f"- {{key: film, url: '{url}'}}\n- {{key: tag, vast: '{url}'}}\n"
    pack = read_pack(
        write_smallest_pack(tmp_path, prerolls_yaml=rows, channel_yaml=build_channel_yaml(host)), NOW
    )
    video, tag = pack.content["prerolls"]
    assert (video["url"], video["vast"], tag["url"], tag["vast"]) == (
        url,
        None,
        None,
        url,
    )


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("example.org", "https://ads.example.org/film.mp4"),
        ("*.example.org", "https://example.org/film.mp4"),
        ("*.example.org", "https://badexample.org/film.mp4"),
        ("ads.example.org", "https://ads.example.org:8443/film.mp4"),
    ],
)
def test_an_ad_of_any_other_host_is_refused(host: str, url: str, tmp_path: Path) -> None:
    rows = f"- {{key: film, url: '{url}'}}\n"
    (problem,) = list_problems(
        write_smallest_pack(tmp_path, prerolls_yaml=rows, channel_yaml=build_channel_yaml(host))
    )
    assert "is not an allowed ad host; add it to settings.ad_hosts in channel.yaml" in problem


def test_a_tag_of_the_pack_becomes_one_of_its_public_files(tmp_path: Path) -> None:
    (tmp_path / "tag.xml").write_text('<VAST version="4.2"/>')
    pack = read_pack(write_smallest_pack(tmp_path, prerolls_yaml="- {key: tag, vast: tag.xml}\n"), NOW)
    url = pack.content["prerolls"][0]["vast"]
    assert url.startswith("/files/") and url.endswith("-tag.xml")
    assert pack.files[url] == tmp_path / "tag.xml"


def read_events(folder: Path, prerolls: str) -> list[Any]:
    """Return the events of a pack whose event has these pre-rolls."""
    event = f"- {{key: gala, name: Gala, category: talks, starts: '2026-12-04 19:00'{prerolls}}}\n"
    rows = "- {key: film, url: /files/tiny/film.mp4}\n"
    events: list[Any] = read_pack(write_pack_with_event(folder, event, rows), NOW).content["events"]
    return events


def write_pack_with_event(folder: Path, event: str, prerolls: str) -> Path:
    """Write a pack with an event and pre-rolls."""
    categories = "- {key: talks, name: Talks}\n"
    return write_smallest_pack(folder, events_yaml=event, prerolls_yaml=prerolls, categories_yaml=categories)


@pytest.mark.parametrize(
    ("prerolls", "keys"),
    [("", None), (", prerolls: none", []), (", prerolls: [film]", ["film"])],
)
def test_an_event_has_all_prerolls_that_fit_or_none_or_these(
    prerolls: str, keys: list[str] | None, tmp_path: Path
) -> None:
    [event] = read_events(tmp_path, prerolls)
    assert event["prerolls"] == keys
    with ActivePackContext(PackContext(NOW)):
        value = EventSchema().dump(event)
    assert value.get("prerolls") == (None if keys is None else keys or "none")


@pytest.mark.parametrize(
    ("prerolls", "message"),
    [
        ("[movie]", "`movie` is not a key in prerolls.yaml"),
        ("[]", "is a list; write `none`, or a list of keys"),
        ("all", "is a text; write `none`, or a list of keys"),
    ],
)
def test_an_event_names_only_prerolls_of_the_channel(prerolls: str, message: str, tmp_path: Path) -> None:
    event = (
        f"- {{key: gala, name: Gala, category: talks, starts: '2026-12-04 19:00', prerolls: {prerolls}}}\n"
    )
    rows = "- {key: film, url: /files/tiny/film.mp4}\n"
    (problem,) = list_problems(write_pack_with_event(tmp_path, event, rows))
    assert message in problem
