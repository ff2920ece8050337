"""Open files (pictures, fonts, logos of a channel): kept by content, served to everybody for ever.

The name of a file carries the first 12 digits of its SHA-256, so its address never changes its content.
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
    """Where bytes of a name are kept and served: `/files/{channel slug}/{sha12}-{name}`."""
    safe_name = _UNSAFE.sub("-", name.lower()).strip("-.") or "file"
    return f"/files/{slug}/{hashlib.sha256(content).hexdigest()[:12]}-{safe_name}"


class PublicFiles:
    """Keeps open files in a folder; their path is `/files/{channel slug}/{sha12}-{name}`."""

    def __init__(self, root: Path, host: str = "") -> None:
        self.root = root
        self._host = host

    def add(self, slug: str, source: Path) -> str:
        """Copy a file in; answers its path below the host (`/files/…`). The same bytes give the same path."""
        return self.add_bytes(slug, source.name, source.read_bytes())

    def add_bytes(self, slug: str, name: str, content: bytes) -> str:
        """Keep bytes under a name; answers the path (`/files/…`)."""
        path = public_path(slug, name, content)
        target = self.root / path.removeprefix("/files/")
        if not target.exists():
            write_atomically(target, io.BytesIO(content))
        return path

    def replace(self, slug: str, name: str, source: Path) -> str:
        """Keep a copy under exactly this name, in place of what was there; answers the path (`/files/…`)."""
        with source.open("rb") as content:
            write_atomically(self.root / slug / name, content)
        return f"/files/{slug}/{name}"

    def url(self, path: str | None) -> str | None:
        """The address for an answer: the media host before a kept path; other addresses stay as they are."""
        if path and path.startswith("/files/"):
            return self._host + path
        return path or None

    def check(self) -> None:
        """Raise when the folder cannot be written (readiness)."""
        self.root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=self.root):
            pass

    def resolve(self, path: str) -> Path | None:
        """The file on disk behind a path (`/files/…`), or None."""
        return resolve_file(self.root, path.removeprefix("/files/"))


def resolve_file(folder: Path, name: str) -> Path | None:
    """The file that a name from outside means in a folder; None where it means none, or leads out of it."""
    candidate = safe_join(str(folder), name)
    try:
        return Path(candidate) if candidate is not None and Path(candidate).is_file() else None
    except OSError:  # a name that is too long for any file
        return None


def modified_at(path: Path) -> float:
    """When a file was last written, in seconds since the epoch; 0 where it is gone by now."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def write_atomically(target: Path, content: BinaryIO) -> None:
    """Write a file whole or not at all: nobody sees half of one. Folders above it are made."""
    target.parent.mkdir(parents=True, exist_ok=True)
    file_descriptor, temporary_path = tempfile.mkstemp(dir=target.parent, prefix=".partial-")
    with os.fdopen(file_descriptor, "wb") as out:
        shutil.copyfileobj(content, out)
    Path(temporary_path).chmod(0o644)
    Path(temporary_path).replace(target)
