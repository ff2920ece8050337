"""The files of builds before this one, for pages that were opened then and ask for their parts now."""

from __future__ import annotations

import io
import logging
import os
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from touchline.platform.files import file_below, write_whole, written
from touchline.shared.clock import Clock

STAYS = timedelta(days=7)
"""How long a file is kept after the last build that had it was replaced: a page in a tab grows that old."""

log = logging.getLogger(__name__)


class BuiltBefore:
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
        return file_below(self._files, name)

    def keep(self, built: Path) -> None:
        """Copy what a build has in its folder `built`, and forget what was replaced more than a week ago.

        A folder that takes nothing (a full disk) is noted in the log; the site works without.
        """
        try:
            self._keep({path.name: path for path in built.iterdir() if path.is_file()})
        except OSError as fault:
            log.warning("the web app's files are not kept for pages that are open now: %s", fault)

    def _keep(self, files: dict[str, Path]) -> None:
        before = self._names()
        if before == files.keys():
            return
        for name, path in files.items():
            if not (self._files / name).exists():
                with path.open("rb") as content:
                    write_whole(self._files / name, content)
        now = self._clock.now().timestamp()
        for name in before:
            _replaced(self._files / name, now)
        write_whole(self._current, io.BytesIO("\n".join(sorted(files)).encode()))
        for path in self._files.iterdir():
            if path.name not in files and written(path) < now - STAYS.total_seconds():
                path.unlink(missing_ok=True)

    def _names(self) -> set[str]:
        try:
            return set(self._current.read_text(encoding="utf-8").split("\n"))
        except FileNotFoundError:
            return set()


def _replaced(path: Path, now: float) -> None:
    """The time of a file says when it was last part of the present build."""
    with suppress(FileNotFoundError):
        os.utime(path, (now, now))
