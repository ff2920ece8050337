"""Checks between the entries of a document: references, addresses, and the contrast of colors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from touchline.front.packs.layout import CHANNEL_FILE
from touchline.front.packs.parser.documents import Document
from touchline.front.packs.problems import Problem
from touchline.front.packs.validation import contrast
from touchline.front.packs.validation.page_paths import check_paths
from touchline.front.packs.validation.references import check_references


def check_document(
    documents: Mapping[str, Document],
    pages: Sequence[Document],
    content: Mapping[str, Any],
    *,
    is_complete: bool = True,
) -> Iterator[Problem]:
    """Yield every problem between the entries of a document.

    `documents` are its YAML files by name, and `pages` the front matter of its pages. If files cannot be read
    (`is_complete` is false), references are not checked, because the entries of these files are not missing.
    """
    if is_complete:
        yield from check_references(documents, {str(page.data.get("key")) for page in pages})
    yield from _find_duplicate_pages(pages)
    yield from check_paths(pages, documents.get("routes.yaml"))
    channel = documents[CHANNEL_FILE]
    colors = content["channel"].get("colors")
    for text, background, ratio, suggestion in contrast.find_failing_pairs(colors) if colors else ():
        message = f"{text} on {background} has a contrast of {ratio:.2f}:1"
        hint = f"WCAG 2.2 AA needs {contrast.AA_RATIO}:1; {text} '{suggestion}' reaches it"
        yield channel.build_problem(("colors", text), message, hint)


def _find_duplicate_pages(pages: Sequence[Document]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for page in pages:
        key = str(page.data.get("key"))
        if seen.setdefault(key, page.file) != page.file:
            yield page.build_problem(
                ("key",), f"`{key}` is already the key of {seen[key]}", "choose a unique key"
            )
