"""Restores a deployment from a backup."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from touchline.entrypoints.backups import var_files
from touchline.entrypoints.backups.manifest import Manifest, load_checksums, read_manifest
from touchline.entrypoints.backups.var_files import SECRET_FILE, compute_fingerprint
from touchline.platform.cli.commands import ProgressBar
from touchline.platform.config.settings import Settings
from touchline.platform.db import backups, migrations
from touchline.platform.db.session import Database
from touchline.platform.files.file_backups import ChecksumMismatchError, restore_files
from touchline.shared.errors import RefusedError

WORK_FOLDER = ".restoring"
FREE_SPACE_MARGIN = 64 << 20


class BackupRestorer:
    """One restore, from the first check to the last file."""

    def __init__(self, database: Database, settings: Settings, src: Path) -> None:
        self._database, self._settings, self._src = database, settings, src.resolve()
        self._work = settings.var / WORK_FOLDER

    def restore(self, *, hidden: bool = True) -> Manifest:
        """Restore the backup and return its manifest.

        Raises `RefusedError` before anything has changed.
        """
        manifest = read_manifest(self._src)
        self._check_compatibility(manifest)
        checksums = load_checksums(self._src, manifest)
        copied_bytes = 0
        try:
            with ProgressBar("Copying and verifying files", hidden=hidden) as progress:

                def add_progress(byte_count: int) -> None:
                    nonlocal copied_bytes
                    copied_bytes += byte_count
                    progress.update(min(0.9, copied_bytes / max(1, manifest.bytes)))

                self._copy_files(checksums, add_progress)
                progress.update(0.9, "Restoring the database")
                backups.restore(self._database, self._work / manifest.database_file)
                self._move_into_place()
                progress.update(0.95, "Migrating the database")
                migrations.upgrade(self._database.engine)
                progress.update(1)
        finally:
            shutil.rmtree(self._work, ignore_errors=True)
        return manifest

    def _check_compatibility(self, manifest: Manifest) -> None:
        settings = self._settings
        if not migrations.revision_exists(manifest.revision):
            raise RefusedError(
                f"A newer release of Touchline made this backup ({manifest.release}, revision "
                f"{manifest.revision}). Install that release or a newer one, then restore."
            )
        if backups.dialect_name(self._database) != manifest.database:
            raise RefusedError(
                f"The backup holds a {manifest.database} database, but TOUCHLINE_DATABASE_URL names "
                f"{backups.dialect_name(self._database)}. Set it to an empty database of the same kind."
            )
        if manifest.storage != settings.storage:
            raise RefusedError(
                f"The backup was made with TOUCHLINE_STORAGE={manifest.storage}, but this deployment uses "
                f"{settings.storage}. Set it to the same value."
            )
        backups.check_restore_tool(self._database)
        self._check_empty()
        self._check_secret_key(manifest)
        free = shutil.disk_usage(settings.var).free
        if free < manifest.bytes + FREE_SPACE_MARGIN:
            raise RefusedError(
                f"{settings.var} has {free / 1e9:.2f} GB free, but the backup needs "
                f"{(manifest.bytes + FREE_SPACE_MARGIN) / 1e9:.2f} GB."
            )

    def _check_empty(self) -> None:
        if not backups.is_empty(self._database):
            raise RefusedError(
                "The database is not empty. A restore never overwrites data. Use an empty database."
            )
        existing = var_files.list_existing(self._settings)
        if existing:
            raise RefusedError(
                f"{self._settings.var} already contains {', '.join(existing)}. A restore never "
                "overwrites data. Move the folder away, or choose another one with TOUCHLINE_VAR."
            )

    def _check_secret_key(self, manifest: Manifest) -> None:
        configured_key = self._settings.secret_key
        if configured_key and compute_fingerprint(configured_key.encode()) != manifest.secret:
            raise RefusedError(
                "TOUCHLINE_SECRET_KEY is not the key of this backup. With it, second factors, keys and "
                "links from the backup would not work. "
                + (
                    "Unset it to use the key in the backup."
                    if manifest.secret_kept
                    else "Set it to the key of the backup."
                )
            )
        if not configured_key and not manifest.secret_kept:
            raise RefusedError(
                "The backup was made with TOUCHLINE_SECRET_KEY set, and does not contain the key. Set "
                "TOUCHLINE_SECRET_KEY to the same key."
            )

    def _copy_files(self, checksums: dict[str, str], add_progress: Callable[[int], None]) -> None:
        """Copy all files to a work folder on the same disk, and verify their checksums."""
        shutil.rmtree(self._work, ignore_errors=True)
        self._work.mkdir(parents=True, mode=0o700)
        try:
            restore_files(self._src, self._work, checksums, add_progress)
        except ChecksumMismatchError as error:
            raise RefusedError(
                f"{self._src} is damaged: {error} is missing or has changed. Nothing was restored."
            ) from None

    def _move_into_place(self) -> None:
        """Move all files to their final place."""
        var_folder = self._work / "var"
        if (var_folder / SECRET_FILE).is_file():
            (var_folder / SECRET_FILE).chmod(0o600)
        for path in sorted(var_folder.iterdir()) if var_folder.is_dir() else ():
            _move(path, self._settings.var / path.name)


def _move(path: Path, target: Path) -> None:
    """Move a file or folder.

    An existing target folder is kept and filled, because it may be a mount point or a symbolic link.
    """
    if not target.is_dir():
        shutil.move(path, target)
        return
    for child in sorted(path.iterdir()):
        _move(child, target / child.name)
