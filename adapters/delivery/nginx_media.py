"""What an nginx must be told so that it checks signed paths by itself and hands out what they open.

Debian: `nginx` and `libnginx-mod-http-js`. The check is `media.js` beside this file; it gets the key by
`js_preload_object`, which is read once and not for each request.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adapters.delivery.nginx_stores import Store
from adapters.delivery.signed_paths import derived_key

SCRIPT = Path(__file__).with_name("media.js")
SECRETS = "media.json"
_LIVE, _PLAYLIST = "live/", ".m3u8"


def place_of(path: str) -> str:
    """Where nginx has the file, under a name that no visitor can ask for. A playlist that is replaced every
    second lies where nothing is said of its age: nginx knows that in whole seconds alone."""
    anew = path.startswith(_LIVE) and path.endswith(_PLAYLIST)
    return f"/-media/{'anew' if anew else 'kept'}/{path}"


@dataclass(frozen=True)
class MediaServer:
    """The part of nginx's configuration that is about media.

    `secret` is the deployment's; `keeps` says how nginx reaches the files; `app` is where it asks. `headers`
    and `shared` stand on every answer. `sessions` is a folder where the app's answers are kept for 20 s:
    whether a session is open and may still play a folder. None: nobody is asked, and a log-out or a refund
    ends a stream when its address expires.
    """

    secret: bytes
    keeps: Store
    app: str = "http://touchline"
    headers: Mapping[str, str] = field(default_factory=dict)
    sessions: Path | None = None
    shared: Mapping[str, str] = field(default_factory=dict)

    def files(self) -> dict[str, str]:
        """The script, and the keys that it gets; whoever reads the second can open everything."""
        told = {"key": derived_key(self.secret).hex(), **self.keeps.secrets()}
        return {SCRIPT.name: SCRIPT.read_text("utf-8"), SECRETS: json.dumps(told)}

    def for_http(self, folder: Path) -> str:
        """What belongs into `http { }`; the script and the secrets lie in `folder`."""
        lines = [
            f'js_import touchline_media from "{folder / SCRIPT.name}";',
            f'js_preload_object touchline from "{folder / SECRETS}";',
            "js_var $touchline_asked;",
            "js_var $touchline_caching;",
            "js_set $touchline_opens touchline_media.opens;",
            "map $touchline_opens $touchline_denied {",
            "    default /-media/refused;",
            "    /-media/expired /-media/expired;",
            "}",
            *self.keeps.for_http(),
        ]
        return (
            "\n".join(lines)
            + "\n"
            + (_REMEMBERED.format(sessions=self.sessions, **_KNOWN_FILES) if self.sessions else "")
        )

    def for_server(self) -> str:
        """What belongs into `server { }`."""
        shared = {**self.headers, **self.shared}
        parts = [
            _LOCATIONS.format(
                app=self.app,
                way="$touchline_way" if self.sessions else "$touchline_opens",
                lines=_lines(shared),
                refused=_problem(403, "Forbidden", "errors.media_token", _REFUSED),
                expired=_problem(403, "Forbidden", "errors.media_token", _EXPIRED),
                missing=_problem(404, "Not Found", "errors.not_found", _MISSING),
                away=_problem(503, "Service Unavailable", "errors.unavailable", _AWAY),
            )
        ]
        places = {"kept": _LASTS, "anew": _LASTS}
        if self.sessions:
            parts.append(_SESSIONS.format(app=self.app, asking=_ASKING, said=_SAID))
            places = {name: f"    auth_request /-media/session;\n{more}" for name, more in places.items()}
            places |= {"known": _KNOWN + _AS_TOLD, "growing": _KNOWN + _AS_IT_GROWS}
        for name, more in places.items():
            grows = name in _GROW
            parts.append(
                f"location ^~ /-media/{name}/ {{\n    internal;\n{more}{_NO_AGE if grows else ''}"
                f"{_indented(self.keeps.location(name, grows=grows))}{_TEXT}{_lines(shared)}}}\n"
            )
        return "\n".join(parts)


_REFUSED = "This media link is not valid or no longer valid."
_EXPIRED = "This media link has expired."
_MISSING = "There is no such file."
_AWAY = "The video storage does not answer. Please try again in a few minutes."
_TEXT = """\
    gzip on;
    gzip_proxied any;
    gzip_types application/vnd.apple.mpegurl text/vtt;
"""
_GROW = {"anew", "growing"}
_LASTS = "    add_header Cache-Control $touchline_caching;\n"
_NO_AGE = """\
    etag off;
    if_modified_since off;
    add_header Last-Modified "";
