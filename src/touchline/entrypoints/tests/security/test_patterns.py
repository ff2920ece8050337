"""No pattern of the product can be made to try for ever: no repetition without end of something that itself
repeats without end, unless something in between tells the rounds apart. What operators write runs on RE2."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from touchline.entrypoints.tests.security.test_outgoing import ROOT, product
from touchline.shared import patterns

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from re import _parser as parser

ASKING = {"compile", "fullmatch", "match", "search", "sub", "split", "findall", "finditer"}
ASCII = frozenset(range(128))


def written() -> Iterator[tuple[str, str]]:
    """Every pattern that stands as text in the product, with its place."""
    for path in product():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
                continue
            text = node.args[0]
            asked = getattr(node.func.value, "id", "") == "re" and node.func.attr in ASKING
            if asked and isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", text.value


def signs(node: tuple[Any, Any]) -> frozenset[int]:
    """The ASCII signs that one element may take; all where it is not simple."""
    kind, value = str(node[0]), node[1]
    if kind == "LITERAL":
        return frozenset({value})
    if kind == "NOT_LITERAL":
        return ASCII - {value}
    if kind == "IN":
        alone = re.compile(f"[{''.join(_ranged(value))}]" if str(value[0][0]) != "NEGATE" else
                           f"[^{''.join(_ranged(value[1:]))}]")  # fmt: skip
        return frozenset(sign for sign in ASCII if alone.match(chr(sign)))
    return ASCII


def _ranged(parts: list[tuple[Any, Any]]) -> Iterator[str]:
    for kind, value in parts:
        name = str(kind)
        if name == "LITERAL":
            yield re.escape(chr(value))
        elif name == "RANGE":
            yield f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
        else:
            yield {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w", "NOT_SPACE": r"\S", "NOT_DIGIT": r"\D",
                   "NOT_WORD": r"\W"}[str(value).removeprefix("CATEGORY_")]  # fmt: skip


def without_end(node: tuple[Any, Any]) -> bool:
    """Whether an element repeats without an upper bound."""
    return str(node[0]) in {"MAX_REPEAT", "MIN_REPEAT"} and node[1][1] == parser.MAXREPEAT


def inside(tree: Any) -> Iterator[list[tuple[Any, Any]]]:
    """Every sequence of elements below, from the outside to the inside."""
    yield list(tree)
    for _, value in tree:
        for part in value if isinstance(value, tuple | list) else [value]:
            if isinstance(part, parser.SubPattern):
                yield from inside(part)
            elif isinstance(part, list):
                for one in part:
                    if isinstance(one, parser.SubPattern):
                        yield from inside(one)


def dangerous(pattern: str) -> bool:
    """Whether a repetition without end holds another, and nothing fixed keeps their rounds apart."""
    for row in inside(parser.parse(pattern)):
        for node in row:
            if not without_end(node):
                continue
            for inner in inside(node[1][2]):
                endless = [each for each in inner if without_end(each)]
                fixed = [each for each in inner if str(each[0]) in {"LITERAL", "NOT_LITERAL", "IN"}]
                for each in endless:
                    takes = signs(next(iter(each[1][2])))
                    if not any(not signs(one) & takes for one in fixed):
                        return True
    return False


def test_no_pattern_of_the_product_can_be_made_to_try_for_ever() -> None:
    found = list(written())
    assert len(found) > 60
    assert [place for place, pattern in found if dangerous(pattern)] == []


@pytest.mark.parametrize("pattern", [r"(a+)+$", r"(?:\w*\s?)*x", r"([a-z]+)*!", r"(?:a|b+)+c"], ids=range(4))
def test_a_pattern_that_can_is_seen(pattern: str) -> None:
    assert dangerous(pattern)


@pytest.mark.parametrize("pattern", [r"(?:-[a-z0-9]+)*", r"[a-z]+(?:\.[a-z]+)+"], ids=["dashes", "dots"])
def test_one_whose_rounds_are_told_apart_is_not(pattern: str) -> None:
    assert not dangerous(pattern)


def test_what_a_form_asks_for_is_compared_without_going_back() -> None:
    # Going back, this one would outlive us: RE2 goes over the text once.
    assert not patterns.fits("(?:a+)+b", "a" * 5000)
