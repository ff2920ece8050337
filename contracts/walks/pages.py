"""Reads a page of docs/ as steps: its blocks of code are files, changes of files and lines to type."""

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
    """A fenced block: `kind` is its language, `title` the file that it belongs to."""

    kind: str
    title: str
    text: str


def blocks(page: str) -> list[Block]:
    """The blocks of a page of docs/, in order."""
    return blocks_of((DOCS / page).read_text("utf-8"))


def blocks_of(text: str) -> list[Block]:
    """The blocks of a text in Markdown."""
    return [Block(each["kind"], each["title"] or "", each["text"]) for each in _BLOCK.finditer(text)]


def typed(page: str) -> Iterator[str]:
    """What is typed in a page's consoles."""
    return lines_typed((DOCS / page).read_text("utf-8"))


def lines_typed(text: str) -> Iterator[str]:
    """Lines after `$ ` in consoles, in one where a backslash ends them, without comments; and every line of
    `sh` blocks."""
    for block in blocks_of(text):
        for line in re.sub(r"\\\n\s*", "", block.text).splitlines():
            if block.kind == "sh" or (block.kind == "console" and line.startswith("$ ")):
                said = re.sub(r"\s#\s.*", "", line.removeprefix("$ ")).strip()
                if said and not said.startswith("#"):
                    yield said


def follow(page: str, folder: Path) -> None:
    """Do what a page says in a folder: write its files, make its changes."""
    for block in blocks(page):
        if block.title and block.kind == "diff":
            path = folder / block.title
            path.write_text(changed(path.read_text("utf-8"), block.text, block.title), "utf-8")
        elif block.title:
            path = folder / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, "utf-8")


def changed(text: str, change: str, name: str) -> str:
    """A file's text after a change: what stays and what goes must stand in it, together and once."""
    lines = change.splitlines()
    before = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
    after = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
    if text.count(before) != 1:
        raise AssertionError(f"{name} has not (or not once) what the page changes:\n{before}")
    return text.replace(before, after)
