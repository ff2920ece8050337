"""Requirements for every media gateway: one test file for the app and for a real nginx in front of it.

`adapters/delivery/media.js` repeats in nginx what `SignedPaths.admit` does in the app. These tests keep the
two consistent.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from touchline.catalog.adapters.http.media.media import SHARED_HEADERS
from touchline.catalog.ports.media.delivery import PUBLIC_SESSION, Delivery, TokenScope
from touchline.catalog.ports.media.storage import Storage
from touchline.conftest import get_clock
from touchline.entrypoints.tests.media_gateways import (
    ENDED_SESSION,
    OPEN_SESSION,
    FakePlaybackRights,
    GatewayResponse,
    MediaGateway,
    create_app_gateway,
    create_nginx_gateway,
    s3_settings,
)
from touchline.platform.http.security import cors, headers
from touchline.shared.ids import SessionId
from touchline.shared.tests.machine import should_test_nginx_signed_paths

FOLDER, CLIP, STREAM, DOWNLOAD = "assets/7-ab12", "clips/65f0c0de", "live/3-00ff", "downloads/65f0beef"
PLAYLIST = b"#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n00000.ts\n#EXTINF:4,\n00001.ts\n#EXT-X-ENDLIST\n"
SEGMENT = f"{FOLDER}/v0/00000.ts"
CONTENT = bytes(range(256)) * 4
FILES = {
    f"{FOLDER}/master.m3u8": (
        b"#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv0/index.m3u8\n",
        "application/vnd.apple.mpegurl",
    ),
    f"{FOLDER}/v0/index.m3u8": (PLAYLIST, "application/vnd.apple.mpegurl"),
    SEGMENT: (CONTENT, "video/mp2t"),
    f"{FOLDER}/v0/00001.ts": (CONTENT, "video/mp2t"),
    f"{FOLDER}/poster.jpg": (b"\xff\xd8poster", "image/jpeg"),
    f"{FOLDER}/storyboard.vtt": (b"WEBVTT\n", "text/vtt; charset=utf-8"),
    f"{FOLDER}/captions/1.vtt": (b"WEBVTT\n", "text/vtt; charset=utf-8"),
}
OTHER_FILES = {
    "assets/8-cd34/master.m3u8": b"#EXTM3U\n",
    f"{CLIP}/play/master.m3u8": b"#EXTM3U\n",
    f"{CLIP}/file/clip.mp4": CONTENT,
    f"{DOWNLOAD}/game.mp4": CONTENT,
    f"{STREAM}/source.m3u8": b"#EXTM3U\n00001.ts\n",
    f"{STREAM}/source/1-00001.ts": CONTENT,
    "sources/1-aa/video/game.mp4": CONTENT,
    "assets/9-dead/v0/00000.ts": CONTENT,
    "live/9-dead/source.m3u8": b"#EXTM3U\n",
    "clips/65f0dead/play/master.m3u8": b"#EXTM3U\n",
}
SERVER_SPECIFIC_HEADERS = {
    *("server", "date", "connection", "content-length", "last-modified", "etag", "vary", "cache-control"),
    *("accept-ranges", "x-request-id"),
}
"""Headers that vary between responses, or that each server sets itself."""
REVOKED_PATHS = ("assets/9-dead/v0/00000.ts", "live/9-dead/source.m3u8", "clips/65f0dead/play/master.m3u8")
GATEWAYS = (
    ["app", "nginx", pytest.param("nginx-s3", marks=pytest.mark.nightly)]
    if should_test_nginx_signed_paths()
    else ["app"]
)


@pytest.fixture(scope="module", params=GATEWAYS)
def gateway(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MediaGateway]:
    """Yield each gateway, with all files behind it."""
    var = tmp_path_factory.mktemp("var")
    with open_gateway(request.param, var) as opened:
        store_files(opened)
        yield opened


def open_gateway(name: str, var: Path) -> AbstractContextManager[MediaGateway]:
    """Open `app`, `nginx` with files in a folder, or `nginx-s3` with objects in a bucket."""
    if name == "app":
        return create_app_gateway(var)
    return create_nginx_gateway(var, **(s3_settings() if name == "nginx-s3" else {}))


@pytest.fixture(autouse=True)
def wire_application(gateway: MediaGateway) -> None:
    """Wire the gateway's application, and set its clock to the current time."""
    gateway.application.wire()
    get_clock(gateway.application).set(datetime.now(UTC))


