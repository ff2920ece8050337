"""Removal of secrets and personal data from log lines, error reports and traces.

`redact` removes keys, tokens, passwords and row values. It is the last safeguard for every log line. `scrub`
also removes anything that may be a secret or personal data. It is for text from others (browsers, database
drivers) that is sent elsewhere. Hostile text slows down neither function.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_Pattern = tuple[re.Pattern[str], str]

_SECRET_PATTERNS: tuple[_Pattern, ...] = (
    (re.compile(r"\bt(?:[lc]k|lp)_[A-Za-z0-9_-]{8,}"), "(key)"),
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
    # Credentials in a URL, whose password may contain a slash or an @; not the text after a port
    (
        re.compile(r"(?<=://)(?![^\s@:/]*:\d{1,5}/)[^\s@:/]*:[^\s\"'<>@]{0,200}@(?:[^\s\"'<>@/]{0,200}@)*"),
        "(hidden)@",
    ),
)
_ROW_VALUE_PATTERNS: tuple[_Pattern, ...] = (
    # PostgreSQL prints the values of a rejected row with their line breaks. Text from SQLAlchemy or Python
    # ends them
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
    """Return the text without keys, tokens, passwords and row values."""
    return _apply_patterns(_apply_patterns(text, _ROW_VALUE_PATTERNS), _SECRET_PATTERNS)


def scrub(text: str) -> str:
    """Return the redacted text, also without query strings and personal data.

    It also removes personal addresses and numbers, machine addresses, and long strings that look random.
    """
    for patterns in (_ROW_VALUE_PATTERNS, _HEADER_PATTERNS, _SECRET_PATTERNS, _PERSONAL_DATA_PATTERNS):
        text = _apply_patterns(text, patterns)
    return text


def _apply_patterns(text: str, patterns: Iterable[_Pattern]) -> str:
    for pattern, replacement in patterns:
        text = pattern.sub(replacement, text)
    return text
