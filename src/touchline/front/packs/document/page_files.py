"""Writes edited pages into the Markdown files that they came from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from touchline.channel.domain.document.entries import EntryValue
from touchline.front.packs.document.yaml_editor import edit_yaml
from touchline.front.packs.layout import PAGES_FOLDER
from touchline.front.packs.parser.documents import read_page

_TRANSLATION = re.compile(r"(.+)\.([a-z]{2,3}(?:-[A-Z]{2})?)\.md")
_FRONT_MATTER = re.compile(r"---[ ]*\r?\n(.*?)^---[ ]*\r?\n\s*", re.DOTALL | re.MULTILINE)
TEXT = "text"


@dataclass(frozen=True)
class PageEdit:
    """An edited page: its value in the applied pack, the current one, and the current one as exported.

    `before` is None for a new page, `after` and `exported` for a removed one.
    """

    before: EntryValue | None
    after: EntryValue | None
    exported: EntryValue | None


def edit_pages(texts: Mapping[str, str], edits: Mapping[str, PageEdit], language: str) -> dict[str, str]:
    """Return the files of all pages by name, given the files of the pack and the edited pages by key.

    Files of other pages, and parts of a file that the edit does not concern, stay as they are.
    """
    files = {name: text for name, text in texts.items() if name.startswith(f"{PAGES_FOLDER}/")}
    stems = {
        _get_key(name, text): name.removesuffix(".md")
        for name, text in files.items()
        if not _TRANSLATION.fullmatch(name)
    }
    for key, edit in edits.items():
        stem = stems.get(key) or f"{PAGES_FOLDER}/{key}"
        old = {name: files.pop(name) for name in list(files) if _is_file_of(name, stem)}
        if edit.after is not None and edit.exported is not None:
            files |= _render_page(stem, old, edit.before or {}, edit.after, edit.exported, language)
    return files


def _render_page(
    stem: str,
    old: Mapping[str, str],
    before: EntryValue,
    after: EntryValue,
    exported: EntryValue,
    language: str,
) -> dict[str, str]:
    """Return the files of a page. A changed name in several languages moves to the file of the first one."""
    fields = {name: value for name, value in exported.items() if name != TEXT}
    changed = {name: value for name, value in fields.items() if before.get(name) != after[name]}
    removed = {name for name in before if name != TEXT and name not in after}
    texts_before = before.get(TEXT, {})
    files = {}
    for tag, text in exported[TEXT].items():
        is_main = tag == language
        name = f"{stem}.md" if is_main else f"{stem}.{tag}.md"
        head, body = _split(old.get(name, ""))
        if name not in old or texts_before.get(tag) != after[TEXT][tag]:
            body = text.strip() + "\n"
        files[name] = _edit_head(head, changed if is_main else {}, {*removed, *changed}) + body
    return files


def _edit_head(head: str, changed: Mapping[str, Any], removed: set[str]) -> str:
    """Return the front matter with other values for the changed fields, and without the removed ones."""
    match = _FRONT_MATTER.fullmatch(head)
    data = read_page("page.md", head)[0].data if match else {}
    wanted = {name: changed.get(name, value) for name, value in {**data, **changed}.items()}
    wanted = {name: value for name, value in wanted.items() if name in changed or name not in removed}
    if wanted == data:
        return head
    if not wanted:
        return ""
    return f"---\n{edit_yaml(match[1] if match else '', data, wanted)}---\n\n"


def _split(text: str) -> tuple[str, str]:
    """Return the front matter of a file, with the blank lines after it, and the rest."""
    match = _FRONT_MATTER.match(text)
    return (match[0], text[match.end() :]) if match else ("", text)


def _get_key(name: str, text: str) -> str:
    stem = name.removeprefix(f"{PAGES_FOLDER}/").removesuffix(".md")
    return str(read_page(name, text)[0].data.get("key", stem.replace("_", "-")))


def _is_file_of(name: str, stem: str) -> bool:
    match = _TRANSLATION.fullmatch(name)
    return name == f"{stem}.md" or (match is not None and match[1] == stem)
