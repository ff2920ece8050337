"""Reads a page of docs/ as steps: its code blocks are files, changes to files, and commands."""

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


def list_blocks(page: str) -> list[Block]:
    """Return the blocks of a page of docs/, in order."""
    return parse_blocks((DOCS / page).read_text("utf-8"))


def parse_blocks(text: str) -> list[Block]:
    """Return the blocks of a Markdown text."""
    return [Block(match["kind"], match["title"] or "", match["text"]) for match in _BLOCK.finditer(text)]


def list_commands(page: str) -> Iterator[str]:
    """Yield the commands in a page's consoles."""
    return parse_commands((DOCS / page).read_text("utf-8"))


def parse_commands(text: str) -> Iterator[str]:
    """Yield the lines after `$ ` in consoles, without comments, and every line of `sh` blocks.

    Lines that end in a backslash are joined.
    """
    for block in parse_blocks(text):
        for line in re.sub(r"\\\n\s*", "", block.text).splitlines():
            if block.kind == "sh" or (block.kind == "console" and line.startswith("$ ")):
                command = re.sub(r"\s#\s.*", "", line.removeprefix("$ ")).strip()
                if command and not command.startswith("#"):
                    yield command


def apply_page(page: str, folder: Path) -> None:
    """Write a page's files into a folder, and apply its changes there."""
    for block in list_blocks(page):
        if block.title and block.kind == "diff":
            path = folder / block.title
            path.write_text(apply_change(path.read_text("utf-8"), block.text, block.title), "utf-8")
        elif block.title:
            path = folder / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, "utf-8")


def apply_change(text: str, change: str, name: str) -> str:
    """Return a file's text after a change. The kept and removed lines must occur in it, together and once."""
    lines = change.splitlines()
    before = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
    after = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
    if text.count(before) != 1:
        raise AssertionError(f"{name} does not have exactly once what the page changes:\n{before}")
    return text.replace(before, after)
