"""The built web app on disk: its `index.html`, and its modules, styles and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from werkzeug.security import safe_join

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

    def __init__(self, dist: Path = DIST) -> None:
        self._dist = dist
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
        """A file below `assets/`, or None."""
        if name not in self._files:
            path = safe_join(str(self._dist / "assets"), name)
            if path is None or not _is_file(Path(path)):
                return None
            self._files[name] = _built(Path(path))
        return self._files[name]


def _is_file(path: Path) -> bool:
    """Also of names that are too long for any file."""
    try:
        return path.is_file()
    except OSError:
        return False


def _built(path: Path) -> BuiltFile:
    return BuiltFile(path.read_bytes(), media_type(path.name) or "application/octet-stream")
