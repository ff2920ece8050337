"""Applications for tests, kept until the process ends."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Any

from flask import Flask

from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.docs.error_responses import watch_responses
from touchline.entrypoints.docs.openapi import build_document
from touchline.entrypoints.web import create_app
from touchline.platform.tests.db.snapshots import DatabaseSnapshots
from touchline.platform.tests.db.truncation import delete_all_rows
from touchline.platform.tests.http.buffered_client import configure_for_tests
from touchline.platform.tests.http.cache_policies import PolicyWatch


class ApplicationPool:
    """A pool of the applications created for tests, with their apps and snapshots.

    Each test file switches between databases. Creating an application takes longer than most tests, so the
    pool keeps each one. `create(database_url, **settings)` creates an application. `exit_stack` closes all of
    them.
    """

    def __init__(
        self, create: Callable[..., AbstractContextManager[Application]], exit_stack: ExitStack
    ) -> None:
        self._create, self._exit_stack = create, exit_stack
        self._applications: dict[tuple[Any, ...], Application] = {}
        self._apps: dict[Application, Flask] = {}
        self._snapshots: dict[Application, DatabaseSnapshots] = {}

    def get(self, database_url: str, **settings: Any) -> Application:
        """Return the application for a database and these settings."""
        key = (database_url, *sorted(settings.items()))
        if key not in self._applications:
            self._applications[key] = self._exit_stack.enter_context(self._create(database_url, **settings))
        return self._applications[key]

    def app(self, application: Application) -> Flask:
        """Return the application's Flask app, which checks its responses against the OpenAPI document."""
        if application not in self._apps:
            app = self._apps[application] = configure_for_tests(create_app(application))
            app.extensions["undeclared"] = watch_responses(app, build_document(app))
            lookup_tables = application.container.channel.caller_lookup().tables
            app.extensions["policy_watch"] = PolicyWatch(
                app, application.container.database().engine, lookup_tables
            )
        return self._apps[application]

    def snapshots(self, application: Application) -> DatabaseSnapshots:
        """Return the application's database snapshots, which many tests start from."""
        if application not in self._snapshots:
            self._snapshots[application] = DatabaseSnapshots(application.container.database().engine)
        return self._snapshots[application]

    def reset(self, application: Application) -> None:
        """Wire the application, and delete all its data and cached state."""
        if Application.current is not application:
            application.wire()
        delete_all_rows(application.container.database().engine)
        for stored in application.settings.media_folder.glob("[!.]*"):
            shutil.rmtree(stored)
        application.container.channel.throttle().storage.reset()
        application.container.shared_state().clear()
        application.container.database().count_cache.clear()
        catalog: Any = application.container.catalog
        catalog.check_playback.reset()
        catalog.playback_rights.reset()
