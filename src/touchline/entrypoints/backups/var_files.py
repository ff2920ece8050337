"""Files of the `var` folder: which ones a backup contains, and which ones are regenerated."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from touchline.platform.config.settings import Settings, load_secret_key
from touchline.platform.files.file_backups import iter_files

SECRET_FILE = "secret.key"  # noqa: S105
MEDIA_FOLDER = "media"
COPIED_TWICE = (MEDIA_FOLDER, "files", "outbox", "analytics")
"""Folders to copy before the database and again after it, because the database refers to their files."""
COPIED_LAST = ("fake-stripe",)
"""Folders to copy last. They may be newer than the database but never older, because orders are reconciled
with the provider.
"""
SINGLE_FILES = ("demo.visited",)
REGENERATED = frozenset(
    {"drawn", "footage", "demo.done", "log", "metrics", "uploads", "valkey", "valkey.sock", "site", "web"}
)
"""Entries that are not backed up: images, demo videos, logs, metrics, jobs and builds, which are regenerated,
and uploads, which are sent again."""
_WORK_PREFIXES = (".work", ".partial-")
_SQLITE_SUFFIXES = ("-wal", "-shm", "-journal")
DATABASE_SUFFIXES = (".sqlite", ".sqlite3")


@dataclass(frozen=True)
class VarFile:
    """A file to back up: its path and its name in the backup."""

    path: Path
    name: str

    @property
    def is_database(self) -> bool:
        """Return whether the file is an SQLite database, which SQLite must copy because other processes write
        to it.
        """
        return self.path.suffix in DATABASE_SUFFIXES


def list_files(settings: Settings, folders: tuple[str, ...]) -> Iterator[VarFile]:
    """List the files in these folders of `var`."""
    for folder in folders:
        if folder == MEDIA_FOLDER and not is_media_local(settings):
            continue
        for path in iter_files(settings.var / folder, _is_temporary):
            yield VarFile(path, f"var/{path.relative_to(settings.var).as_posix()}")


def list_single_files(settings: Settings) -> Iterator[VarFile]:
    """List the single files of `var` to back up.

    The secret key file is included only if no setting provides the key.
    """
    names = (*SINGLE_FILES, *(() if settings.secret_key else (SECRET_FILE,)))
    for name in names:
        if (settings.var / name).is_file():
            yield VarFile(settings.var / name, f"var/{name}")


def is_allowed_name(name: str) -> bool:
    """Return whether a backup may contain a file of this name."""
    top, _, relative = name.partition("/")
    first, *rest = relative.split("/")
    is_below = first in (*COPIED_TWICE, *COPIED_LAST) and bool(rest) and {"", ".", ".."}.isdisjoint(rest)
    return top == "var" and (is_below or (not rest and first in (*SINGLE_FILES, SECRET_FILE)))


def is_media_local(settings: Settings) -> bool:
    """Return whether media is stored in `var`, not in an external store."""
    return settings.storage == "local"


def describe_excluded(settings: Settings) -> Iterator[str]:
    """Describe what a backup of this deployment does not contain, one sentence per item."""
    if not is_media_local(settings):
        yield (
            f"Media are stored with TOUCHLINE_STORAGE={settings.storage} and not copied. Use the store's "
            "own versioning, or copy its objects after this backup."
        )
    if settings.secret_key:
        yield (
            "The secret key comes from TOUCHLINE_SECRET_KEY and is not copied. Keep it with your other "
            "secrets. You need it to restore."
        )
    if settings.analytics_store != "database":
        yield f"Analytics data is stored in {settings.analytics_store} and not copied. Back it up separately."
    for name in list_unknown_entries(settings):
        yield f"{name} in the var folder does not belong to Touchline and is not copied."


def list_unknown_entries(settings: Settings) -> list[str]:
    """List the entries of `var` that Touchline does not know."""
    known_names = {*COPIED_TWICE, *COPIED_LAST, *SINGLE_FILES, *REGENERATED, SECRET_FILE}
    database_files = {"touchline.sqlite" + database_suffix for database_suffix in ("", *_SQLITE_SUFFIXES)}
    if not settings.var.is_dir():
        return []
    entries = (path.name for path in settings.var.iterdir())
    return sorted(
        name for name in entries if name not in known_names | database_files and not name.startswith(".")
    )


def list_existing(settings: Settings) -> list[str]:
    """List the files and folders that already exist where a restore would write."""
    existing = [name for name in (*COPIED_TWICE, *COPIED_LAST) if any(list_files(settings, (name,)))]
    return existing + [file.name.removeprefix("var/") for file in list_single_files(settings)]


def get_key_fingerprint(settings: Settings) -> str:
    """Return the fingerprint of the deployment's secret key.

    It identifies the key without revealing it.
    """
    return compute_fingerprint(load_secret_key(settings))


def compute_fingerprint(key: bytes) -> str:
    """Return the fingerprint of a secret key."""
    return hmac.new(key, b"touchline backup", hashlib.sha256).hexdigest()[:16]


def _is_temporary(name: str) -> bool:
    return name.startswith(_WORK_PREFIXES) or name.endswith(
        tuple(
            f"{database_suffix}{suffix}"
            for database_suffix in DATABASE_SUFFIXES
            for suffix in _SQLITE_SUFFIXES
        )
    )
