"""Media files on the real app: who can fetch them, and in which form (api.md, "Playback")."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, BinaryIO

import pytest
from sqlalchemy import update
from werkzeug.test import TestResponse

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.domain.media.assets import MediaOwner, StoredPackage
from touchline.catalog.ports.media.storage import Storage
from touchline.catalog.tests.pack_samples import event_entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.base import Base
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AssetId, SessionId
from touchline.shared.principal import Principal

FILES = {
    "master.m3u8": (b"#EXTM3U\n", "application/vnd.apple.mpegurl"),
    "v0/index.m3u8": (b"#EXTM3U\n#EXTINF:4,\n00000.ts\n", "application/vnd.apple.mpegurl"),
    "v0/00000.ts": (bytes(range(256)) * 4, "video/mp2t"),
    "poster.jpg": (b"\xff\xd8poster", "image/jpeg"),
    "storyboard.vtt": (b"WEBVTT\n", "text/vtt; charset=utf-8"),
    "storyboard-1.jpg": (b"\xff\xd8sheet", "image/jpeg"),
    "captions/1.vtt": (b"WEBVTT\n", "text/vtt; charset=utf-8"),
}
SEGMENT = "v0/00000.ts"
Ids = Callable[[str, str], int]


@pytest.fixture
def folder(application: Application, season: ChannelDetails, ids: Ids) -> str:
    """Return the folder of a ready asset.

    It belongs to the finished event `over` and the pay-per-view event `later`.
    """
    media: Any = application.container.catalog
    storage = media.storage()
    with application.container.database().transaction(season.id):
        asset = media.assets().add("0" * 64, "game.mp4")
        for key in ("over", "later"):
            media.media_items().attach(MediaOwner("event", ids("event", key)), asset.id, "Whole game")
    folder = f"assets/{asset.id}-00ff"
    with storage.workspace("test") as workspace:
        for name, (content, _kind) in FILES.items():
            (workspace / name).parent.mkdir(parents=True, exist_ok=True)
            (workspace / name).write_bytes(content)
        storage.publish(workspace, folder)
    package = StoredPackage(folder, 4000, 640, 360, 25.0, has_audio=True, has_captions=True, storyboard=True)
    with application.container.database().transaction(season.id):
        asset.begin("test", application.container.clock().now())
        asset.mark_ready("test", package)
        media.assets().save(asset)
    return folder


@pytest.fixture
def fetch_links(visitor: Visitor, folder: str, ids: Ids) -> Callable[[str], dict[int, str | None]]:
    """Return `fetch_links("over")`, which fetches the visitor's media URLs of an event, by type."""

    def fetch(key: str) -> dict[int, str | None]:
        media = visitor.data(f"/events/{ids('event', key)}")["media"]
        return {link["type"]: link["url"] for link in media}

    return fetch


@pytest.fixture
def get_playlist_url(fetch_links: Callable[[str], dict[int, str | None]]) -> str:
    """Return the URL of the master playlist, signed for the visitor."""
    found = fetch_links("over")[3]
    assert found is not None
    return found


def replace_file_name(playlist: str, name: str) -> str:
    """Return the URL of another file, resolved against the playlist as a player does."""
    return playlist.replace("master.m3u8", name)


def fetch(visitor: Visitor, path: str, **headers: str) -> TestResponse:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return visitor.browser.get(path, headers=sent)


@pytest.mark.parametrize("name", FILES)
def test_one_url_opens_every_file_of_the_package(visitor: Visitor, get_playlist_url: str, name: str) -> None:
    response = fetch(visitor, replace_file_name(get_playlist_url, name))
    content, kind = FILES[name]
    assert (response.status_code, response.data, response.content_type) == (200, content, kind)
    assert response.content_length == len(content)
    assert response.headers["Accept-Ranges"] == "bytes"
    assert response.headers["Cache-Control"].startswith("private, max-age=")


@pytest.mark.parametrize("name", FILES)
def test_no_file_is_given_without_a_token_or_with_a_wrong_one(
    visitor: Visitor, get_playlist_url: str, folder: str, name: str
) -> None:
    token = get_playlist_url.split("/")[2]
    expiry, session, scope, mac = token.split(".")
    foreign = f"{expiry}.{int(session) + 1}.{scope}.{mac}"
    longer = f"{int(expiry) + 3600}.{session}.{scope}.{mac}"
    paths = [f"/media/{folder}/{name}", f"/media/{name}", "/media/", f"/media/x/{folder}/{name}"]
    paths += [f"/media/{wrong}/{folder}/{name}" for wrong in (foreign, longer, token[:-1], token.upper())]
    for path in paths:
        response = fetch(visitor, path)
        assert response.status_code == 403, path
        assert response.content_type == "application/problem+json"
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["Cache-Control"] == "no-store"
        assert response.json is not None
        assert response.json["code"] == "errors.media_token"


