"""The site of docs/: every page has its place in it, every drawing is fresh."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from ruamel.yaml import YAML

from contracts.drawings.__main__ import FOLDER
from contracts.drawings.pictures import DRAWINGS
from contracts.walks.pages import DOCS, ROOT

CONFIG = ROOT / ".config/mkdocs.yml"


def listed(part: Any) -> list[str]:
    """The pages of the navigation, in order."""
    if isinstance(part, str):
        return [part]
    if isinstance(part, dict):
        part = list(part.values())
    return [page for each in part for page in listed(each)]


def pages() -> list[str]:
    """What mkdocs.yml lists."""
    return listed(YAML(typ="safe").load(CONFIG.read_text("utf-8"))["nav"])


def test_every_page_stands_in_the_navigation_once() -> None:
    there = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")}
    assert set(pages()) == there
    assert len(pages()) == len(there)


def test_decisions_stand_in_order_in_the_navigation_and_in_their_index() -> None:
    numbers = [int(page[10:14]) for page in pages() if re.match(r"decisions/\d{4}-", page)]
    index = (DOCS / "decisions/index.md").read_text("utf-8")
    assert numbers == sorted(numbers)
    assert [int(found) for found in re.findall(r"^\| (\d+) \| \[", index, re.MULTILINE)] == numbers


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_not_stale_and_is_shown_on_a_page(name: str) -> None:
    drawn = (FOLDER / f"{name}.svg").read_text("utf-8")
    assert drawn == DRAWINGS[name].svg(), "run `python -m contracts.drawings`"
    assert any(f"({name}.svg)" in page.read_text("utf-8") for page in FOLDER.glob("*.md"))


@pytest.mark.parametrize("path", sorted(DOCS.rglob("*.svg")), ids=lambda path: path.stem)
def test_a_drawing_has_words_for_who_cannot_see_it_and_is_drawn_for_light_and_dark(path: Path) -> None:
    root = ElementTree.fromstring(path.read_text("utf-8"))  # noqa: S314 - our own file
    assert root.get("aria-label") and root.get("role") == "img"
    assert "prefers-color-scheme: dark" in path.read_text("utf-8")


def test_a_picture_of_a_page_has_a_text_in_its_place() -> None:
    for page in DOCS.rglob("*.md"):
        for text, address in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", page.read_text("utf-8")):
            assert len(text) > 10, f"{page}: {address}"
