"""Media files behind signed paths (api.md, "Playback"). The token is the key; no api key is asked for."""

from __future__ import annotations

import hashlib
import re
from datetime import datetime

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, request
from werkzeug.exceptions import RequestedRangeNotSatisfiable
from werkzeug.wsgi import wrap_file

from touchline.catalog.adapters.http import simulated_media
from touchline.catalog.domain.media import LIVE_ROOM
from touchline.catalog.ports.delivery import (
    ANYBODY,
    Countries,
    Delivery,
    NotAdmitted,
    OtherRegion,
    PlaybackRights,
    Ticket,
)
from touchline.catalog.ports.storage import NoSuchFile, Storage, StoredFile
from touchline.platform.http import limits
from touchline.platform.http.attachments import attach
from touchline.platform.http.guards import public
from touchline.platform.http.requests import asked
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound
from touchline.shared.geo import UNKNOWN_COUNTRY
from touchline.shared.media_types import media_type

BLUEPRINT = Blueprint("media", __name__, url_prefix="/media")
_UNTIL_DELETED = ("clips/", "downloads/")
_ROOMS = ("assets/", LIVE_ROOM, *_UNTIL_DELETED)
_TO_TAKE_AWAY = re.compile(r"(?:clips/[^/]+/file|downloads/[^/]+)/[^/]+")
_PLAYLIST = ".m3u8"
_BUFFER = 256 * 1024
SHARED = {"Cross-Origin-Resource-Policy": "cross-origin", "Timing-Allow-Origin": "*"}
"""On every answer below `/media/`; nginx is told the same."""


@BLUEPRINT.get("/<token>/<path:path>")
@limits.none(limits.SIGNED)
@public
@inject
def show_media(
    token: str,
    path: str,
    delivery: Delivery = Provide["catalog.media.delivery"],
    rights: PlaybackRights = Provide["catalog.playback_rights"],
    countries: Countries = Provide["catalog.media.countries"],
    storage: Storage = Provide["catalog.media.storage"],
    clock: Clock = Provide["catalog.media.clock"],
) -> Response:
    """A file of an asset, a live stream or a clip, whole or a range of it (206, 304 and 416 as RFC 9110 has
    them). One to take away is an attachment under the name in `as`.

    Every file is checked alike, the poster as the segment: 403 where the token is missing, expired, altered
    or foreign, its session over, or the viewer in another country than it is good for; 403 as well once the
    viewer may no longer watch (a refund, a grant that ended); 404 only behind a good token.
    """
    ticket = delivery.admit(token, path)
    if not path.startswith(_ROOMS):
        raise NotAdmitted
    if ticket.session_id != ANYBODY and not rights.may_play(ticket, path):
        raise NotAdmitted
    if ticket.region and ticket.region != _region(countries):
        raise OtherRegion
    try:
        if ticket.shown_from and (cut := simulated_media.told(storage, path, ticket.shown_from, clock.now())):
            return cut
        if (place := delivery.handed_on(path)) is not None:
            return _hand_on(path, place, ticket, clock.now())
        if _is_live_playlist(path):
            return _answer_live(storage, path)
        return _answer(storage, storage.stat(path), ticket, clock.now())
    except NoSuchFile:
        raise NotFound("There is no such file.") from None


@BLUEPRINT.get("/", defaults={"path": ""})
@BLUEPRINT.get("/<path>")
@limits.none(limits.READ)
@public
def show_nothing(path: str) -> Response:
    """A path without a token before it."""
    raise NotAdmitted


@BLUEPRINT.after_request
def _share_with_other_origins(response: Response) -> Response:
    """The page may stand on another host than the media (the rest of CORS: platform/http/cors.py)."""
    response.headers.update(SHARED)
    return response


def _region(countries: Countries) -> str:
    sender = asked()
    return countries.country_of(sender.ip, sender.headers) or UNKNOWN_COUNTRY


def _answer(storage: Storage, file: StoredFile, ticket: Ticket, now: datetime) -> Response:
    body = storage.open(file.key)
    kind = media_type(file.key) or "application/octet-stream"
    response = Response(wrap_file(request.environ, body, _BUFFER), mimetype=kind, direct_passthrough=True)
    response.call_on_close(body.close)
    response.content_length = file.size
    response.set_etag(file.etag)
    response.last_modified = file.modified_at
    response.headers["Cache-Control"] = _caching(file.key, ticket, now)
    if _TO_TAKE_AWAY.fullmatch(file.key):
        attach(response, request.args.get("as", ""), file.key)
    try:
        response.make_conditional(request, accept_ranges=True, complete_length=file.size)
    except RequestedRangeNotSatisfiable:
        response.close()  # the 416 is another answer, and nobody would close the file of this one
        raise
    return response


def _hand_on(path: str, place: str, ticket: Ticket, now: datetime) -> Response:
    """The server in front sends the file, or 404: size, age, tag and ranges are its own matter."""
    response = Response(mimetype=media_type(path) or "application/octet-stream")
    response.headers["X-Accel-Redirect"] = place
    response.headers["Cache-Control"] = _caching(path, ticket, now)
    if _TO_TAKE_AWAY.fullmatch(path):
        attach(response, request.args.get("as", ""), path)
    return response


def _is_live_playlist(path: str) -> bool:
    return path.startswith(LIVE_ROOM) and path.endswith(_PLAYLIST)


def _answer_live(storage: Storage, path: str) -> Response:
    """A playlist that is replaced every second: read at once, so that its length and tag are its own."""
    with storage.open(path) as file:
        body = file.read()
    response = Response(body, mimetype=media_type(path))
    response.set_etag(hashlib.sha256(body).hexdigest()[:32])
    response.headers["Cache-Control"] = "private, no-cache"
    response.make_conditional(request)
    return response


def _caching(key: str, ticket: Ticket, now: datetime) -> str:
    """What is made stays as it is: to be kept while the token is good; by shared caches only a poster. What
    its owner may delete is asked for anew each time, so that no copy of it outlives it."""
    if key.startswith(_UNTIL_DELETED) or _is_live_playlist(key):
        return "private, no-cache"
    left = max(0, int((ticket.expires_at - now).total_seconds()))
    whose = "public" if ticket.session_id == ANYBODY else "private"
    return f"{whose}, max-age={left}, immutable"
