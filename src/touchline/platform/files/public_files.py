"""Public files (images, fonts and logos of channels), stored by content and cached by browsers forever.

A file's name contains the first 12 digits of its SHA-256, so the content of a URL never changes.
"""

import hashlib
import io
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import BinaryIO

from werkzeug.security import safe_join

_UNSAFE = re.compile(r"[^a-z0-9._-]+")


def public_path(slug: str, name: str, content: bytes) -> str:
    """Return the path under which content is stored and served: `/files/{channel slug}/{sha12}-{name}`."""
    safe_name = _UNSAFE.sub("-", name.lower()).strip("-.") or "file"
    return f"/files/{slug}/{hashlib.sha256(content).hexdigest()[:12]}-{safe_name}"


class PublicFiles:
    """Stores public files in a folder. Their path is `/files/{channel slug}/{sha12}-{name}`."""

    def __init__(self, root: Path, host: str = "") -> None:
        self.root = root
        self._host = host

    def add(self, slug: str, source: Path) -> str:
        """Store a copy of a file and return its path (`/files/…`). The same content gives the same path."""
        return self.add_bytes(slug, source.name, source.read_bytes())

    def add_bytes(self, slug: str, name: str, content: bytes) -> str:
        """Store content under a name and return its path (`/files/…`)."""
        path = public_path(slug, name, content)
        target = self.root / path.removeprefix("/files/")
        if not target.exists():
            write_atomically(target, io.BytesIO(content))
        return path

    def replace(self, slug: str, name: str, source: Path) -> str:
        """Store a copy under exactly this name, replacing any file there. Return its path (`/files/…`)."""
        with source.open("rb") as content:
            write_atomically(self.root / slug / name, content)
        return f"/files/{slug}/{name}"

    def url(self, path: str | None) -> str | None:
        """Return the URL of a stored path, on the media host. Other URLs are returned unchanged."""
        if path and path.startswith("/files/"):
            return self._host + path
        return path or None

    def check(self) -> None:
        """Raise an error if the folder is not writable (readiness)."""
        self.root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=self.root):
            pass

    def resolve(self, path: str) -> Path | None:
        """Return the file on disk for a path (`/files/…`), or None."""
        return resolve_file(self.root, path.removeprefix("/files/"))


def resolve_file(folder: Path, name: str) -> Path | None:
    """Return the file in a folder for an untrusted name. None if there is none, or if it is outside."""
    candidate = safe_join(str(folder), name)
    try:
        return Path(candidate) if candidate is not None and Path(candidate).is_file() else None
    except OSError:  # the name is too long for a file name
        return None


def modified_at(path: Path) -> float:
    """Return a file's modification time in seconds since the epoch, or 0 if it does not exist."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def write_atomically(target: Path, content: BinaryIO) -> None:
    """Write a file atomically, so that no reader sees a part of it. Missing parent folders are created."""
    target.parent.mkdir(parents=True, exist_ok=True)
    file_descriptor, temporary_path = tempfile.mkstemp(dir=target.parent, prefix=".partial-")
    with os.fdopen(file_descriptor, "wb") as out:
        shutil.copyfileobj(content, out)
    Path(temporary_path).chmod(0o644)
    Path(temporary_path).replace(target)
