"""Deployments as source and target of a backup, and everything that a deployment serves."""

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

from touchline.catalog.domain.media.assets import MediaOwner, StoredPackage
from touchline.channel.adapters.accounts.argon2_passwords import Argon2PasswordHasher
from touchline.conftest import NEW_VIEWER, NOON
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.docs.openapi import build_document
from touchline.entrypoints.web import create_app
from touchline.front.packs.tests.pack_fixtures import DATA
from touchline.platform.config.settings import Settings
from touchline.platform.db import migrations
from touchline.platform.tests.db.temporary_databases import temporary_databases
from touchline.shared.clock import FixedClock

MEDIA_FILES = {
    "master.m3u8": b"#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv0/index.m3u8\n",
    "v0/index.m3u8": b"#EXTM3U\n#EXTINF:4,\n00000.ts\n",
    "v0/00000.ts": bytes(range(256)) * 400,
    "poster.jpg": b"\xff\xd8poster",
}
MEDIA_FOLDER = "assets/1-00ff"
_FILE_URL = re.compile(r'"((?:http://[^"/]+)?/(?:files|media|pictures)/[^"\\]+)"')
_NONDETERMINISTIC_PATHS = ("/channel-key", "/datalake/hash/")


@contextmanager
def create_deployment(var: Path, database_url: str, **settings: Any) -> Iterator[Application]:
    """Create an application with its own `var`, which contains its secret key, and an empty database."""
    application = Application(
        Settings(var=var, database_url=database_url, queue="inline", development=True, **settings)
    )
    application.container.clock.override(providers.Singleton(FixedClock, NOON))
    application.container.channel.password_hasher.override(
        providers.Singleton(Argon2PasswordHasher, passes=1, memory_kib=8, lanes=1)
    )
    var.mkdir(parents=True, exist_ok=True)
    yield application
    application.close()


@contextmanager
def create_databases(database_url: str, count: int) -> Iterator[Sequence[str]]:
    """Yield URLs of empty databases of the same kind. SQLite databases are in each `var`."""
    if database_url.startswith("sqlite"):
        yield [""] * count
        return
    names = [f"copied_{os.getpid()}_{number}" for number in range(count)]
    with temporary_databases(database_url, *names) as addresses:
        yield addresses


def fill_database(application: Application) -> tuple[Flask, str]:
    """Create a channel from a pack, a viewer, a recording of the first game and a clip with a link.

    Returns the app and the viewer's key.
    """
    migrations.upgrade(application.container.database().engine)
    application.container.front.apply_pack()(DATA / "whole")
    app = create_app(application)
    viewer = register_viewer(app.test_client())
    media: Any = application.container.catalog
    storage = media.storage()
    with application.container.database().transaction(1):
        asset = media.assets().add("0" * 64, "game.mp4")
        media.media_items().attach(MediaOwner("event", 1), asset.id, "Whole game")
    with storage.workspace("test") as workspace:
        for name, content in MEDIA_FILES.items():
            (workspace / name).parent.mkdir(parents=True, exist_ok=True)
            (workspace / name).write_bytes(content)
        storage.publish(workspace, MEDIA_FOLDER)
    storage.link(f"{MEDIA_FOLDER}/v0/00000.ts", "clips/1-00ff/00000.ts")
    made = StoredPackage(
        MEDIA_FOLDER, 4000, 640, 360, 25.0, has_audio=True, has_captions=False, storyboard=False
    )
    with application.container.database().transaction(1):
        asset.begin("test", application.container.clock().now())
        asset.mark_ready("test", made)
        media.assets().save(asset)
    return app, viewer


def register_viewer(browser: FlaskClient, email: str = NEW_VIEWER["email"]) -> str:
    """Register a viewer, and return their key."""
    channel_key = browser.get("/channel-key").json
    api_key = browser.post("/api/get_api_key", json=(channel_key or {})["data"]).json
    form = {
        **NEW_VIEWER,
        "email": email,
        "password_confirmation": NEW_VIEWER["password"],
        "api_key": (api_key or {})["data"]["api_key"],
    }
    response = browser.post("/api/v2/auth/register", json=form)
    return str((response.json or {})["data"]["api_key"])


def read_all_responses(app: Flask, api_key: str) -> dict[str, tuple[int, str, bytes]]:
    """Return the response of every GET operation, with small ids, and every file that a response names."""
    browser = app.test_client()
    found: dict[str, tuple[int, str, bytes]] = {}
    for path in _iter_paths(build_document(app)):
        found[path] = send_get(browser, path, api_key)
    named = {
        address
        for _, kind, body in found.values()
        if "json" in kind
        for address in _FILE_URL.findall(json.dumps(json.loads(body)))
    }
    for address in sorted(named):
        found[address] = send_get(browser, address, "")
    return found


def send_get(browser: FlaskClient, path: str, api_key: str) -> tuple[int, str, bytes]:
    """Return status, content type and body of a response."""
    query = {"api_key": api_key} if api_key else None
    response = browser.get(path, query_string=query, headers={"X-Request-Id": "0" * 16}, buffered=True)
    return response.status_code, response.content_type, response.data


def _iter_paths(spec: Any) -> Iterator[str]:
    for path, operations in spec["paths"].items():
        if "get" not in operations or path in _NONDETERMINISTIC_PATHS:
            continue
        names = re.findall(r"\{[^}]+\}", path)
        for numbers in itertools.product("12", repeat=min(1, len(names))):
            address = path
            for name in names:
                address = address.replace(name, numbers[0])
            yield address
