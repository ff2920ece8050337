"""Patterns that operators write and visitors' texts are held against: by RE2, which takes linear time
whatever the pattern, so no text makes the server think for minutes (CWE-1333).

Pages hold the same patterns against what is typed, so only what RE2 and JavaScript read alike may be written.
"""

from __future__ import annotations

import re
from functools import lru_cache

import re2

MOST_PATTERN = 200
_OF_ONE_SIDE = re.compile(r"\(\?(?!:)|\\[AzQECpPaZG]|\[\[:")
"""Flags, names, Unicode classes and the like: one of the two reads them differently, or not at all."""
_MOST_MEMORY = 1 << 20


class WrongPattern(ValueError):
    """The text is no pattern; what is wrong stands in its words."""


def check_pattern(pattern: str) -> None:
    """`WrongPattern` for what cannot be a pattern."""
    if len(pattern) > MOST_PATTERN:
        raise WrongPattern(f"has {len(pattern)} characters, and at most {MOST_PATTERN} may be")
    odd = _OF_ONE_SIDE.search(pattern)
    if odd:
        raise WrongPattern(f"has `{odd[0]}`, which browsers and the server do not read alike")
    _compiled(pattern)


def fits(pattern: str, text: str) -> bool:
    """Whether all of a text is as the pattern has it; `WrongPattern`."""
    return _compiled(pattern).fullmatch(text) is not None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re2._Regexp:
    told = re2.Options()
    told.max_mem = _MOST_MEMORY
    told.log_errors = False
    try:
        return re2.compile(pattern, told)
    except re2.error as wrong:
        reason = wrong.args[0]
        said = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise WrongPattern(f"is no pattern ({said})") from None
