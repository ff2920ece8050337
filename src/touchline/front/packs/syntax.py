"""Where a YAML text is broken, and why: the line that a person has to mend, which is often not the line at
which the parser gave up."""

from __future__ import annotations

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.tokens import ScalarToken

_CLOSING = {"{": "}", "[": "]"}
_CHECK = "check indentation, quotes and brackets here"


def explain(text: str, error: MarkedYAMLError) -> tuple[int, str, str]:
    """Return the line (from 0) of a syntax error, what is wrong there, and what to do."""
    context, start = error.context or "", error.context_mark
    found = error.problem_mark.line if error.problem_mark else start.line if start else 0
    wrong = "is not YAML: " + (error.problem or context or "cannot be read")
    quote = _runaway_quote(text, found)
    if quote is not None:
        return quote, "is not YAML: a quote is not closed", "close it, or leave both quotes out"
    if "while parsing a flow" in context:
        opened = _unclosed(text)
        if opened is not None:
            line, bracket = opened
            return line, f"is not YAML: `{bracket}` is not closed", f"close it with `{_CLOSING[bracket]}`"
    if start is not None and context.startswith("while scanning a quoted scalar"):
        return start.line, "is not YAML: a quote is not closed", "close it, or leave both quotes out"
    if start is not None and context.startswith("while scanning a simple key"):
        return start.line, "is not YAML: a `:` is missing", "write `name: value`"
    if error.problem and error.problem.startswith("mapping values are not allowed"):
        return _before(text, found), wrong, _CHECK
    return found, wrong, _CHECK


def _unclosed(text: str) -> tuple[int, str] | None:
    """Line and sign of the first bracket that is closed by none or by one of the other kind; those in quotes
    and comments do not count."""
    opened: list[tuple[int, str]] = []
    quote, previous = "", " "
    for number, line in enumerate(text.splitlines()):
        for sign in line + "\n":
            if quote:
                quote = "" if sign == quote else quote
            elif sign in "\"'" and previous in " [{,:\n":
                quote = sign
            elif sign == "#" and previous in " \n":
                break
            elif sign in _CLOSING and (opened or previous in " \n"):
                opened.append((number, sign))
            elif sign in _CLOSING.values() and opened:
                if _CLOSING[opened[-1][1]] != sign:
                    return opened[-1]
                opened.pop()
            previous = sign
        previous = "\n"
    return opened[0] if opened else None


def _runaway_quote(text: str, found: int) -> int | None:
    """The line of a quoted text that ran on to the line of the error, where its closing quote was taken from
    the next one."""
    last: int | None = None
    try:
        for token in YAML(typ="safe", pure=True).scan(text):
            if isinstance(token, ScalarToken) and token.style in ("'", '"'):
                first, end = token.start_mark.line, token.end_mark.line
                if first < end and end == found:
                    last = first
    except YAMLError:
        return last
    return last


def _before(text: str, found: int) -> int:
    """The line of a fault that shows only in the line below it: a missing colon, or too small an indent."""
    lines = text.splitlines()
    if found >= len(lines):
        return found
    above = next((at for at in range(found - 1, -1, -1) if _said(lines[at])), None)
    if above is None or _said(lines[found]).count(": ") > 1:
        return found
    if ":" not in _said(lines[above]).strip("'\""):
        return above
    below = next((at for at in range(found + 1, len(lines)) if _said(lines[at])), None)
    shallower = _indent(lines[above]) < _indent(lines[found])
    return (
        above if below is not None and shallower and _indent(lines[below]) == _indent(lines[found]) else found
    )


def _said(line: str) -> str:
    return line.split(" #")[0].strip() if not line.lstrip().startswith("#") else ""


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
