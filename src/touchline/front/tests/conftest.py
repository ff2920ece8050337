"""Fixtures: a channel with a small season and pages, and a built web app."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from dependency_injector import providers

from touchline.catalog.tests.packs import event, pack_part
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House
from touchline.front.built_web import BuiltWeb
from touchline.platform.tests.db.stages import Stages

INDEX = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <!--touchline:head-->
    <script type="module" src="/assets/app-1.js"></script>
  </head>
  <body><!--touchline:first--><!--touchline:apology--></body>
</html>
"""


@pytest.fixture
def dist(house: House, tmp_path: Path) -> Iterator[Path]:
    """The folder of a built web app, in the place of the real one."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(INDEX)
    (tmp_path / "assets" / "app-1.js").write_text("console.log(1)\n" * 100)
    (tmp_path / "assets" / "dot.png").write_bytes(b"\x89PNG")
    with house.container.front.built_web.override(providers.Object(BuiltWeb(tmp_path))):
        yield tmp_path


@pytest.fixture
def site(stages: Stages, house: House, add_channel: Callable[..., ChannelFacts]) -> ChannelFacts:
    """The channel `prairie` with pages, an own address, and the small season."""
    return stages.put("site", lambda: make_site(house, add_channel))


def make_site(house: House, add_channel: Callable[..., ChannelFacts]) -> ChannelFacts:
    """Its making."""
    pages = [
        {"key": "about", "name": {"en": "About us", "fr": "À propos"}, "url": "/about", "alt_name": None,
         "text": {"en": "We **film** games.", "fr": "Nous filmons."}}
    ]  # fmt: skip
    channel = add_channel("prairie", pages=pages, routes=[{"path": "/replays", "to": "/vod?sport=hockey"}])
    with house.container.database().transaction(channel.id):
        house.container.catalog.facade().apply_pack(pack_part())
    return channel


@pytest.fixture
def ids(house: House, site: ChannelFacts) -> Callable[[str, str], int]:
    """`ids("event", "on-now")`: the id of a thing of the season."""

    def of(kind: str, key: str) -> int:
        with house.container.database().transaction(site.id):
            found: Any = house.container.catalog.facade().ids_by_key(kind)
            return int(found[key])

    return of


@pytest.fixture
def apply_events(house: House, site: ChannelFacts) -> Callable[..., None]:
    """`apply_events(description=None)`: one game `plain` at noon instead of the season's events."""

    def apply(**changes: Any) -> None:
        with house.container.database().transaction(site.id):
            part = pack_part(events=[event("plain", NOON, **changes)])
            house.container.catalog.facade().apply_pack(part)

    return apply
