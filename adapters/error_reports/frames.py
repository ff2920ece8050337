"""Tracebacks of Python and of browsers as Sentry's frames, so that it finds which errors are the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_MOST = 60
_PYTHON = re.compile(
    r'^ *File "(?P<file>[^"\n]{1,300})", line (?P<line>\d{1,9})(?:, in (?P<name>\S{1,200}))?'
)
_BROWSER = re.compile(
    r"^ *(?:at )?(?:(?P<name>[^\n@(]{0,200}?) ?[@(])?(?P<file>(?:https?:/)?/[^\s()]{1,300}?)"
    r":(?P<line>\d{1,9}):(?P<column>\d{1,9})\)?$"
)


def frames_of(traceback: str) -> list[dict[str, Any]]:
    """The frames of a traceback, the innermost last as Sentry has them; none where it is no traceback."""
    lines = traceback.splitlines()
    found = list(_python(lines))
    return found[-_MOST:] if found else list(_browser(lines))[:_MOST][::-1]


def _python(lines: list[str]) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines):
        if seen := _PYTHON.match(line):
            file = seen["file"]
            code = lines[number + 1].strip() if number + 1 < len(lines) else ""
            yield {
                "filename": file,
                "function": seen["name"] or "?",
                "lineno": int(seen["line"]),
                "context_line": code,
                "in_app": "site-packages" not in file and "/lib/python" not in file,
            }


def _browser(lines: list[str]) -> Iterator[dict[str, Any]]:
    for line in lines:
        if seen := _BROWSER.match(line[:800]):
            yield {
                "filename": seen["file"],
                "function": (seen["name"] or "?").removeprefix("at ").strip() or "?",
                "lineno": int(seen["line"]),
                "colno": int(seen["column"]),
                "in_app": True,
            }
