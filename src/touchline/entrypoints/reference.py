"""Writes the generated parts of docs/reference from the code: `python -m touchline.entrypoints.reference`.

A page keeps its prose; what stands between the marks is made here. A test says when a page is stale.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import Field, fields
from functools import partial
from inspect import getdoc
from pathlib import Path
from typing import Any

import click

from touchline.entrypoints import api_reference, contexts
from touchline.entrypoints.cli import main as touchline
from touchline.platform.settings import Settings, describe

ROOT = Path(__file__).resolve().parents[3]
PAGES = ROOT / "docs" / "reference"
EXAMPLES = ROOT / "contracts" / "events"
WIDTH = 96
_MARKED = re.compile(r"(<!-- generated -->\n).*?(<!-- end of generated -->)", re.DOTALL)


def settings() -> Iterator[str]:
    """Every setting with its default."""
    yield from ("| setting | default | what it is |", "|---|---|---|")
    for name, _value, default, about in describe(Settings(var=Path("var"))):
        shown = "var" if name == "TOUCHLINE_VAR" else default
        yield f"| `{name}` | {f'`{shown}`' if shown else ''} | {about} |"


def commands() -> Iterator[str]:
    """The help of every command, groups before what is in them."""
    yield from _command(touchline, "touchline", None)


def events() -> Iterator[str]:
    """Every event that a context announces: what it says, who listens, an example."""
    heard: dict[str, list[str]] = {}
    for name, handler in contexts.offered("subscribers", "SUBSCRIBERS"):
        heard.setdefault(name, []).append(f"**{handler.__module__.split('.')[1]}**: {_plain(handler)}")
    for name, kind in sorted(contexts.announced().items()):
        members = ", ".join(f"`{each.name}` ({_type(each)})" for each in fields(kind))
        yield from (f"## {name}", "", _plain(kind), "", f"Members: {members}.", "")
        yield from (*(f"- {listener}" for listener in heard.get(name, ["Nobody listens yet."])), "")
        example = (EXAMPLES / f"{name}.json").read_text("utf-8").rstrip()
        yield from (f'```json title="contracts/events/{name}.json"', example, "```", "")


def _calls(page: str) -> Iterator[str]:
    return api_reference.read().page(page)


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "settings.md": settings,
    "commands.md": commands,
    "api/index.md": lambda: api_reference.read().index(),
    "events.md": events,
    **{f"api/{page}.md": partial(_calls, page) for page in api_reference.CHAPTERS},
}


def fresh(page: str, text: str) -> str:
    """The page's text with its generated part made anew."""
    body = "\n".join(PARTS[page]()).rstrip()
    return _MARKED.sub(lambda marked: f"{marked[1]}\n{body}\n\n{marked[2]}", text)


def _plain(thing: object) -> str:
    """Its docstring in a line a paragraph."""
    return "\n\n".join(" ".join(part.split()) for part in (getdoc(thing) or "").split("\n\n"))


def _type(member: Field[Any]) -> str:
    return member.type if isinstance(member.type, str) else str(getattr(member.type, "__name__", member.type))


def _command(command: click.Command, name: str, parent: click.Context | None) -> Iterator[str]:
    context = click.Context(command, info_name=name, parent=parent, terminal_width=WIDTH)
    yield from (f"## {context.command_path}", "", "```text", command.get_help(context), "```", "")
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            yield from _command(command.commands[inner], inner, context)


def main() -> None:
    """Write the pages."""
    for page in PARTS:
        path = PAGES / page
        path.write_text(fresh(page, path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
