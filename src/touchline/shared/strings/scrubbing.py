"""What must not leave the house in a log line, an error report or a trace, cut out of texts.

`redact` takes out keys, tokens, passwords and the values of rows: the last net under every log line. `scrub`
takes out whatever may be a secret or a person as well: it is for texts that others wrote (browsers, drivers
of databases) and that go elsewhere. Neither is held up by a hostile text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_Pattern = tuple[re.Pattern[str], str]

_SECRET_PATTERNS: tuple[_Pattern, ...] = (
    (re.compile(r"\bt[lc]k_[A-Za-z0-9_-]{8,}"), "(key)"),
    (re.compile(r"(?i)(\brtmps?://[^/\s]+/[^/\s]+/)[A-Za-z0-9_-]+"), r"\1(key)"),
    (re.compile(r"(/media/)[^/\s\"']+"), r"\1(token)"),
    (
        re.compile(
            r"(?i)((?:api[_-]?key|channel_key|password|passwd|token|secret|signature)"
            r"[\w-]{0,20}\\?[\"']?\s{0,20}[=:]\s{0,20})"
            r"(?:\(hidden\)|\\[\"'][^\"'\n]*[\"']?|\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'?|[^\s&\"',}]+)"
        ),
        r"\1(hidden)",
    ),
    (re.compile(r"\b(?:[sr]k_(?:live|test)|whsec)_\w+"), "(key)"),
    (re.compile(r"(_secret_)\w+"), r"\1(hidden)"),
    (re.compile(r"(?i)\b(bearer )[A-Za-z0-9._~+/-]+=*"), r"\1(hidden)"),
    (re.compile(r"\b([Bb](?:asic|ASIC) )(?=[a-z+/]*[A-Z0-9=])[A-Za-z0-9+/]{8,}={0,2}"), r"\1(hidden)"),
    # Who logs in with which password, which may hold a slash or an @; not what stands behind a port
    (
        re.compile(r"(?<=://)(?![^\s@:/]*:\d{1,5}/)[^\s@:/]*:[^\s\"'<>@]{0,200}@(?:[^\s\"'<>@/]{0,200}@)*"),
        "(hidden)@",
    ),
)
_ROW_VALUE_PATTERNS: tuple[_Pattern, ...] = (
    # PostgreSQL tells the values of a row that it refuses, with the breaks of their lines; what SQLAlchemy
    # and Python write behind it ends them
    (
        re.compile(
            r"(?is)(failing row contains |\)=)\("
            r"(?:.*?(?=\n\[SQL:|\n\(Background|\n\nThe above|\n\nDuring)|.*)"
        ),
        r"\1(hidden)",
    ),
)
_HEADER_PATTERNS: tuple[_Pattern, ...] = (
    (
        re.compile(r"(?i)\b(set-cookie|cookie|authorization|proxy-authorization)\b[\"']?\s*[:=].*"),
        r"\1: (hidden)",
    ),
)
_PERSONAL_DATA_PATTERNS: tuple[_Pattern, ...] = (
    (re.compile(r"\beyJ[\w-]*\.[\w-]*\.?[\w-]*"), "(token)"),
    (re.compile(r"(?<=://)[^/\s@]*@"), "(hidden)@"),
    (re.compile(r"(?<=[^\s?])\?[^\s\"'<>?]+"), "?(hidden)"),
    (re.compile(r"(?<=\S)#[^\s\"'<>#=]*=[^\s\"'<>#]*"), "#(hidden)"),
    (re.compile(r"(?<![^\s<>(),;:@=&/\"'%])[^\s<>(),;:@=&/\"'%]+(?:@|%40)[\w-]+(?:\.[\w-]+)+"), "(address)"),
    (re.compile(r"(?i)\b(code|otp|pin|cvc)([\"']?\s*[=:]\s*[\"']?)\d{4,}"), r"\1\2(hidden)"),
    (re.compile(r"(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)"), "(number)"),
    (re.compile(r"\+\d(?:[ .()-]{0,2}\d){7,14}"), "(number)"),
    (re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])"), "(address)"),
    (re.compile(r"(?i)(?<![\w:])(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(?![\w:])"), "(address)"),
    (re.compile(r"(?i)(?<![\w:])(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}(?![\w:])"), "(address)"),
    (re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}"), "(token)"),
)


def redact(text: str) -> str:
    """The text without keys, tokens and passwords, and without the values of rows."""
    return _apply_patterns(_apply_patterns(text, _ROW_VALUE_PATTERNS), _SECRET_PATTERNS)


def scrub(text: str) -> str:
    """The text without these and without query strings, people's addresses and numbers, addresses of
    machines, and whatever is long and looks drawn by lot."""
    for patterns in (_ROW_VALUE_PATTERNS, _HEADER_PATTERNS, _SECRET_PATTERNS, _PERSONAL_DATA_PATTERNS):
        text = _apply_patterns(text, patterns)
    return text


def _apply_patterns(text: str, patterns: Iterable[_Pattern]) -> str:
    for pattern, replacement in patterns:
        text = pattern.sub(replacement, text)
    return text
