"""The words that the glossary replaced do not return: see `docs/concepts/glossary.md`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from contracts.language.glossary import Glossary, read_glossary
from contracts.language.identifiers import (
    PYTHON_FOLDERS,
    ROOT,
    WEB_FOLDERS,
    DefinedName,
    find_files,
    list_contract_names,
    list_python_names,
    list_web_names,
)
from contracts.language.statistics import MAX_PERCENT, find_unknown_words, list_names, read_terms
from contracts.language.texts import list_messages, list_texts

GLOSSARY = read_glossary()
LIBRARY_NAMES = {("web/src/billing/testing/fakeStripe.ts", "off")}
"""Names that a library prescribes: Stripe.js removes a listener with `off`."""


@cache
def read_sources(*suffixes: str) -> dict[Path, str]:
    """Return the files that people write, by path."""
    folders = PYTHON_FOLDERS if suffixes == (".py",) else WEB_FOLDERS
    return {path: path.read_text("utf-8") for path in find_files(ROOT, folders, *suffixes)}


@cache
def read_contract_names() -> frozenset[str]:
    """Return the names of all columns and API fields. The database and the HTTP contract fix them."""
    sources = (text for text in read_sources(".py").values() if "Row(" in text or "Schema(" in text)
    return frozenset(name for source in sources for name in list_contract_names(source))


def describe(names: Iterator[DefinedName]) -> list[str]:
    """Return the names with a replaced word, and what to use instead."""
    problems = []
    for defined in names:
        word = GLOSSARY.find_in_name(defined)
        path = str(defined.path.relative_to(ROOT))
        is_contract = defined.kind == "variable" and defined.name in read_contract_names()
        is_allowed = is_contract or (path, defined.name) in LIBRARY_NAMES
        if word is not None and not is_allowed:
            problems.append(f"{path}:{defined.line}: {defined.name}: use {word.use}, not {word.replaced}")
    return problems


def test_no_python_name_has_a_replaced_word() -> None:
    files = [
        path
        for path, text in read_sources(".py").items()
        if GLOSSARY.may_contain_replaced(f"{path.stem} {text}")
    ]
    assert describe(name for path in files for name in list_python_names(path)) == []


def test_no_name_of_the_web_app_has_a_replaced_word() -> None:
    sources = read_sources(".ts", ".tsx", ".css")
    files = [path for path, text in sources.items() if GLOSSARY.may_contain_replaced(f"{path.stem} {text}")]
    assert describe(name for path in files for name in list_web_names(path)) == []


def test_no_text_has_a_replaced_word() -> None:
    files = [path for path, text in read_sources(".py").items() if GLOSSARY.may_contain_replaced(text)]
    texts = [*list_messages(), *(text for path in files for text in list_texts(path))]
    words_by_text = ((text, GLOSSARY.find_in_text(text.text)) for text in texts)
    assert [
        f"{text.path.relative_to(ROOT)}:{text.line}: use {word.use}, not {word.replaced}"
        for text, word in words_by_text
        if word is not None
    ] == []


def test_the_glossary_has_terms_and_replaced_words() -> None:
    assert len(GLOSSARY.terms) == len(set(GLOSSARY.terms)) > 80
    replaced = [word.replaced for word in GLOSSARY.replaced_words]
    assert len(replaced) == len(set(replaced)) > 120


@pytest.mark.parametrize(
    "source",
    [
        "class TillContainer: ...",
        "def find_misfits(page): ...",
        "desk = Application()",
        "def of(value): ...",
        "class Words: ...",
        "def send(*, dead_letter): ...",
        "class Cart:\n    def __init__(self):\n        self._house = 1",
    ],
)
def test_a_replaced_word_is_found_in_python(source: str, tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text(source)
    assert GLOSSARY.may_contain_replaced(source)
    assert any(GLOSSARY.find_in_name(name) for name in list_python_names(path))


@pytest.mark.parametrize(
    "source",
    ["class ClickHouseStore: ...", "still = untill = 1", "def list_words(): ...", "text = 'the till'"],
)
def test_other_words_are_allowed(source: str, tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text(source)
    assert not any(GLOSSARY.find_in_name(name) for name in list_python_names(path))


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("code.ts", "const theHouse = 1"),
        ("code.tsx", "export function Shelf() { return <p>Text</p> }"),
        ("code.css", ".till__row { color: red }"),
        ("code.ts", "class Latest {}"),
    ],
)
def test_a_replaced_word_is_found_in_the_web_app(name: str, source: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(source)
    assert any(GLOSSARY.find_in_name(found) for found in list_web_names(path))


@pytest.mark.parametrize(
    "source", ["// the house\nconst text = 'house'", "const page = <p>The house is open</p>"]
)
def test_texts_of_the_web_app_are_not_names(source: str, tmp_path: Path) -> None:
    path = tmp_path / "code.tsx"
    path.write_text(source)
    assert not any(GLOSSARY.find_in_name(found) for found in list_web_names(path))


def test_a_replaced_word_of_two_parts_is_found_in_texts() -> None:
    glossary = Glossary("## Replaced words\n| dead letter | failed job | names, texts |\n")
    assert glossary.find_in_text("Delete each dead-letter.") is not None
    assert glossary.find_in_text("A dead battery and a letter.") is None


def test_fewer_than_one_name_in_a_hundred_has_an_unknown_word() -> None:
    terms, names = read_terms(), list(list_names(ROOT))
    outside = [name for name in names if find_unknown_words(name.name, terms)]
    assert len(names) > 10_000
    assert 100 * len(outside) / len(names) < MAX_PERCENT, sorted({name.name for name in outside})
