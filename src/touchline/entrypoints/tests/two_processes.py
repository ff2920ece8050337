"""Several web processes of one deployment with shared counters."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import redis
from dependency_injector import providers
from flask import Flask

from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.web import create_app
from touchline.platform.throttle import SlidingWindowThrottle, create_redis_storage
from touchline.shared.tests.valkey import running_valkey

if TYPE_CHECKING:
    from touchline.conftest import Visitor

UNREACHABLE_VALKEY = "unix:///nowhere/valkey.sock"


@contextmanager
def two_processes(
    application: Application, address: str | None = None, **settings: Any
) -> Iterator[list[Flask]]:
    """Return two apps of an application.

    They count in their own Valkey, or at an unreachable `address`. `settings` replaces limits.
    """
    if address is None:
        with running_valkey() as started:
            redis.Redis.from_url(started).flushdb()
            yield _create_apps(application, started, settings)
    else:
        yield _create_apps(application, address, settings)


def through_process(app: Flask, visitor: Visitor) -> Visitor:
    """Return the same viewer, whose requests another process handles."""
    return replace(visitor, browser=app.test_client())


def _create_apps(application: Application, address: str, settings: dict[str, Any]) -> list[Flask]:
    return [_create_app(application, address, settings) for _ in range(2)]


def _create_app(application: Application, address: str, settings: dict[str, Any]) -> Flask:
    throttle = SlidingWindowThrottle(create_redis_storage(address), b"secret", processes=2)
    with application.container.throttle.override(providers.Object(throttle)):
        app = create_app(application)
    limiter = app.extensions["limiter"]
    limiter.settings = replace(limiter.settings, throttle_ip_factor=1, **settings)
    return app
