"""Patterns that operators write and visitors' texts are held against: by RE2, which takes linear time
whatever the pattern, so no text makes the server think for minutes (CWE-1333).

Pages hold the same patterns against what is typed, so only what RE2 and JavaScript read alike may be written.
"""

from __future__ import annotations

import re
from functools import lru_cache

import re2

MAX_PATTERN_LENGTH = 200
_UNPORTABLE_SYNTAX = re.compile(r"\(\?(?!:)|\\[AzQECpPaZG]|\[\[:")
"""Flags, names, Unicode classes and the like: one of the two reads them differently, or not at all."""
_MAX_MEMORY = 1 << 20


class InvalidPatternError(ValueError):
    """The text is no pattern; what is wrong stands in its words."""


def check_pattern(pattern: str) -> None:
    """`InvalidPatternError` for what cannot be a pattern."""
    if len(pattern) > MAX_PATTERN_LENGTH:
        raise InvalidPatternError(f"has {len(pattern)} characters, and at most {MAX_PATTERN_LENGTH} may be")
    unsupported = _UNPORTABLE_SYNTAX.search(pattern)
    if unsupported:
        raise InvalidPatternError(f"has `{unsupported[0]}`, which browsers and the server do not read alike")
    _compile(pattern)


def matches(pattern: str, text: str) -> bool:
    """Whether all of a text is as the pattern has it; `InvalidPatternError`."""
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
        raise InvalidPatternError(f"is no pattern ({message})") from None
