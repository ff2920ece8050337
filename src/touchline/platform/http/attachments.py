"""Responses that browsers save as files (RFC 6266; non-ASCII names as in RFC 8187)."""

from __future__ import annotations

import unicodedata
from pathlib import PurePosixPath
from urllib.parse import quote

from flask import Response

_RFC8187_SAFE = "!#$&+-.^_`|~"
_UNSAFE_CHARACTERS = '/\\"'
_MAX_NAME_LENGTH = 240


def set_attachment(response: Response, name: str, key: str) -> None:
    """Let the browser save the response as `name`, which can be any user input.

    Without a name, or if its extension differs from that of `key`, the name of the file is used.
    """
    file_path = PurePosixPath(key)
    stem = _strip_unsafe(name[:_MAX_NAME_LENGTH]).removesuffix(file_path.suffix).strip(" .") or file_path.stem
    filename = stem + file_path.suffix
    ascii_name = _strip_unsafe(unicodedata.normalize("NFKD", filename).encode("ascii", "ignore").decode())
    disposition = f'attachment; filename="{ascii_name}"'
    if ascii_name != filename:
        disposition += f"; filename*=UTF-8''{quote(filename, safe=_RFC8187_SAFE)}"
    response.headers["Content-Disposition"] = disposition


def _strip_unsafe(text: str) -> str:
    """Remove characters that end a name in a header or a path.

    Call it again after normalizing letters: U+FF02 becomes a quotation mark.
    """
    return "".join(
        character
        for character in text
        if character not in _UNSAFE_CHARACTERS and unicodedata.category(character)[0] != "C"
    )
