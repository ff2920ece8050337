"""Reads a page of docs/ as steps: its code blocks are files, changes to files and lines to type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
_BLOCK = re.compile(
    r'^(?P<mark>`{3,})(?P<kind>[a-z]*)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^(?P=mark)$',
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Block:
    """A fenced block. `kind` is its language, `title` the file that it belongs to."""

    kind: str
    title: str
    text: str


def blocks(page: str) -> list[Block]:
    """Return the blocks of a page of docs/, in order."""
    return blocks_of((DOCS / page).read_text("utf-8"))


def blocks_of(text: str) -> list[Block]:
    """Return the blocks of a Markdown text."""
    return [Block(each["kind"], each["title"] or "", each["text"]) for each in _BLOCK.finditer(text)]


def typed(page: str) -> Iterator[str]:
    """Yield the lines to type in a page's consoles."""
    return lines_typed((DOCS / page).read_text("utf-8"))


def lines_typed(text: str) -> Iterator[str]:
    """Yield the lines after `$ ` in consoles, without comments, and every line of `sh` blocks.

    Lines that end in a backslash are joined.
    """
    for block in blocks_of(text):
        for line in re.sub(r"\\\n\s*", "", block.text).splitlines():
            if block.kind == "sh" or (block.kind == "console" and line.startswith("$ ")):
                said = re.sub(r"\s#\s.*", "", line.removeprefix("$ ")).strip()
                if said and not said.startswith("#"):
                    yield said


def follow(page: str, folder: Path) -> None:
    """Follow a page in a folder: write its files, and make its changes."""
    for block in blocks(page):
        if block.title and block.kind == "diff":
            path = folder / block.title
            path.write_text(changed(path.read_text("utf-8"), block.text, block.title), "utf-8")
        elif block.title:
            path = folder / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, "utf-8")


def changed(text: str, change: str, name: str) -> str:
    """Return a file's text after a change. The kept and removed lines must occur in it, together and once."""
    lines = change.splitlines()
    before = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
    after = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
    if text.count(before) != 1:
        raise AssertionError(f"{name} has not (or not once) what the page changes:\n{before}")
    return text.replace(before, after)