def test_the_token_of_one_asset_opens_no_other(visitor: Visitor, get_playlist_url: str, folder: str) -> None:
    other = get_playlist_url.replace(folder, "assets/999-00ff")
    assert fetch(visitor, other).status_code == 403
    assert fetch(visitor, replace_file_name(get_playlist_url, "../999-00ff/master.m3u8")).status_code == 403
    assert fetch(visitor, get_playlist_url.replace("assets/", "sources/")).status_code == 403


def test_a_url_expires_within_six_hours(visitor: Visitor, get_playlist_url: str, clock: FixedClock) -> None:
    clock.advance(timedelta(hours=5, minutes=44))
    assert fetch(visitor, get_playlist_url).status_code == 200
    clock.advance(timedelta(minutes=16))
    response = fetch(visitor, get_playlist_url)
    assert response.status_code == 403
    assert response.json is not None
    assert response.json["detail"] == "This media link is not valid or has expired. Reload the page."


def test_the_response_has_the_expiry_of_its_url(
    visitor: Visitor, folder: str, ids: Ids, clock: FixedClock
) -> None:
    path = f"/events/{ids('event', 'over')}"
    (vod,) = [link for link in visitor.data(path)["media"] if link["type"] == 3]
    assert vod["expires_at"] == "2026-11-22T00:00:00Z"
    clock.advance(timedelta(hours=1))
    (new_links,) = [link for link in visitor.data(path)["media"] if link["type"] == 3]
    assert new_links["url"] != vod["url"]
    assert fetch(visitor, new_links["url"]).status_code == fetch(visitor, vod["url"]).status_code == 200


def test_logging_out_ends_playback_within_a_minute(
    visitor: Visitor,
    get_playlist_url: str,
    application: Application,
    clock: FixedClock,
    season: ChannelDetails,
) -> None:
    assert fetch(visitor, replace_file_name(get_playlist_url, SEGMENT)).status_code == 200
    with application.container.database().transaction(season.id) as session:
        session.execute(update(Base.metadata.tables["viewer_session"]).values(ended_at=clock.now()))
    clock.advance(timedelta(seconds=59))
    for name in FILES:
        assert fetch(visitor, replace_file_name(get_playlist_url, name)).status_code == 403


def test_the_session_is_not_loaded_for_every_segment(
    visitor: Visitor, get_playlist_url: str, queries: Callable[..., object]
) -> None:
    fetch(visitor, get_playlist_url)
    with queries() as sent:  # type: ignore[attr-defined]
        assert fetch(visitor, replace_file_name(get_playlist_url, SEGMENT)).status_code == 200
    assert sent == []


def test_a_locked_event_shows_its_poster_and_nothing_else(
    visitor: Visitor, fetch_links: Callable[[str], dict[int, str | None]]
) -> None:
    found = fetch_links("later")
    assert (found[3], found[5]) == (None, None)
    poster = found[1]
    assert poster is not None
    response = fetch(visitor, poster)
    assert (response.status_code, response.content_type) == (200, "image/jpeg")
    assert response.headers["Cache-Control"].startswith("public, max-age=")
    for name in set(FILES) - {"poster.jpg"}:
        assert fetch(visitor, poster.replace("poster.jpg", name)).status_code == 403


def test_range_requests_are_supported(visitor: Visitor, get_playlist_url: str) -> None:
    segment = replace_file_name(get_playlist_url, SEGMENT)
    content = FILES[SEGMENT][0]
    part = fetch(visitor, segment, Range="bytes=100-199")
    assert (part.status_code, part.data) == (206, content[100:200])
    assert part.headers["Content-Range"] == f"bytes 100-199/{len(content)}"
    assert fetch(visitor, segment, Range="bytes=-24").data == content[-24:]
    assert fetch(visitor, segment, Range="bytes=1000-").data == content[1000:]
    out_of_range = fetch(visitor, segment, Range="bytes=5000-6000")
    assert (out_of_range.status_code, out_of_range.headers["Content-Range"]) == (
        416,
        f"bytes */{len(content)}",
    )