def store_files(gateway: MediaGateway) -> None:
    """Store all files where the gateway finds them."""
    storage = get_storage(gateway)
    with storage.workspace("test") as workspace:
        for key, content in ({key: content for key, (content, _) in FILES.items()} | OTHER_FILES).items():
            (workspace / "file").write_bytes(content)
            storage.put(key, workspace / "file")


def get_storage(gateway: MediaGateway) -> Storage:
    found: Storage = gateway.application.adapters.storage()
    return found


def get_delivery(gateway: MediaGateway) -> Delivery:
    found: Delivery = gateway.application.adapters.delivery()
    return found


def create_token(
    gateway: MediaGateway, path: str, session: SessionId = OPEN_SESSION, region: str | None = None
) -> str:
    """Return a token for a file's whole folder."""
    return get_delivery(gateway).sign(path, session, TokenScope.FOLDER, region).url.split("/")[2]


def problem(response: GatewayResponse) -> dict[str, Any]:
    """Return a refusal's body. Everything except the message is identical for all gateways."""
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["access-control-allow-origin"] == "*"
    body: dict[str, Any] = json.loads(response.body)
    assert body["request_id"] == response.headers["x-request-id"]
    return body


def is_refused(response: GatewayResponse) -> bool:
    return response.status == 403 and problem(response)["code"] == "errors.media_token"


@pytest.mark.parametrize("path", FILES)
def test_one_token_opens_every_file_of_a_folder(gateway: MediaGateway, path: str) -> None:
    response = gateway.send(f"/media/{create_token(gateway, SEGMENT)}/{path}")
    content, kind = FILES[path]
    assert (response.status, response.body, response.headers["content-type"]) == (200, content, kind)
    assert int(response.headers["content-length"]) == len(content)
    caching, left, lasting = response.headers["cache-control"].split(", ")
    assert (caching, lasting) == ("private", "immutable")
    assert (
        timedelta(hours=5, minutes=44)
        < timedelta(seconds=int(left.removeprefix("max-age=")))
        <= timedelta(hours=6)
    )


def test_headers_are_the_same_at_every_gateway(gateway: MediaGateway) -> None:
    received = gateway.send(f"/media/{create_token(gateway, SEGMENT)}/{SEGMENT}").headers
    shared = {
        **headers.DEFAULT_HEADERS,
        **cors.CORS_HEADERS,
        **SHARED_HEADERS,
        "Content-Security-Policy": headers.NON_PAGE_CSP,
    }
    expected = {name.lower(): value for name, value in shared.items()} | {"content-type": "video/mp2t"}
    compared = {name: value for name, value in received.items() if name not in SERVER_SPECIFIC_HEADERS}
    assert compared == expected
    assert received["accept-ranges"] == "bytes"
    assert received["x-request-id"]


def test_a_token_opens_only_its_own_folder(gateway: MediaGateway) -> None:
    token = create_token(gateway, SEGMENT)
    for path in (
        "assets/8-cd34/master.m3u8",
        f"{CLIP}/play/master.m3u8",
        "sources/1-aa/video/game.mp4",
        "assets/7-ab12",
    ):
        assert is_refused(gateway.send(f"/media/{token}/{path}")), path
    sources = create_token(gateway, "sources/1-aa/video/game.mp4")
    assert is_refused(gateway.send(f"/media/{sources}/sources/1-aa/video/game.mp4"))


