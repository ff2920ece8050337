"""Content pages: `pages/NAME.md` with front matter, and `pages/NAME.fr.md` for another language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from marshmallow import ValidationError

from touchline.front.packs.documents import Document, read_page
from touchline.front.packs.faults import from_schema
from touchline.front.packs.folder import PackFolder
from touchline.front.packs.layout import PAGES
from touchline.front.packs.problems import Problem, Wrong
from touchline.front.packs.schemas.context import surroundings
from touchline.front.packs.schemas.site import PageSchema
from touchline.front.packs.schemas.texts import Markdown

_NAME = re.compile(rf"{PAGES}/([a-z0-9][a-z0-9_-]*)(?:\.([a-z]{{2,3}}(?:-[A-Z]{{2}})?))?\.md")
_FIELDS = ("name", "alt_name")


class Pages:
    """Reads all pages of a pack; what is wrong stands in `problems`, the front matters in `documents`."""

    def __init__(self, folder: PackFolder) -> None:
        self.folder = folder
        self.problems: list[Problem] = []
        self.documents: list[Document] = []
        self.unreadable = False

    def read(self, names: Iterable[str]) -> list[dict[str, Any]]:
        """Pages in the order of their file names."""
        files: dict[str, dict[str, str]] = {}
        for name in names:
            if not name.startswith(f"{PAGES}/"):
                continue
            found = _NAME.fullmatch(name)
            if not found:
                right = "name it `NAME.md` or `NAME.fr.md`, with a-z, 0-9, - and _"
                self.problems.append(Problem(name, 1, "", "is not the name of a page", right))
                continue
            files.setdefault(found[1], {})[found[2] or ""] = name
        return [page for stem, by_language in files.items() if (page := self._page(stem, by_language))]

    def _page(self, stem: str, files: dict[str, str]) -> dict[str, Any] | None:
        around = surroundings()
        if "" not in files:
            missing = f"has no page in `{around.language}` beside it"
            self.problems.append(
                Problem(next(iter(files.values())), 1, "", missing, f"add `{PAGES}/{stem}.md`")
            )
            return None
        front, text = self._file(files[""])
        if front is None:
            return None
        texts = {around.language: text}
        for language, name in files.items():
            if language:
                texts |= self._translation(name, language, front)
        front.data.setdefault("key", stem.replace("_", "-"))
        front.data.setdefault("url", f"/{stem}")
        self.documents.append(front)
        try:
            return dict(PageSchema().load(front.data)) | {"text": texts}
        except ValidationError as error:
            self.problems += from_schema(front, error)
            return None

    def _translation(self, name: str, language: str, main: Document) -> dict[str, str]:
        around = surroundings()
        if language not in around.languages or language == around.language:
            right = "the other languages of the channel are: " + (", ".join(around.languages[1:]) or "none")
            self.problems.append(Problem(name, 1, "", f"is in `{language}`", right))
            return {}
        front, text = self._file(name)
        if front is None:
            return {}
        for field, value in front.data.items():
            if field not in _FIELDS:
                right = "a translation has name and alt_name; the rest stands in the first file"
                self.problems.append(front.problem((field,), "is not a field of a translation", right))
                continue
            here = main.data.get(field, {})
            main.data[field] = (here if isinstance(here, dict) else {around.language: here}) | {
                language: value
            }
        return {language: text}

    def _file(self, name: str) -> tuple[Document | None, str]:
        """Front matter and text of a file; None where they cannot be told apart."""
        try:
            front, text, problems = read_page(name, self.folder.text(name))
        except Wrong as wrong:
            self.problems.append(Problem(name, 1, "", wrong.wrong, wrong.right))
            return None, ""
        self.problems += problems
        if problems:
            self.unreadable = True
            return None, ""
        if not isinstance(front.data, dict):
            self.problems.append(front.problem((), "has front matter that is not a map", "write `name: …`"))
            front.data = {}
        return front, self._markdown(front, text)

    def _markdown(self, front: Document, text: str) -> str:
        try:
            return Markdown().words(text)
        except Wrong as wrong:
            said = wrong.wrong if text.strip() else "has no text"
            right = wrong.right if text.strip() else "write Markdown below the front matter"
            self.problems.append(front.problem((), said, right))
            return text
