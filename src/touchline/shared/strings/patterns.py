"""Patterns that operators write, matched against visitors' input by RE2.

RE2 takes linear time for every pattern, so no input can block the server for minutes (CWE-1333). Pages test
input with the same patterns, so only syntax that RE2 and JavaScript interpret alike is allowed.
"""

from __future__ import annotations

import re
from functools import lru_cache

import re2

MAX_PATTERN_LENGTH = 200
_UNPORTABLE_SYNTAX = re.compile(r"\(\?(?!:)|\\[AzQECpPaZG]|\[\[:")
"""Flags, named groups, Unicode classes and similar syntax that RE2 and JavaScript do not both support
alike."""
_MAX_MEMORY = 1 << 20


class InvalidPatternError(ValueError):
    """The text is not a valid pattern. The message says what is wrong."""


def check_pattern(pattern: str) -> None:
    """Raise `InvalidPatternError` if the text is not a valid pattern."""
    if len(pattern) > MAX_PATTERN_LENGTH:
        raise InvalidPatternError(f"has {len(pattern)} characters; use at most {MAX_PATTERN_LENGTH}")
    unsupported = _UNPORTABLE_SYNTAX.search(pattern)
    if unsupported:
        raise InvalidPatternError(
            f"contains `{unsupported[0]}`, which browsers and the server interpret differently"
        )
    _compile(pattern)


def matches(pattern: str, text: str) -> bool:
    """Return whether the whole text matches the pattern. Raises `InvalidPatternError`."""
    return _compile(pattern).fullmatch(text) is not None


@lru_cache(maxsize=256)
def _compile(pattern: str) -> re2._Regexp:
    options = re2.Options()
    options.max_mem = _MAX_MEMORY
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        reason = error.args[0]
        message = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise InvalidPatternError(f"is not a valid pattern ({message})") from None
