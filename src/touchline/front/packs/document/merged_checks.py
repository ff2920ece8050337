"""Checks a merged document as a pack is checked.

An edit and a pack can each be right, and still not fit together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from touchline.channel.domain.document.entries import EntryRef
from touchline.front.packs.document.contents import (
    PAGES,
    SECTIONS,
    Content,
    Section,
    dump_entry,
    get_section,
)
from touchline.front.packs.layout import LAYOUT
from touchline.front.packs.parser.documents import Document
from touchline.front.packs.problems import PackRefusedError, ValuePath
from touchline.front.packs.validation.document_checks import check_document

Lines = Mapping[EntryRef, tuple[Document, ValuePath]]


def check_merged(content: Content, locations: Lines) -> None:
    """Raise `PackRefusedError` if entries of a document do not fit together. Needs an active pack context.

    `locations` gives the entries of the pack that was merged their lines.
    """
    documents = {file: Document(file, {}) for file in LAYOUT}
    for name, section in SECTIONS.items():
        if name != PAGES:
            _add_section(documents[section.file], name, section, content, locations)
    pages = []
    for page in content[PAGES]:
        ref = EntryRef(PAGES, page["key"])
        file = locations[ref][0].file if ref in locations else f"pages/{page['key']}.md"
        pages.append(Document(file, dump_entry(ref, page)))
    problems = list(check_document(documents, pages, content))
    if problems:
        raise PackRefusedError(problems)


def _add_section(document: Document, name: str, section: Section, content: Content, locations: Lines) -> None:
    loaded = get_section(content, name)
    if not section.key_field:
        document.data = dump_entry(EntryRef(name, ""), loaded)
        document.lines |= locations[EntryRef(name, "")][0].lines if EntryRef(name, "") in locations else {}
        return
    prefix: ValuePath = (section.list_name,) if section.list_name else ()
    values: list[Any] = []
    for index, entry in enumerate(loaded):
        ref = EntryRef(name, str(entry[section.key_field]))
        values.append(dump_entry(ref, entry))
        source, path = locations.get(ref, (document, ()))
        document.lines[(*prefix, index)] = source.get_line(path)
    if section.list_name:
        document.data[section.list_name] = values
    else:
        document.data = values
