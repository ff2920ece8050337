"""No regular expression in the code can backtrack exponentially: unbounded repeats match a text in only one
way.

Patterns written by operators run on RE2.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from touchline.entrypoints.tests.security.test_outgoing import ROOT, iter_product_files
from touchline.shared.strings import patterns

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from re import _parser as parser

RE_CALLS = {"compile", "fullmatch", "match", "search", "sub", "split", "findall", "finditer"}
ASCII = frozenset(range(128))
FIXED_TOKENS = {"LITERAL", "NOT_LITERAL", "IN"}


def find_patterns() -> Iterator[tuple[str, str]]:
    """Yield every pattern of the product with its place. Composed patterns are taken from the imported
    module.
    """
    for path in iter_product_files():
        place = path.relative_to(ROOT)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
                continue
            text, owner = node.args[0], getattr(node.func.value, "id", "")
            is_pattern = (owner == "re" and node.func.attr in RE_CALLS) or node.func.attr == "Regexp"
            if is_pattern and isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield f"{place}:{node.lineno}", text.value
            elif is_pattern and not isinstance(text, ast.Constant):
                yield from find_compiled_patterns(".".join(place.with_suffix("").parts).removeprefix("src."))


def find_compiled_patterns(name: str) -> Iterator[tuple[str, str]]:
    """Yield the compiled patterns in a module after import."""
    for known, value in vars(import_module(name)).items():
        if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
            yield f"{name}.{known}", value.pattern


def list_characters(node: tuple[Any, Any]) -> frozenset[int]:
    """Return the ASCII characters that one element may match; all ASCII characters if it is not simple."""
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


def is_unbounded(node: tuple[Any, Any]) -> bool:
    """Return whether an element repeats without an upper bound."""
    return str(node[0]) in {"MAX_REPEAT", "MIN_REPEAT"} and node[1][1] == parser.MAXREPEAT


def list_children(tree: Any) -> Iterator[list[tuple[Any, Any]]]:
    """Yield every sequence of elements in the tree, outermost first."""
    yield list(tree)
    for _, value in tree:
        for part in value if isinstance(value, tuple | list) else [value]:
            if isinstance(part, parser.SubPattern):
                yield from list_children(part)
            elif isinstance(part, list):
                for child in part:
                    if isinstance(child, parser.SubPattern):
                        yield from list_children(child)


def is_dangerous(pattern: str) -> bool:
    """Return whether an unbounded repeat can match the same text in more than one way."""
    return any(
        _has_nested_repeat(node[1][2]) or _is_ambiguous(node[1][2])
        for row in list_children(parser.parse(pattern))
        for node in row
        if is_unbounded(node)
    )


def _has_nested_repeat(body: Any) -> bool:
    """Return whether a repeat contains an unbounded repeat with nothing fixed to separate the rounds."""
    for inner in list_children(body):
        endless = [element for element in inner if is_unbounded(element)]
        fixed = [element for element in inner if str(element[0]) in FIXED_TOKENS]
        for element in endless:
            repeated = list_characters(next(iter(element[1][2])))
            if not any(not list_characters(fixed_element) & repeated for fixed_element in fixed):
                return True
    return False


def _is_ambiguous(body: Any) -> bool:
    """Return whether a choice in a repeat has two ways to match the same character.

    Each way includes the first characters of the choice and of what follows it. After the last element, the
    next round follows.
    """
    apart = [list_characters(element) for element in body if str(element[0]) in FIXED_TOKENS]
    for row in list_children(body):
        for place, node in enumerate(row):
            choices = _choices(node)
            everything = frozenset().union(
                *(list_characters(leaf) for rows in choices for leaf in _list_leaves(rows))
            )
            if not choices or any(not characters & everything for characters in apart):
                continue
            behind, _ = first_characters([*row[place + 1 :], *body])
            starts = [first_characters(choice) for choice in choices]
            ways = [first | (behind if can_be_empty else frozenset()) for first, can_be_empty in starts]
            if any(characters & other for number, characters in enumerate(ways) for other in ways[:number]):
                return True
    return False


def _choices(node: tuple[Any, Any]) -> list[list[tuple[Any, Any]]]:
    kind, value = str(node[0]), node[1]
    if kind == "BRANCH":
        return [list(choice) for choice in value[1]]
    if kind in {"MAX_REPEAT", "MIN_REPEAT"} and value[0] != value[1]:
        return [list(value[2]), []]
    return []


def _list_leaves(row: list[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
    for element in row:
        below = [
            child
            for part in list_children([element])
            for child in part
            if str(child[0]) in FIXED_TOKENS or str(child[0]) == "ANY"
        ]
        yield from below


def first_characters(row: list[tuple[Any, Any]]) -> tuple[frozenset[int], bool]:
    """Return the characters that a sequence may start with, and whether it may be empty."""
    found: frozenset[int] = frozenset()
    for node in row:
        kind, value = str(node[0]), node[1]
        if kind in {"AT", "ASSERT", "ASSERT_NOT"}:
            continue
        if kind == "BRANCH":
            branches = [first_characters(list(choice)) for choice in value[1]]
            found, can_be_empty = (
                found.union(*(characters for characters, _ in branches)),
                any(is_optional for _, is_optional in branches),
            )
        elif kind in {"MAX_REPEAT", "MIN_REPEAT"}:
            first, can_be_empty = first_characters(list(value[2]))
            found, can_be_empty = found | first, can_be_empty or value[0] == 0
        elif kind == "SUBPATTERN":
            first, can_be_empty = first_characters(list(value[3]))
            found = found | first
        else:
            found, can_be_empty = found | list_characters(node), False
        if not can_be_empty:
            return found, False
    return found, True


def test_no_pattern_in_the_code_can_backtrack_exponentially() -> None:
    found = list(find_patterns())
    assert len(found) > 60
    assert [place for place, pattern in found if is_dangerous(pattern)] == []


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a+)+$",
        r"(?:\w*\s?)*x",
        r"([a-z]+)*!",
        r"(?:a|b+)+c",
        r"(?:\d|\d\d)+x",
        r"(?:\d\d?)+x",
        r"(?:\w|a-)*!",
    ],
    ids=range(7),
)
def test_a_dangerous_pattern_is_detected(pattern: str) -> None:
    assert is_dangerous(pattern)


@pytest.mark.parametrize(
    "pattern",
    [r"(?:-[a-z0-9]+)*", r"[a-z]+(?:\.[a-z]+)+", r"(?:a|ab)*c", r"(?:ab|cd)*", r"(?: ?\d)+"],
    ids=range(5),
)
def test_a_pattern_with_distinguishable_repeats_is_safe(pattern: str) -> None:
    assert not is_dangerous(pattern)


def test_operator_patterns_are_matched_without_backtracking() -> None:
    # A backtracking engine would not finish: RE2 reads the text once.
    assert not patterns.matches("(?:a+)+b", "a" * 5000)