"""
_LOCATIONS = """\
location ^~ /media/ {{
    rewrite ^ {way} last;
}}
location = /-media/app {{
    internal;
    proxy_pass {app}$request_uri;
}}
location = /-media/refused {{
    internal;
    default_type application/problem+json;
    add_header Cache-Control no-store always;
{lines}    return 403 '{refused}';
}}
location = /-media/expired {{
    internal;
    default_type application/problem+json;
    add_header Cache-Control no-store always;
{lines}    return 403 '{expired}';
}}
location = /-media/missing {{
    internal;
    default_type application/problem+json;
    add_header Cache-Control no-store always;
{lines}    return 404 '{missing}';
}}
location = /-media/away {{
    internal;
    default_type application/problem+json;
    add_header Cache-Control no-store always;
    add_header Retry-After 60 always;
{lines}    return 503 '{away}';
}}
"""
_NAME = "[A-Za-z0-9_-][A-Za-z0-9._-]*"
_BY_FOLDER = (
    "^(?:GET|HEAD) /media/(?<touchline_token>[0-9]+[.][1-9][0-9]*[.]d[.][A-Za-z0-9_-]+)"
    f"/(?<touchline_file>(?<touchline_folder>{{folders}}/{_NAME}/)(?:{_NAME}/)*{_NAME}{{ends}})(?:[?]|$)"
)
_KNOWN_FILES = {
    "growing": _BY_FOLDER.format(folders="live", ends="[.]m3u8"),
    "known": _BY_FOLDER.format(folders="(?:assets|live)", ends=""),
}
_REMEMBERED = """\
proxy_cache_path "{sessions}" levels=1:2 keys_zone=touchline_sessions:10m inactive=10m max_size=1g;
map "$request_method $request_uri" $touchline_way {{
    default $touchline_opens;
    # What is asked for most: a file of a recording or a stream, by a token that opens its folder. Such a
    # token is checked once in 20 s, and then known: to know it again takes no script.
    "~{growing}" /-media/growing/$touchline_file;
    "~{known}" /-media/known/$touchline_file;
}}
map $touchline_opens $touchline_verdict {{
    default /-media/denied;
    "~^/-media/(?:kept|anew)/" /-media/answer;
}}
map $touchline_told $touchline_lasting {{
    default $touchline_told;
    "" $touchline_caching;
}}
upstream touchline_nobody {{
    server 127.0.0.1:9 down;
}}
"""
_KNOWN = """\
    auth_request /-media/whether;
"""
_AS_TOLD = """\
    auth_request_set $touchline_told $upstream_http_cache_control;
    add_header Cache-Control $touchline_lasting;
"""
_AS_IT_GROWS = """\
    add_header Cache-Control "private, no-cache";
"""
# What an app said is a file. It stays open: to open and close it costs as much as to read it and all else.
_SAID = """\
    proxy_method HEAD;
    proxy_pass_request_body off;
    proxy_cache touchline_sessions;
    proxy_cache_methods GET HEAD;
    proxy_cache_convert_head off;
    proxy_ignore_headers Cache-Control Expires Set-Cookie Vary X-Accel-Redirect;
    open_file_cache max=4096 inactive=20s;
    open_file_cache_valid 20s;
"""
_ASKING = (
    _SAID
    + """\
    proxy_connect_timeout 1s;
    proxy_read_timeout 3s;
    proxy_cache_valid 200 403 20s;
    proxy_cache_lock on;
    proxy_cache_use_stale error timeout updating http_500 http_502 http_503 http_504;
    # Where the app is away, what is signed plays on.
    proxy_intercept_errors on;
    error_page 500 502 503 504 =204 /-media/unasked;
"""
)
_SESSIONS = """\
location = /-media/session {{
    internal;
    if ($touchline_asked = "") {{
        return 204;
    }}
    proxy_pass {app}$request_uri;
    proxy_cache_key $touchline_asked;
{asking}}}
# What was said of this token and folder; who said nothing is `nobody`, and the check goes on.
location = /-media/whether {{
    internal;
    proxy_pass http://touchline_nobody;
    proxy_cache_key "$touchline_token $touchline_folder";
    recursive_error_pages on;
    error_page 502 = /-media/checked;
{said}}}
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
    # Any name will do: whose the token is the app can tell, and what lies in the folder is not asked.
    proxy_pass {app}/media/$touchline_token/${{touchline_folder}}file;
    proxy_cache_key "$touchline_token $touchline_folder";
{asking}}}
location = /-media/unasked {{
    internal;
    return 204;
}}
"""


def _problem(status: int, title: str, code: str, sentence: str) -> str:
    body = {
        "type": f"urn:touchline:{code}",
        "title": title,
        "status": status,
        "detail": sentence,
        "message": sentence,
        "code": code,
        "request_id": "$touchline_request",
    }
    return json.dumps(body)


def _lines(headers: Mapping[str, str]) -> str:
    return "".join(f'    add_header {name} "{value}" always;\n' for name, value in headers.items())


def _indented(lines: list[str]) -> str:
    return "".join(f"    {line}\n" for line in lines)
