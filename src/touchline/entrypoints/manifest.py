"""What a backup says about itself: `manifest.json` beside the checksums of its files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from touchline.entrypoints.kept import is_kept
from touchline.platform.file_copies import SUMS, digest_of, is_plain, read_sums
from touchline.shared.errors import Refused

FILE = "manifest.json"
FORMAT = 1
DATABASES = {"sqlite": "database.sqlite", "postgresql": "database.dump"}
_KINDS: dict[object, type] = {"int": int, "str": str, "bool": bool, "list[str]": list}


@dataclass(frozen=True)
class Manifest:
    """Of what a backup is, and when it was made. `secret` is a fingerprint of the key, `secret_kept` whether
    the key itself is in it; `sums` is the checksum of the checksums."""

    format: int
    made_at: str
    release: str
    revision: str
    database: str
    database_major: int
    database_file: str
    storage: str
    secret: str
    secret_kept: bool
    files: int
    bytes: int
    left_out: list[str]
    sums: str

    def write(self, folder: Path) -> None:
        """Put it into a backup."""
        text = json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n"
        (folder / FILE).write_text(text, "utf-8")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a backup; `Refused` where the folder is none, or is one that this release cannot
    read."""
    try:
        said = json.loads((folder / FILE).read_text("utf-8"))
    except FileNotFoundError:
        raise Refused(f"{folder} is no backup: it has no {FILE}.") from None
    except (ValueError, NotADirectoryError):
        raise Refused(f"{folder} is no backup: {FILE} cannot be read.") from None
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise Refused(f"{folder} is a backup in a form that this release does not know.")
    wanted = {one.name: _KINDS[one.type] for one in fields(Manifest)}
    if set(said) != set(wanted) or not all(isinstance(said[name], kind) for name, kind in wanted.items()):
        raise Refused(f"{folder} is no backup: {FILE} lacks something.")
    return Manifest(**said)


def sums_of(folder: Path, manifest: Manifest) -> dict[str, str]:
    """The checksums of a backup; `Refused` where they are not those that it was made with, or where something
    is named that no backup holds."""
    if not (folder / SUMS).is_file() or digest_of(folder / SUMS) != manifest.sums:
        raise Refused(f"{folder} is damaged: {SUMS} is not what the backup was made with.")
    sums = dict(read_sums(folder))
    database = DATABASES.get(manifest.database)
    if database not in sums or manifest.database_file != database:
        raise Refused(f"{folder} is damaged: its database is not in it.")
    for name in sums:
        if name != database and not is_kept(name):
            raise Refused(f"{folder} is damaged: {name} is nothing that a backup holds.")
    return sums


def damages(folder: Path, sums: dict[str, str]) -> Iterator[str]:
    """The names of files that are missing or are not what they were, each file one step; empty: this one is
    whole."""
    for name, expected in sums.items():
        whole = is_plain(folder, name) and digest_of(folder / name) == expected
        yield "" if whole else name
