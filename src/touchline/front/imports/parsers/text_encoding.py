"""The text of a file, whatever program wrote it."""

from __future__ import annotations

import codecs

from touchline.front.imports.problems import UNREADABLE_FILE, UnreadableFileError

_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def decode_text(data: bytes) -> tuple[str, str]:
    """Return the text and the name of its encoding. Raises `UnreadableFileError` for a binary file.

    UTF-8 and UTF-16 are recognized. Everything else is read as Windows-1252, the encoding of older versions
    of Excel.
    """
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return _decode(data, encoding), encoding.removesuffix("-sig")
    if b"\0" in data:
        encoding = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
        text = _decode(data, encoding)
        if "\0" in text:
            raise UnreadableFileError(UNREADABLE_FILE)
        return text, "utf-16"
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace"), "windows-1252"


def _decode(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise UnreadableFileError(UNREADABLE_FILE) from None
