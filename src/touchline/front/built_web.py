"""The built web app on disk: its `index.html`, and its modules, styles and pictures."""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from pathlib import Path

DIST = Path(__file__).resolve().parents[3] / "web" / "dist"
NOT_BUILT = "The web app is not built yet: run `make web`, or `make run`, which builds it first."
_TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".map": "application/json"}


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
        return self._index

    def asset(self, name: str) -> BuiltFile | None:
        """A file below `assets/`, or None."""
        if name not in self._files:
            folder = (self._dist / "assets").resolve()
            path = (folder / name).resolve()
            if not path.is_relative_to(folder) or not path.is_file():
                return None
            self._files[name] = _built(path)
        return self._files[name]


def _built(path: Path) -> BuiltFile:
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return BuiltFile(path.read_bytes(), kind)
