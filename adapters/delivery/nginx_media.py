"""The nginx configuration for checking signed paths and serving their files.

Debian: `nginx` and `libnginx-mod-http-js`. The check is in `media.js` in this folder. `js_preload_object`
loads its key once, not per request.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adapters.delivery.nginx_stores import NginxStore
from adapters.delivery.signed_paths import derive_key
from touchline.catalog.ports.media.delivery import INVALID_MEDIA_LINK
from touchline.catalog.ports.media.storage import STORAGE_UNAVAILABLE
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import FILE_NOT_FOUND

NJS_SCRIPT = Path(__file__).with_name("media.js")
SECRETS_FILE = "media.json"
_LIVE_PREFIX, _PLAYLIST_SUFFIX = "live/", ".m3u8"


def get_internal_path(path: str) -> str:
    """Return the nginx-internal path of a file, which visitors cannot request.

    A playlist that is replaced every second gets a location without a modification time, because nginx
    measures it in whole seconds only.
    """
    is_live_playlist = path.startswith(_LIVE_PREFIX) and path.endswith(_PLAYLIST_SUFFIX)
    return f"/-media/{'anew' if is_live_playlist else 'kept'}/{path}"


@dataclass(frozen=True)
class NginxMediaConfig:
    """The media part of the nginx configuration.

    `secret` is the deployment's secret; `store` is how nginx reaches the files; `app_url` is the app.
    `headers` and `shared_headers` are added to every response. `session_cache_folder` caches the app's
    responses for 20 s: whether a session is open and may still play a folder. If it is None, nginx does not
    ask the app. A log-out or a refund then ends a stream only when its URL expires.
    """

    secret: bytes
    store: NginxStore
    app_url: str = "http://touchline"
    headers: Mapping[str, str] = field(default_factory=dict)
    session_cache_folder: Path | None = None
    shared_headers: Mapping[str, str] = field(default_factory=dict)

    def list_files(self) -> dict[str, str]:
        """Return the script and its secrets file, by name. The secrets give access to all media."""
        secrets = {"key": derive_key(self.secret).hex(), **self.store.get_secrets()}
        return {NJS_SCRIPT.name: NJS_SCRIPT.read_text("utf-8"), SECRETS_FILE: json.dumps(secrets)}

    def render_http(self, folder: Path) -> str:
        """Return the directives for `http { }`. `folder` contains the script and the secrets."""
        lines = [
            f'js_import touchline_media from "{folder / NJS_SCRIPT.name}";',
            f'js_preload_object touchline from "{folder / SECRETS_FILE}";',
            "js_var $touchline_asked;",
            "js_var $touchline_caching;",
            "js_set $touchline_opens touchline_media.opens;",
            "map $touchline_opens $touchline_denied {",
            "    default /-media/refused;",
            "    /-media/expired /-media/expired;",
            "}",
            *self.store.render_http(),
        ]
        return (
            "\n".join(lines)
            + "\n"
            + (
                _SESSION_CACHE.format(sessions=self.session_cache_folder, **_CACHEABLE_PATTERNS)
                if self.session_cache_folder
                else ""
            )
        )

    def render_server(self) -> str:
        """Return the directives for `server { }`."""
        shared = {**self.headers, **self.shared_headers}
        parts = [
            _LOCATIONS.format(
                app=self.app_url,
                target="$touchline_target" if self.session_cache_folder else "$touchline_opens",
                headers=_format_headers(shared),
                refused=_format_problem(403, "Forbidden", INVALID_MEDIA_LINK),
                expired=_format_problem(403, "Forbidden", INVALID_MEDIA_LINK),
                missing=_format_problem(404, "Not Found", FILE_NOT_FOUND),
                away=_format_problem(503, "Service Unavailable", STORAGE_UNAVAILABLE),
            )
        ]
        locations = {"kept": _CACHE_CONTROL, "anew": _CACHE_CONTROL}
        if self.session_cache_folder:
            parts.append(
                _SESSION_LOCATIONS.format(
                    app=self.app_url, auth_request=_AUTH_REQUEST, auth_cache=_AUTH_CACHE
                )
            )
            locations = {
                name: f"    auth_request /-media/session;\n{directives}"
                for name, directives in locations.items()
            }
            locations |= {
                "known": _CACHED_AUTH + _UPSTREAM_CACHE_CONTROL,
                "growing": _CACHED_AUTH + _NO_CACHE,
            }
        for name, directives in locations.items():
            is_growing = name in _GROWING_LOCATIONS
            parts.append(
                f"location ^~ /-media/{name}/ "
                f"{{\n    internal;\n{directives}{_NO_VALIDATORS if is_growing else ''}"
                f"{_indent(self.store.render_location(name, is_growing=is_growing))}{_GZIP_DIRECTIVES}"
                f"{_format_headers(shared)}}}\n"
            )
        return "\n".join(parts)


_GZIP_DIRECTIVES = """\
    gzip on;
    gzip_proxied any;
    gzip_types application/vnd.apple.mpegurl text/vtt;
"""
_GROWING_LOCATIONS = {"anew", "growing"}
_CACHE_CONTROL = "    add_header Cache-Control $touchline_caching;\n"
_NO_VALIDATORS = """\
    etag off;
    if_modified_since off;
    add_header Last-Modified "";
