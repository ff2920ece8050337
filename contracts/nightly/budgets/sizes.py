"""The size of what a page of the built web app loads before any interaction."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from contracts.nightly.budgets.results import BudgetResult, at_most

DIST = Path(__file__).parents[3] / "web" / "dist"
_PAGE_ASSETS = re.compile(r'(?:src|href)="/assets/([^"]+\.(?:js|css))"')
_STATIC_IMPORTS = re.compile(r'(?:from|import)\s*"\./([^"]+\.js)"')


def measure(budgets: list[dict[str, Any]]) -> Iterator[BudgetResult]:
    """Yield the sizes of what the built pages load. `beyond`: without what these chunks load."""
    for page_budget in budgets:
        already_loaded = list_loaded_files(page_budget["beyond"]) if "beyond" in page_budget else []
        files = [name for name in list_loaded_files(page_budget["chunks"]) if name not in already_loaded]
        for kind, maximum in page_budget["max_kilobytes"].items():
            matching = [name for name in files if name.endswith(f".{kind}")]
            label, detail = f"{page_budget['page']} page, {kind}, kB", f"{len(matching)} files"
            yield at_most(label, gzip_kilobytes(matching), maximum, detail, 1)


def list_loaded_files(chunks: Iterable[str], dist: Path = DIST) -> list[str]:
    """Return the scripts and styles of index.html and of the named chunks, and everything that they
    import."""
    assets = dist / "assets"
    loaded = set(_PAGE_ASSETS.findall((dist / "index.html").read_text("utf-8")))
    for chunk in chunks:
        loaded.update(path.name for path in assets.glob(f"{chunk}-*") if path.suffix in (".js", ".css"))
    pending = sorted(loaded)
    while pending:
        name = pending.pop()
        imported = _STATIC_IMPORTS.findall((assets / name).read_text("utf-8")) if name.endswith(".js") else []
        pending += [imported_name for imported_name in imported if imported_name not in loaded]
        loaded.update(imported)
    return sorted(loaded)


def gzip_kilobytes(files: Iterable[str], dist: Path = DIST) -> float:
    """Return the total gzip size in thousands of bytes."""
    return sum(len(gzip.compress((dist / "assets" / name).read_bytes(), 9)) for name in files) / 1000
