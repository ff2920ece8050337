"""`touchline backups`: create, check and restore backups."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import click

from touchline.entrypoints.backups.backup import BackupWriter
from touchline.entrypoints.backups.manifest import find_damaged_files, load_checksums, read_manifest
from touchline.entrypoints.backups.restore import BackupRestorer
from touchline.entrypoints.bootstrap import Application
from touchline.platform.audit.declarations import outside_channels
from touchline.platform.cli.commands import ProgressBar, json_option

_EXISTING_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)


@click.group("backups")
def backups() -> None:
    """Create, check and restore backups."""


@backups.command("create")
@outside_channels
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--since",
    type=_EXISTING_FOLDER,
    help="An earlier backup on the same disk. Unchanged files are linked and take no extra space.",
)
@json_option
@click.pass_obj
def create_backup(application: Application, folder: Path, since: Path | None, as_json: bool) -> None:
    """Copy all data of this deployment into the new folder FOLDER, while the site runs.

    The backup holds the database, media, files, emails, unprocessed analytics, the secret key and the demo's
    Stripe data as of one moment, with checksums. FOLDER appears when the backup is complete. Exit code 1: no
    backup was made, and why; 2: a system error occurred.
    """
    manifest = BackupWriter(application.container.database(), application.settings, folder, since).create(
        hidden=as_json
    )
    if as_json:
        click.echo(json.dumps({"folder": str(folder.resolve()), **asdict(manifest)}))
        return
    click.echo(
        f"{folder} holds {manifest.files} files, {manifest.bytes / 1e6:.1f} MB, revision {manifest.revision}."
    )
    for sentence in manifest.left_out:
        click.echo(sentence)


@backups.command("restore")
@outside_channels
@click.argument("folder", type=_EXISTING_FOLDER)
@json_option
@click.pass_obj
def restore_backup(application: Application, folder: Path, as_json: bool) -> None:
    """Restore the backup FOLDER into this deployment, which must be empty and stopped.

    Touchline verifies the checksum of every file and migrates the database to this release. A restore never
    overwrites data. Exit code 1: nothing was restored, and why; 2: a system error occurred.
    """
    manifest = BackupRestorer(application.container.database(), application.settings, folder).restore(
        hidden=as_json
    )
    if as_json:
        click.echo(json.dumps({"folder": str(folder.resolve()), **asdict(manifest)}))
        return
    click.echo(
        f"Restored the backup of {manifest.made_at}: {manifest.files} files, {manifest.bytes / 1e6:.1f} MB."
    )
    for sentence in manifest.left_out:
        click.echo(sentence)


@backups.command("check")
@outside_channels
@click.argument("folder", type=_EXISTING_FOLDER)
@json_option
def check_backup(folder: Path, as_json: bool) -> None:
    """Verify the checksum of every file in the backup FOLDER. Exit code 1: the backup is damaged."""
    manifest = read_manifest(folder)
    checksums = load_checksums(folder, manifest)
    damaged_files = []
    with ProgressBar("Reading", hidden=as_json) as progress:
        for number, name in enumerate(find_damaged_files(folder, checksums), 1):
            damaged_files += [name] if name else []
            progress.update(number / len(checksums))
    if as_json:
        click.echo(json.dumps({**asdict(manifest), "damaged": damaged_files}))
    else:
        for name in damaged_files:
            click.echo(f"{name} is missing or damaged.")
        click.echo(
            f"{folder} of {manifest.made_at}: {len(damaged_files)} of {len(checksums)} files are damaged "
            "or missing."
        )
    if damaged_files:
        sys.exit(1)