def test_no_part_of_a_token_can_be_altered(gateway: MediaGateway) -> None:
    token = create_token(gateway, SEGMENT)
    expiry, session, scope, mac = token.split(".")
    other = ("A" if mac[0] != "A" else "B") + mac[1:]
    noncanonical = mac[:-1] + chr(ord(mac[-1]) + 1)  # the same 32 bytes for a lenient base64 decoder
    altered = (
        *(f"{int(expiry) + 1}.{session}.{scope}.{mac}", f"{expiry}.{int(session) + 1}.{scope}.{mac}"),
        *(f"{expiry}.0.{scope}.{mac}", f"{expiry}.{session}.f.{mac}", f"{expiry}.{session}.s1.{mac}"),
        *(f"{expiry}.{session}.d-US.{mac}", f"{expiry}.{session}.{scope}.{other}", token[:-1], f"{token}A"),
        f"{expiry}.{session}.{scope}.{noncanonical}",
        *(f"0{token}", f"{expiry}.{session}.{scope}", f"{expiry}.{session}.{scope}.", token.upper(), "x"),
        *("x" * 3000, token.replace(".", "%2e")),
    )
    assert gateway.send(f"/media/{token}/{SEGMENT}").status == 200
    opened = [
        altered_token
        for altered_token in altered
        if not is_refused(gateway.send(f"/media/{altered_token}/{SEGMENT}"))
    ]
    assert opened in ([], [token.replace(".", "%2e")])  # the same token in another encoding
    for path in ("/media/", f"/media/{SEGMENT}", f"/media/{token}"):
        assert is_refused(gateway.send(path)), path


@pytest.mark.parametrize(
    "path",
    [
        "assets/7-ab12/../8-cd34/master.m3u8",
        "assets/7-ab12/%2e%2e/8-cd34/master.m3u8",
        "assets/7-ab12/..%2f8-cd34/master.m3u8",
        "assets/7-ab12//master.m3u8",
        "assets/7-ab12/./master.m3u8",
        "assets/7-ab12/..\\master.m3u8",
        "assets/7-ab12/master.m3u8%00",
        "assets/7-ab12/.hidden",
    ],
    ids=["up", "up-escaped", "slash-escaped", "empty", "here", "backslash", "nul", "hidden"],
)
def test_path_traversal_is_rejected(gateway: MediaGateway, path: str) -> None:
    assert gateway.send(f"/media/{create_token(gateway, SEGMENT)}/{path}").status in (400, 403, 404)


def test_a_media_url_expires(gateway: MediaGateway) -> None:
    clock = get_clock(gateway.application)
    clock.set(datetime.now(UTC) - timedelta(hours=6, seconds=1))
    token = create_token(gateway, SEGMENT)
    clock.set(datetime.now(UTC))
    response = gateway.send(f"/media/{token}/{SEGMENT}")
    assert is_refused(response)
    assert problem(response)["detail"] == "This media link is not valid or has expired. Reload the page."


def test_a_poster_is_public_and_its_folder_is_not(gateway: MediaGateway) -> None:
    poster = f"{FOLDER}/poster.jpg"
    address = get_delivery(gateway).sign(poster, PUBLIC_SESSION, TokenScope.FILE).url
    response = gateway.send(address)
    assert (response.status, response.body) == (200, FILES[poster][0])
    assert response.headers["cache-control"].startswith("public, max-age=")
    assert is_refused(gateway.send(address.replace("poster.jpg", "master.m3u8")))
    assert is_refused(gateway.send(f"/media/{create_token(gateway, SEGMENT, PUBLIC_SESSION)}/{SEGMENT}"))


def test_range_requests_are_supported(gateway: MediaGateway) -> None:
    segment = f"/media/{create_token(gateway, SEGMENT)}/{SEGMENT}"
    part = gateway.send(segment, Range="bytes=100-199")
    assert (part.status, part.body) == (206, CONTENT[100:200])
    assert part.headers["content-range"] == f"bytes 100-199/{len(CONTENT)}"
    assert gateway.send(segment, Range="bytes=-24").body == CONTENT[-24:]
    out_of_range = gateway.send(segment, Range="bytes=5000-6000")
    assert out_of_range.status == 416
    if gateway.name != "nginx-s3":  # with S3, the store decides whether to send it
        assert out_of_range.headers["content-range"] == f"bytes */{len(CONTENT)}"


