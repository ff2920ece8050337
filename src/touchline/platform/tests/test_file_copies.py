"""Copies of many files while others write and remove them, and folders that somebody tampered with."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from touchline.platform import file_copies
from touchline.platform.file_copies import SUMS, Copies, Damaged, digest_of, put_into, read_sums


def test_a_file_that_goes_while_it_is_copied_again_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, copies = tmp_path / "a", Copies(tmp_path / "to")
    source.write_bytes(b"first")
    copies.take(source, "a")
    source.write_bytes(b"second one")
    copied = file_copies._copied

    def late(*arguments: Any) -> str:
        source.unlink()
        return copied(*arguments)

    monkeypatch.setattr(file_copies, "_copied", late)
    copies.take(source, "a")
    assert (tmp_path / "to" / "a").read_bytes() == b"first"
    assert copies.sums == {"a": digest_of(tmp_path / "to" / "a")}


def test_a_second_name_is_linked_to_what_it_names_and_not_to_what_came_later(tmp_path: Path) -> None:
    one, other, third = (tmp_path / name for name in ("one", "other", "third"))
    one.write_bytes(b"old!!")
    other.hardlink_to(one)
    copies = Copies(tmp_path / "to")
    for path in (one, other):
        copies.take(path, path.name)
    third.hardlink_to(one)
    other.unlink()
    other.write_bytes(b"newer")
    copies.take(other, "other")
    copies.take(third, "third")
    assert {path.name: path.read_bytes() for path in (tmp_path / "to").iterdir()} == {
        "one": b"old!!",
        "other": b"newer",
        "third": b"old!!",
    }


def test_any_name_that_a_file_may_have_is_read_back_and_understood_by_sha256sum(tmp_path: Path) -> None:
    names = ["plain", "a\u2028b", "with a\nnew line", "back\\slash", os.fsdecode(b"no \xff text")]
    (tmp_path / "from").mkdir()
    copies = Copies(tmp_path / "to")
    for name in names:
        (tmp_path / "from" / name).write_bytes(os.fsencode(name))
        copies.take(tmp_path / "from" / name, name)
    copies.write_sums()
    assert dict(read_sums(tmp_path / "to")) == copies.sums and len(copies.sums) == len(names)
    checked = subprocess.run(
        ["sha256sum", "--check", "--strict", "--status", SUMS], cwd=tmp_path / "to", timeout=60
    )
    assert checked.returncode == 0


def links(folder: Path, elsewhere: Path) -> None:
    (folder / "a").symlink_to(elsewhere / "a")


def links_a_folder(folder: Path, elsewhere: Path) -> None:
    (folder / "below").symlink_to(elsewhere)


def waits_for_ever(folder: Path, elsewhere: Path) -> None:
    os.mkfifo(folder / "a")


@pytest.mark.parametrize("spoil", [links, links_a_folder, waits_for_ever])
def test_nothing_but_plain_files_of_the_folder_itself_is_put_anywhere(spoil: Any, tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "from", tmp_path / "elsewhere"
    for each in (folder, elsewhere):
        each.mkdir()
    (elsewhere / "a").write_bytes(b"of somebody else")
    spoil(folder, elsewhere)
    name = "below/a" if spoil is links_a_folder else "a"
    with pytest.raises(Damaged, match=name):
        put_into(folder, tmp_path / "to", {name: digest_of(elsewhere / "a")}, lambda _: None)
    assert not (tmp_path / "to").exists()
