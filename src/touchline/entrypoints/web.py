"""The web process: `create_app` for a composed application, `application` for the server (granian,
`--factory`).
"""

import gc
from multiprocessing.util import Finalize
from typing import Any

from flask import Flask
from flask_smorest import Api
from flask_smorest import Blueprint as SmorestBlueprint
from werkzeug.middleware.proxy_fix import ProxyFix

from touchline.__main__ import restrict_file_permissions
from touchline.entrypoints import contexts
from touchline.entrypoints.bootstrap import Application, bootstrap
from touchline.platform.db.sqlite_cache import limit_sqlite_cache
from touchline.platform.db.timeouts import set_query_timeout
from touchline.platform.http import (
    caching,
    compression,
    converters,
    database_unavailable,
    errors,
    health,
    limits,
    requests,
    response_metrics,
)
from touchline.platform.http.response_cache.middleware import ResponseCache
from touchline.platform.http.response_cache.store import CacheStore
from touchline.platform.http.schemas import ProblemSchema
from touchline.platform.http.security import cors, headers
from touchline.platform.http.server import concurrency
from touchline.platform.http.server.method_override import MethodOverride
from touchline.platform.observability import metrics
from touchline.shared.concurrency.processes import exit_without_parent, restore_default_signals

MAX_BODY_BYTES = 1_048_576
FLUSH_SECONDS = 2.0
ORPHAN_TIMEOUT_SECONDS = 20.0
"""Seconds that a web process stays up after its parent is killed. The server restarts within this time, even
on a busy machine.
"""
QUERY_TIMEOUT_SECONDS = 8.0
"""Maximum seconds that a visitor waits for one database query."""
SQLITE_CACHE_KILOBYTES = 200
"""Cache of each SQLite connection in kilobytes. There are four threads with two connections each."""


class TouchlineApi(Api):  # type: ignore[misc]
    """The OpenAPI document, with this application's error format.

    The document is built on request. Web processes do not serve it, and it would take memory.
    """

    ERROR_SCHEMA = ProblemSchema

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        self._undocumented: list[SmorestBlueprint] = []
        self._tags: dict[str, str] = {}

    def register_blueprint(self, blueprint: SmorestBlueprint) -> None:
        """Register the routes of a blueprint with the app."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blueprint.name] = self
        self._app.register_blueprint(blueprint)
        self._undocumented.append(blueprint)

    def build_document(self) -> dict[str, Any]:
        """Return all routes of all blueprints as an OpenAPI document."""
        while self._undocumented:
            blueprint = self._undocumented.pop(0)
            blueprint.register_views_in_doc(self, self._app, self.spec, name=blueprint.name, parameters=None)
            self._tags[blueprint.name] = blueprint.tag
            if blueprint.tag == blueprint.name:
                self.spec.tag({"name": blueprint.tag, "description": blueprint.description})
        document: dict[str, Any] = self.spec.to_dict()
        for operations in document["paths"].values():
            for operation in operations.values():
                if "tags" in operation:
                    operation["tags"] = [self._tags.get(name, name) for name in operation["tags"]]
        return document


def create_app(application: Application) -> Flask:
    """Return the Flask app of an application. Hooks are installed first, then the blueprints of the contexts.

    Hooks that are installed first process a response last. Request metrics and headers are therefore outside
    the transaction, whose commit can still turn the response into an error.
    """
    app = Flask("touchline", static_folder=None)
    app.json.sort_keys = app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.config.update(
        API_TITLE="Touchline",
        API_VERSION="1",
        OPENAPI_VERSION="3.1.0",
        MAX_CONTENT_LENGTH=MAX_BODY_BYTES,
        MAX_FORM_MEMORY_SIZE=MAX_BODY_BYTES,
        PROPAGATE_EXCEPTIONS=False,
    )
    _install_hooks(app, application)
    api = TouchlineApi(app)
    errors.install(app, application.container.error_reports())
    database_unavailable.install(app, application.container.error_reports())
    for blueprint in contexts.collect_attributes("http", "BLUEPRINTS"):
        register = api if isinstance(blueprint, SmorestBlueprint) else app
        register.register_blueprint(blueprint)
    app.extensions["openapi"] = api
    _add_middleware(app, application)
    return app


def _install_hooks(app: Flask, application: Application) -> None:
    """Install the hooks around every view."""
    settings, container = application.settings, application.container
    converters.install(app)
    if application.tracing:
        application.tracing.instrument_app(app)
    response_metrics.install(app)
    health.install(app, container.readiness_checks(), container.optional_checks())
    cors.install(app)
    headers.install(app, settings)
    limiter = limits.RequestLimiter(
        settings,
        container.channel.throttle(),
        container.channel.local_throttle(),
        container.channel.proof_of_work(),
    )
    app.extensions["limiter"] = limiter
    requests.install(
        app,
        container.database(),
        container.channel.api_key_authenticator(),
        container.channel.authorize_operator(),
        limiter,
    )
    compression.install(app)
    caching.install(app)


def _add_middleware(app: Flask, application: Application) -> None:
    """Wrap the app in its WSGI middleware. The last one sees a request first."""
    settings, container = application.settings, application.container
    wsgi: Any = MethodOverride(app.wsgi_app)
    if settings.response_cache_mb:
        cache_store = app.extensions["response_cache"] = CacheStore(settings.response_cache_mb * 1_000_000)
        wsgi = ResponseCache(
            wsgi, cache_store, container.table_versions(), container.channel.caller_lookup(), container.clock
        )
    trusted_proxies = settings.trusted_proxies
    if trusted_proxies:
        wsgi = ProxyFix(wsgi, x_for=trusted_proxies, x_proto=trusted_proxies, x_host=trusted_proxies)
    app.extensions["slots"] = wsgi = concurrency.ConcurrencyLimiter(wsgi, MAX_BODY_BYTES)
    app.wsgi_app = wsgi  # type: ignore[method-assign]


def application() -> Flask:
    """Return the app of this process, configured from the environment."""
    restrict_file_permissions()
    restore_default_signals()
    metrics.identify_process("web")
    exit_without_parent(ORPHAN_TIMEOUT_SECONDS)
    application = bootstrap(adapter_names=contexts.WEB_ADAPTER_MODULES)
    settings = application.settings
    engine = application.container.database().engine
    set_query_timeout(engine, QUERY_TIMEOUT_SECONDS)
    limit_sqlite_cache(engine, SQLITE_CACHE_KILOBYTES)
    if settings.metrics_port:
        metrics.serve(settings.metrics_host, settings.metrics_port, application.sampled_metrics)
    application.container.front.web_build().store_assets()
    app = create_app(application)
    concurrency.StalledConnectionGuard(app.extensions["slots"]).start()
    analytics: Any = application.container.analytics
    analytics.drain_thread().start()
    analytics.evidence_thread().start()
    # child processes of granian do not run atexit handlers
    Finalize(None, application.flush, (FLUSH_SECONDS,), exitpriority=1)
    _freeze_garbage()
    return app


def _freeze_garbage() -> None:
    """Exclude objects that exist after the start from garbage collection, because they live as long as the
    process.

    The first collection removes garbage from the start. The second finds nothing, and Python records how few
    objects survive it. Python then runs a full collection whenever the objects created later have grown by a
    quarter.
    """
    gc.collect()
    gc.freeze()
    gc.collect()
