"""Several web processes of one deployment, which count together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import redis
from dependency_injector import providers
from flask import Flask

from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.web import create_app
from touchline.platform.throttle import SlidingWindows, in_redis
from touchline.shared.tests.valkey import running_valkey

if TYPE_CHECKING:
    from touchline.conftest import Visitor

NOWHERE = "unix:///nowhere/valkey.sock"


@contextmanager
def two_processes(house: House, address: str | None = None, **settings: Any) -> Iterator[list[Flask]]:
    """Two apps of a house. They count in a Valkey of their own, or at an `address` at which nothing answers.
    `settings` replace limits."""
    if address is None:
        with running_valkey() as started:
            redis.Redis.from_url(started).flushdb()
            yield _apps(house, started, settings)
    else:
        yield _apps(house, address, settings)


def through(app: Flask, visitor: Visitor) -> Visitor:
    """The same viewer, whose call another process answers."""
    return replace(visitor, browser=app.test_client())


def _apps(house: House, address: str, settings: dict[str, Any]) -> list[Flask]:
    return [_app(house, address, settings) for _ in range(2)]


def _app(house: House, address: str, settings: dict[str, Any]) -> Flask:
    throttle = SlidingWindows(in_redis(address), b"secret", processes=2)
    with house.container.channel.throttle.override(providers.Object(throttle)):
        app = create_app(house)
    limiter = app.extensions["limiter"]
    limiter.settings = replace(limiter.settings, throttle_address_factor=1, **settings)
    return app