def test_files_are_closed_after_the_response(
    visitor: Visitor, get_playlist_url: str, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage: Storage = application.adapters.storage()
    opened: list[BinaryIO] = []
    original_open = storage.open

    def open_recorded(key: str) -> BinaryIO:
        opened.append(original_open(key))
        return opened[-1]

    monkeypatch.setattr(storage, "open", open_recorded)
    segment = replace_file_name(get_playlist_url, SEGMENT)
    for part, status in ((None, 200), ("bytes=0-9", 206), ("bytes=5000-6000", 416)):
        headers = {"Range": part} if part else {}
        assert visitor.browser.get(segment, headers=headers).status_code == status
    assert visitor.browser.head(segment).status_code == 200
    assert [file.closed for file in opened] == [True] * 4


def test_a_strong_etag_saves_the_second_transfer(visitor: Visitor, get_playlist_url: str) -> None:
    segment = replace_file_name(get_playlist_url, SEGMENT)
    tag = fetch(visitor, segment).headers["ETag"]
    assert not tag.startswith("W/")
    known = fetch(visitor, segment, If_None_Match=tag)
    assert (known.status_code, known.data, known.headers["ETag"]) == (304, b"", tag)
    assert fetch(visitor, segment, Range="bytes=0-9", If_Range=tag).status_code == 206
    assert fetch(visitor, segment, Range="bytes=0-9", If_Range='"another"').status_code == 200


def test_head_has_all_headers_and_no_content(visitor: Visitor, get_playlist_url: str) -> None:
    response = visitor.browser.head(replace_file_name(get_playlist_url, SEGMENT))
    assert (response.status_code, response.data, response.content_length) == (200, b"", 1024)


def test_a_page_on_another_host_may_fetch_ranges(visitor: Visitor, get_playlist_url: str) -> None:
    requested = visitor.browser.options(
        replace_file_name(get_playlist_url, SEGMENT),
        headers={
            "Origin": "https://watch.example",
            "Access-Control-Request-Method": "GET",
            "Access-Control-Request-Headers": "range",
        },
    )
    assert requested.status_code in (200, 204)
    assert requested.headers["Access-Control-Allow-Origin"] == "*"
    assert "Range" in requested.headers["Access-Control-Allow-Headers"]
    assert "GET" in requested.headers["Access-Control-Allow-Methods"]
    response = fetch(
        visitor,
        replace_file_name(get_playlist_url, SEGMENT),
        Origin="https://watch.example",
        Range="bytes=0-9",
    )
    assert response.headers.get_all("Access-Control-Allow-Origin") == ["*"]
    assert "Access-Control-Allow-Credentials" not in response.headers
    assert {"Content-Range", "ETag"} <= set(response.headers["Access-Control-Expose-Headers"].split(", "))


def test_a_missing_file_with_a_valid_token_is_404(visitor: Visitor, get_playlist_url: str) -> None:
    assert fetch(visitor, replace_file_name(get_playlist_url, "v9/00000.ts")).status_code == 404
    assert fetch(visitor, replace_file_name(get_playlist_url, "v0")).status_code == 404


def test_no_signed_url_is_logged(
    visitor: Visitor, get_playlist_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    token = get_playlist_url.split("/")[2]
    with caplog.at_level("DEBUG"):
        fetch(visitor, get_playlist_url)
        fetch(visitor, get_playlist_url.replace(token, token[:-1]))
    assert token[:-1] not in caplog.text


def test_assets_that_are_not_ready_are_not_listed(
    visitor: Visitor, application: Application, season: ChannelDetails, ids: Ids
) -> None:
    media: Any = application.container.catalog
    owner = MediaOwner("event", ids("event", "over"))
    with application.container.database().transaction(season.id):
        asset = media.assets().add("1" * 64, "game.mp4")
        media.media_items().attach(owner, AssetId(asset.id), "Whole game")
    assert visitor.data(f"/events/{owner.id}")["media"] == []


def test_media_end_with_the_replay(
    visitor: Visitor,
    fetch_links: Callable[[str], dict[int, str | None]],
    apply: Callable[..., None],
    season: ChannelDetails,
    clock: FixedClock,
    ids: Ids,
    application: Application,
) -> None:
    now = clock.now()
    since, until = now + timedelta(minutes=10), now + timedelta(minutes=30)
    event = event_entry(
        "over", now - timedelta(days=2), replay={"offered": True, "from": since, "until": until}
    )
    apply(season, events=[event])
    with application.container.database().transaction(season.id):
        recorded = update(EventRow).where(EventRow.key == "over").values(recorded=True)
        application.container.session()().execute(recorded)
    footage: Any = application.container.catalog.facade().footage

    def read(state: str, *, plays: bool, availability: str) -> str | None:
        event = visitor.data(f"/events/{ids('event', 'over')}")
        assert (event["replay"]["state"], event["availability"]) == (state, availability)
        assert event["access_reason"] == ("free" if plays else "no_replay")
        assert len(visitor.data("/events-for-homepage")) == (2 if plays else 0)
        with application.container.database().transaction(season.id):
            principal = Principal(season.id, SessionId(1), None, "en", None)
            assert footage.can_watch(principal, ids("event", "over")) is plays
        return fetch_links("over")[3]

    assert read("upcoming", plays=False, availability="expected") is None
    clock.advance(timedelta(minutes=10))
    url = read("available", plays=True, availability="recorded")
    assert url is not None and int(url.split("/")[2].split(".")[0]) == int(until.timestamp())
    assert fetch(visitor, url).status_code == 200
    clock.advance(timedelta(minutes=20))
    assert fetch(visitor, url).status_code == 403
    assert read("ended", plays=False, availability="none") is None
    apply(season, events=[event | {"replay": {"offered": False, "from": None, "until": None}}])
    assert read("none", plays=False, availability="none") is None
