"""The beacon endpoints on the whole app."""

from __future__ import annotations

import errno
import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from touchline.analytics.adapters.sql.tables import AnalyticsEventRow, PlaybackEventRow, SessionStartRow
from touchline.analytics.application.ingest.beacons import MAX_BODY_BYTES
from touchline.analytics.tests.ingest_fakes import CHROME, PAGE_VISIT, PROFILE_KEY, SESSION_HASH, VIEWING
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.docs.openapi import build_document
from touchline.shared.errors import TEMPORARILY_UNAVAILABLE

FROM = {"User-Agent": CHROME, "Content-Type": "text/plain"}
BEACON_PATHS = {
    "session": "/datalake/session/",
    "event": "/datalake/event/",
    "video": "/datalake/video/event/",
    "viewing": "/datalake/video/viewing/",
}


def post_beacon(client: FlaskClient, path: str, body: Any, **headers: str) -> None:
    """Post a beacon and assert that it is accepted."""
    data = body if isinstance(body, bytes) else json.dumps(body)
    response = client.post(path, data=data, headers={**FROM, **headers})
    assert (response.status_code, response.get_data()) == (202, b"{}")


def test_a_session_hash_is_new_each_time_and_not_cached(client: FlaskClient) -> None:
    first, second = (client.get("/datalake/hash/") for _ in range(2))
    assert first.json is not None and second.json is not None
    assert first.headers["Cache-Control"] == "no-store"
    assert len(first.json["data"]["hash"]) == 32
    assert int(first.json["data"]["hash"], 16) != int(second.json["data"]["hash"], 16)


def test_beacons_are_stored_in_the_channel_of_their_profile(
    client: FlaskClient, analytics_channel: ChannelDetails, ingest: Any, rows: Any
) -> None:
    session_beacon = {
        "profile": PROFILE_KEY,
        "session": SESSION_HASH,
        "resolution": "1440x900",
        "platform": "web",
    }
    post_beacon(client, BEACON_PATHS["session"], session_beacon)
    post_beacon(
        client, BEACON_PATHS["event"], [PAGE_VISIT, {**PAGE_VISIT, "event": "purchase", "value": 12.5}]
    )
    post_beacon(client, BEACON_PATHS["video"], {**VIEWING, "startup_ms": 320.4})
    post_beacon(client, BEACON_PATHS["viewing"], {**VIEWING, "position": 30})
    assert ingest.drain().drain_own_files() == 5
    (session,) = rows(SessionStartRow)
    assert (session.channel_id, session.session, session.resolution) == (
        analytics_channel.id,
        SESSION_HASH,
        "1440x900",
    )
    assert (session.browser, session.system, session.device, session.country) == (
        "Chrome",
        "Windows",
        "computer",
        "US",
    )
    assert session.at == int(NOON.timestamp()) and not session.is_bot
    assert sorted(row.name for row in rows(AnalyticsEventRow)) == ["purchase", "visit_page"]
    views = {row.what: row for row in rows(PlaybackEventRow)}
    assert views["first_frame"].startup_ms == 320
    assert (views["viewing"].seconds, views["viewing"].position) == (10, 30)


def test_a_beacon_opens_no_database_connection(
    client: FlaskClient, analytics_channel: ChannelDetails, application: Application, ingest: Any
) -> None:
    engine: Any = application.container.database().engine
    engine.dispose()
    post_beacon(client, BEACON_PATHS["event"], PAGE_VISIT)
    client.get("/datalake/hash/")
    assert engine.pool.checkedin() + engine.pool.checkedout() == 0


@pytest.mark.parametrize("beacon_path", BEACON_PATHS)
@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b"[" * 60_000, b'{"profile": 1}', b"[1, 2]"],
    ids=["empty", "cut", "no-one", "null", "no-text", "deep", "wrong-type", "numbers"],
)
def test_unreadable_beacons_are_accepted_counted_and_dropped(
    client: FlaskClient,
    analytics_channel: ChannelDetails,
    dropped: Any,
    ingest: Any,
    beacon_path: str,
    body: bytes,
) -> None:
    post_beacon(client, BEACON_PATHS[beacon_path], body)
    assert ingest.drain().drain_own_files() == 0
    assert sum(dropped().values()) == (2 if body == b"[1, 2]" else 1)


