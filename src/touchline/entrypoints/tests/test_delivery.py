"""What any door for media must do: one file of tests over the app and a real nginx before it.

`adapters/delivery/media.js` says again, in nginx, what `SignedPaths.admit` says in the app; here the two are
held together.
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

from touchline.catalog.adapters.http.media import SHARED
from touchline.catalog.ports.delivery import ANYBODY, Delivery, Scope
from touchline.catalog.ports.storage import Storage
from touchline.conftest import clock_of
from touchline.entrypoints.tests.media_doors import (
    OPEN,
    OVER,
    Answer,
    Door,
    Rights,
    app_door,
    in_a_bucket,
    nginx_door,
)
from touchline.platform.http import cors, headers
from touchline.shared.ids import SessionId
from touchline.shared.tests.machine import nginx_checks_paths

FOLDER, CLIP, STREAM, COPY = "assets/7-ab12", "clips/65f0c0de", "live/3-00ff", "downloads/65f0beef"
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
OTHERS = {
    "assets/8-cd34/master.m3u8": b"#EXTM3U\n",
    f"{CLIP}/play/master.m3u8": b"#EXTM3U\n",
    f"{CLIP}/file/clip.mp4": CONTENT,
    f"{COPY}/game.mp4": CONTENT,
    f"{STREAM}/source.m3u8": b"#EXTM3U\n00001.ts\n",
    f"{STREAM}/source/1-00001.ts": CONTENT,
    "sources/1-aa/video/game.mp4": CONTENT,
    "assets/9-dead/v0/00000.ts": CONTENT,
    "live/9-dead/source.m3u8": b"#EXTM3U\n",
    "clips/65f0dead/play/master.m3u8": b"#EXTM3U\n",
}
OWN = {
    *("server", "date", "connection", "content-length", "last-modified", "etag", "vary", "cache-control"),
    *("accept-ranges", "x-request-id"),
}
"""Headers that differ from answer to answer, or that a server has of its own."""
TAKEN = ("assets/9-dead/v0/00000.ts", "live/9-dead/source.m3u8", "clips/65f0dead/play/master.m3u8")
DOORS = ["app", "nginx", "nginx-s3"] if nginx_checks_paths() else ["app"]


@pytest.fixture(scope="module", params=DOORS)
def door(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """Each door, with all files behind it."""
    var = tmp_path_factory.mktemp("var")
    with opened_door(request.param, var) as opened:
        keep(opened)
        yield opened


def opened_door(name: str, var: Path) -> AbstractContextManager[Door]:
    """`app`, `nginx` before files in a folder, `nginx-s3` before objects of a bucket."""
    if name == "app":
        return app_door(var)
    return nginx_door(var, **(in_a_bucket() if name == "nginx-s3" else {}))


@pytest.fixture(autouse=True)
def wired(door: Door) -> None:
    """The edges work in the house behind the door, and its clock is right."""
    door.house.wire()
    clock_of(door.house).set(datetime.now(UTC))


def keep(door: Door) -> None:
    """Put all files where the door finds them."""
    storage = storage_of(door)
    with storage.workspace("test") as workspace:
        for key, content in ({key: content for key, (content, _) in FILES.items()} | OTHERS).items():
            (workspace / "file").write_bytes(content)
            storage.put(key, workspace / "file")


def storage_of(door: Door) -> Storage:
    found: Storage = door.house.adapters.storage()
    return found


def signs(door: Door) -> Delivery:
    found: Delivery = door.house.adapters.delivery()
    return found


def folder_of(door: Door, path: str, session: SessionId = OPEN, region: str | None = None) -> str:
    """A token for the whole folder of a file."""
    return signs(door).address(path, session, Scope.FOLDER, region).url.split("/")[2]


def problem(answer: Answer) -> dict[str, Any]:
    """A refusal, of which everything but its words is the same everywhere."""
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["access-control-allow-origin"] == "*"
    told: dict[str, Any] = json.loads(answer.body)
    assert told["request_id"] == answer.headers["x-request-id"]
    return told


def refused(answer: Answer) -> bool:
    return answer.status == 403 and problem(answer)["code"] == "errors.media_token"


@pytest.mark.parametrize("path", FILES)
def test_one_token_opens_every_file_of_a_folder(door: Door, path: str) -> None:
    answer = door.ask(f"/media/{folder_of(door, SEGMENT)}/{path}")
    content, kind = FILES[path]
    assert (answer.status, answer.body, answer.headers["content-type"]) == (200, content, kind)
    assert int(answer.headers["content-length"]) == len(content)
    caching, left, lasting = answer.headers["cache-control"].split(", ")
    assert (caching, lasting) == ("private", "immutable")
    assert (
        timedelta(hours=5, minutes=44)
        < timedelta(seconds=int(left.removeprefix("max-age=")))
        <= timedelta(hours=6)
    )


def test_headers_are_the_same_at_every_door(door: Door) -> None:
    told = door.ask(f"/media/{folder_of(door, SEGMENT)}/{SEGMENT}").headers
    same = {**headers.ALWAYS, **cors.ANSWER, **SHARED, "Content-Security-Policy": headers.NO_PAGE}
    expected = {name.lower(): value for name, value in same.items()} | {"content-type": "video/mp2t"}
    assert {name: value for name, value in told.items() if name not in OWN} == expected
    assert told["accept-ranges"] == "bytes"
    assert told["x-request-id"]


def test_a_token_opens_its_own_folder_alone(door: Door) -> None:
    token = folder_of(door, SEGMENT)
    for path in (
        "assets/8-cd34/master.m3u8",
        f"{CLIP}/play/master.m3u8",
        "sources/1-aa/video/game.mp4",
        "assets/7-ab12",
    ):
        assert refused(door.ask(f"/media/{token}/{path}")), path
    sources = folder_of(door, "sources/1-aa/video/game.mp4")
    assert refused(door.ask(f"/media/{sources}/sources/1-aa/video/game.mp4"))


def test_no_part_of_a_token_can_be_altered(door: Door) -> None:
    token = folder_of(door, SEGMENT)
    expiry, session, scope, mac = token.split(".")
    other = ("A" if mac[0] != "A" else "B") + mac[1:]
    sloppy = mac[:-1] + chr(ord(mac[-1]) + 1)  # the same 32 bytes, where a reader of base64 is not strict
    altered = (
        *(f"{int(expiry) + 1}.{session}.{scope}.{mac}", f"{expiry}.{int(session) + 1}.{scope}.{mac}"),
        *(f"{expiry}.0.{scope}.{mac}", f"{expiry}.{session}.f.{mac}", f"{expiry}.{session}.s1.{mac}"),
        *(f"{expiry}.{session}.d-US.{mac}", f"{expiry}.{session}.{scope}.{other}", token[:-1], f"{token}A"),
        f"{expiry}.{session}.{scope}.{sloppy}",
        *(f"0{token}", f"{expiry}.{session}.{scope}", f"{expiry}.{session}.{scope}.", token.upper(), "x"),
        *("x" * 3000, token.replace(".", "%2e")),
    )
    assert door.ask(f"/media/{token}/{SEGMENT}").status == 200
    opened = [one for one in altered if not refused(door.ask(f"/media/{one}/{SEGMENT}"))]
    assert opened in ([], [token.replace(".", "%2e")])  # the same token in other signs
    for path in ("/media/", f"/media/{SEGMENT}", f"/media/{token}"):
        assert refused(door.ask(path)), path


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
def test_a_path_that_could_lead_elsewhere_opens_nothing(door: Door, path: str) -> None:
    assert door.ask(f"/media/{folder_of(door, SEGMENT)}/{path}").status in (400, 403, 404)


def test_an_address_ends_at_its_expiry(door: Door) -> None:
    clock = clock_of(door.house)
    clock.set(datetime.now(UTC) - timedelta(hours=6, seconds=1))
    token = folder_of(door, SEGMENT)
    clock.set(datetime.now(UTC))
    answer = door.ask(f"/media/{token}/{SEGMENT}")
    assert refused(answer)
    assert problem(answer)["detail"] == "This media link has expired."


def test_a_poster_is_anybodys_and_a_folder_is_nobodys(door: Door) -> None:
    poster = f"{FOLDER}/poster.jpg"
    address = signs(door).address(poster, ANYBODY, Scope.FILE).url
    answer = door.ask(address)
    assert (answer.status, answer.body) == (200, FILES[poster][0])
    assert answer.headers["cache-control"].startswith("public, max-age=")
    assert refused(door.ask(address.replace("poster.jpg", "master.m3u8")))
    assert refused(door.ask(f"/media/{folder_of(door, SEGMENT, ANYBODY)}/{SEGMENT}"))


def test_a_part_of_a_file_can_be_asked_for(door: Door) -> None:
    segment = f"/media/{folder_of(door, SEGMENT)}/{SEGMENT}"
    part = door.ask(segment, Range="bytes=100-199")
    assert (part.status, part.body) == (206, CONTENT[100:200])
    assert part.headers["content-range"] == f"bytes 100-199/{len(CONTENT)}"
    assert door.ask(segment, Range="bytes=-24").body == CONTENT[-24:]
    beyond = door.ask(segment, Range="bytes=5000-6000")
    assert beyond.status == 416
    if door.name != "nginx-s3":  # there the store says it, or does not
        assert beyond.headers["content-range"] == f"bytes */{len(CONTENT)}"


def test_a_strong_tag_saves_the_second_transfer(door: Door) -> None:
    segment = f"/media/{folder_of(door, SEGMENT)}/{SEGMENT}"
    tag = door.ask(segment).headers["etag"]
    assert not tag.startswith("W/")
    known = door.ask(segment, If_None_Match=tag)
    assert (known.status, known.body) == (304, b"")
    assert door.ask(segment, Range="bytes=0-9", If_Range=tag).status in (200, 206)  # the whole is right, too
    assert door.ask(segment, Range="bytes=0-9", If_Range='"another"').status == 200


def test_head_tells_all_but_the_content(door: Door) -> None:
    answer = door.ask(f"/media/{folder_of(door, SEGMENT)}/{SEGMENT}", "HEAD")
    assert (answer.status, answer.body, answer.headers["content-length"]) == (200, b"", str(len(CONTENT)))


def test_a_page_on_another_host_is_answered_before_it_asks(door: Door) -> None:
    answer = door.ask(
        f"/media/{folder_of(door, SEGMENT)}/{SEGMENT}", "OPTIONS", Origin="https://watch.example"
    )
    assert answer.status == 204
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "Range" in answer.headers["access-control-allow-headers"]


def test_a_good_token_before_a_file_that_is_not_there_is_404(door: Door) -> None:
    token = folder_of(door, SEGMENT)
    for name in ("v9/00000.ts", "v0", "none.jpg"):
        answer = door.ask(f"/media/{token}/{FOLDER}/{name}")
        assert (answer.status, problem(answer)["code"]) == (404, "errors.not_found"), name


def test_a_session_that_is_over_opens_nothing(door: Door) -> None:
    for path in (SEGMENT, f"{STREAM}/source.m3u8", f"{CLIP}/play/master.m3u8"):
        assert door.ask(f"/media/{folder_of(door, path)}/{path}").status == 200
        assert refused(door.ask(f"/media/{folder_of(door, path, OVER)}/{path}")), path


@pytest.mark.parametrize("path", TAKEN)
def test_what_a_refund_took_from_a_viewer_is_closed_and_all_else_of_theirs_plays_on(
    door: Door, path: str
) -> None:
    catalog: Any = door.house.container.catalog
    rights: Rights = catalog.playback_rights()
    kept = {"assets": SEGMENT, "live": f"{STREAM}/source.m3u8", "clips": f"{CLIP}/play/master.m3u8"}[
        path.split("/")[0]
    ]
    assert door.ask(f"/media/{folder_of(door, kept)}/{kept}").status == 200
    rights.taken = {"/".join(path.split("/")[:2])}
    assert refused(door.ask(f"/media/{folder_of(door, path)}/{path}"))
    assert door.ask(f"/media/{folder_of(door, kept)}/{kept}").status == 200


def test_an_address_through_a_share_link_says_so_to_the_app(door: Door) -> None:
    path = f"{CLIP}/play/master.m3u8"
    address = signs(door).address(path, OPEN, Scope.FOLDER, share="1a2b3c4d").url
    assert address.split(".")[2] == "d~1a2b3c4d"
    assert door.ask(address).status == 200
    assert refused(door.ask(address.replace("~1a2b3c4d", "~1a2b3c4e")))
    assert refused(door.ask(address.replace("~1a2b3c4d", "")))


def test_a_playlist_that_grows_is_never_an_old_one(door: Door) -> None:
    storage, path = storage_of(door), f"{STREAM}/source.m3u8"
    address = f"/media/{folder_of(door, path)}/{path}"
    told = door.ask(address)
    assert told.headers["cache-control"] == "private, no-cache"
    asked_again = {"If_None_Match": told.headers.get("etag", '"x"')}
    if "last-modified" in told.headers:
        asked_again["If_Modified_Since"] = told.headers["last-modified"]
    began = storage.stat(path).modified_at.timestamp()
    with storage.workspace("test") as workspace:
        (workspace / "file").write_bytes(b"#EXTM3U\n00002.ts\n")
        storage.put(path, workspace / "file")
    if door.name != "nginx-s3":  # replaced within the same second
        os.utime(door.house.settings.media_folder / path, (began, began + 0.001))
    grown = door.ask(address, **asked_again)
    assert (grown.status, grown.body) == (200, b"#EXTM3U\n00002.ts\n")


def test_what_its_owner_may_delete_is_asked_for_each_time(door: Door) -> None:
    path = f"{CLIP}/play/master.m3u8"
    token = folder_of(door, path)
    answer = door.ask(f"/media/{token}/{path}")
    assert (answer.status, answer.headers["cache-control"]) == (200, "private, no-cache")
    assert refused(door.ask(f"/media/{token}/{CLIP}/file/clip.mp4"))


@pytest.mark.parametrize("path", [f"{CLIP}/file/clip.mp4", f"{COPY}/game.mp4"], ids=["clip", "game"])
def test_a_file_to_take_away_has_the_name_that_was_asked_for(door: Door, path: str) -> None:
    address = signs(door).address(path, OPEN, Scope.FILE).url
    answer = door.ask(f"{address}?as=Bears%20at%20Rivals.mp4", Range="bytes=0-9")
    assert (answer.status, answer.body) == (206, CONTENT[:10])
    assert answer.headers["content-disposition"] == 'attachment; filename="Bears at Rivals.mp4"'
    assert (answer.headers["cache-control"], answer.headers["content-type"]) == (
        "private, no-cache",
        "video/mp4",
    )


def test_a_showing_opens_what_is_due(door: Door) -> None:
    began = datetime.now(UTC) - timedelta(seconds=1)
    token = signs(door).showing(f"{FOLDER}/master.m3u8", OPEN, began).url.split("/")[2]
    growing = door.ask(f"/media/{token}/{FOLDER}/v0/index.m3u8")
    assert growing.status == 200
    assert b"00000.ts" in growing.body
    assert b"00001.ts" not in growing.body
    assert door.ask(f"/media/{token}/{FOLDER}/v0/00000.ts").body == CONTENT
    early = door.ask(f"/media/{token}/{FOLDER}/v0/00001.ts")
    assert (early.status, problem(early)["code"]) == (403, "errors.not_shown_yet")


def test_an_address_for_one_country_opens_from_there_alone(door: Door) -> None:
    assert door.ask(f"/media/{folder_of(door, SEGMENT, region='US')}/{SEGMENT}").body == CONTENT
    elsewhere = door.ask(f"/media/{folder_of(door, SEGMENT, region='CA')}/{SEGMENT}")
    assert (elsewhere.status, problem(elsewhere)["code"]) == (403, "errors.geo_blocked")


def test_text_goes_out_gzipped_where_it_is_worth_it(door: Door) -> None:
    path = f"{FOLDER}/v1/index.m3u8"
    storage = storage_of(door)
    with storage.workspace("test") as workspace:
        (workspace / "file").write_bytes(PLAYLIST * 100)
        storage.put(path, workspace / "file")
    answer = door.ask(f"/media/{folder_of(door, SEGMENT)}/{path}", Accept_Encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["vary"]
