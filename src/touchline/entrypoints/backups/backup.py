"""Creates a backup: copies all data of a deployment into a folder while the deployment runs."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from touchline.entrypoints.backups import var_files
from touchline.entrypoints.backups.manifest import DATABASE_FILES, FORMAT_VERSION, Manifest, read_manifest
from touchline.entrypoints.backups.var_files import COPIED_LAST, COPIED_TWICE, VarFile
from touchline.platform.cli.commands import ProgressBar
from touchline.platform.config.settings import Settings
from touchline.platform.db import backups, migrations
from touchline.platform.db.session import Database
from touchline.platform.files.file_backups import FileCopier
from touchline.shared.errors import RefusedError

FREE_SPACE_MARGIN = 64 << 20
LAST_BACKUP_FILE = ".last-backup"


class BackupWriter:
    """Writer of one backup, from the first check to the final rename of the folder."""

    def __init__(self, database: Database, settings: Settings, dest: Path, since: Path | None = None) -> None:
        self._database, self._settings = database, settings
        self._dest = dest.resolve()
        self._since = since.resolve() if since else None
        self._copied_bytes, self._total_bytes = 0, 1

    def create(self, *, hidden: bool = True) -> Manifest:
        """Create the backup and return its manifest.

        Raises `RefusedError` before anything is written.
        """
        self._check()
        key_fingerprint = var_files.get_key_fingerprint(self._settings)  # creates the key if there is none
        with ProgressBar("Scanning files", hidden=hidden) as progress, self._temporary_folder() as folder:
            self._total_bytes = max(1, self._estimate_bytes())
            self._check_free_space()

            def add_progress(byte_count: int) -> None:
                self._copied_bytes += byte_count
                progress.update(min(0.99, self._copied_bytes / self._total_bytes))

            copier = FileCopier(folder, add_progress, self._since)
            progress.update(0, "Copying files")
            self._copy_files(copier, var_files.list_files(self._settings, COPIED_TWICE))
            # The first copy may have taken hours. Copy what changed during it, such as live streams.
            self._copy_files(copier, var_files.list_files(self._settings, COPIED_TWICE))
            progress.update(self._copied_bytes / self._total_bytes, "Copying the database")
            name = DATABASE_FILES[backups.dialect_name(self._database)]
            backups.dump(self._database, folder / name)
            copier.register(name)
            revision = migrations.current_revision(self._database.engine) or ""
            progress.update(min(0.99, self._copied_bytes / self._total_bytes), "Copying recent changes")
            self._copy_files(copier, var_files.list_files(self._settings, (*COPIED_TWICE, *COPIED_LAST)))
            self._copy_files(copier, var_files.list_single_files(self._settings))
            manifest = self._build_manifest(copier, name, revision, key_fingerprint)
            manifest.write(folder)
            os.sync()
            folder.rename(self._dest)
            progress.update(1)
        (self._settings.var / LAST_BACKUP_FILE).write_text(manifest.made_at)
        return manifest

    def _check(self) -> None:
        if self._dest.exists() and (not self._dest.is_dir() or any(self._dest.iterdir())):
            raise RefusedError(
                f"{self._dest} already exists. Name a new folder; a backup never overwrites files."
            )
        if self._dest.is_relative_to(self._settings.var.resolve()):
            raise RefusedError(
                "A backup inside the var folder could be lost with it. Choose a folder elsewhere."
            )
        if not self._dest.parent.is_dir():
            raise RefusedError(f"There is no folder {self._dest.parent}. Create it first.")
        if self._since is not None:
            read_manifest(self._since)
        if backups.is_empty(self._database) or not migrations.current_revision(self._database.engine):
            raise RefusedError("The database is empty. There is nothing to back up.")
        backups.check_dump_tool(self._database)

    def _estimate_bytes(self) -> int:
        """Return the approximate number of bytes to copy."""
        files = (
            *var_files.list_files(self._settings, (*COPIED_TWICE, *COPIED_LAST)),
            *var_files.list_single_files(self._settings),
        )
        sizes: dict[tuple[int, int], int] = {}
        for var_file in files:
            try:
                file_stat = var_file.path.stat()
            except FileNotFoundError:
                continue
            sizes[file_stat.st_dev, file_stat.st_ino] = file_stat.st_size
        return sum(sizes.values()) + backups.size_bytes(self._database)

    def _check_free_space(self) -> None:
        free = shutil.disk_usage(self._dest.parent).free
        if self._since is None and free < self._total_bytes + FREE_SPACE_MARGIN:
            raise RefusedError(
                f"{self._dest.parent} has {free / 1e9:.2f} GB free, but the backup needs "
                f"{(self._total_bytes + FREE_SPACE_MARGIN) / 1e9:.2f} GB."
            )

    def _copy_files(self, copier: FileCopier, files: Iterator[VarFile]) -> None:
        for var_file in files:
            if not var_file.is_database:
                copier.copy(var_file.path, var_file.name)
                continue
            target = copier.target / var_file.name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            backups.backup_sqlite(var_file.path, target)
            copier.register(var_file.name)

    def _build_manifest(self, copier: FileCopier, name: str, revision: str, key_fingerprint: str) -> Manifest:
        settings = self._settings
        return Manifest(
            format=FORMAT_VERSION,
            made_at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            release=settings.release,
            revision=revision,
            database=backups.dialect_name(self._database),
            database_major=backups.major_version(self._database),
            database_file=name,
            storage=settings.storage,
            secret=key_fingerprint,
            secret_kept=not settings.secret_key,
            files=len(copier.checksums),
            bytes=copier.copied_bytes,
            left_out=list(var_files.describe_excluded(settings)),
            sums=copier.write_checksums(),
        )

    @contextmanager
    def _temporary_folder(self) -> Iterator[Path]:
        """Yield a private folder beside the destination. Delete it at the end unless it was renamed.

        Files that a killed backup left in the folder are deleted first.
        """
        folder = self._dest.with_name(f"{self._dest.name}.unfinished")
        lock = folder.with_name(f".{folder.name}.lock")
        with lock.open("w") as lock_file:
            try:
                fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise RefusedError(
                    f"Another backup to {self._dest} is in progress. Wait for it to finish."
                ) from None
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(mode=0o700)
            try:
                yield folder
            finally:
                shutil.rmtree(folder, ignore_errors=True)
                lock.unlink(missing_ok=True)
