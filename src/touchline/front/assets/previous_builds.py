"""The files of builds before this one, for pages that were opened then and ask for their parts now."""

from __future__ import annotations

import io
import logging
import os
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from touchline.platform.files.public_files import modified_at, resolve_file, write_atomically
from touchline.shared.clock import Clock

RETENTION = timedelta(days=7)
"""How long a file is kept after the last build that had it was replaced: a page in a tab grows that old."""

log = logging.getLogger(__name__)


class PreviousBuilds:
    """A folder with what builds brought, which each web process brings up to date as it starts.

    Names carry their content, so the files of all builds lie side by side. `current.txt` names those of the
    present build; what is in it when another build starts was replaced then. Several processes, also of two
    releases, may share the folder: everything here may be done twice.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._files = folder / "assets"
        self._current = folder / "current.txt"
        self._clock = clock

    def find(self, name: str) -> Path | None:
        """The file of a name, of whichever build."""
        return resolve_file(self._files, name)

    def add(self, build_folder: Path) -> None:
        """Copy what a build has in its folder `build_folder`, and forget what was replaced more than a week
        ago.

        A folder that takes nothing (a full disk) is noted in the log; the site works without.
        """
        try:
            self._add_files({path.name: path for path in build_folder.iterdir() if path.is_file()})
        except OSError as error:
            log.warning("the web app's files are not kept for pages that are open now: %s", error)

    def _add_files(self, files: dict[str, Path]) -> None:
        previous_names = self._read_current_names()
        if previous_names == files.keys():
            return
        for name, path in files.items():
            if not (self._files / name).exists():
                with path.open("rb") as content:
                    write_atomically(self._files / name, content)
        now = self._clock.now().timestamp()
        for name in previous_names:
            _touch(self._files / name, now)
        write_atomically(self._current, io.BytesIO("\n".join(sorted(files)).encode()))
        for path in self._files.iterdir():
            if path.name not in files and modified_at(path) < now - RETENTION.total_seconds():
                path.unlink(missing_ok=True)

    def _read_current_names(self) -> set[str]:
        try:
            return set(self._current.read_text(encoding="utf-8").split("\n"))
        except FileNotFoundError:
            return set()


def _touch(path: Path, now: float) -> None:
    """The time of a file says when it was last part of the present build."""
    with suppress(FileNotFoundError):
        os.utime(path, (now, now))
