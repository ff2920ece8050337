"""Converts schema errors to problems with file and line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import ValidationError

from touchline.front.packs.parser.documents import Document
from touchline.front.packs.problems import Problem, ValuePath


def to_problems(document: Document, error: ValidationError, base_path: ValuePath = ()) -> list[Problem]:
    """Return one problem per error message. `base_path` is where the schema starts in the document."""
    problems = []
    for path, text in _iter_messages(error.messages, base_path):
        message, _, hint = str(text).partition("; ")
        problems.append(document.build_problem(path, message, hint))
    return problems


def _iter_messages(errors: Any, path: ValuePath) -> Iterator[tuple[ValuePath, Any]]:
    if isinstance(errors, Mapping):
        for name, inner in errors.items():
            yield from _iter_messages(inner, path if name == "_schema" else (*path, name))
    elif isinstance(errors, list):
        for message in errors:
            yield from (
                _iter_messages(message, path) if isinstance(message, Mapping | list) else [(path, message)]
            )
    else:
        yield path, errors
