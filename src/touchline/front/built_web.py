"""The built web app on disk: its `index.html`, and its modules, styles and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from touchline.front.built_before import BuiltBefore
from touchline.platform.files import file_below
from touchline.platform.notes import read_file
from touchline.shared.media_types import media_type

DIST = Path(__file__).resolve().parents[3] / "web" / "dist"
NOT_BUILT = "The web app is not built yet: run `make web`, or `make run`, which builds it first."


@dataclass(frozen=True)
class BuiltFile:
    """A file that never changes under its name; `kind` is its media type."""

    content: bytes
    kind: str


class BuiltWeb:
    """Reads each file once; `index.html` again when a new build has replaced it."""

    def __init__(self, dist: Path = DIST, before: BuiltBefore | None = None) -> None:
        self._dist = dist
        self._before = before
        self._files: dict[str, BuiltFile] = {}
        self._index = ""
        self._index_made = -1

    def index(self) -> str | None:
        """The page, or None before the first build."""
        path = self._dist / "index.html"
        try:
            made = path.stat().st_mtime_ns
            if made != self._index_made:
                self._index, self._index_made = path.read_text(encoding="utf-8"), made
        except FileNotFoundError:
            return None
        read_file(path, made)
        return self._index

    def worker(self) -> BuiltFile | None:
        """The service worker, read anew each time, for it keeps its name; None before the first build."""
        path = self._dist / "sw.js"
        return _built(path) if path.is_file() else None

    def asset(self, name: str) -> BuiltFile | None:
        """A file below `assets/`, of this build or one before it, or None."""
        if name not in self._files:
            path = file_below(self._dist / "assets", name)
            if path is None and self._before is not None:
                path = self._before.find(name)
            if path is None:
                return None
            self._files[name] = _built(path)
        return self._files[name]

    def keep(self) -> None:
        """Keep this build's files for the time after it. To be called as a process starts to serve."""
        if self._before is not None:
            self._before.keep(self._dist / "assets")


def _built(path: Path) -> BuiltFile:
    return BuiltFile(path.read_bytes(), media_type(path.name) or "application/octet-stream")
