"""The files behind the token of a simulated showing: what has been shown, and nothing that is to come."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from functools import lru_cache
from pathlib import PurePosixPath

from flask import Response, request

from touchline.catalog.application.simulated_files import Segment, cues_of_piece, read_recorded, shown
from touchline.catalog.ports.delivery import NotAdmitted
from touchline.catalog.ports.storage import NoSuchFile, Storage
from touchline.catalog.ports.video import MASTER
from touchline.shared.media_types import media_type

_PLAYLIST = ".m3u8"
_recorded = lru_cache(maxsize=32)(read_recorded)


class NotShownYet(NotAdmitted):
    """It is still to come, or no part of the showing at all (storyboard and poster)."""

    code = "errors.not_shown_yet"

    def __init__(self) -> None:
        super().__init__("This part has not been shown yet.")


def told(storage: Storage, path: str, starts_at: datetime, now: datetime) -> Response | None:
    """The answer for a file that is told as far as it has been shown; None for one that is given as it is.

    `NotShownYet` for what is still to come and for what no playlist lists.
    """
    file = PurePosixPath(path)
    if now < starts_at:
        raise NotShownYet
    if file.name == MASTER:
        return None
    if file.suffix == _PLAYLIST:
        return _text(path, shown(_recorded(_read(storage, file)), starts_at, now))
    piece = request.args.get("piece")
    asked = file.name if piece is None else f"{file.name}?piece={piece}"
    if not any(one.name == asked and one.is_due(now - starts_at) for one in _listed_beside(storage, file)):
        raise NotShownYet
    return None if piece is None else _text(path, cues_of_piece(_read(storage, file), int(piece)))


def _listed_beside(storage: Storage, file: PurePosixPath) -> Sequence[Segment]:
    """The segments of the playlist that a file belongs to: one of its folder, or for captions its own."""
    own = file.with_suffix(_PLAYLIST) if file.suffix == ".vtt" else file.with_name(f"index{_PLAYLIST}")
    try:
        return _recorded(_read(storage, own)).segments
    except NoSuchFile:
        raise NotShownYet from None


def _read(storage: Storage, file: PurePosixPath) -> str:
    with closing(storage.open(str(file))) as body:
        return body.read().decode()


def _text(path: str, text: str) -> Response:
    """What grows: asked for anew each time, and not sent again where nothing was added."""
    response = Response(text, mimetype=media_type(path) or "text/plain")
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
