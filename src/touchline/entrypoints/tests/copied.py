"""Deployments that a backup leads from and to, and everything that one serves."""

from __future__ import annotations

import itertools
import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dependency_injector import providers
from flask import Flask
from flask.testing import FlaskClient

from touchline.catalog.domain.media import Made, Owner
from touchline.channel.adapters.argon2_passwords import Argon2Passwords
from touchline.conftest import NEWCOMER, NOON
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.openapi import document
from touchline.entrypoints.web import create_app
from touchline.front.packs.tests.packs import DATA
from touchline.platform.db import migrations
from touchline.platform.settings import Settings
from touchline.platform.tests.db.own_databases import own_databases
from touchline.shared.clock import FixedClock

FILES = {
    "master.m3u8": b"#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv0/index.m3u8\n",
    "v0/index.m3u8": b"#EXTM3U\n#EXTINF:4,\n00000.ts\n",
    "v0/00000.ts": bytes(range(256)) * 400,
    "poster.jpg": b"\xff\xd8poster",
}
FOLDER = "assets/1-00ff"
_ADDRESS = re.compile(r'"((?:http://[^"/]+)?/(?:files|media|pictures)/[^"\\]+)"')
_EVER_NEW = ("/channel-key", "/datalake/hash/")


@contextmanager
def deployed(var: Path, database_url: str, **settings: Any) -> Iterator[House]:
    """A house with a `var` of its own, its secret key in there; nothing is in its database."""
    house = House(Settings(var=var, database_url=database_url, queue="inline", development=True, **settings))
    house.container.clock.override(providers.Singleton(FixedClock, NOON))
    house.container.channel.passwords.override(
        providers.Singleton(Argon2Passwords, passes=1, memory_kib=8, lanes=1)
    )
    var.mkdir(parents=True, exist_ok=True)
    yield house
    house.close()


@contextmanager
def databases(database_url: str, count: int) -> Iterator[Sequence[str]]:
    """Addresses of empty databases, of the same kind; SQLite's lie in each `var`."""
    if database_url.startswith("sqlite"):
        yield [""] * count
        return
    names = [f"copied_{os.getpid()}_{number}" for number in range(count)]
    with own_databases(database_url, *names) as addresses:
        yield addresses


def fill(house: House) -> tuple[Flask, str]:
    """A channel from a pack, a viewer, and a recording of its first game of which a clip's link was made;
    answers the app and the viewer's key."""
    migrations.upgrade(house.container.database().engine)
    house.container.front.apply_pack()(DATA / "whole")
    app = create_app(house)
    viewer = registered(app.test_client())
    media: Any = house.container.catalog.media
    storage = media.storage()
    with house.container.database().transaction(1):
        asset = media.assets().add("0" * 64, "game.mp4")
        media.rows().attach(Owner("event", 1), asset.id, "Whole game")
    with storage.workspace("test") as workspace:
        for name, content in FILES.items():
            (workspace / name).parent.mkdir(parents=True, exist_ok=True)
            (workspace / name).write_bytes(content)
        storage.publish(workspace, FOLDER)
    storage.link(f"{FOLDER}/v0/00000.ts", "clips/1-00ff/00000.ts")
    made = Made(FOLDER, 4000, 640, 360, 25.0, has_audio=True, has_captions=False, storyboard=False)
    with house.container.database().transaction(1):
        asset.begin("test", house.container.clock().now())
        asset.finish("test", made)
        media.assets().save(asset)
    return app, viewer


def registered(browser: FlaskClient, email: str = NEWCOMER["email"]) -> str:
    """The key of a new viewer."""
    asked = browser.get("/channel-key").json
    given = browser.post("/api/get_api_key", json=(asked or {})["data"]).json
    form = {
        **NEWCOMER,
        "email": email,
        "password_confirmation": NEWCOMER["password"],
        "api_key": (given or {})["data"]["api_key"],
    }
    answer = browser.post("/api/v2/auth/register", json=form)
    return str((answer.json or {})["data"]["api_key"])


def served(app: Flask, api_key: str) -> dict[str, tuple[int, str, bytes]]:
    """Every GET of the document, with small ids, and every file that an answer names."""
    browser = app.test_client()
    found: dict[str, tuple[int, str, bytes]] = {}
    for path in _paths(document(app)):
        found[path] = asked(browser, path, api_key)
    named = {
        address
        for _, kind, body in found.values()
        if "json" in kind
        for address in _ADDRESS.findall(json.dumps(json.loads(body)))
    }
    for address in sorted(named):
        found[address] = asked(browser, address, "")
    return found


def asked(browser: FlaskClient, path: str, api_key: str) -> tuple[int, str, bytes]:
    """Status, kind and bytes of an answer."""
    query = {"api_key": api_key} if api_key else None
    answer = browser.get(path, query_string=query, headers={"X-Request-Id": "0" * 16}, buffered=True)
    return answer.status_code, answer.content_type, answer.data


def _paths(said: Any) -> Iterator[str]:
    for path, operations in said["paths"].items():
        if "get" not in operations or path in _EVER_NEW:
            continue
        names = re.findall(r"\{[^}]+\}", path)
        for numbers in itertools.product("12", repeat=min(1, len(names))):
            address = path
            for name in names:
                address = address.replace(name, numbers[0])
            yield address
