"""Houses of the tests, kept to the end of a process."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Any

from flask import Flask

from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.openapi import document
from touchline.entrypoints.refusals import watch
from touchline.entrypoints.web import create_app
from touchline.platform.tests.db.emptied import empty
from touchline.platform.tests.db.stages import Stages
from touchline.platform.tests.http.browser import under_test


class Houses:
    """What was composed for the tests, and what stands on it.

    Each file of tests goes from one database to the other, and to furnish a house takes longer than most
    tests do: so each stays. `furnish(database_url, **settings)` makes one; `closing` takes all of them down.
    """

    def __init__(self, furnish: Callable[..., AbstractContextManager[House]], closing: ExitStack) -> None:
        self._furnish, self._closing = furnish, closing
        self._houses: dict[tuple[Any, ...], House] = {}
        self._apps: dict[House, Flask] = {}
        self._stages: dict[House, Stages] = {}

    def of(self, database_url: str, **settings: Any) -> House:
        """The house of a database with these settings."""
        key = (database_url, *sorted(settings.items()))
        if key not in self._houses:
            self._houses[key] = self._closing.enter_context(self._furnish(database_url, **settings))
        return self._houses[key]

    def app(self, house: House) -> Flask:
        """The app of a house; its answers are held against the OpenAPI document."""
        if house not in self._apps:
            app = self._apps[house] = under_test(create_app(house))
            app.extensions["undeclared"] = watch(app, document(app))
        return self._apps[house]

    def stages(self, house: House) -> Stages:
        """What many tests of a house begin with."""
        if house not in self._stages:
            self._stages[house] = Stages(house.container.database().engine)
        return self._stages[house]

    def clear(self, house: House) -> None:
        """Let the edges work in a house in which nothing has happened."""
        if House.wired is not house:
            house.wire()
        empty(house.container.database().engine)
        for kept in house.settings.media_folder.glob("[!.]*"):
            shutil.rmtree(kept)
        house.container.channel.throttle().storage.reset()
        house.container.database().totals.clear()
        catalog: Any = house.container.catalog
        catalog.check_playback.reset()
        catalog.playback_rights.reset()
