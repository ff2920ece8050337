"""The site of docs/: every page has a place in it, and every diagram is up to date."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from ruamel.yaml import YAML

from contracts.diagrams.__main__ import FOLDER
from contracts.diagrams.definitions import DIAGRAMS
from contracts.walkthroughs.pages import DOCS, ROOT

CONFIG = ROOT / ".config/mkdocs.yml"


def flatten_navigation(part: Any) -> list[str]:
    """Return the pages of the navigation, in order."""
    if isinstance(part, str):
        return [part]
    if isinstance(part, dict):
        part = list(part.values())
    return [page for item in part for page in flatten_navigation(item)]


def list_pages() -> list[str]:
    """Return the pages that mkdocs.yml lists."""
    return flatten_navigation(YAML(typ="safe").load(CONFIG.read_text("utf-8"))["nav"])


def test_every_page_is_in_the_navigation_once() -> None:
    existing_pages = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")}
    assert set(list_pages()) == existing_pages
    assert len(list_pages()) == len(existing_pages)


def test_decisions_are_in_order_in_the_navigation_and_index() -> None:
    numbers = [int(page[10:14]) for page in list_pages() if re.match(r"decisions/\d{4}-", page)]
    index = (DOCS / "decisions/index.md").read_text("utf-8")
    assert numbers == sorted(numbers)
    assert [int(number) for number in re.findall(r"^\| (\d+) \| \[", index, re.MULTILINE)] == numbers


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_diagram_is_up_to_date_and_shown_on_a_page(name: str) -> None:
    svg_text = (FOLDER / f"{name}.svg").read_text("utf-8")
    assert svg_text == DIAGRAMS[name].render(), "Run `python -m contracts.diagrams`."
    assert any(f"({name}.svg)" in page.read_text("utf-8") for page in FOLDER.glob("*.md"))


@pytest.mark.parametrize("path", sorted(DOCS.rglob("*.svg")), ids=lambda path: path.stem)
def test_a_diagram_has_alternative_text_and_light_and_dark_colors(path: Path) -> None:
    root = ElementTree.fromstring(path.read_text("utf-8"))  # noqa: S314 - our own file
    assert root.get("aria-label") and root.get("role") == "img"
    assert "prefers-color-scheme: dark" in path.read_text("utf-8")


def test_an_image_has_alternative_text() -> None:
    for page in DOCS.rglob("*.md"):
        for text, url in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", page.read_text("utf-8")):
            assert len(text) > 10, f"{page}: {url}"
