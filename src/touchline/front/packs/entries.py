"""Entries of the channel's document: the parts of a pack that have a key of their own.

A section is a list of a pack file (`events`, `library.items`), or a whole file without lists (`channel`,
`texts`), which has one entry with an empty key. Entry values are in the form of the pack, with absolute
dates and with files as public paths. The functions need an active pack context.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import Schema

from touchline.channel.domain.document.entries import EntryRef, EntryValue
from touchline.front.packs.layout import LAYOUT, PAGES_FOLDER, stem
from touchline.front.packs.schemas import library
from touchline.front.packs.schemas.site import PageSchema
from touchline.front.packs.schemas.text_fields import with_pack_images

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
SECTIONS: Mapping[str, Section] = {
    **{
        stem(file): Section(
            file, "", kind.schema, _KEY_FIELDS.get(stem(file), "key") if kind.is_list else ""
        )
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


def list_entries(content: Mapping[str, Any]) -> Iterator[tuple[EntryRef, EntryValue]]:
    """Yield all entries of a pack's content in the order of its files."""
    for name, section in SECTIONS.items():
        loaded = content[stem(section.file) if section.file in LAYOUT else name]
        loaded = loaded[section.list_name] if section.list_name else loaded
        if section.key_field:
            for item in loaded:
                yield EntryRef(name, str(item[section.key_field])), dump_entry(name, item)
        else:
            yield EntryRef(name, ""), dump_entry(name, loaded)


def dump_entry(section: str, loaded: Any) -> EntryValue:
    """Return the value of a loaded entry. A page has its text by language."""
    value: dict[str, Any] = SECTIONS[section].schema().dump(loaded)
    if section == PAGES:
        value["text"] = {language: with_pack_images(text) for language, text in loaded["text"].items()}
    return value


def load_entry(section: str, value: EntryValue) -> Any:
    """Return an entry as contexts take it. Raises `marshmallow.ValidationError`."""
    if section != PAGES:
        return SECTIONS[section].schema().load(value)
    front_matter = {name: part for name, part in value.items() if name != "text"}
    return {**PageSchema().load(front_matter), "text": dict(value["text"])}
