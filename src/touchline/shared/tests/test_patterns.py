"""Patterns of forms: what may be written, and that no text makes the server think."""

from __future__ import annotations

import time

import pytest

from touchline.shared.patterns import WrongPattern, check_pattern, fits


@pytest.mark.parametrize(
    ("pattern", "text", "whole"),
    [
        (r"[A-Z]\d[A-Z] ?\d[A-Z]\d", "G1R 4P5", True),
        (r"[A-Z]\d[A-Z] ?\d[A-Z]\d", "G1R 4P5 x", False),
        (r"\d{4}(?:-\d{2})?", "2026-11", True),
        (r"é+", "éé", True),
        (r"a|b", "ab", False),
    ],
)
def test_all_of_a_text_is_held_against_a_pattern(pattern: str, text: str, whole: bool) -> None:
    check_pattern(pattern)
    assert fits(pattern, text) is whole


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("[a-", "is no pattern (missing ]: [a-)"),
        (r"(a)\1", r"is no pattern (invalid escape sequence: \1)"),
        ("(?=a)", "has `(?`, which browsers and the server do not read alike"),
        ("(?i)a", "has `(?`, which browsers and the server do not read alike"),
        (r"\pL+", r"has `\p`, which browsers and the server do not read alike"),
        ("a" * 201, "has 201 characters, and at most 200 may be"),
        ("((((a{100}){100}){100}){100})", "is no pattern"),
    ],
)
def test_what_is_no_pattern_is_said(pattern: str, said: str) -> None:
    with pytest.raises(WrongPattern) as wrong:
        check_pattern(pattern)
    assert str(wrong.value).startswith(said)


@pytest.mark.parametrize("pattern", ["(a+)+b", "(a|a)*b", "(.*)*b", "a*a*a*a*a*a*b"])
def test_no_text_takes_long(pattern: str) -> None:
    check_pattern(pattern)
    began = time.process_time()
    assert not fits(pattern, "a" * 10_000)
    assert time.process_time() - began < 1
