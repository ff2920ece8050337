"""Entries of the channel's document: the parts of a pack that have a key of their own.

A section is a list of a pack file (`events`, `library.items`), or a whole file without lists (`channel`,
`texts`), which has one entry with an empty key. In sections where the order counts, the entry with an empty
key holds the order of the keys.

Contents hold entries as contexts take them. Their values are in the form of the pack, with absolute dates and
with files as public paths. `dump_entry` and `load_entry` need an active pack context.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from marshmallow import Schema

from touchline.channel.domain.document.entries import EntryChange, EntryRef, EntryValue
from touchline.channel.domain.document.merge import ORDER
from touchline.front.packs.layout import LAYOUT, PAGES_FOLDER, stem
from touchline.front.packs.schemas import library
from touchline.front.packs.schemas.context import ActivePackContext, PackContext
from touchline.front.packs.schemas.site import PageEntrySchema, PageSchema
from touchline.front.packs.schemas.text_fields import with_pack_images

Content = Mapping[str, Any]
PAGES = "pages"


@dataclass(frozen=True)
class Section:
    """A section: its pack file, the list in it (empty for the whole file), and the schema of an entry.

    `key_field` is the field that identifies an entry, or empty if the section has one entry.
    """

    file: str
    list_name: str
    schema: type[Schema] | Any
    key_field: str


_NESTED_LISTS = {
    "library.yaml": {
        "library.categories": ("categories", library.LibraryCategorySchema),
        "library.items": ("items", library.LibraryItemSchema),
        "library.rails": ("rails", library.RailSchema),
    },
    "packages.yaml": {
        "packages": ("packages", library.PackageSchema),
        "subscriptions": ("subscriptions", library.SubscriptionSchema),
    },
}
_KEY_FIELDS = {"coupons": "code", "routes": "path"}
ORDERED_SECTIONS = frozenset(
    ("menu", "slides", "faq", "popups", "sponsors", "prerolls", "routes", "properties", "forms", PAGES)
)
SECTIONS: Mapping[str, Section] = {
    **{
        stem(file): Section(file, "", kind.schema, _KEY_FIELDS.get(stem(file), "key") if kind.is_list else "")
        for file, kind in LAYOUT.items()
        if file not in _NESTED_LISTS
    },
    **{
        name: Section(file, list_name, schema, "key")
        for file, lists in _NESTED_LISTS.items()
        for name, (list_name, schema) in lists.items()
    },
    PAGES: Section(f"{PAGES_FOLDER}/", "", PageSchema, "key"),
}


def get_section(content: Content, name: str) -> Any:
    """Return a section of a content: a list, or the only entry."""
    section = SECTIONS[name]
    loaded = content[stem(section.file) if section.file in LAYOUT else name]
    return loaded[section.list_name] if section.list_name else loaded


def index_content(content: Content) -> dict[EntryRef, Any]:
    """Return the entries of a content by reference, in the order of its files. An empty content has none."""
    if not content:
        return {}
    return {ref: entry for name in SECTIONS for ref, entry in iter_section(content, name)}


def iter_section(content: Content, name: str) -> Iterator[tuple[EntryRef, Any]]:
    """Yield the entries of a section. If their order counts, the last one holds it."""
    loaded, key_field = get_section(content, name), SECTIONS[name].key_field
    if not key_field:
        yield EntryRef(name, ""), loaded
        return
    for entry in loaded:
        yield EntryRef(name, str(entry[key_field])), entry
    if name in ORDERED_SECTIONS:
        yield EntryRef(name, ""), {ORDER: [str(entry[key_field]) for entry in loaded]}


def is_order(ref: EntryRef) -> bool:
    """Return whether the entry holds the order of its section."""
    return not ref.key and ref.section in ORDERED_SECTIONS


def build_content(entries: Mapping[EntryRef, Any]) -> dict[str, Any]:
    """Return the content that the entries make. The reverse of `index_content`.

    Entries that the order does not name come last.
    """
    lists: dict[str, dict[str, Any]] = {name: {} for name in SECTIONS}
    for ref, entry in entries.items():
        if not is_order(ref):
            lists[ref.section][ref.key] = entry
    content: dict[str, Any] = {stem(file): {} for file in _NESTED_LISTS}
    for name, section in SECTIONS.items():
        by_key = lists[name]
        if not section.key_field:
            content[name] = by_key[""]
            continue
        order = entries.get(EntryRef(name, ""), {ORDER: []})[ORDER]
        keys = dict.fromkeys([*(key for key in order if key in by_key), *by_key])
        target = content[stem(section.file)] if section.list_name else content
        target[section.list_name or name] = [by_key[key] for key in keys]
    return content


def diff_contents(before: Content, after: Content) -> list[EntryChange]:
    """Return the changed entries: changed and new ones in the order of the document, then removed ones."""
    old, new = index_content(before), index_content(after)
    return [
        EntryChange(ref, _dump_optional(ref, old.get(ref)), _dump_optional(ref, new.get(ref)))
        for ref in dict.fromkeys([*new, *old])
        if old.get(ref) != new.get(ref)
    ]


def count_differences(first: Content, second: Content) -> int:
    """Return in how many entries two contents differ."""
    one, other = index_content(first), index_content(second)
    return sum(one.get(ref) != other.get(ref) for ref in one.keys() | other.keys())


def _dump_optional(ref: EntryRef, loaded: Any) -> EntryValue | None:
    return None if loaded is None else dump_entry(ref, loaded)


@cache
def _get_schema(section: str) -> Schema:
    """Return the schema of a section, made once: that takes longer than to dump an entry."""
    schema: Schema = SECTIONS[section].schema()
    return schema


def dump_entry(ref: EntryRef, loaded: Any) -> EntryValue:
    """Return the value of a loaded entry. A page has its text by language."""
    if is_order(ref):
        return dict(loaded)
    value: dict[str, Any] = _get_schema(ref.section).dump(loaded)
    if ref.section == PAGES:
        value["text"] = {language: with_pack_images(text) for language, text in loaded["text"].items()}
    return value


def convert_value(
    ref: EntryRef, value: EntryValue | None, source: PackContext, target: PackContext
) -> EntryValue | None:
    """Return a value of one format in another one."""
    if value is None or replace(source, now=target.now) == target:
        return value
    with ActivePackContext(source):
        loaded = load_entry(ref, value)
    with ActivePackContext(target):
        return dump_entry(ref, loaded)


def load_entry(ref: EntryRef, value: EntryValue) -> Any:
    """Return an entry as contexts take it. Raises `marshmallow.ValidationError`."""
    if is_order(ref):
        return dict(value)
    if ref.section != PAGES:
        return _get_schema(ref.section).load(value)
    return PageEntrySchema().load(value)
