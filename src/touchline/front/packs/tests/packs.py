"""Packs for tests: copies of the small ones in `data`, which tests may spoil."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from touchline.front.packs.pack import Pack
from touchline.front.packs.problems import PackRefused
from touchline.front.packs.reading import read_pack

DATA = Path(__file__).parent / "data"
NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
SMALLEST = "slug: tiny\nname: Tiny\ndomains: [tiny.example.org]\n"


def copy_of(name: str, folder: Path, *more: Path) -> Path:
    """A copy of a pack of `data`, with the files of further folders laid over it."""
    root = folder / name
    for source in (DATA / name, *more):
        shutil.copytree(source, root, dirs_exist_ok=True, ignore=shutil.ignore_patterns("problems.txt"))
    return root


def smallest(folder: Path, **files: str | bytes) -> Path:
    """A pack with a minimal channel.yaml and these files (`slides_yaml="…"`)."""
    (folder / "channel.yaml").write_text(SMALLEST)
    for name, content in files.items():
        path = folder / name.replace("_yaml", ".yaml")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def read(root: Path, now: datetime = NOON) -> Pack:
    """Read a pack that must have no problems."""
    return read_pack(root, now)


def problems_of(root: Path, now: datetime = NOON) -> list[str]:
    """The lines that a person would see; none for a pack without problems."""
    try:
        read_pack(root, now)
    except PackRefused as refused:
        return [str(problem) for problem in refused.problems]
    return []
