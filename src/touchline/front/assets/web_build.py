"""The built web app on disk: its `index.html`, modules, style sheets and images."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from touchline.front.assets.previous_builds import PreviousBuilds
from touchline.platform.files.public_files import resolve_file
from touchline.shared.files.media_types import media_type

DIST = Path(__file__).resolve().parents[4] / "web" / "dist"
NOT_BUILT_MESSAGE = "The web app is not built. Run `make web`, or `make run`, which builds it first."


@dataclass(frozen=True)
class BuildFile:
    """A build file and its media type. A file's content never changes under the same name, except the service
    worker's.
    """

    content: bytes
    media_type: str


class WebBuild:
    """The files of the web build. Each file is read once; `index.html` is read again after a new build."""

    def __init__(self, dist: Path = DIST, previous_builds: PreviousBuilds | None = None) -> None:
        self._dist = dist
        self._previous_builds = previous_builds
        self._files: dict[str, BuildFile] = {}
        self._index = ""
        self._index_mtime = -1

    def get_index(self) -> str | None:
        """Return `index.html`, or None before the first build."""
        path = self.index_path
        try:
            mtime = path.stat().st_mtime_ns
            if mtime != self._index_mtime:
                self._index, self._index_mtime = path.read_text(encoding="utf-8"), mtime
        except FileNotFoundError:
            return None
        return self._index

    @property
    def index_path(self) -> Path:
        """The path of `index.html`."""
        return self._dist / "index.html"

    def get_service_worker(self) -> BuildFile | None:
        """Return the service worker, or None before the first build.

        The file is read on every call because its name never changes.
        """
        path = self._dist / "sw.js"
        return _load_file(path) if path.is_file() else None

    def get_asset(self, name: str) -> BuildFile | None:
        """Return a file below `assets/` from this build or a previous one, or None."""
        if name not in self._files:
            path = resolve_file(self._dist / "assets", name)
            if path is None and self._previous_builds is not None:
                path = self._previous_builds.find(name)
            if path is None:
                return None
            self._files[name] = _load_file(path)
        return self._files[name]

    def store_assets(self) -> None:
        """Keep this build's files for use after the next build. Call this when a process starts serving."""
        if self._previous_builds is not None:
            self._previous_builds.add(self._dist / "assets")


def _load_file(path: Path) -> BuildFile:
    return BuildFile(path.read_bytes(), media_type(path.name) or "application/octet-stream")
