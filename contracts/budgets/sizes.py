"""What a page of the built web app loads before anybody touches it."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from contracts.budgets.measured import Measured, at_most

DIST = Path(__file__).parents[2] / "web" / "dist"
_IN_PAGE = re.compile(r'(?:src|href)="/assets/([^"]+\.(?:js|css))"')
_STATIC = re.compile(r'(?:from|import)\s*"\./([^"]+\.js)"')


def measure(promised: list[dict[str, Any]]) -> Iterator[Measured]:
    """Sizes of what the built pages load."""
    for each in promised:
        files = files_of(each["chunks"])
        for kind, most in each["most_kilobytes"].items():
            own = [name for name in files if name.endswith(f".{kind}")]
            what, detail = f"{each['page']} page, {kind}, kB", f"{len(own)} files"
            yield at_most(what, kilobytes(own), most, detail, 1)


def files_of(chunks: Iterable[str], dist: Path = DIST) -> list[str]:
    """Scripts and styles that index.html names, those of the named chunks, and all that these import."""
    assets = dist / "assets"
    found = set(_IN_PAGE.findall((dist / "index.html").read_text("utf-8")))
    for chunk in chunks:
        found.update(path.name for path in assets.glob(f"{chunk}-*") if path.suffix in (".js", ".css"))
    open_files = sorted(found)
    while open_files:
        name = open_files.pop()
        imported = _STATIC.findall((assets / name).read_text("utf-8")) if name.endswith(".js") else []
        open_files += [each for each in imported if each not in found]
        found.update(imported)
    return sorted(found)


def kilobytes(files: Iterable[str], dist: Path = DIST) -> float:
    """Their gzip size together, in thousands of bytes."""
    return sum(len(gzip.compress((dist / "assets" / name).read_bytes(), 9)) for name in files) / 1000
