"""Answers that a browser keeps as a file (RFC 6266; names that are not ASCII as RFC 8187 has them)."""

from __future__ import annotations

import unicodedata
from pathlib import PurePosixPath
from urllib.parse import quote

from flask import Response

_PLAIN = "!#$&+-.^_`|~"
_MOST = 240


def attach(response: Response, name: str, key: str) -> None:
    """Have the answer kept under `name`, which may be anything that somebody sent; without one, or where its
    ending is not that of `key`, under that of the file."""
    own = PurePosixPath(key)
    seen = (sign for sign in name[:_MOST] if sign not in '/\\"' and unicodedata.category(sign)[0] != "C")
    stem = "".join(seen).removesuffix(own.suffix).strip(" .") or own.stem
    kept = stem + own.suffix
    plain = unicodedata.normalize("NFKD", kept).encode("ascii", "ignore").decode()
    said = f'attachment; filename="{plain}"'
    if plain != kept:
        said += f"; filename*=UTF-8''{quote(kept, safe=_PLAIN)}"
    response.headers["Content-Disposition"] = said
