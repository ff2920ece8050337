"""`touchline backup`: everything that a deployment keeps, copied into a folder while it runs."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import click

from touchline.entrypoints import kept
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.kept import AFTER, FIRST, Kept
from touchline.entrypoints.manifest import DATABASES, FORMAT, Manifest, read_manifest
from touchline.platform.commands import Bar, json_option
from touchline.platform.db import copies, migrations
from touchline.platform.db.session import Database
from touchline.platform.file_copies import Copies
from touchline.platform.settings import Settings
from touchline.shared.errors import Refused

MARGIN = 64 << 20
LAST_BACKUP = ".last-backup"


@click.command("backup")
@click.argument("dest", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--since",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="An earlier backup on the same disk: what has not changed since takes no room again.",
)
@json_option
@click.pass_obj
def backup(house: House, dest: Path, since: Path | None, as_json: bool) -> None:
    """Copy everything that this deployment keeps into the new folder DEST, while it runs.

    Database, media, files, letters, what waits to be counted, the secret key and the demo's Stripe, as they
    were at one instant, with checksums and a manifest. DEST appears when it is whole. Exit code 1: nothing
    was done, and why; 2: the machine refused.
    """
    made = Backup(house.container.database(), house.settings, dest, since).make(hidden=as_json)
    if as_json:
        click.echo(json.dumps({"folder": str(dest.resolve()), **asdict(made)}))
        return
    click.echo(f"{dest} holds {made.files} files, {made.bytes / 1e6:.1f} MB, revision {made.revision}.")
    for sentence in made.left_out:
        click.echo(sentence)


class Backup:
    """One backup, from the first look to the folder's name."""

    def __init__(self, database: Database, settings: Settings, dest: Path, since: Path | None = None) -> None:
        self._database, self._settings = database, settings
        self._dest = dest.resolve()
        self._since = since.resolve() if since else None
        self._done, self._total = 0, 1

    def make(self, *, hidden: bool = True) -> Manifest:
        """Make it; answers what it says about itself. `Refused` before anything is written."""
        self._check()
        secret = kept.fingerprint(self._settings)  # where there is no key yet, this makes it
        with Bar("Looking", hidden=hidden) as bar, self._unfinished() as folder:
            self._total = max(1, self._extent())
            self._check_room()

            def took(more: int) -> None:
                self._done += more
                bar.show(min(0.99, self._done / self._total))

            copied = Copies(folder, took, self._since)
            bar.show(0, "Copying files")
            self._take(copied, kept.kept(self._settings, FIRST))
            self._take(copied, kept.kept(self._settings, FIRST))  # a live stream grew for hours meanwhile
            bar.show(self._done / self._total, "Copying the database")
            name = DATABASES[copies.kind(self._database)]
            copies.copy_out(self._database, folder / name)
            copied.note(name)
            revision = migrations.current(self._database.engine) or ""
            bar.show(min(0.99, self._done / self._total), "Copying what came meanwhile")
            self._take(copied, kept.kept(self._settings, (*FIRST, *AFTER)))
            self._take(copied, kept.marks(self._settings))
            made = self._manifest(copied, name, revision, secret)
            made.write(folder)
            os.sync()
            folder.rename(self._dest)
            bar.show(1)
        (self._settings.var / LAST_BACKUP).write_text(made.made_at)
        return made

    def _check(self) -> None:
        if self._dest.exists() and (not self._dest.is_dir() or any(self._dest.iterdir())):
            raise Refused(f"{self._dest} is there already. Name a new folder; a backup overwrites nothing.")
        if self._dest.is_relative_to(self._settings.var.resolve()):
            raise Refused("A backup inside of the var folder would be lost with it. Name a folder elsewhere.")
        if not self._dest.parent.is_dir():
            raise Refused(f"There is no folder {self._dest.parent}.")
        if self._since is not None:
            read_manifest(self._since)
        if copies.is_empty(self._database) or not migrations.current(self._database.engine):
            raise Refused("There is nothing to back up: the database is empty.")
        copies.can_copy(self._database)

    def _extent(self) -> int:
        """The bytes that are to be copied, about."""
        names = (*kept.kept(self._settings, (*FIRST, *AFTER)), *kept.marks(self._settings))
        seen: dict[tuple[int, int], int] = {}
        for one in names:
            try:
                found = one.path.stat()
            except FileNotFoundError:
                continue
            seen[found.st_dev, found.st_ino] = found.st_size
        return sum(seen.values()) + copies.size(self._database)

    def _check_room(self) -> None:
        free = shutil.disk_usage(self._dest.parent).free
        if self._since is None and free < self._total + MARGIN:
            raise Refused(
                f"{self._dest.parent} has {free / 1e9:.2f} GB free, and the backup needs "
                f"{(self._total + MARGIN) / 1e9:.2f} GB."
            )

    def _take(self, copied: Copies, files: Iterator[Kept]) -> None:
        for one in files:
            if not one.is_database:
                copied.take(one.path, one.name)
                continue
            target = copied.target / one.name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            copies.copy_sqlite(one.path, target)
            copied.note(one.name)

    def _manifest(self, copied: Copies, name: str, revision: str, secret: str) -> Manifest:
        settings = self._settings
        return Manifest(
            format=FORMAT,
            made_at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            release=settings.release,
            revision=revision,
            database=copies.kind(self._database),
            database_major=copies.major(self._database),
            database_file=name,
            storage=settings.storage,
            secret=secret,
            secret_kept=not settings.secret_key,
            files=len(copied.sums),
            bytes=copied.bytes,
            left_out=list(kept.left_out(settings)),
            sums=copied.write_sums(),
        )

    @contextmanager
    def _unfinished(self) -> Iterator[Path]:
        """A folder beside the backup's, for its owner alone, thrown away unless it got the name; what a
        killed backup left in it goes first."""
        folder = self._dest.with_name(f"{self._dest.name}.unfinished")
        lock = folder.with_name(f".{folder.name}.lock")
        with lock.open("w") as held:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Refused(f"Another backup into {self._dest} is under way.") from None
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(mode=0o700)
            try:
                yield folder
            finally:
                shutil.rmtree(folder, ignore_errors=True)
                lock.unlink(missing_ok=True)
