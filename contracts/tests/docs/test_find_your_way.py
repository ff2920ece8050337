"""Tests of docs/how-to/find-your-way.md: a question has at most three files, which define the named names."""

from __future__ import annotations

import re

import pytest
from ruamel.yaml import YAML

from contracts.language.identifiers import list_python_names
from contracts.walkthroughs.pages import DOCS, ROOT

PAGE = DOCS / "how-to/find-your-way.md"
STEP = re.compile(r"^\d+\. `(?P<file>[^`]+)`, `(?P<name>[^`]+)`: ", re.MULTILINE)
LIST_ITEM = re.compile(r"^\d+\. ", re.MULTILINE)
MAX_FILES = 3


def read_questions() -> dict[str, str]:
    """Return the text of each question."""
    _, *sections = re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    return {question: text for question, _, text in (section.partition("\n") for section in sections)}


QUESTIONS = read_questions()
STEPS = [(match["file"], match["name"]) for text in QUESTIONS.values() for match in STEP.finditer(text)]


def defines(file: str, name: str) -> bool:
    """Return whether a file of the repository defines a name."""
    if file.endswith(".py"):
        return {*name.split(".")} <= {defined.name for defined in list_python_names(ROOT / file)}
    text = (ROOT / file).read_text("utf-8")
    if file.endswith(".yaml"):
        return name in YAML(typ="safe").load(text)
    owner, _, member = name.partition(".")
    definition = re.search(rf"^export (?:class|const|function) {owner}\b", text, re.MULTILINE)
    return bool(definition) and (
        not member or bool(re.search(rf"^  (?:private |async |get )*{member}\b.*\{{$", text, re.MULTILINE))
    )


def test_ten_questions_have_at_most_three_files_each() -> None:
    assert len(QUESTIONS) == 10
    for question, text in QUESTIONS.items():
        steps = STEP.findall(text)
        assert len(steps) == len(LIST_ITEM.findall(text)), question
        assert 1 <= len(steps) <= MAX_FILES, question
        assert not re.findall(r"`(?:src|adapters|web)/", STEP.sub("", text)), question


@pytest.mark.parametrize(("file", "name"), STEPS, ids=[name for _, name in STEPS])
def test_a_file_defines_the_name_beside_it(file: str, name: str) -> None:
    assert (ROOT / file).is_file()
    assert defines(file, name)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("src/touchline/billing/domain/coupons.py", "Coupon.discounts"),
        ("src/touchline/channel/adapters/email/templates/fr.yaml", "letters"),
        ("web/src/shared/http/session.ts", "Session.repeat"),
        ("web/src/shared/constants.ts", "ANALYTICS_SESSION_LIFETIME"),
    ],
)
def test_a_name_that_does_not_exist_is_found(file: str, name: str) -> None:
    assert not defines(file, name)
