"""Checks paths of pages and routes: they must not clash with each other or with the product's own paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from touchline.front.packs.parser.documents import Document
from touchline.front.packs.problems import Problem
from touchline.front.packs.validation.references import iter_values
from touchline.front.pages.built_in_pages import PAGE_TITLES, SERVER_PREFIXES

# Pages whose titles come from their content, and server paths that are not folders.
_EXTRA_PREFIXES = """
    select-package watch watch_embed watch_library share share_embed score forms overlay scoreboard timeline
    project.json channel-key healthz readyz _outbox
"""
RESERVED_PREFIXES = SERVER_PREFIXES.union(
    (page.split("/")[1] for page in PAGE_TITLES), _EXTRA_PREFIXES.split()
)
"""First path segments that belong to the product (product.md, section 2)."""


def check_paths(pages: Iterable[Document], routes: Document | None) -> Iterator[Problem]:
    """Yield a problem for each path that belongs to the product or is used twice."""
    seen: dict[str, str] = {}
    for document, path, page_path in _iter_paths(pages, routes):
        prefix = page_path.strip("/").split("/")[0]
        if not prefix or prefix in RESERVED_PREFIXES:
            yield document.build_problem(path, f"`{page_path}` is reserved", "choose another address")
        elif page_path.rstrip("/") in seen:
            first_use = seen[page_path.rstrip("/")]
            yield document.build_problem(
                path, f"`{page_path}` is already used by {first_use}", "choose another address"
            )
        seen.setdefault(page_path.rstrip("/"), f"{document.file}:{document.get_line(path)}")


def _iter_paths(pages: Iterable[Document], routes: Document | None) -> Iterator[tuple[Document, Any, str]]:
    for page in pages:
        page_path = page.data.get("url") if isinstance(page.data, Mapping) else None
        if isinstance(page_path, str):
            yield page, ("url",), page_path
    for path, page_path in iter_values(routes.data, "*.path") if routes else ():
        if routes and isinstance(page_path, str):
            yield routes, path, page_path