"""
_LOCATIONS = """\
location ^~ /media/ {{
    rewrite ^ {target} last;
}}
location = /-media/app {{
    internal;
    proxy_pass {app}$request_uri;
}}
location = /-media/refused {{
    internal;
    default_type application/problem+json;
    add_header Cache-Control no-store always;
{headers}    return 403 '{refused}';
}}
location = /-media/expired {{
    internal;
    default_type application/problem+json;
    add_header Cache-Control no-store always;
{headers}    return 403 '{expired}';
}}
location = /-media/missing {{
    internal;
    default_type application/problem+json;
    add_header Cache-Control no-store always;
{headers}    return 404 '{missing}';
}}
location = /-media/away {{
    internal;
    default_type application/problem+json;
    add_header Cache-Control no-store always;
    add_header Retry-After 60 always;
{headers}    return 503 '{away}';
}}
"""
_PATH_SEGMENT = "[A-Za-z0-9_-][A-Za-z0-9._-]*"
_FOLDER_TOKEN_PATTERN = (
    "^(?:GET|HEAD) /media/(?<touchline_token>[0-9]+[.][1-9][0-9]*[.]d[.][A-Za-z0-9_-]+)"
    f"/(?<touchline_file>(?<touchline_folder>{{folders}}/{_PATH_SEGMENT}/)(?:{_PATH_SEGMENT}/)*{_PATH_SEGMENT}{{ends}})(?:[?]|$)"
)
_CACHEABLE_PATTERNS = {
    "growing": _FOLDER_TOKEN_PATTERN.format(folders="live", ends="[.]m3u8"),
    "known": _FOLDER_TOKEN_PATTERN.format(folders="(?:assets|live)", ends=""),
}
_SESSION_CACHE = """\
proxy_cache_path "{sessions}" levels=1:2 keys_zone=touchline_sessions:10m inactive=10m max_size=1g;
map "$request_method $request_uri" $touchline_target {{
    default $touchline_opens;
    # Most requests are for a file of a recording or a stream, with a token for its folder. The app checks
    # such a token once in 20 s. Until then the result is cached, and no script runs.
    "~{growing}" /-media/growing/$touchline_file;
    "~{known}" /-media/known/$touchline_file;
}}
map $touchline_opens $touchline_verdict {{
    default /-media/denied;
    "~^/-media/(?:kept|anew)/" /-media/answer;
}}
map $touchline_app_cache_control $touchline_cache_control {{
    default $touchline_app_cache_control;
    "" $touchline_caching;
}}
upstream touchline_unreachable {{
    server 127.0.0.1:9 down;
}}
"""
_CACHED_AUTH = """\
    auth_request /-media/whether;
"""
_UPSTREAM_CACHE_CONTROL = """\
    auth_request_set $touchline_app_cache_control $upstream_http_cache_control;
    add_header Cache-Control $touchline_cache_control;
"""
_NO_CACHE = """\
    add_header Cache-Control "private, no-cache";
"""
# A cached app response is a file. It stays open, because opening and closing it costs as much as reading it
# and all other work.
_AUTH_CACHE = """\
    proxy_method HEAD;
    proxy_pass_request_body off;
    proxy_cache touchline_sessions;
    proxy_cache_methods GET HEAD;
    proxy_cache_convert_head off;
    proxy_ignore_headers Cache-Control Expires Set-Cookie Vary X-Accel-Redirect;
    open_file_cache max=4096 inactive=20s;
    open_file_cache_valid 20s;
"""
_AUTH_REQUEST = (
    _AUTH_CACHE
    + """\
    proxy_connect_timeout 1s;
    proxy_read_timeout 3s;
    # A refusal is not cached: a place among the devices that watch at once can be free at any time.
    proxy_cache_valid 200 20s;
    proxy_cache_lock on;
    proxy_cache_use_stale error timeout updating http_500 http_502 http_503 http_504;
    # If the app is unavailable, signed URLs stay valid.
    proxy_intercept_errors on;
    error_page 500 502 503 504 =204 /-media/unasked;
"""
)
_SESSION_LOCATIONS = """\
location = /-media/session {{
    internal;
    if ($touchline_asked = "") {{
        return 204;
    }}
    proxy_pass {app}$request_uri;
    proxy_cache_key $touchline_asked;
{auth_request}}}
# The cached result for this token and folder. Without one, the upstream fails and the check runs.
location = /-media/whether {{
    internal;
    proxy_pass http://touchline_unreachable;
    proxy_cache_key "$touchline_token $touchline_folder";
    recursive_error_pages on;
    error_page 502 = /-media/checked;
{auth_cache}}}
location = /-media/checked {{
    internal;
    rewrite ^ $touchline_verdict last;
}}
location = /-media/denied {{
    internal;
    return 403;
}}
location = /-media/answer {{
    internal;
    # The file name does not matter: the app checks the token, not the content of the folder.
    proxy_pass {app}/media/$touchline_token/${{touchline_folder}}file;
    proxy_cache_key "$touchline_token $touchline_folder";
{auth_request}}}
location = /-media/unasked {{
    internal;
    return 204;
}}
"""


def _format_problem(status: int, title: str, message: ErrorMessage) -> str:
    body = {
        "type": f"urn:touchline:{message.code}",
        "title": title,
        "status": status,
        "detail": message,
        "message": message,
        "code": message.code,
        "params": {},
        "request_id": "$touchline_request",
    }
    return json.dumps(body)


def _format_headers(headers: Mapping[str, str]) -> str:
    return "".join(f'    add_header {name} "{value}" always;\n' for name, value in headers.items())


def _indent(lines: list[str]) -> str:
    return "".join(f"    {line}\n" for line in lines)
