"""Fixtures: a channel with a full pack, and its imports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from touchline.entrypoints.bootstrap import Application
from touchline.front.imports.choices import RowChoice
from touchline.front.imports.import_schedule import ImportResult, ImportSchedule
from touchline.front.imports.names import NameAction, NameChoice, NameKind, NameRef
from touchline.front.imports.parsers.schedule_row import ReadOptions
from touchline.front.imports.preview import ImportFile, Preview
from touchline.front.packs.tests.document.studio import CONFIRMED, Studio
from touchline.front.packs.tests.pack_fixtures import copy_pack


class Importer:
    """An operator who imports schedules into the channel `riverside`."""

    def __init__(self, application: Application, studio: Studio) -> None:
        self.studio = studio
        self.use_case: ImportSchedule = application.container.front.import_schedule()
        self._transaction = application.container.database().transaction

    def file(self, text: str | bytes, **options: Any) -> ImportFile:
        """Return a file. `names` maps names to entries, actions or keys."""
        names = {
            NameRef(NameKind.TEAM, name, "hockey"): NameChoice(action, key)
            for name, (action, key) in options.pop("names", {}).items()
        }
        source, category = options.pop("source", "season"), options.pop("category", "hockey")
        data = text.encode() if isinstance(text, str) else text
        return ImportFile(data, source, ReadOptions(**options), category, names)

    def preview(self, text: str | bytes, **options: Any) -> Preview:
        """Return the preview of a file."""
        with self._transaction(self.studio.channel_id):
            return self.use_case.preview(self.file(text, **options))

    def apply(
        self, text: str | bytes, choices: dict[str, RowChoice] | None = None, **options: Any
    ) -> ImportResult:
        """Apply the preview of a file."""
        version = self.preview(text, **dict(options)).version
        file = self.file(text, **options)
        return self.use_case(self.studio.channel_id, file, version, choices or {}, "Ada Coach", CONFIRMED)

    def classes(self, text: str | bytes, **options: Any) -> dict[str, int]:
        """Return the number of rows of each class that the preview has."""
        return {name: count for name, count in self.preview(text, **options).counts.items() if count}


NEW = (NameAction.NEW, "")


@pytest.fixture
def importer(application: Application, tmp_path: Path, transaction: Callable[..., Any]) -> Importer:
    """Return an importer into a channel with a full pack."""
    application.container.front.apply_pack()(copy_pack("whole", tmp_path))
    return Importer(application, Studio(application, transaction))
