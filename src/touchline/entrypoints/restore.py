"""`touchline restore`: a deployment as a backup holds it, or a look whether the backup is whole."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import click

from touchline.entrypoints import kept
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.kept import SECRET, fingerprint_of
from touchline.entrypoints.manifest import Manifest, damages, read_manifest, sums_of
from touchline.platform.commands import Bar, json_option
from touchline.platform.db import copies, migrations
from touchline.platform.db.session import Database
from touchline.platform.file_copies import Damaged, put_into
from touchline.platform.settings import Settings
from touchline.shared.errors import Refused

WORK = ".restoring"
MARGIN = 64 << 20


@click.command("restore")
@click.argument("src", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--check", is_flag=True, help="Look whether the backup is whole; change nothing.")
@json_option
@click.pass_obj
def restore(house: House, src: Path, check: bool, as_json: bool) -> None:
    """Put the backup SRC into this deployment, which must be empty and stopped.

    Every file is compared with its checksum; the database goes up to the present revision. Nothing that is
    there is overwritten. Exit code 1: nothing was done, and why; with --check: the backup is damaged; 2: the
    machine refused.
    """
    if check:
        _check(src, as_json=as_json)
        return
    made = Restore(house.container.database(), house.settings, src).make(hidden=as_json)
    if as_json:
        click.echo(json.dumps({"folder": str(src.resolve()), **asdict(made)}))
        return
    click.echo(f"Everything is as on {made.made_at}: {made.files} files, {made.bytes / 1e6:.1f} MB.")
    for sentence in made.left_out:
        click.echo(sentence)


def _check(src: Path, *, as_json: bool) -> None:
    manifest = read_manifest(src)
    sums = sums_of(src, manifest)
    damaged = []
    with Bar("Reading", hidden=as_json) as bar:
        for number, name in enumerate(damages(src, sums), 1):
            damaged += [name] if name else []
            bar.show(number / len(sums))
    if as_json:
        click.echo(json.dumps({**asdict(manifest), "damaged": damaged}))
    else:
        for name in damaged:
            click.echo(f"{name} is missing, or not what it was.")
        click.echo(f"{src} of {manifest.made_at}: {len(damaged)} of {len(sums)} files are damaged.")
    if damaged:
        sys.exit(1)


class Restore:
    """One restore, from the first look to the last file."""

    def __init__(self, database: Database, settings: Settings, src: Path) -> None:
        self._database, self._settings, self._src = database, settings, src.resolve()
        self._work = settings.var / WORK

    def make(self, *, hidden: bool = True) -> Manifest:
        """Do it; `Refused` before anything has changed."""
        manifest = read_manifest(self._src)
        self._check(manifest)
        sums = sums_of(self._src, manifest)
        done = 0
        try:
            with Bar("Copying and comparing", hidden=hidden) as bar:

                def took(more: int) -> None:
                    nonlocal done
                    done += more
                    bar.show(min(0.9, done / max(1, manifest.bytes)))

                self._fetch(sums, took)
                bar.show(0.9, "Filling the database")
                copies.put_back(self._database, self._work / manifest.database_file)
                self._place()
                bar.show(0.95, "Bringing the database up to date")
                migrations.upgrade(self._database.engine)
                bar.show(1)
        finally:
            shutil.rmtree(self._work, ignore_errors=True)
        return manifest

    def _check(self, manifest: Manifest) -> None:
        settings = self._settings
        if not migrations.is_known(manifest.revision):
            raise Refused(
                f"The backup was made by a newer Touchline ({manifest.release}, revision "
                f"{manifest.revision}). Install that one or a newer one, then restore."
            )
        if copies.kind(self._database) != manifest.database:
            raise Refused(
                f"The backup holds {manifest.database}, and TOUCHLINE_DATABASE_URL names "
                f"{copies.kind(self._database)}. Name an empty database of the same kind."
            )
        if manifest.storage != settings.storage:
            raise Refused(
                f"The backup was made with TOUCHLINE_STORAGE={manifest.storage}, and here it is "
                f"{settings.storage}. Set it to the same."
            )
        copies.can_put_back(self._database)
        self._check_empty()
        self._check_secret(manifest)
        free = shutil.disk_usage(settings.var).free
        if free < manifest.bytes + MARGIN:
            raise Refused(
                f"{settings.var} has {free / 1e9:.2f} GB free, and the backup needs "
                f"{(manifest.bytes + MARGIN) / 1e9:.2f} GB."
            )

    def _check_empty(self) -> None:
        if not copies.is_empty(self._database):
            raise Refused("The database is not empty, and a restore overwrites nothing. Name an empty one.")
        there = kept.in_the_way(self._settings)
        if there:
            raise Refused(
                f"{self._settings.var} holds {', '.join(there)} already, and a restore overwrites nothing. "
                "Move it away, or name another folder: TOUCHLINE_VAR."
            )

    def _check_secret(self, manifest: Manifest) -> None:
        given = self._settings.secret_key
        if given and fingerprint_of(given.encode()) != manifest.secret:
            raise Refused(
                "TOUCHLINE_SECRET_KEY is not the key that the backup was made with: second factors could not "
                "be read, and no key or link would hold. "
                + ("Unset it: the key is in the backup." if manifest.secret_kept else "Set it to that key.")
            )
        if not given and not manifest.secret_kept:
            raise Refused(
                "The backup was made with TOUCHLINE_SECRET_KEY set, and does not hold the key. Set it to "
                "that key."
            )

    def _fetch(self, sums: dict[str, str], took: Callable[[int], None]) -> None:
        """Bring everything beside its place, on the same disk, and compare it on the way."""
        shutil.rmtree(self._work, ignore_errors=True)
        self._work.mkdir(parents=True, mode=0o700)
        try:
            put_into(self._src, self._work, sums, took)
        except Damaged as damaged:
            raise Refused(
                f"{self._src} is damaged: {damaged} is missing, or not what it was. Nothing was changed."
            ) from None

    def _place(self) -> None:
        """Give everything its name."""
        inside = self._work / "var"
        if (inside / SECRET).is_file():
            (inside / SECRET).chmod(0o600)
        for path in sorted(inside.iterdir()) if inside.is_dir() else ():
            _put(path, self._settings.var / path.name)


def _put(path: Path, target: Path) -> None:
    """Where a folder is there already, it is filled: it may be another disk, or a link to one."""
    if not target.is_dir():
        shutil.move(path, target)
        return
    for each in sorted(path.iterdir()):
        _put(each, target / each.name)
