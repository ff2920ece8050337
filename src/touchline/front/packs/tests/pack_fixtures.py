"""Packs for tests: copies of the small packs in `data`, which tests may change."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from touchline.front.packs.pack import Pack
from touchline.front.packs.parser.pack_reader import read_pack
from touchline.front.packs.problems import PackRefusedError

DATA = Path(__file__).parent / "data"
PACK_TIME = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
SMALLEST_CHANNEL = "slug: tiny\nname: Tiny\ndomains: [tiny.example.org]\n"


def copy_pack(name: str, folder: Path, *overlays: Path) -> Path:
    """Copy a pack of `data`, and copy the files of further folders over it."""
    root = folder / name
    for source in (DATA / name, *overlays):
        shutil.copytree(source, root, dirs_exist_ok=True, ignore=shutil.ignore_patterns("problems.txt"))
    return root


def write_smallest_pack(folder: Path, **files: str | bytes) -> Path:
    """Write a pack with a minimal channel.yaml and the given files (`slides_yaml="…"`)."""
    (folder / "channel.yaml").write_text(SMALLEST_CHANNEL)
    for name, content in files.items():
        path = folder / name.replace("_yaml", ".yaml")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def read_at_pack_time(root: Path, now: datetime = PACK_TIME) -> Pack:
    """Read a pack that must have no problems."""
    return read_pack(root, now)


def list_problems(root: Path, now: datetime = PACK_TIME) -> list[str]:
    """Return the problems as lines of text, as a person sees them."""
    try:
        read_pack(root, now)
    except PackRefusedError as refused:
        return [str(problem) for problem in refused.problems]
    return []
