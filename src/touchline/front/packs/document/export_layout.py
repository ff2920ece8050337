"""Writes the current document in the layout of the pack that was applied last.

Only the lines of edited fields and entries change, so that a diff shows the edits and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from touchline.channel.domain.document.entries import ABSENT, EntryRef, EntryValue
from touchline.channel.domain.document.merge import ORDER
from touchline.channel.domain.document.revisions import AppliedPack
from touchline.front.packs.document.contents import (
    PAGES,
    SECTIONS,
    Content,
    Section,
    dump_entry,
    index_content,
    load_entry,
)
from touchline.front.packs.document.page_files import PageEdit, edit_pages
from touchline.front.packs.document.yaml_editor import edit_yaml
from touchline.front.packs.layout import LAYOUT
from touchline.front.packs.pack_writer import PackWriter
from touchline.front.packs.parser.documents import read_yaml
from touchline.front.packs.schemas.context import ActivePackContext, PackContext


class LayoutExport:
    """The texts of a pack's files after the edits since it was applied."""

    def __init__(
        self, applied: AppliedPack, content: Content, stored: PackContext, exported: PackContext
    ) -> None:
        """`stored` is the context in which entries are compared, and `exported` the one with file names."""
        self._applied = applied
        self._content = content
        self._entries = index_content(content)
        self._stored, self._exported = stored, exported

    def render_files(self) -> dict[str, str]:
        """Return the text of every file by name."""
        changed = dict(self._find_changes())
        new_files = PackWriter(self._exported).render_files(self._content)
        texts: dict[str, str] = {}
        for file in LAYOUT:
            if file not in self._applied.texts:
                texts |= {file: new_files[file]} if self._is_edited(file, changed) else {}
            elif text := self._edit_file(file, changed):
                texts[file] = text
        page_edits = self._list_page_edits(changed)
        return texts | edit_pages(self._applied.texts, page_edits, self._exported.language)

    def _find_changes(self) -> Iterator[tuple[EntryRef, EntryValue | None]]:
        """Yield the entries that differ from those of the applied pack, None if they are removed."""
        for ref in dict.fromkeys([*self._applied.entries, *self._entries]):
            applied, current = self._applied.entries.get(ref), self._entries.get(ref)
            with ActivePackContext(self._stored):
                value = None if current is None else dump_entry(ref, current)
            if value != (applied.current if applied else None):
                yield ref, value

    def _list_page_edits(self, changed: Mapping[EntryRef, EntryValue | None]) -> dict[str, PageEdit]:
        return {
            ref.key: PageEdit(
                applied.current if (applied := self._applied.entries.get(ref)) else None,
                value,
                None if value is None else self._dump_exported(ref),
            )
            for ref, value in changed.items()
            if ref.section == PAGES and ref.key
        }

    def _is_edited(self, file: str, changed: Mapping[EntryRef, EntryValue | None]) -> bool:
        return any(SECTIONS[ref.section].file == file and value for ref, value in changed.items())

    def _edit_file(self, file: str, changed: Mapping[EntryRef, EntryValue | None]) -> str:
        text = self._applied.texts[file]
        names = {name: section for name, section in SECTIONS.items() if section.file == file}
        if not any(ref.section in names for ref in changed):
            return text
        data = read_yaml(file, text)[0].data
        wanted = data
        for name, section in names.items():
            if not section.key_field:
                wanted = self._edit_entry(EntryRef(name, ""), data, changed)
                continue
            items = (data or {}).get(section.list_name) if section.list_name else data
            edited = self._edit_list(name, section, items or [], changed)
            if edited != (items or []):
                wanted = {**(wanted or {}), section.list_name: edited} if section.list_name else edited
        return edit_yaml(text, data, wanted) if wanted else ""

    def _edit_list(
        self, name: str, section: Section, items: list[Any], changed: Mapping[EntryRef, EntryValue | None]
    ) -> list[Any]:
        by_key = {str(item[section.key_field]): item for item in items}
        edited = {}
        for key, item in by_key.items():
            if (value := self._edit_entry(EntryRef(name, key), item, changed)) is not None:
                edited[key] = value
        for ref, value in changed.items():
            if ref.section == name and ref.key and ref.key not in by_key and value is not None:
                edited[ref.key] = self._dump_exported(ref)
        order = self._entries.get(EntryRef(name, ""))
        if order and EntryRef(name, "") in changed:
            edited = {key: edited[key] for key in order[ORDER]}
        return list(edited.values())

    def _edit_entry(self, ref: EntryRef, raw: Any, changed: Mapping[EntryRef, EntryValue | None]) -> Any:
        if ref not in changed:
            return raw
        value = changed[ref]
        if value is None:
            return None
        applied = self._applied.entries.get(ref)
        before = applied.current if applied and applied.current is not None else {}
        return self._add_defaults(ref, _patch(raw, before, value, self._dump_exported(ref)))

    def _add_defaults(self, ref: EntryRef, patched: Any) -> Any:
        """Return an entry with the fields whose default is another value now, such as a short name."""
        with ActivePackContext(self._exported):
            read_back = dump_entry(ref, load_entry(ref, patched))
        exported = self._dump_exported(ref)
        missing = {
            name: value
            for name, value in exported.items()
            if name not in patched and read_back.get(name) != value
        }
        return {**patched, **missing}

    def _dump_exported(self, ref: EntryRef) -> EntryValue:
        with ActivePackContext(self._exported):
            return dump_entry(ref, self._entries[ref])


def _patch(raw: Any, before: EntryValue, after: EntryValue, exported: EntryValue) -> Any:
    """Return the pack's own form of an entry with its changed fields as they are exported."""
    patched = dict(raw)
    for name in {**before, **after}:
        old, new = before.get(name, ABSENT), after.get(name, ABSENT)
        if old == new:
            continue
        if new is ABSENT:
            patched.pop(name, None)
        elif all(isinstance(value, Mapping) for value in (raw.get(name), old, new)):
            patched[name] = _patch(raw[name], old, new, exported[name])
        else:
            patched[name] = exported[name]
    return patched
