"""Content pages: `pages/NAME.md` with front matter, and `pages/NAME.fr.md` for a translation."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from marshmallow import ValidationError

from touchline.front.packs.files.pack_folder import PackFolder
from touchline.front.packs.layout import PAGES_FOLDER
from touchline.front.packs.parser.documents import Document, read_page
from touchline.front.packs.parser.schema_errors import to_problems
from touchline.front.packs.problems import InvalidValueError, Problem
from touchline.front.packs.schemas.context import get_pack_context
from touchline.front.packs.schemas.site import PageSchema
from touchline.front.packs.schemas.text_fields import MarkdownField

_PAGE_FILE = re.compile(rf"{PAGES_FOLDER}/([a-z0-9][a-z0-9_-]*)(?:\.([a-z]{{2,3}}(?:-[A-Z]{{2}})?))?\.md")
_TRANSLATED_FIELDS = ("name", "alt_name")


class PageReader:
    """Reads all pages of a pack. Collects problems in `problems` and front matter in `documents`."""

    def __init__(self, folder: PackFolder) -> None:
        self.folder = folder
        self.problems: list[Problem] = []
        self.documents: list[Document] = []
        self.has_unreadable = False

    def read(self, names: Iterable[str]) -> list[dict[str, Any]]:
        """Return the pages in the order of their file names."""
        files: dict[str, dict[str, str]] = {}
        for name in names:
            if not name.startswith(f"{PAGES_FOLDER}/"):
                continue
            match = _PAGE_FILE.fullmatch(name)
            if not match:
                hint = "name it `NAME.md` or `NAME.fr.md`, with a-z, 0-9, - and _"
                self.problems.append(Problem(name, 1, "", "is not the name of a page", hint))
                continue
            files.setdefault(match[1], {})[match[2] or ""] = name
        return [page for stem, by_language in files.items() if (page := self._read_page(stem, by_language))]

    def _read_page(self, stem: str, files: dict[str, str]) -> dict[str, Any] | None:
        context = get_pack_context()
        if "" not in files:
            missing = f"has no page in `{context.language}`"
            self.problems.append(
                Problem(next(iter(files.values())), 1, "", missing, f"add `{PAGES_FOLDER}/{stem}.md`")
            )
            return None
        front_matter, text = self._read_file(files[""])
        if front_matter is None:
            return None
        texts = {context.language: text}
        for language, name in files.items():
            if language:
                texts |= self._read_translation(name, language, front_matter)
        front_matter.data.setdefault("key", stem.replace("_", "-"))
        front_matter.data.setdefault("url", f"/{stem}")
        self.documents.append(front_matter)
        try:
            return dict(PageSchema().load(front_matter.data)) | {"text": texts}
        except ValidationError as error:
            self.problems += to_problems(front_matter, error)
            return None

    def _read_translation(self, name: str, language: str, main: Document) -> dict[str, str]:
        context = get_pack_context()
        if language not in context.languages or language == context.language:
            hint = "the other languages of the channel are: " + (", ".join(context.languages[1:]) or "none")
            self.problems.append(Problem(name, 1, "", f"is in `{language}`", hint))
            return {}
        front_matter, text = self._read_file(name)
        if front_matter is None:
            return {}
        for field, value in front_matter.data.items():
            if field not in _TRANSLATED_FIELDS:
                hint = "a translation has only name and alt_name; put all other fields in the first file"
                self.problems.append(
                    front_matter.build_problem((field,), "is not a field of a translation", hint)
                )
                continue
            current = main.data.get(field, {})
            main.data[field] = (current if isinstance(current, dict) else {context.language: current}) | {
                language: value
            }
        return {language: text}

    def _read_file(self, name: str) -> tuple[Document | None, str]:
        """Return the front matter and text of a file. The document is None if it cannot be parsed."""
        try:
            front_matter, text, problems = read_page(name, self.folder.read_text(name))
        except InvalidValueError as error:
            self.problems.append(Problem(name, 1, "", error.message, error.hint))
            return None, ""
        self.problems += problems
        if problems:
            self.has_unreadable = True
            return None, ""
        if not isinstance(front_matter.data, dict):
            self.problems.append(
                front_matter.build_problem((), "has front matter that is not a map", "write `name: …`")
            )
            front_matter.data = {}
        return front_matter, self._check_markdown(front_matter, text)

    def _check_markdown(self, front_matter: Document, text: str) -> str:
        try:
            return MarkdownField().parse_language(text)
        except InvalidValueError as error:
            message = error.message if text.strip() else "has no content"
            hint = error.hint if text.strip() else "write Markdown below the front matter"
            self.problems.append(front_matter.build_problem((), message, hint))
            return text
