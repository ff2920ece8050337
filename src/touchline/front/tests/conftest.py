"""Fixtures: a channel with a small season and pages, and a built web app."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from dependency_injector import providers

from touchline.catalog.tests.pack_samples import event_entry, pack_part
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.front.assets.web_build import WebBuild
from touchline.platform.tests.db.snapshots import DatabaseSnapshots

INDEX = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <!--touchline:head-->
    <script type="module" src="/assets/app-1.js"></script>
  </head>
  <body><!--touchline:first--><!--touchline:error--></body>
</html>
"""


@pytest.fixture
def dist(application: Application, tmp_path: Path) -> Iterator[Path]:
    """Use a temporary folder with a built web app instead of the real one."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(INDEX)
    (tmp_path / "assets" / "app-1.js").write_text("console.log(1)\n" * 100)
    (tmp_path / "assets" / "dot.png").write_bytes(b"\x89PNG")
    with application.container.front.web_build.override(providers.Object(WebBuild(tmp_path))):
        yield tmp_path


@pytest.fixture
def site(
    snapshots: DatabaseSnapshots, application: Application, add_channel: Callable[..., ChannelDetails]
) -> ChannelDetails:
    """Return the channel `prairie` with pages, its own domain and the small season."""
    return snapshots.restore_or_create("site", lambda: make_site(application, add_channel))


def make_site(application: Application, add_channel: Callable[..., ChannelDetails]) -> ChannelDetails:
    """Create the channel."""
    pages = [
        {"key": "about", "name": {"en": "About us", "fr": "À propos"}, "url": "/about", "alt_name": None,
         "text": {"en": "We **film** games.", "fr": "Nous filmons."}}
    ]  # fmt: skip
    channel = add_channel("prairie", pages=pages, routes=[{"path": "/replays", "to": "/vod?sport=hockey"}])
    with application.container.database().transaction(channel.id):
        application.container.catalog.facade().apply_pack(pack_part())
    return channel


@pytest.fixture
def ids(application: Application, site: ChannelDetails) -> Callable[[str, str], int]:
    """Return a function that looks up ids of the season: `ids("event", "on-now")`."""

    def get_id(kind: str, key: str) -> int:
        with application.container.database().transaction(site.id):
            ids: Any = application.container.catalog.facade().list_ids_by_key(kind)
            return int(ids[key])

    return get_id


@pytest.fixture
def apply_events(application: Application, site: ChannelDetails) -> Callable[..., None]:
    """Return `apply_events(description=None)`, which replaces the season's events with one game `plain` at
    noon.
    """

    def apply(**changes: Any) -> None:
        with application.container.database().transaction(site.id):
            part = pack_part(events=[event_entry("plain", NOON, **changes)])
            application.container.catalog.facade().apply_pack(part)

    return apply
