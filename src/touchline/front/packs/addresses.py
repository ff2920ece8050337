"""Addresses of pages and routes: they clash neither with each other nor with the product's own paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from touchline.front.packs.documents import Document
from touchline.front.packs.problems import Problem
from touchline.front.packs.references import walk

# product.md §2 and the paths of the server; the first step of each belongs to the product
_WORDS = """
    login registration verify-notice verify-email password-reset-request password-reset profile
    contacts buy select-package packages passes faq simulate confirm-account-deletion vod_library
    watch watch_embed watch_library share upcoming vod live schedule 404 api auth assets files media
    storage project.json channel-key datalake healthz readyz metrics _outbox sitemap.xml robots.txt
"""
TAKEN = frozenset(_WORDS.split())


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
