"""Files of previous builds, for pages that were opened before the current build and still request them."""

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
"""How long a file is kept after the last build that contained it is replaced. A page may stay open in a tab
this long.
"""

log = logging.getLogger(__name__)


class PreviousBuilds:
    """A folder with the files of all recent builds. Each web process updates it at startup.

    File names depend on the content, so files of all builds share one folder. `current.txt` lists the files
    of the current build. They count as replaced when another build starts.

    Several processes may share the folder, even of two releases. All operations can safely run twice.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._files = folder / "assets"
        self._current = folder / "current.txt"
        self._clock = clock

    def find(self, name: str) -> Path | None:
        """Return the path of a file from any build."""
        return resolve_file(self._files, name)

    def add(self, build_folder: Path) -> None:
        """Copy the files in `build_folder`, and delete files replaced more than a week ago.

        If the folder is not writable (for example, the disk is full), the error is logged. The site works
        without these files.
        """
        try:
            self._add_files({path.name: path for path in build_folder.iterdir() if path.is_file()})
        except OSError as error:
            log.warning("the web app's previous files are not available to open pages: %s", error)

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
    """Set a file's modification time, which records when the file was last part of the current build."""
    with suppress(FileNotFoundError):
        os.utime(path, (now, now))
