"""Files behind the token of a simulated live broadcast. Only parts that were already broadcast are
available."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from functools import lru_cache
from pathlib import PurePosixPath

from flask import Response, request

from touchline.catalog.application.playback.simulated_playlists import (
    RecordedSegment,
    parse_recorded_playlist,
    render_playlist,
    select_cues,
)
from touchline.catalog.ports.media.delivery import InvalidMediaTokenError
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError
from touchline.catalog.ports.media.video_packager import MASTER
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.files.media_types import media_type

_PLAYLIST = ".m3u8"
_parse_cached = lru_cache(maxsize=32)(parse_recorded_playlist)


class NotShownYetError(InvalidMediaTokenError):
    """The part was not broadcast yet, or is never part of the broadcast (thumbnails and poster)."""

    def __init__(self) -> None:
        super().__init__(ErrorMessage("errors.not_shown_yet", "This part has not been broadcast yet."))


def respond(storage: Storage, path: str, starts_at: datetime, now: datetime) -> Response | None:
    """Return the response for a partly available file, or None for a file that is served unchanged.

    Raises `NotShownYetError` for parts that were not broadcast yet, and for files in no playlist.
    """
    file = PurePosixPath(path)
    if now < starts_at:
        raise NotShownYetError
    if file.name == MASTER:
        return None
    if file.suffix == _PLAYLIST:
        return _playlist_response(
            path, render_playlist(_parse_cached(_read_text(storage, file)), starts_at, now)
        )
    chunk = request.args.get("piece")
    requested_name = file.name if chunk is None else f"{file.name}?piece={chunk}"
    if not any(
        segment.name == requested_name and segment.is_due(now - starts_at)
        for segment in _list_sibling_segments(storage, file)
    ):
        raise NotShownYetError
    return (
        None
        if chunk is None
        else _playlist_response(path, select_cues(_read_text(storage, file), int(chunk)))
    )


def _list_sibling_segments(storage: Storage, file: PurePosixPath) -> Sequence[RecordedSegment]:
    """Return the segments of the playlist that a file belongs to. Captions have a playlist of their own."""
    playlist_path = (
        file.with_suffix(_PLAYLIST) if file.suffix == ".vtt" else file.with_name(f"index{_PLAYLIST}")
    )
    try:
        return _parse_cached(_read_text(storage, playlist_path)).segments
    except StoredFileNotFoundError:
        raise NotShownYetError from None


def _read_text(storage: Storage, file: PurePosixPath) -> str:
    with closing(storage.open(str(file))) as body:
        return body.read().decode()


def _playlist_response(path: str, text: str) -> Response:
    """Return a growing playlist.

    Clients revalidate it at each use, and an unchanged one is not sent again.
    """
    response = Response(text, mimetype=media_type(path) or "text/plain")
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