def test_a_matching_etag_returns_304(gateway: MediaGateway) -> None:
    segment = f"/media/{create_token(gateway, SEGMENT)}/{SEGMENT}"
    tag = gateway.send(segment).headers["etag"]
    assert not tag.startswith("W/")
    unchanged = gateway.send(segment, If_None_Match=tag)
    assert (unchanged.status, unchanged.body) == (304, b"")
    assert gateway.send(segment, Range="bytes=0-9", If_Range=tag).status in (
        200,
        206,
    )  # a complete response is also correct
    assert gateway.send(segment, Range="bytes=0-9", If_Range='"another"').status == 200


def test_head_returns_the_headers_without_a_body(gateway: MediaGateway) -> None:
    response = gateway.send(f"/media/{create_token(gateway, SEGMENT)}/{SEGMENT}", "HEAD")
    assert (response.status, response.body, response.headers["content-length"]) == (
        200,
        b"",
        str(len(CONTENT)),
    )


def test_preflight_requests_are_supported(gateway: MediaGateway) -> None:
    response = gateway.send(
        f"/media/{create_token(gateway, SEGMENT)}/{SEGMENT}", "OPTIONS", Origin="https://watch.example"
    )
    assert response.status == 204
    assert response.headers["access-control-allow-origin"] == "*"
    assert "Range" in response.headers["access-control-allow-headers"]


def test_a_missing_file_with_a_valid_token_is_404(gateway: MediaGateway) -> None:
    token = create_token(gateway, SEGMENT)
    for name in ("v9/00000.ts", "v0", "none.jpg"):
        response = gateway.send(f"/media/{token}/{FOLDER}/{name}")
        assert (response.status, problem(response)["code"]) == (404, "errors.file_not_found"), name


def test_an_ended_session_is_refused(gateway: MediaGateway) -> None:
    for path in (SEGMENT, f"{STREAM}/source.m3u8", f"{CLIP}/play/master.m3u8"):
        assert gateway.send(f"/media/{create_token(gateway, path)}/{path}").status == 200
        assert is_refused(gateway.send(f"/media/{create_token(gateway, path, ENDED_SESSION)}/{path}")), path


@pytest.mark.parametrize("path", REVOKED_PATHS)
def test_a_refund_revokes_its_media_and_leaves_the_viewers_other_media_playable(
    gateway: MediaGateway, path: str
) -> None:
    catalog: Any = gateway.application.container.catalog
    rights: FakePlaybackRights = catalog.playback_rights()
    stored = {"assets": SEGMENT, "live": f"{STREAM}/source.m3u8", "clips": f"{CLIP}/play/master.m3u8"}[
        path.split("/")[0]
    ]
    assert gateway.send(f"/media/{create_token(gateway, stored)}/{stored}").status == 200
    rights.revoked_paths = {"/".join(path.split("/")[:2])}
    assert is_refused(gateway.send(f"/media/{create_token(gateway, path)}/{path}"))
    assert gateway.send(f"/media/{create_token(gateway, stored)}/{stored}").status == 200


def test_a_share_link_url_is_identified_to_the_app(gateway: MediaGateway) -> None:
    path = f"{CLIP}/play/master.m3u8"
    address = get_delivery(gateway).sign(path, OPEN_SESSION, TokenScope.FOLDER, share_id="1a2b3c4d").url
    assert address.split(".")[2] == "d~1a2b3c4d"
    assert gateway.send(address).status == 200
    assert is_refused(gateway.send(address.replace("~1a2b3c4d", "~1a2b3c4e")))
    assert is_refused(gateway.send(address.replace("~1a2b3c4d", "")))


