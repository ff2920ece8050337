"""Media files behind signed paths (api.md, "Playback"). The token in the path replaces the API key."""

from __future__ import annotations

import hashlib
import re
from datetime import datetime

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, request
from werkzeug.exceptions import RequestedRangeNotSatisfiable
from werkzeug.wsgi import wrap_file

from touchline.catalog.adapters.http.media import simulated_media
from touchline.catalog.application.playback.record_requests import RecordMediaRequest
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.assets import LIVE_PREFIX
from touchline.catalog.domain.media.audio_only import is_audio_path, is_master_path, select_audio
from touchline.catalog.ports.media.delivery import (
    AUDIO_ONLY,
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
from touchline.shared.errors import FILE_NOT_FOUND, NotFoundError, UnavailableError
from touchline.shared.files.media_types import media_type
from touchline.shared.geo import UNKNOWN_COUNTRY

blueprint = Blueprint("media", __name__, url_prefix="/media")
_DELETABLE_PREFIXES = ("clips/", "downloads/")
_ALLOWED_PREFIXES = ("assets/", LIVE_PREFIX, *_DELETABLE_PREFIXES)
_DOWNLOAD_PATH = re.compile(r"(?:clips/[^/]+/file|downloads/[^/]+)/[^/]+")
_PLAYLIST = ".m3u8"
_BUFFER_SIZE = 256 * 1024
SHARED_HEADERS = {"Cross-Origin-Resource-Policy": "cross-origin", "Timing-Allow-Origin": "*"}
"""Headers of all responses below `/media/`. nginx is configured with the same headers."""


@blueprint.get("/<token>/<path:path>")
@limits.exempt(limits.SIGNED)
@public
@inject
def show_media(
    token: str,
    path: str,
    delivery: Delivery = Provide[CatalogContainer.delivery],
    rights: PlaybackRights = Provide[CatalogContainer.playback_rights],
    countries: CountryLookup = Provide[CatalogContainer.country_lookup],
    storage: Storage = Provide[CatalogContainer.storage],
    record_request: RecordMediaRequest = Provide[CatalogContainer.record_media_request],
    clock: Clock = Provide[CatalogContainer.clock],
) -> Response:
    """Return a file of an asset, live stream or clip, or a range of it (206, 304 and 416 as in RFC 9110).

    With `as`, the file is an attachment of that name. All files have the same checks: 403 if the token is
    missing, expired, altered or of another file, if its session ended, or if the viewer is in another
    country. 403 also if the viewer may no longer watch, for example after a refund, and for the picture if
    the token opens audio only. 404 only with a valid token.
    """
    claims = delivery.verify(token, path)
    if claims.audio_only and not (is_master_path(path) or is_audio_path(path)):
        raise InvalidMediaTokenError(AUDIO_ONLY)
    if not path.startswith(_ALLOWED_PREFIXES):
        raise InvalidMediaTokenError
    if claims.session_id != PUBLIC_SESSION and not rights.can_play(claims, path):
        raise InvalidMediaTokenError
    if claims.region and claims.region != _get_region(countries):
        raise GeoBlockedError
    try:
        response = _respond(path, claims, delivery, storage, clock.now())
    except StoredFileNotFoundError:
        raise NotFoundError(FILE_NOT_FOUND) from None
    except UnavailableError:
        record_request(rights.find_viewers(claims, path), path, request.method, failed=True)
        raise
    record_request(rights.find_viewers(claims, path), path, request.method)
    return response


def _respond(
    path: str, claims: MediaTokenClaims, delivery: Delivery, storage: Storage, now: datetime
) -> Response:
    """Return the file, after all checks. Raises `StoredFileNotFoundError` and `UnavailableError`."""
    if claims.audio_only and is_master_path(path):
        return _send_audio_master(storage, path)
    if claims.simulation_started_at and (
        simulated_response := simulated_media.respond(storage, path, claims.simulation_started_at, now)
    ):
        return simulated_response
    if (internal_path := delivery.get_internal_path(path)) is not None:
        return _delegate_to_proxy(path, internal_path, claims, now)
    if _is_live_playlist(path):
        return _send_live_playlist(storage, path)
    return _send_file(storage, storage.stat(path), claims, now)


@blueprint.get("/", defaults={"path": ""})
@blueprint.get("/<path>")
@limits.exempt(limits.READ_ONLY)
@public
def reject_unsigned(path: str) -> Response:
    """Reject a path without a token."""
    raise InvalidMediaTokenError


@blueprint.after_request
def _add_shared_headers(response: Response) -> Response:
    """Add the shared headers.

    The page can be on another host than the media (platform/http/security/cors.py has the rest of CORS).
    """
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
        response.close()  # the 416 response replaces this one, so close its file here
        raise
    return response


def _delegate_to_proxy(path: str, internal_path: str, claims: MediaTokenClaims, now: datetime) -> Response:
    """Let the proxy send the file or the 404, including size, age, ETag and ranges."""
    response = Response(mimetype=media_type(path) or "application/octet-stream")
    response.headers["X-Accel-Redirect"] = internal_path
    response.headers["Cache-Control"] = _cache_control(path, claims, now)
    if _DOWNLOAD_PATH.fullmatch(path):
        set_attachment(response, request.args.get("as", ""), path)
    return response


def _is_live_playlist(path: str) -> bool:
    return path.startswith(LIVE_PREFIX) and path.endswith(_PLAYLIST)


def _send_live_playlist(storage: Storage, path: str) -> Response:
    """Return a playlist that is replaced every second.

    It is read at once, so that length and ETag match it.
    """
    with storage.open(path) as file:
        body = file.read()
    response = Response(body, mimetype=media_type(path))
    response.set_etag(hashlib.sha256(body).hexdigest()[:32])
    response.headers["Cache-Control"] = "private, no-cache"
    response.make_conditional(request)
    return response


def _send_audio_master(storage: Storage, path: str) -> Response:
    """Return the master playlist with the audio renditions alone. It grows with a live stream."""
    with storage.open(path) as file:
        body = select_audio(file.read().decode())
    if body is None:
        raise StoredFileNotFoundError(path)
    response = Response(body, mimetype=media_type(path))
    response.set_etag(hashlib.sha256(body.encode()).hexdigest()[:32])
    response.headers["Cache-Control"] = "private, no-cache"
    response.make_conditional(request)
    return response


def _cache_control(key: str, claims: MediaTokenClaims, now: datetime) -> str:
    """Return the `Cache-Control` header for a file.

    Finished files never change and stay cached while the token is valid. Only posters may be in shared
    caches. Files that their owner can delete are revalidated at each use.
    """
    if key.startswith(_DELETABLE_PREFIXES) or _is_live_playlist(key):
        return "private, no-cache"
    max_age = max(0, int((claims.expires_at - now).total_seconds()))
    visibility = "public" if claims.session_id == PUBLIC_SESSION else "private"
    return f"{visibility}, max-age={max_age}, immutable"
