"""Turns what a schema refuses into problems with file and line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import ValidationError

from touchline.front.packs.documents import Document
from touchline.front.packs.problems import Path, Problem


def from_schema(document: Document, error: ValidationError, at: Path = ()) -> list[Problem]:
    """One problem a message; `at` is where in the document the schema began."""
    problems = []
    for path, message in _messages(error.messages, at):
        wrong, _, right = str(message).partition("; ")
        problems.append(document.problem(path, wrong, right))
    return problems


def _messages(errors: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if isinstance(errors, Mapping):
        for name, inner in errors.items():
            yield from _messages(inner, path if name == "_schema" else (*path, name))
    elif isinstance(errors, list):
        for message in errors:
            yield from _messages(message, path) if isinstance(message, Mapping | list) else [(path, message)]
    else:
        yield path, errors