def test_a_full_spool_does_not_return_202(
    client: FlaskClient, analytics_channel: ChannelDetails, ingest: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_disk_full(_handle: int, _data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full_spool:
        full_spool.setattr("os.write", raise_disk_full)
        response = client.post(BEACON_PATHS["event"], data=json.dumps(PAGE_VISIT), headers=FROM)
    assert (response.status_code, response.get_json()["message"]) == (503, TEMPORARILY_UNAVAILABLE)
    post_beacon(client, BEACON_PATHS["event"], PAGE_VISIT)
    assert ingest.drain().drain_own_files() == 1


def test_an_oversized_body_is_counted_and_not_read(
    client: FlaskClient, analytics_channel: ChannelDetails, dropped: Any, ingest: Any
) -> None:
    post_beacon(client, BEACON_PATHS["event"], b"x" * (MAX_BODY_BYTES + 1))
    post_beacon(client, BEACON_PATHS["event"], b"x" * 2_000_000)
    ingest.drain().drain_own_files()
    assert dropped() == {"too_large": 2}


def test_a_body_under_64_kb_is_read_completely(
    client: FlaskClient, analytics_channel: ChannelDetails, dropped: Any, ingest: Any
) -> None:
    post_beacon(client, BEACON_PATHS["event"], [{**PAGE_VISIT, "page": "/" + "a" * 1200}] * 49)
    assert ingest.drain().drain_own_files() == 49
    assert dropped() == {}


def test_channels_are_separated_and_unknown_profiles_are_dropped(
    client: FlaskClient,
    analytics_channel: ChannelDetails,
    other_channel: ChannelDetails,
    dropped: Any,
    ingest: Any,
    rows: Any,
) -> None:
    post_beacon(client, BEACON_PATHS["event"], [PAGE_VISIT, {**PAGE_VISIT, "profile": "atelier"}])
    assert ingest.drain().drain_own_files() == 1
    assert {row.channel_id for row in rows(AnalyticsEventRow)} == {analytics_channel.id}
    assert dropped() == {"unknown_profile": 1}


def test_bots_and_visitors_without_a_user_agent_are_marked(
    client: FlaskClient, analytics_channel: ChannelDetails, ingest: Any, rows: Any
) -> None:
    post_beacon(
        client, BEACON_PATHS["event"], {**PAGE_VISIT, "page": "/bot"}, **{"User-Agent": "Googlebot/2.1"}
    )
    post_beacon(client, BEACON_PATHS["event"], {**PAGE_VISIT, "page": "/none"}, **{"User-Agent": ""})
    post_beacon(client, BEACON_PATHS["event"], {**PAGE_VISIT, "page": "/person"})
    ingest.drain().drain_own_files()
    assert {row.page: row.is_bot for row in rows(AnalyticsEventRow)} == {
        "/bot": True,
        "/none": True,
        "/person": False,
    }


def test_neither_ip_address_nor_email_is_stored(
    client: FlaskClient, analytics_channel: ChannelDetails, ingest: Any, rows: Any, application: Application
) -> None:
    beacon = {
        **PAGE_VISIT,
        "user_id": 4,
        "user_email": "ada@example.org",
        "origin_url": "https://tv.example.org/a?mail=ada@example.org",
        "page": "/a?mail=ada@example.org",
    }
    response = client.post(
        BEACON_PATHS["event"], json=beacon, headers=FROM, environ_overrides={"REMOTE_ADDR": "198.51.100.77"}
    )
    assert response.status_code == 202
    files = (application.settings.var / "analytics" / "spool").iterdir()
    assert not any(b"198.51" in path.read_bytes() for path in files)
    ingest.drain().drain_own_files()
    (row,) = rows(AnalyticsEventRow)
    assert (row.origin, row.page) == ("https://tv.example.org/a", "/a")
    stored = {name: value for name, value in vars(row).items() if not name.startswith("_")}
    assert "ada@" not in str(stored) and "198.51" not in str(stored) and row.person is None


def test_beacons_are_accepted_from_every_origin(
    client: FlaskClient, analytics_channel: ChannelDetails, ingest: Any
) -> None:
    response = client.post(
        BEACON_PATHS["event"], json=PAGE_VISIT, headers={"Origin": "https://tv.example.org"}
    )
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    preflight = client.options(BEACON_PATHS["event"], headers={"Origin": "https://tv.example.org"})
    assert preflight.status_code == 204


def test_a_beacon_has_no_access_log_line(
    client: FlaskClient, analytics_channel: ChannelDetails, ingest: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "touchline.access")
    post_beacon(client, BEACON_PATHS["event"], PAGE_VISIT)
    assert [record.name for record in caplog.records] == []
    client.put(BEACON_PATHS["event"])
    assert [record.name for record in caplog.records] == ["touchline.access"]


def test_the_openapi_document_lists_the_fields(client: FlaskClient, application: Application) -> None:
    paths = build_document(client.application)["paths"]
    body = paths["/datalake/video/viewing/"]["post"]["requestBody"]["content"]["text/plain"]["schema"]
    assert body["oneOf"][0] == {"$ref": "#/components/schemas/ViewingBeacon"}
    assert body["oneOf"][1]["items"] == {"$ref": "#/components/schemas/ViewingBeacon"}
