"""Reads and checks a pack's folder. Finds all problems at once and writes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from marshmallow import ValidationError

from touchline.front.packs.files.pack_folder import PackFolder
from touchline.front.packs.layout import CHANNEL_FILE, LAYOUT, PAGES_FOLDER, FileKind, stem
from touchline.front.packs.pack import Pack
from touchline.front.packs.parser import dates, defaults
from touchline.front.packs.parser.documents import Document, read_yaml
from touchline.front.packs.parser.pages import PageReader
from touchline.front.packs.parser.schema_errors import to_problems
from touchline.front.packs.problems import InvalidValueError, PackRefusedError, Problem, suggest
from touchline.front.packs.schemas.channel import LANGUAGE_PATTERN
from touchline.front.packs.schemas.context import ActivePackContext, PackContext
from touchline.front.packs.schemas.fields import KEY_PATTERN
from touchline.front.packs.validation.document_checks import check_document
from touchline.front.packs.validation.pack_warnings import find_warnings


def read_pack(root: Path, now: datetime) -> Pack:
    """Read the pack in a folder as it would be applied at `now`.

    Raises `PackRefusedError` with every problem of the pack.
    """
    return _PackReader(root, now).read()


class _PackReader:
    def __init__(self, root: Path, now: datetime) -> None:
        self.root, self.now = root, now
        self.folder = PackFolder(root)
        self.documents: dict[str, Document] = {}
        self.unreadable_files: set[str] = set()
        self.problems: list[Problem] = []

    def read(self) -> Pack:
        names = self._list_names()
        if CHANNEL_FILE not in names:
            raise PackRefusedError(
                [*self.problems, Problem(CHANNEL_FILE, 1, "", "is missing", "every pack needs one")]
            )
        self._read_documents(names)
        if CHANNEL_FILE in self.unreadable_files:
            raise PackRefusedError(self.problems)
        context = self._build_context()
        self.folder.slug = _get_slug(self.documents[CHANNEL_FILE].data)
        with ActivePackContext(context):
            content: dict[str, Any] = {
                stem(file): self._load_file(file, kind) for file, kind in LAYOUT.items()
            }
            if "menu.yaml" not in self.documents:
                content["menu"] = _load_items(
                    LAYOUT["menu.yaml"], defaults.build_default_menu(context.language, context.languages)
                )
            pages = PageReader(self.folder)
            content["pages"] = pages.read(names)
        self.problems += pages.problems
        is_complete = not self.unreadable_files and not pages.has_unreadable
        self.problems += check_document(self.documents, pages.documents, content, is_complete=is_complete)
        if self.problems:
            raise PackRefusedError(self.problems)
        return Pack(
            self.root,
            self.now,
            content,
            self.folder.used_files,
            self.folder.texts,
            self.documents | {page.file: page for page in pages.documents},
            frozenset(self._find_relative_events()),
            tuple(find_warnings(content, self.documents)),
        )

    def _list_names(self) -> list[str]:
        try:
            names = self.folder.list_names()
        except InvalidValueError as error:
            raise PackRefusedError([Problem(".", 1, "", error.message, error.hint)]) from None
        for name in names:
            if name.endswith((".yaml", ".yml")) and name not in LAYOUT:
                hint = suggest(name, LAYOUT, all_of="the files of a pack are")
                self.problems.append(Problem(name, 1, "", "is not a pack file", hint))
            elif name.endswith(".md") and "/" not in name and name.lower() != "readme.md":
                self.problems.append(
                    Problem(name, 1, "", "is in the wrong folder", f"put pages in `{PAGES_FOLDER}/`")
                )
        return names

    def _read_documents(self, names: list[str]) -> None:
        for file in LAYOUT:
            if file not in names:
                continue
            self.documents[file] = Document(file)
            try:
                self.documents[file], problems = read_yaml(file, self.folder.read_text(file))
            except InvalidValueError as error:
                problems = [Problem(file, 1, "", error.message, error.hint)]
            if problems and self.documents[file].data is None:
                self.unreadable_files.add(file)
            self.problems += problems

    def _build_context(self) -> PackContext:
        """Return the languages, currency and zone of channel.yaml, as far as they can be read."""
        channel_data = self.documents[CHANNEL_FILE].data
        channel_data = channel_data if isinstance(channel_data, Mapping) else {}
        language = _get_text(channel_data, "language", "en")
        language = language if re.fullmatch(LANGUAGE_PATTERN, language) else PackContext.language
        raw_languages = channel_data.get("languages")
        listed = (
            [tag for tag in raw_languages if isinstance(tag, str)] if isinstance(raw_languages, list) else []
        )
        try:
            zone = ZoneInfo(_get_text(channel_data, "time_zone", "UTC"))
        except (KeyError, ValueError, OSError):
            zone = ZoneInfo("UTC")
        return PackContext(
            self.now,
            language,
            tuple(dict.fromkeys([language, *listed])),
            _get_text(channel_data, "currency", PackContext.currency),
            zone,
            self.folder,
        )

    def _load_file(self, file: str, kind: FileKind) -> Any:
        document = self.documents.get(file)
        if document is None or (document.data is None and file != CHANNEL_FILE):
            return [] if kind.is_list else kind.schema().load({})
        if file in self.unreadable_files:
            return {}
        if kind.is_list:
            return self._load_list(document, kind)
        try:
            return kind.schema().load({} if document.data is None else document.data)
        except ValidationError as error:
            self.problems += to_problems(document, error)
            return {}

    def _load_list(self, document: Document, kind: FileKind) -> list[Any]:
        if not isinstance(document.data, list):
            self.problems.append(
                document.build_problem((), "is not a list", "begin each entry with `- key: …`")
            )
            return []
        loaded = []
        for index, item in enumerate(document.data):
            try:
                loaded.append(kind.schema().load(item))
            except ValidationError as error:
                self.problems += to_problems(document, error, (index,))
        return loaded

    def _find_relative_events(self) -> Iterator[str]:
        events = self.documents.get("events.yaml")
        for event in (events.data or []) if events else []:
            if dates.parse_now_offset(str(event["starts"])) is not None:
                yield str(event["key"])


def _load_items(kind: FileKind, items: list[dict[str, Any]]) -> list[Any]:
    return [kind.schema().load(item) for item in items]


def _get_slug(channel: Any) -> str:
    slug = channel.get("slug") if isinstance(channel, Mapping) else None
    return slug if isinstance(slug, str) and KEY_PATTERN.fullmatch(slug) else "pack"


def _get_text(channel_data: Mapping[str, Any], name: str, default: str) -> str:
    value = channel_data.get(name)
    return value if isinstance(value, str) else default
