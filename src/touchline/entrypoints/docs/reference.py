"""Generator of the reference sections in docs/reference: `python -m touchline.entrypoints.docs.reference`.

Only the text between the markers of a page is replaced. A test fails if a page is out of date.
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

from touchline.entrypoints import contexts
from touchline.entrypoints.cli import main as touchline
from touchline.entrypoints.commands.renamed import RENAMED_COMMANDS, RENAMED_OPTIONS
from touchline.entrypoints.docs import api_chapters, api_reference
from touchline.entrypoints.docs.error_codes import render_error_codes
from touchline.platform.config.renamed import RENAMED_SETTINGS
from touchline.platform.config.settings import Settings, describe_settings

ROOT = Path(__file__).resolve().parents[4]
PAGES = ROOT / "docs" / "reference"
EXAMPLES = ROOT / "contracts" / "events"
TERMINAL_WIDTH = 96
_GENERATED_SECTION = re.compile(r"(<!-- generated -->\n).*?(<!-- end of generated -->)", re.DOTALL)


def render_settings() -> Iterator[str]:
    """Render all settings with their defaults."""
    yield from ("| setting | default | description |", "|---|---|---|")
    for name, _value, default, description in describe_settings(Settings(var=Path("var"))):
        displayed_default = "var" if name == "TOUCHLINE_VAR" else default
        yield f"| `{name}` | {f'`{displayed_default}`' if displayed_default else ''} | {description} |"


def render_commands() -> Iterator[str]:
    """Render the help of all commands. Groups come before their commands."""
    yield from _render_command(touchline, "touchline", None)


def render_renamed() -> Iterator[str]:
    """Render the old forms of commands, options and settings, with their new ones."""
    yield from ("## Commands", "", "| old | new |", "|---|---|")
    for old_form, new_form in RENAMED_COMMANDS.items():
        yield f"| `touchline {old_form}` | `touchline {new_form}` |"
    yield from ("", "## Options", "", "| command | old | new |", "|---|---|---|")
    for command, options in RENAMED_OPTIONS.items():
        for old_option, new_option in options.items():
            yield f"| `touchline {command}` | `{old_option}` | `{new_option}` |"
    yield from ("", "## Settings", "", "| old | new |", "|---|---|")
    for old_name, new_name in RENAMED_SETTINGS.items():
        yield f"| `{old_name}` | `{new_name}` |"


def render_events() -> Iterator[str]:
    """Render all events that contexts publish: fields, subscribers and an example."""
    listeners: dict[str, list[str]] = {}
    for name, handler in contexts.collect_attributes("subscribers", "SUBSCRIBERS"):
        context, text = handler.__module__.split(".")[1], _format_docstring(handler)
        listeners.setdefault(name, []).append(f"**{context}**: {' '.join(text.split())}")
    for name, kind in sorted(contexts.load_event_types().items()):
        members = ", ".join(f"`{field.name}` ({_format_type(field)})" for field in fields(kind))
        yield from (f"## {name}", "", _format_docstring(kind), "", f"Members: {members}.", "")
        yield from (*(f"- {listener}" for listener in listeners.get(name, ["No subscribers."])), "")
        example = (EXAMPLES / f"{name}.json").read_text("utf-8").rstrip()
        yield from (f'```json title="contracts/events/{name}.json"', example, "```", "")


def _render_operations(page: str) -> Iterator[str]:
    return api_reference.load_reference().render_page(page)


PAGE_RENDERERS: dict[str, Callable[[], Iterator[str]]] = {
    "settings.md": render_settings,
    "commands.md": render_commands,
    "renamed.md": render_renamed,
    "api/index.md": lambda: api_reference.load_reference().render_index(),
    "events.md": render_events,
    "api/errors.md": render_error_codes,
    **{f"api/{page}.md": partial(_render_operations, page) for page in api_chapters.CHAPTERS},
}


def regenerate(page: str, text: str) -> str:
    """Return the page's text with its generated section updated."""
    body = "\n".join(PAGE_RENDERERS[page]()).rstrip()
    return _GENERATED_SECTION.sub(lambda marked: f"{marked[1]}\n{body}\n\n{marked[2]}", text)


def _format_docstring(documented: object) -> str:
    """Return the docstring of an object with one line per paragraph."""
    return "\n\n".join(" ".join(part.split()) for part in (getdoc(documented) or "").split("\n\n"))


def _format_type(member: Field[Any]) -> str:
    return member.type if isinstance(member.type, str) else str(getattr(member.type, "__name__", member.type))


def _render_command(command: click.Command, name: str, parent: click.Context | None) -> Iterator[str]:
    context = click.Context(command, info_name=name, parent=parent, terminal_width=TERMINAL_WIDTH)
    yield from (f"## {context.command_path}", "", "```text", command.get_help(context), "```", "")
    if isinstance(command, click.Group):
        for subcommand in command.list_commands(context):
            yield from _render_command(command.commands[subcommand], subcommand, context)


def main() -> None:
    """Write all pages."""
    for page in PAGE_RENDERERS:
        path = PAGES / page
        path.write_text(regenerate(page, path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
