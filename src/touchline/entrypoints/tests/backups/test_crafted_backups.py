"""Manipulated backups, restores that fail, and errors as JSON."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from touchline.entrypoints.backups.backup import BackupWriter
from touchline.entrypoints.backups.restore import BackupRestorer
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.cli import main
from touchline.entrypoints.tests.sample_site import MEDIA_FOLDER, create_deployment
from touchline.platform.db import backups
from touchline.platform.files.file_backups import CHECKSUMS_FILE, sha256_digest
from touchline.shared.errors import RefusedError

SEGMENT = Path("media") / MEDIA_FOLDER / "v0/00000.ts"


@pytest.fixture
def backup(tmp_path: Path, empty_tables: Path) -> Path:
    """Return a backup of a deployment on SQLite with one segment."""
    (tmp_path / "var" / SEGMENT).parent.mkdir(parents=True)
    (tmp_path / "var" / SEGMENT).write_bytes(b"segment")
    shutil.copy(empty_tables, tmp_path / "var" / "touchline.sqlite")
    with create_deployment(tmp_path / "var", "") as application:
        BackupWriter(application.container.database(), application.settings, tmp_path / "made").create()
    return tmp_path / "made"


@pytest.fixture
def empty_deployment(tmp_path: Path) -> Iterator[Application]:
    """Return an empty deployment."""
    with create_deployment(tmp_path / "other", "") as application:
        yield application


def run_restore(application: Application, src: Path) -> Any:
    return BackupRestorer(application.container.database(), application.settings, src).restore()


def craft_backup(src: Path, name: str = "", **members: Any) -> None:
    """Sign a backup's current content as an attacker could. `name` is a file that the backup lists."""
    if name:
        with (src / CHECKSUMS_FILE).open("a") as sums:
            sums.write(f"{sha256_digest(src / 'manifest.json')}  {name}\n")
    manifest = json.loads((src / "manifest.json").read_text())
    manifest |= {"sums": sha256_digest(src / CHECKSUMS_FILE), **members}
    (src / "manifest.json").write_text(json.dumps(manifest))


NAMES = {
    "absolute": "/etc/passwd",
    "parent folder": "../outside",
    "out of var": "var/../outside",
    "out of media": "var/media/../../outside",
    "a log": "var/log/web.log",
    "a database": "var/touchline.sqlite",
    "a folder": "var/media",
}


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("kind", NAMES)
def test_a_restore_rejects_invalid_file_paths(kind: str, backup: Path, empty_deployment: Application) -> None:
    craft_backup(backup, NAMES[kind])
    with pytest.raises(RefusedError, match="is not a valid file of a backup"):
        run_restore(empty_deployment, backup)
    assert list(empty_deployment.settings.var.iterdir()) == []


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("case", ["outside", "missing", "not a string"])
def test_a_database_file_outside_the_backup_is_not_restored(
    case: str, backup: Path, empty_deployment: Application, tmp_path: Path
) -> None:
    outside = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(outside)) as connection:
        connection.execute("CREATE TABLE secrets (id INTEGER)")
    craft_backup(
        backup, database_file={"outside": str(outside), "missing": "x.sqlite", "not a string": 7}[case]
    )
    with pytest.raises(RefusedError, match=r"the database is missing|is incomplete"):
        run_restore(empty_deployment, backup)
    assert outside.exists() and list(empty_deployment.settings.var.iterdir()) == []


def test_media_are_restored_through_a_symbolic_link(
    backup: Path, empty_deployment: Application, tmp_path: Path
) -> None:
    disk = tmp_path / "disk"
    (disk / "assets").mkdir(parents=True)
    (disk / ".work").mkdir()
    (empty_deployment.settings.var / "media").symlink_to(disk)
    run_restore(empty_deployment, backup)
    assert (empty_deployment.settings.var / "media").is_symlink() and (disk / ".work").is_dir()
    assert (empty_deployment.settings.var / SEGMENT).read_bytes() == b"segment"
    assert (disk / SEGMENT.relative_to("media")).is_file()


def test_a_full_disk_leaves_no_partial_database(
    backup: Path, empty_deployment: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_disk_full(_source: Path, target: Path) -> None:
        target.write_bytes(b"partial")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "move", raise_disk_full)
    with pytest.raises(OSError, match="No space"):
        run_restore(empty_deployment, backup)
    assert list(empty_deployment.settings.var.iterdir()) == []


def test_files_of_a_live_stream_that_ends_during_a_backup_are_included(
    tmp_path: Path, empty_tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New files are copied just before the database is copied, and not only afterwards."""
    var = tmp_path / "var"
    late = var / "media/live/1/late.ts"
    late.parent.mkdir(parents=True)
    shutil.copy(empty_tables, var / "touchline.sqlite")
    dump_database, copy_files = backups.dump, BackupWriter._copy_files

    def append_segment(self: BackupWriter, *arguments: Any) -> None:
        copy_files(self, *arguments)
        late.write_bytes(b"a late segment")

    def end_stream(database: Any, target: Path) -> None:
        dump_database(database, target)
        late.unlink()
        monkeypatch.setattr(BackupWriter, "_copy_files", copy_files)

    monkeypatch.setattr(BackupWriter, "_copy_files", append_segment)
    monkeypatch.setattr(backups, "dump", end_stream)
    with create_deployment(var, "") as application:
        BackupWriter(application.container.database(), application.settings, tmp_path / "made").create()
    assert (tmp_path / "made/var/media/live/1/late.ts").read_bytes() == b"a late segment"


FAILURES = {
    "a refusal": ("backups restore", "made", "The database is not empty"),
    "not a backup": ("backups restore", "var", "is not a backup"),
    "a missing folder": ("backups restore", "nowhere", "does not exist"),
    "an unknown setting": ("settings show", "prot", "Did you mean"),
}


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("case", FAILURES)
def test_errors_are_printed_as_json(
    case: str, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, subject, message = FAILURES[case]
    monkeypatch.setenv("TOUCHLINE_VAR", str(tmp_path / "var"))
    monkeypatch.delenv("TOUCHLINE_PORT", raising=False)
    path = subject if command == "settings show" else str(tmp_path / subject)
    done = CliRunner().invoke(main, [*command.split(), path, "--json"])
    assert (done.exit_code != 0, message in json.loads(done.stdout)["error"]) == (True, True)


def test_invalid_settings_are_reported_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOUCHLINE_VAR", str(tmp_path))
    monkeypatch.setenv("TOUCHLINE_GEO", "maxmind")
    monkeypatch.setenv("TOUCHLINE_GEO_DATABASE", str(tmp_path / "none.mmdb"))
    done = CliRunner().invoke(main, ["databases", "show-revision", "--json"])
    assert "none.mmdb" in json.loads(done.stdout)["error"]
    done = CliRunner().invoke(main, ["doctor", "--json"])
    (result,) = json.loads(done.stdout)["results"]
    assert (done.exit_code, result["status"], "none.mmdb" in result["message"]) == (2, "broken", True)
    monkeypatch.setenv("TOUCHLINE_PORT", "all")
    done = CliRunner().invoke(main, ["settings", "show", "port", "--json"])
    assert (done.exit_code, "whole number" in json.loads(done.stdout)["error"]) == (1, True)
    done = CliRunner().invoke(main, ["settings", "list", "--json"])
    assert (done.exit_code, "whole number" in json.loads(done.stdout)["error"]) == (1, True)
