"""Links to forms: `/forms/seat` must lead to a form of the pack."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from touchline.front.packs.documents import Document
from touchline.front.packs.problems import Path, Problem, nearest

FILE = "forms.yaml"
_LINKS = frozenset({"url", "to"})
_FORM = re.compile(r"/forms/([^/?#]*)/?")


def check_forms(documents: Mapping[str, Document], known: set[str]) -> Iterator[Problem]:
    """Links of the menu, slides, pop-ups and routes to a form that is not there."""
    for document in documents.values():
        for path, link in _links(document.data, ()):
            found = _FORM.fullmatch(link)
            if found and found[1] not in known:
                right = nearest(found[1], known, all_of=f"{FILE} has") or f"define it in {FILE}"
                yield document.problem(path, f"`{found[1]}` is not a key in {FILE}", right)


def _links(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name in _LINKS and isinstance(inner, str):
                yield (*path, name), inner
            else:
                yield from _links(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _links(inner, (*path, index))
