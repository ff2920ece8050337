"""Addresses of pages and routes: they clash neither with each other nor with the product's own paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from touchline.front.packs.documents import Document
from touchline.front.packs.problems import Problem
from touchline.front.packs.references import walk
from touchline.front.titles import NO_PAGES, TITLES

# Pages whose titles come from what they show, and paths of the server that are no folders.
_MORE = """
    select-package watch watch_embed watch_library share share_embed forms
    project.json channel-key healthz readyz _outbox
"""
TAKEN = NO_PAGES.union((page.split("/")[1] for page in TITLES), _MORE.split())
"""The first step of a path that belongs to the product (product.md, section 2)."""


def check_addresses(pages: Iterable[Document], routes: Document | None) -> Iterator[Problem]:
    """Every address that is not the channel's to give, or that is given twice."""
    seen: dict[str, str] = {}
    for document, path, address in _given(pages, routes):
        first = address.strip("/").split("/")[0]
        if not first or first in TAKEN:
            yield document.problem(path, f"`{address}` belongs to the product", "choose another address")
        elif address.rstrip("/") in seen:
            taken = seen[address.rstrip("/")]
            yield document.problem(path, f"`{address}` is taken by {taken}", "give each its own address")
        seen.setdefault(address.rstrip("/"), f"{document.file}:{document.line(path)}")


def _given(pages: Iterable[Document], routes: Document | None) -> Iterator[tuple[Document, Any, str]]:
    for page in pages:
        address = page.data.get("url") if isinstance(page.data, Mapping) else None
        if isinstance(address, str):
            yield page, ("url",), address
    for path, address in walk(routes.data, "*.path") if routes else ():
        if routes and isinstance(address, str):
            yield routes, path, address
