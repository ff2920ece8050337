"""Explains YAML syntax errors: finds the line to fix, which is often not the line where the parser
stopped."""

from __future__ import annotations

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.tokens import ScalarToken

_CLOSING_BRACKETS = {"{": "}", "[": "]"}
_CHECK_HINT = "check indentation, quotes and brackets here"


def explain_error(text: str, error: MarkedYAMLError) -> tuple[int, str, str]:
    """Return the line (from 0) of a syntax error, what is wrong there, and what to do."""
    context, start = error.context or "", error.context_mark
    error_line = error.problem_mark.line if error.problem_mark else start.line if start else 0
    message = "is not valid YAML: " + (error.problem or context or "cannot be read")
    quote_line = _find_runaway_quote(text, error_line)
    if quote_line is not None:
        return quote_line, "is not valid YAML: a quote is not closed", "close it, or remove both quotes"
    if "while parsing a flow" in context:
        open_bracket = _find_unclosed_bracket(text)
        if open_bracket is not None:
            line, bracket = open_bracket
            return (
                line,
                f"is not valid YAML: `{bracket}` is not closed",
                f"close it with `{_CLOSING_BRACKETS[bracket]}`",
            )
    if start is not None and context.startswith("while scanning a quoted scalar"):
        return start.line, "is not valid YAML: a quote is not closed", "close it, or remove both quotes"
    if start is not None and context.startswith("while scanning a simple key"):
        return start.line, "is not valid YAML: a `:` is missing", "write `name: value`"
    if error.problem and error.problem.startswith("mapping values are not allowed"):
        return _find_previous_line(text, error_line), message, _CHECK_HINT
    return error_line, message, _CHECK_HINT


def _find_unclosed_bracket(text: str) -> tuple[int, str] | None:
    """Return the line and character of the first bracket that is unclosed, or closed by another kind.

    Brackets in quotes and comments don't count.
    """
    open_brackets: list[tuple[int, str]] = []
    quote, previous = "", " "
    for number, line in enumerate(text.splitlines()):
        for char in line + "\n":
            if quote:
                quote = "" if char == quote else quote
            elif char in "\"'" and previous in " [{,:\n":
                quote = char
            elif char == "#" and previous in " \n":
                break
            elif char in _CLOSING_BRACKETS and (open_brackets or previous in " \n"):
                open_brackets.append((number, char))
            elif char in _CLOSING_BRACKETS.values() and open_brackets:
                if _CLOSING_BRACKETS[open_brackets[-1][1]] != char:
                    return open_brackets[-1]
                open_brackets.pop()
            previous = char
        previous = "\n"
    return open_brackets[0] if open_brackets else None


def _find_runaway_quote(text: str, error_line: int) -> int | None:
    """Return the first line of a quoted text that runs on to the line of the error.

    Its closing quote is missing, so the parser took the next quote as the closing one.
    """
    last: int | None = None
    try:
        for token in YAML(typ="safe", pure=True).scan(text):
            if isinstance(token, ScalarToken) and token.style in ("'", '"'):
                first, end = token.start_mark.line, token.end_mark.line
                if first < end and end == error_line:
                    last = first
    except YAMLError:
        return last
    return last


def _find_previous_line(text: str, error_line: int) -> int:
    """Return the line of an error that shows only one line below: a missing colon or too small an indent."""
    lines = text.splitlines()
    if error_line >= len(lines):
        return error_line
    previous_line = next((at for at in range(error_line - 1, -1, -1) if _strip_comment(lines[at])), None)
    if previous_line is None or _strip_comment(lines[error_line]).count(": ") > 1:
        return error_line
    if ":" not in _strip_comment(lines[previous_line]).strip("'\""):
        return previous_line
    below = next((at for at in range(error_line + 1, len(lines)) if _strip_comment(lines[at])), None)
    is_indented_less = _indent(lines[previous_line]) < _indent(lines[error_line])
    return (
        previous_line
        if below is not None and is_indented_less and _indent(lines[below]) == _indent(lines[error_line])
        else error_line
    )


def _strip_comment(line: str) -> str:
    return line.split(" #")[0].strip() if not line.lstrip().startswith("#") else ""


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
