"""The text of a file, whatever program wrote it."""

from __future__ import annotations

import codecs
import re

from touchline.front.imports.problems import UNREADABLE_FILE, UnreadableFileError

_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")


def decode_text(data: bytes) -> tuple[str, str]:
    """Return the text and the name of its encoding. Raises `UnreadableFileError` for a binary file."""
    text, encoding = _decode(data)
    if _CONTROL.search(text):
        raise UnreadableFileError(UNREADABLE_FILE)
    return text, encoding


def _decode(data: bytes) -> tuple[str, str]:
    """Return the text of UTF-8 or UTF-16. Everything else is read as Windows-1252, the encoding of older
    versions of Excel."""
    try:
        for mark, encoding in _BYTE_ORDER_MARKS.items():
            if data.startswith(mark):
                return data.decode(encoding), encoding.removesuffix("-sig")
        if b"\0" in data[:2]:
            return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be"), "utf-16"
    except UnicodeDecodeError:
        raise UnreadableFileError(UNREADABLE_FILE) from None
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace"), "windows-1252"
