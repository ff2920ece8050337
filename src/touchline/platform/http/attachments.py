"""Answers that a browser keeps as a file (RFC 6266; names that are not ASCII as RFC 8187 has them)."""

from __future__ import annotations

import unicodedata
from pathlib import PurePosixPath
from urllib.parse import quote

from flask import Response

_PLAIN = "!#$&+-.^_`|~"
_MARKS = '/\\"'
_MOST = 240


def attach(response: Response, name: str, key: str) -> None:
    """Have the answer kept under `name`, which may be anything that somebody sent; without one, or where its
    ending is not that of `key`, under that of the file."""
    own = PurePosixPath(key)
    stem = _readable(name[:_MOST]).removesuffix(own.suffix).strip(" .") or own.stem
    kept = stem + own.suffix
    plain = _readable(unicodedata.normalize("NFKD", kept).encode("ascii", "ignore").decode())
    said = f'attachment; filename="{plain}"'
    if plain != kept:
        said += f"; filename*=UTF-8''{quote(kept, safe=_PLAIN)}"
    response.headers["Content-Disposition"] = said


def _readable(text: str) -> str:
    """Without what ends a name in a header or in a path. To be asked again after letters were made plain:
    U+FF02 becomes a quotation mark."""
    return "".join(sign for sign in text if sign not in _MARKS and unicodedata.category(sign)[0] != "C")