def test_a_live_playlist_is_never_stale(gateway: MediaGateway) -> None:
    storage, path = get_storage(gateway), f"{STREAM}/source.m3u8"
    address = f"/media/{create_token(gateway, path)}/{path}"
    reported = gateway.send(address)
    assert reported.headers["cache-control"] == "private, no-cache"
    conditional_headers = {"If_None_Match": reported.headers.get("etag", '"x"')}
    if "last-modified" in reported.headers:
        conditional_headers["If_Modified_Since"] = reported.headers["last-modified"]
    began = storage.stat(path).modified_at.timestamp()
    with storage.workspace("test") as workspace:
        (workspace / "file").write_bytes(b"#EXTM3U\n00002.ts\n")
        storage.put(path, workspace / "file")
    if gateway.name != "nginx-s3":  # replaced within the same second
        os.utime(gateway.application.settings.media_folder / path, (began, began + 0.001))
    grown = gateway.send(address, **conditional_headers)
    assert (grown.status, grown.body) == (200, b"#EXTM3U\n00002.ts\n")


def test_deletable_files_are_revalidated_each_time(gateway: MediaGateway) -> None:
    path = f"{CLIP}/play/master.m3u8"
    token = create_token(gateway, path)
    response = gateway.send(f"/media/{token}/{path}")
    assert (response.status, response.headers["cache-control"]) == (200, "private, no-cache")
    assert is_refused(gateway.send(f"/media/{token}/{CLIP}/file/clip.mp4"))


@pytest.mark.parametrize("path", [f"{CLIP}/file/clip.mp4", f"{DOWNLOAD}/game.mp4"], ids=["clip", "game"])
def test_a_download_has_the_requested_name(gateway: MediaGateway, path: str) -> None:
    address = get_delivery(gateway).sign(path, OPEN_SESSION, TokenScope.FILE).url
    response = gateway.send(f"{address}?as=Bears%20at%20Rivals.mp4", Range="bytes=0-9")
    assert (response.status, response.body) == (206, CONTENT[:10])
    assert response.headers["content-disposition"] == 'attachment; filename="Bears at Rivals.mp4"'
    assert (response.headers["cache-control"], response.headers["content-type"]) == (
        "private, no-cache",
        "video/mp4",
    )


def test_a_simulated_stream_serves_only_segments_that_are_due(gateway: MediaGateway) -> None:
    began = datetime.now(UTC) - timedelta(seconds=1)
    token = (
        get_delivery(gateway).sign_simulation(f"{FOLDER}/master.m3u8", OPEN_SESSION, began).url.split("/")[2]
    )
    growing = gateway.send(f"/media/{token}/{FOLDER}/v0/index.m3u8")
    assert growing.status == 200
    assert b"00000.ts" in growing.body
    assert b"00001.ts" not in growing.body
    assert gateway.send(f"/media/{token}/{FOLDER}/v0/00000.ts").body == CONTENT
    early = gateway.send(f"/media/{token}/{FOLDER}/v0/00001.ts")
    assert (early.status, problem(early)["code"]) == (403, "errors.not_shown_yet")


def test_a_url_for_one_country_works_only_from_there(gateway: MediaGateway) -> None:
    assert gateway.send(f"/media/{create_token(gateway, SEGMENT, region='US')}/{SEGMENT}").body == CONTENT
    blocked = gateway.send(f"/media/{create_token(gateway, SEGMENT, region='CA')}/{SEGMENT}")
    assert (blocked.status, problem(blocked)["code"]) == (403, "errors.geo_blocked")


def test_playlists_are_gzipped(gateway: MediaGateway) -> None:
    path = f"{FOLDER}/v1/index.m3u8"
    storage = get_storage(gateway)
    with storage.workspace("test") as workspace:
        (workspace / "file").write_bytes(PLAYLIST * 100)
        storage.put(path, workspace / "file")
    response = gateway.send(f"/media/{create_token(gateway, SEGMENT)}/{path}", Accept_Encoding="gzip")
    assert response.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in response.headers["vary"]
