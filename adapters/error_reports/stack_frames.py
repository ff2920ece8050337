"""Python and browser tracebacks as Sentry frames, so that Sentry can group equal errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_MAX_FRAMES = 60
_PYTHON_FRAME = re.compile(
    r'^ *File "(?P<file>[^"\n]{1,300})", line (?P<line>\d{1,9})(?:, in (?P<name>\S{1,200}))?'
)
_BROWSER_FRAME = re.compile(
    r"^ *(?:at )?(?:(?P<name>[^\n@(]{0,200}?) ?[@(])?(?P<file>(?:https?:/)?/[^\s()]{1,300}?)"
    r":(?P<line>\d{1,9}):(?P<column>\d{1,9})\)?$"
)


def parse_stack_frames(traceback: str) -> list[dict[str, Any]]:
    """Return the frames of a traceback, innermost last as Sentry expects.

    Empty if the text is not a traceback.
    """
    lines = traceback.splitlines()
    frames = list(_parse_python(lines))
    return frames[-_MAX_FRAMES:] if frames else list(_parse_browser(lines))[:_MAX_FRAMES][::-1]


def _parse_python(lines: list[str]) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines):
        if match := _PYTHON_FRAME.match(line):
            file = match["file"]
            code = lines[number + 1].strip() if number + 1 < len(lines) else ""
            yield {
                "filename": file,
                "function": match["name"] or "?",
                "lineno": int(match["line"]),
                "context_line": code,
                "in_app": "site-packages" not in file and "/lib/python" not in file,
            }


def _parse_browser(lines: list[str]) -> Iterator[dict[str, Any]]:
    for line in lines:
        if match := _BROWSER_FRAME.match(line[:800]):
            yield {
                "filename": match["file"],
                "function": (match["name"] or "?").removeprefix("at ").strip() or "?",
                "lineno": int(match["line"]),
                "colno": int(match["column"]),
                "in_app": True,
            }
