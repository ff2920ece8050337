"""Checks links to forms: `/forms/seat` must lead to a form of the pack."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from touchline.front.packs.parser.documents import Document
from touchline.front.packs.problems import Problem, ValuePath, suggest

FORMS_FILE = "forms.yaml"
_LINK_FIELDS = frozenset({"url", "to"})
_FORM_PATH = re.compile(r"/forms/([^/?#]*)/?")


def check_form_links(documents: Mapping[str, Document], form_keys: set[str]) -> Iterator[Problem]:
    """Yield a problem for each link of the menu, slides, popups and routes to a missing form."""
    for document in documents.values():
        for path, link in _iter_links(document.data, ()):
            match = _FORM_PATH.fullmatch(link)
            if match and match[1] not in form_keys:
                hint = (
                    suggest(match[1], form_keys, all_of=f"{FORMS_FILE} has") or f"define it in {FORMS_FILE}"
                )
                yield document.build_problem(path, f"`{match[1]}` is not a key in {FORMS_FILE}", hint)


def _iter_links(value: Any, path: ValuePath) -> Iterator[tuple[ValuePath, str]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name in _LINK_FIELDS and isinstance(inner, str):
                yield (*path, name), inner
            else:
                yield from _iter_links(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _iter_links(inner, (*path, index))
