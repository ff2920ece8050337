"""Reads and checks a pack's folder. Everything that is wrong is found in one go; nothing is written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from marshmallow import ValidationError

from touchline.front.packs import contrast, dates, defaults
from touchline.front.packs.addresses import check_addresses
from touchline.front.packs.documents import Document, read_yaml
from touchline.front.packs.faults import from_schema
from touchline.front.packs.folder import PackFolder
from touchline.front.packs.layout import CHANNEL, LAYOUT, PAGES, FileKind, stem
from touchline.front.packs.pack import Pack
from touchline.front.packs.pack_warnings import warnings
from touchline.front.packs.pages import Pages
from touchline.front.packs.problems import PackRefused, Problem, Wrong, nearest
from touchline.front.packs.references import check_references
from touchline.front.packs.schemas.channel import LANGUAGE
from touchline.front.packs.schemas.context import Reading, Surroundings
from touchline.front.packs.schemas.fields import KEY


def read_pack(root: Path, now: datetime) -> Pack:
    """Read the pack in a folder as it is meant when applied at `now`.

    Raises `PackRefused` with every problem of the pack.
    """
    return _PackReader(root, now).read()


class _PackReader:
    def __init__(self, root: Path, now: datetime) -> None:
        self.root, self.now = root, now
        self.folder = PackFolder(root)
        self.documents: dict[str, Document] = {}
        self.unreadable: set[str] = set()
        self.problems: list[Problem] = []

    def read(self) -> Pack:
        names = self._names()
        if CHANNEL not in names:
            raise PackRefused([*self.problems, Problem(CHANNEL, 1, "", "is not there", "every pack has one")])
        self._open(names)
        if CHANNEL in self.unreadable:
            raise PackRefused(self.problems)
        around = self._surroundings()
        self.folder.slug = _slug(self.documents[CHANNEL].data)
        with Surroundings(around):
            content: dict[str, Any] = {stem(file): self._file(file, kind) for file, kind in LAYOUT.items()}
            if "menu.yaml" not in self.documents:
                content["menu"] = _read_list(
                    LAYOUT["menu.yaml"], defaults.menu(around.language, around.languages)
                )
            pages = Pages(self.folder)
            content["pages"] = pages.read(names)
        self.problems += pages.problems
        is_whole = not self.unreadable and not pages.unreadable
        self.problems += self._between_files(pages.documents, content, is_whole=is_whole)
        if self.problems:
            raise PackRefused(self.problems)
        channel = self.documents[CHANNEL]
        lines = tuple(channel.line(("domains", index)) for index in range(len(content["channel"]["domains"])))
        of_key = channel.line(("settings", "analytics_key"))
        floating = frozenset(self._floating())
        return Pack(
            self.root,
            self.now,
            content,
            self.folder.taken,
            floating,
            lines,
            of_key,
            tuple(warnings(content)),
        )

    def _names(self) -> list[str]:
        try:
            names = self.folder.names()
        except Wrong as wrong:
            raise PackRefused([Problem(".", 1, "", wrong.wrong, wrong.right)]) from None
        for name in names:
            if name.endswith((".yaml", ".yml")) and name not in LAYOUT:
                right = nearest(name, LAYOUT, all_of="the files of a pack are")
                self.problems.append(Problem(name, 1, "", "is not a file of a pack", right))
            elif name.endswith(".md") and "/" not in name and name.lower() != "readme.md":
                self.problems.append(
                    Problem(name, 1, "", "is not in its place", f"pages stand in `{PAGES}/`")
                )
        return names

    def _open(self, names: list[str]) -> None:
        for file in LAYOUT:
            if file not in names:
                continue
            self.documents[file] = Document(file)
            try:
                self.documents[file], problems = read_yaml(file, self.folder.text(file))
            except Wrong as wrong:
                problems = [Problem(file, 1, "", wrong.wrong, wrong.right)]
            if problems and self.documents[file].data is None:
                self.unreadable.add(file)
            self.problems += problems

    def _surroundings(self) -> Reading:
        """What channel.yaml says about languages, currency and zone, as far as it can be understood."""
        said = self.documents[CHANNEL].data
        said = said if isinstance(said, Mapping) else {}
        language = _text(said, "language", "en")
        language = language if re.fullmatch(LANGUAGE, language) else Reading.language
        more = said.get("languages")
        listed = [tag for tag in more if isinstance(tag, str)] if isinstance(more, list) else []
        try:
            zone = ZoneInfo(_text(said, "time_zone", "UTC"))
        except (KeyError, ValueError, OSError):
            zone = ZoneInfo("UTC")
        return Reading(
            self.now,
            language,
            tuple(dict.fromkeys([language, *listed])),
            _text(said, "currency", Reading.currency),
            zone,
            self.folder,
        )

    def _file(self, file: str, kind: FileKind) -> Any:
        document = self.documents.get(file)
        if document is None or (document.data is None and file != CHANNEL):
            return [] if kind.many else kind.schema().load({})
        if file in self.unreadable:
            return {}
        if kind.many:
            return self._list(document, kind)
        try:
            return kind.schema().load({} if document.data is None else document.data)
        except ValidationError as error:
            self.problems += from_schema(document, error)
            return {}

    def _list(self, document: Document, kind: FileKind) -> list[Any]:
        if not isinstance(document.data, list):
            self.problems.append(document.problem((), "is not a list", "begin each entry with `- key: …`"))
            return []
        found = []
        for index, item in enumerate(document.data):
            try:
                found.append(kind.schema().load(item))
            except ValidationError as error:
                self.problems += from_schema(document, error, (index,))
        return found

    def _between_files(
        self, pages: list[Document], content: dict[str, Any], *, is_whole: bool
    ) -> Iterator[Problem]:
        page_keys = {str(page.data.get("key")) for page in pages}
        if is_whole:  # what stands in a file that cannot be read is not missing
            yield from check_references(self.documents, page_keys)
        yield from _pages_twice(pages)
        yield from check_addresses(pages, self.documents.get("routes.yaml"))
        channel = self.documents[CHANNEL]
        colors = content["channel"].get("colors")
        for text, background, ratio, better in contrast.failing(colors) if colors else ():
            wrong = f"{text} on {background} has a contrast of {ratio:.2f}:1"
            right = f"WCAG 2.2 AA needs {contrast.AA}:1, which {text} '{better}' would reach"
            yield channel.problem(("colors", text), wrong, right)

    def _floating(self) -> Iterator[str]:
        events = self.documents.get("events.yaml")
        for event in (events.data or []) if events else []:
            if dates.from_now(str(event["starts"])) is not None:
                yield str(event["key"])


def _pages_twice(pages: list[Document]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for page in pages:
        key = str(page.data.get("key"))
        if seen.setdefault(key, page.file) != page.file:
            yield page.problem(
                ("key",), f"`{key}` is the key of {seen[key]} already", "give each its own key"
            )


def _read_list(kind: FileKind, items: list[dict[str, Any]]) -> list[Any]:
    return [kind.schema().load(item) for item in items]


def _slug(channel: Any) -> str:
    slug = channel.get("slug") if isinstance(channel, Mapping) else None
    return slug if isinstance(slug, str) and KEY.fullmatch(slug) else "pack"


def _text(said: Mapping[str, Any], name: str, otherwise: str) -> str:
    value = said.get(name)
    return value if isinstance(value, str) else otherwise
