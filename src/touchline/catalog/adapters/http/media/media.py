"""Media files behind signed paths (api.md, "Playback"). The token is the key; no api key is asked for."""

from __future__ import annotations

import hashlib
import re
from datetime import datetime

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, request
from werkzeug.exceptions import RequestedRangeNotSatisfiable
from werkzeug.wsgi import wrap_file

from touchline.catalog.adapters.http.media import simulated_media
from touchline.catalog.domain.media.assets import LIVE_PREFIX
from touchline.catalog.ports.media.delivery import (
    PUBLIC_SESSION,
    CountryLookup,
    Delivery,
    GeoBlockedError,
    InvalidMediaTokenError,
    MediaTokenClaims,
    PlaybackRights,
)
from touchline.catalog.ports.media.storage import Storage, StoredFile, StoredFileNotFoundError
from touchline.platform.http import limits
from touchline.platform.http.attachments import set_attachment
from touchline.platform.http.guards import public
from touchline.platform.http.requests import request_params
from touchline.shared.clock import Clock
from touchline.shared.errors import FILE_NOT_FOUND, NotFoundError
from touchline.shared.files.media_types import media_type
from touchline.shared.geo import UNKNOWN_COUNTRY

BLUEPRINT = Blueprint("media", __name__, url_prefix="/media")
_DELETABLE_PREFIXES = ("clips/", "downloads/")
_ALLOWED_PREFIXES = ("assets/", LIVE_PREFIX, *_DELETABLE_PREFIXES)
_DOWNLOAD_PATH = re.compile(r"(?:clips/[^/]+/file|downloads/[^/]+)/[^/]+")
_PLAYLIST = ".m3u8"
_BUFFER_SIZE = 256 * 1024
SHARED_HEADERS = {"Cross-Origin-Resource-Policy": "cross-origin", "Timing-Allow-Origin": "*"}
"""On every answer below `/media/`; nginx is told the same."""


@BLUEPRINT.get("/<token>/<path:path>")
@limits.exempt(limits.SIGNED)
@public
@inject
def show_media(
    token: str,
    path: str,
    delivery: Delivery = Provide["catalog.media.delivery"],
    rights: PlaybackRights = Provide["catalog.playback_rights"],
    countries: CountryLookup = Provide["catalog.media.country_lookup"],
    storage: Storage = Provide["catalog.media.storage"],
    clock: Clock = Provide["catalog.media.clock"],
) -> Response:
    """A file of an asset, a live stream or a clip, whole or a range of it (206, 304 and 416 as RFC 9110 has
    them). One to take away is an attachment under the name in `as`.

    Every file is checked alike, the poster as the segment: 403 where the token is missing, expired, altered
    or foreign, its session over, or the viewer in another country than it is good for; 403 as well once the
    viewer may no longer watch (a refund, a grant that ended); 404 only behind a good token.
    """
    claims = delivery.verify(token, path)
    if not path.startswith(_ALLOWED_PREFIXES):
        raise InvalidMediaTokenError
    if claims.session_id != PUBLIC_SESSION and not rights.can_play(claims, path):
        raise InvalidMediaTokenError
    if claims.region and claims.region != _get_region(countries):
        raise GeoBlockedError
    try:
        if claims.simulation_started_at and (
            simulated_response := simulated_media.respond(
                storage, path, claims.simulation_started_at, clock.now()
            )
        ):
            return simulated_response
        if (internal_path := delivery.get_internal_path(path)) is not None:
            return _delegate_to_proxy(path, internal_path, claims, clock.now())
        if _is_live_playlist(path):
            return _send_live_playlist(storage, path)
        return _send_file(storage, storage.stat(path), claims, clock.now())
    except StoredFileNotFoundError:
        raise NotFoundError(FILE_NOT_FOUND) from None


@BLUEPRINT.get("/", defaults={"path": ""})
@BLUEPRINT.get("/<path>")
@limits.exempt(limits.READ_ONLY)
@public
def reject_unsigned(path: str) -> Response:
    """A path without a token before it."""
    raise InvalidMediaTokenError


@BLUEPRINT.after_request
def _add_shared_headers(response: Response) -> Response:
    """The page may stand on another host than the media (the rest of CORS: platform/http/cors.py)."""
    response.headers.update(SHARED_HEADERS)
    return response


def _get_region(countries: CountryLookup) -> str:
    client = request_params()
    return countries.get_country(client.ip, client.headers) or UNKNOWN_COUNTRY


def _send_file(storage: Storage, file: StoredFile, claims: MediaTokenClaims, now: datetime) -> Response:
    body = storage.open(file.key)
    kind = media_type(file.key) or "application/octet-stream"
    response = Response(
        wrap_file(request.environ, body, _BUFFER_SIZE), mimetype=kind, direct_passthrough=True
    )
    response.call_on_close(body.close)
    response.content_length = file.size
    response.set_etag(file.etag)
    response.last_modified = file.modified_at
    response.headers["Cache-Control"] = _cache_control(file.key, claims, now)
    if _DOWNLOAD_PATH.fullmatch(file.key):
        set_attachment(response, request.args.get("as", ""), file.key)
    try:
        response.make_conditional(request, accept_ranges=True, complete_length=file.size)
    except RequestedRangeNotSatisfiable:
        response.close()  # the 416 is another answer, and nobody would close the file of this one
        raise
    return response


def _delegate_to_proxy(path: str, internal_path: str, claims: MediaTokenClaims, now: datetime) -> Response:
    """The server in front sends the file, or 404: size, age, tag and ranges are its own matter."""
    response = Response(mimetype=media_type(path) or "application/octet-stream")
    response.headers["X-Accel-Redirect"] = internal_path
    response.headers["Cache-Control"] = _cache_control(path, claims, now)
    if _DOWNLOAD_PATH.fullmatch(path):
        set_attachment(response, request.args.get("as", ""), path)
    return response


def _is_live_playlist(path: str) -> bool:
    return path.startswith(LIVE_PREFIX) and path.endswith(_PLAYLIST)


def _send_live_playlist(storage: Storage, path: str) -> Response:
    """A playlist that is replaced every second: read at once, so that its length and tag are its own."""
    with storage.open(path) as file:
        body = file.read()
    response = Response(body, mimetype=media_type(path))
    response.set_etag(hashlib.sha256(body).hexdigest()[:32])
    response.headers["Cache-Control"] = "private, no-cache"
    response.make_conditional(request)
    return response


def _cache_control(key: str, claims: MediaTokenClaims, now: datetime) -> str:
    """What is made stays as it is: to be kept while the token is good; by shared caches only a poster. What
    its owner may delete is asked for anew each time, so that no copy of it outlives it."""
    if key.startswith(_DELETABLE_PREFIXES) or _is_live_playlist(key):
        return "private, no-cache"
    max_age = max(0, int((claims.expires_at - now).total_seconds()))
    visibility = "public" if claims.session_id == PUBLIC_SESSION else "private"
    return f"{visibility}, max-age={max_age}, immutable"
