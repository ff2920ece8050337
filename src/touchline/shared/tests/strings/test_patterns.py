"""Tests for form patterns: which syntax is allowed, and that no input makes the server slow."""

from __future__ import annotations

import time

import pytest

from touchline.shared.strings.patterns import InvalidPatternError, check_pattern, matches


@pytest.mark.parametrize(
    ("pattern", "text", "is_match"),
    [
        (r"[A-Z]\d[A-Z] ?\d[A-Z]\d", "G1R 4P5", True),
        (r"[A-Z]\d[A-Z] ?\d[A-Z]\d", "G1R 4P5 x", False),
        (r"\d{4}(?:-\d{2})?", "2026-11", True),
        (r"é+", "éé", True),
        (r"a|b", "ab", False),
    ],
)
def test_the_whole_text_must_match(pattern: str, text: str, is_match: bool) -> None:
    check_pattern(pattern)
    assert matches(pattern, text) is is_match


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("[a-", "is not a valid pattern (missing ]: [a-)"),
        (r"(a)\1", r"is not a valid pattern (invalid escape sequence: \1)"),
        ("(?=a)", "contains `(?`, which browsers and the server interpret differently"),
        ("(?i)a", "contains `(?`, which browsers and the server interpret differently"),
        (r"\pL+", r"contains `\p`, which browsers and the server interpret differently"),
        ("a" * 201, "has 201 characters; use at most 200"),
        ("((((a{100}){100}){100}){100})", "is not a valid pattern"),
    ],
)
def test_an_invalid_pattern_is_explained(pattern: str, message: str) -> None:
    with pytest.raises(InvalidPatternError) as error:
        check_pattern(pattern)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("pattern", ["(a+)+b", "(a|a)*b", "(.*)*b", "a*a*a*a*a*a*b"])
def test_matching_takes_linear_time(pattern: str) -> None:
    check_pattern(pattern)
    started_at = time.process_time()
    assert not matches(pattern, "a" * 10_000)
    assert time.process_time() - started_at < 1
