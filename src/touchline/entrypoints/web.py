"""The web process: `create_app` for a composed house, `application` for the server (granian, `--factory`)."""

import gc
from multiprocessing.util import Finalize
from typing import Any

from flask import Flask
from flask_smorest import Api
from flask_smorest import Blueprint as SmorestBlueprint
from werkzeug.middleware.proxy_fix import ProxyFix

from touchline.__main__ import keep_private
from touchline.entrypoints import contexts
from touchline.entrypoints.bootstrap import House, bootstrap
from touchline.platform import metrics
from touchline.platform.db.frugal import be_frugal
from touchline.platform.db.silence import be_impatient
from touchline.platform.http import (
    away,
    caching,
    compression,
    converters,
    cors,
    errors,
    headers,
    health,
    limits,
    requests,
    slots,
)
from touchline.platform.http.memory import Memory
from touchline.platform.http.method import MethodOverride
from touchline.platform.http.remembered import Remembered
from touchline.platform.http.schemas import Problem
from touchline.shared.processes import end_when_told, end_without_parent

MOST_BODY = 1_048_576
SECONDS_TO_HAND_ON = 2.0
ORPHAN_SECONDS = 20.0
"""The server starts again within that, also on a machine that has much else to do."""
DATABASE_SECONDS = 8.0
"""No visitor waits longer for one answer of the database."""
KILOBYTES_OF_DATABASE = 200
"""Of each connection; four threads have two each."""


class TouchlineApi(Api):  # type: ignore[misc]
    """The OpenAPI document, with our form of errors.

    It is written when somebody asks for it: a web process hands out none, and would keep all of it.
    """

    ERROR_SCHEMA = Problem

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        self._unwritten: list[SmorestBlueprint] = []

    def register_blueprint(self, blueprint: SmorestBlueprint) -> None:
        """Let the app answer its routes."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blueprint.name] = self
        self._app.register_blueprint(blueprint)
        self._unwritten.append(blueprint)

    def document(self) -> dict[str, Any]:
        """All routes of all blueprints, as OpenAPI."""
        while self._unwritten:
            blueprint = self._unwritten.pop(0)
            blueprint.register_views_in_doc(self, self._app, self.spec, name=blueprint.name, parameters=None)
            self.spec.tag({"name": blueprint.name, "description": blueprint.description})
        written: dict[str, Any] = self.spec.to_dict()
        return written


def create_app(house: House) -> Flask:
    """The Flask app of a house: hooks first, then the contexts' blueprints.

    What is installed first sees an answer last: the count and the headers stand outside of the transaction,
    whose commit may still turn the answer into a failure.
    """
    settings, container = house.settings, house.container
    app = Flask("touchline", static_folder=None)
    app.json.sort_keys = app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.config.update(
        API_TITLE="Touchline",
        API_VERSION="1",
        OPENAPI_VERSION="3.1.0",
        MAX_CONTENT_LENGTH=MOST_BODY,
        MAX_FORM_MEMORY_SIZE=MOST_BODY,
        PROPAGATE_EXCEPTIONS=False,
    )
    converters.install(app)
    if house.tracing:
        house.tracing.watch_app(app)
    health.install(app, container.readiness(), container.advice())
    cors.install(app)
    headers.install(app, settings)
    limiter = limits.Limiter(settings, container.channel.throttle(), container.channel.local_throttle())
    app.extensions["limiter"] = limiter
    requests.install(
        app, container.database(), container.channel.principals(), container.channel.is_operator(), limiter
    )
    compression.install(app)
    caching.install(app)
    api = TouchlineApi(app)
    errors.install(app, container.error_reports())
    away.install(app, container.error_reports())
    for blueprint in contexts.offered("http", "BLUEPRINTS"):
        register = api if isinstance(blueprint, SmorestBlueprint) else app
        register.register_blueprint(blueprint)
    app.extensions["openapi"] = api
    wsgi: Any = MethodOverride(app.wsgi_app)
    if settings.remembered_megabytes:
        memory = app.extensions["remembered"] = Memory(settings.remembered_megabytes * 1_000_000)
        wsgi = Remembered(wsgi, memory, container.marks(), container.channel.door(), container.clock)
    hops = settings.trusted_proxies
    if hops:
        wsgi = ProxyFix(wsgi, x_for=hops, x_proto=hops, x_host=hops)
    app.extensions["slots"] = wsgi = slots.Slots(wsgi, MOST_BODY)
    app.wsgi_app = wsgi  # type: ignore[method-assign]
    return app


def application() -> Flask:
    """The app of this process, from its environment."""
    keep_private()
    end_when_told()
    metrics.call_me("web")
    end_without_parent(ORPHAN_SECONDS)
    house = bootstrap(edges=contexts.SERVED)
    settings = house.settings
    engine = house.container.database().engine
    be_impatient(engine, DATABASE_SECONDS)
    be_frugal(engine, KILOBYTES_OF_DATABASE)
    if settings.metrics_port:
        metrics.serve(settings.metrics_host, settings.metrics_port, house.readings)
    house.container.front.built_web().keep()
    app = create_app(house)
    slots.Guard(app.extensions["slots"]).start()
    analytics: Any = house.container.analytics
    analytics.intake.drain_thread().start()
    Finalize(None, house.hand_on, (SECONDS_TO_HAND_ON,), exitpriority=1)  # a child of granian knows no atexit
    _settle()
    return app


def _settle() -> None:
    """What is there now stays to the end, and need not be looked through for garbage with every few requests.

    The first collection throws away what the start left. The second finds nothing, and Python remembers how
    little that was: it looks through all that came later once that has grown by a quarter.
    """
    gc.collect()
    gc.freeze()
    gc.collect()
