"""The record of an applied pack: what it said, and what the channel then had.

The next apply merges against it, and an export takes the layout of its files from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from touchline.channel.domain.document.entries import ABSENT, EntryRef, EntryValue
from touchline.channel.domain.document.merge import NO_BASE, Base
from touchline.channel.domain.document.revisions import AppliedEntry, AppliedPack, ValueFormat
from touchline.front.packs.document.contents import (
    PAGES,
    SECTIONS,
    Content,
    convert_value,
    dump_entry,
    get_section,
    index_content,
)
from touchline.front.packs.document.merge_contents import GetBase, to_base
from touchline.front.packs.pack import Pack
from touchline.front.packs.parser.dates import is_relative
from touchline.front.packs.parser.documents import Document
from touchline.front.packs.problems import ValuePath
from touchline.front.packs.schemas.context import PackContext

Location = tuple[Document, ValuePath]


def build_applied_pack(
    pack: Pack, content: Content, merged: Content, current: Content, value_format: ValueFormat
) -> AppliedPack:
    """Return the record of a pack. Needs an active pack context.

    `content` is what the pack said, `merged` what was applied, and `current` the document after it. Edits
    that the merge kept are not part of the record, so that the next merge keeps them, too.
    """
    locations = locate_entries(pack)
    contents = [index_content(part) for part in (content, merged, current)]
    entries = {}
    for ref in contents[0]:
        loaded = [part.get(ref) for part in contents]
        pack_value = dump_entry(ref, loaded[0])
        merged_value, current_value = (
            pack_value if entry == loaded[0] else ABSENT if entry is None else dump_entry(ref, entry)
            for entry in loaded[1:]
        )
        kept = _strip_edits(pack_value, merged_value, current_value)
        entries[ref] = AppliedEntry(
            None if kept is ABSENT else kept, pack_value, find_relative_fields(locations.get(ref))
        )
    root = pack.root.resolve()
    names = {path: source.relative_to(root).as_posix() for path, source in pack.files.items()}
    return AppliedPack(pack.texts, entries, names, value_format)


def _strip_edits(pack: Any, merged: Any, current: Any) -> Any:
    """Return the current value with the pack's value wherever the merge kept another one."""
    if merged == pack:
        return current
    if not all(isinstance(value, Mapping) for value in (pack, merged, current)):
        return pack
    fields = {
        name: _strip_edits(*(value.get(name, ABSENT) for value in (pack, merged, current)))
        for name in {**pack, **current}
    }
    return {name: value for name, value in fields.items() if value is not ABSENT}


def create_base_lookup(
    applied: AppliedPack | None, pack: Pack, current: Content, source: PackContext, target: PackContext
) -> GetBase:
    """Return the bases for merging a pack into the current document.

    The record is in the format of `source`, the bases are in that of `target`. Without a record, the pack
    decides: every value of the document counts as unchanged.
    """
    if applied is None:
        unchanged = index_content(current)
        return lambda ref, _value: (
            Base(dump_entry(ref, unchanged[ref]), None) if ref in unchanged else NO_BASE
        )
    locations = locate_entries(pack)

    def get_base(ref: EntryRef, pack_value: EntryValue | None) -> Base:
        entry = applied.entries.get(ref)
        if entry is None:
            return NO_BASE
        base_current, base_pack = (
            convert_value(ref, value, source, target) for value in (entry.current, entry.pack)
        )
        if base_pack is not None and pack_value is not None:
            relative = find_relative_fields(locations.get(ref))
            same = [name for name, text in entry.relative_fields.items() if relative.get(name) == text]
            base_pack = {**base_pack, **{name: pack_value[name] for name in same if name in pack_value}}
        return to_base(base_current, base_pack)

    return get_base


def locate_entries(pack: Pack) -> dict[EntryRef, Location]:
    """Return the file of each entry of a pack, and the path in it. Entries of no file are missing."""
    locations: dict[EntryRef, Location] = {}
    pages = [document for file, document in pack.documents.items() if file.endswith(".md")]
    for name, section in SECTIONS.items():
        loaded = get_section(pack.content, name)
        if name == PAGES:
            locations |= {EntryRef(name, page["key"]): (pages[at], ()) for at, page in enumerate(loaded)}
            continue
        document = pack.documents.get(section.file)
        if document is None:
            continue
        prefix = (section.list_name,) if section.list_name else ()
        locations[EntryRef(name, "")] = (document, prefix)
        if section.key_field:
            for index, entry in enumerate(loaded):
                ref = EntryRef(name, str(entry[section.key_field]))
                locations[ref] = (document, (*prefix, index))
    return locations


def find_relative_fields(location: Location | None) -> Mapping[str, str]:
    """Return the dates of an entry that depend on the day of the apply, as the pack writes them."""
    raw: Any = location[0].get(location[1]) if location else None
    if not isinstance(raw, Mapping):
        return {}
    return {name: value for name, value in raw.items() if isinstance(value, str) and is_relative(value)}
