"""The manifest of a backup: `manifest.json`, stored beside the checksums of the files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from touchline.entrypoints.backups.var_files import is_allowed_name
from touchline.platform.files.file_backups import (
    CHECKSUMS_FILE,
    is_regular_file,
    read_checksums,
    sha256_digest,
)
from touchline.shared.errors import RefusedError

MANIFEST_FILE = "manifest.json"
FORMAT_VERSION = 1
DATABASE_FILES = {"sqlite": "database.sqlite", "postgresql": "database.dump"}
_FIELD_TYPES: dict[object, type] = {"int": int, "str": str, "bool": bool, "list[str]": list}


@dataclass(frozen=True)
class Manifest:
    """Description of a backup: its contents and when it was made.

    `secret` is a fingerprint of the secret key, and `secret_kept` says whether the backup contains the key
    itself. `sums` is the checksum of the checksums file.
    """

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
        """Write the manifest to the folder of a backup."""
        text = json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n"
        (folder / MANIFEST_FILE).write_text(text, "utf-8")


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a backup.

    Raises `RefusedError` if the folder is not a backup, or if this release cannot read it.
    """
    try:
        data = json.loads((folder / MANIFEST_FILE).read_text("utf-8"))
    except FileNotFoundError:
        raise RefusedError(f"{folder} is not a backup: {MANIFEST_FILE} is missing.") from None
    except (ValueError, NotADirectoryError):
        raise RefusedError(f"{folder} is not a backup: {MANIFEST_FILE} cannot be read.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT_VERSION:
        raise RefusedError(f"{folder} has a backup format that this release does not support.")
    field_types = {field.name: _FIELD_TYPES[field.type] for field in fields(Manifest)}
    if set(data) != set(field_types) or not all(
        isinstance(data[name], kind) for name, kind in field_types.items()
    ):
        raise RefusedError(f"{folder} is not a backup: {MANIFEST_FILE} is incomplete.")
    return Manifest(**data)


def load_checksums(folder: Path, manifest: Manifest) -> dict[str, str]:
    """Return the checksums of a backup's files by name.

    Raises `RefusedError` if the checksums file was changed, if the database is missing, or if a name is not
    allowed in a backup.
    """
    if not (folder / CHECKSUMS_FILE).is_file() or sha256_digest(folder / CHECKSUMS_FILE) != manifest.sums:
        raise RefusedError(f"{folder} is damaged: {CHECKSUMS_FILE} does not match the backup.")
    checksums = dict(read_checksums(folder))
    database = DATABASE_FILES.get(manifest.database)
    if database not in checksums or manifest.database_file != database:
        raise RefusedError(f"{folder} is damaged: the database is missing.")
    for name in checksums:
        if name != database and not is_allowed_name(name):
            raise RefusedError(f"{folder} is damaged: {name} is not a valid file of a backup.")
    return checksums


def find_damaged_files(folder: Path, checksums: dict[str, str]) -> Iterator[str]:
    """Check each file, and yield its name if it is missing or damaged, or an empty string if it is intact."""
    for name, expected in checksums.items():
        is_intact = is_regular_file(folder, name) and sha256_digest(folder / name) == expected
        yield "" if is_intact else name
