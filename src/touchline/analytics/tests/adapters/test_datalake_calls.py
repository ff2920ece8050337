"""The calls by which browsers tell something, on the whole app."""

from __future__ import annotations

import errno
import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from touchline.analytics.adapters.sql.tables import HappeningRow, SessionFactRow, ViewRow
from touchline.analytics.application.take_in import MOST_BODY
from touchline.analytics.tests.intake_fakes import CHROME, HASH, KEY, VISIT, WATCHED
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.openapi import document
from touchline.shared.errors import NOT_NOW

FROM = {"User-Agent": CHROME, "Content-Type": "text/plain"}
CALLS = {
    "session": "/datalake/session/",
    "event": "/datalake/event/",
    "video": "/datalake/video/event/",
    "viewing": "/datalake/video/viewing/",
}


def tell(client: FlaskClient, path: str, body: Any, **headers: str) -> None:
    """A call, which is always taken in."""
    data = body if isinstance(body, bytes) else json.dumps(body)
    answer = client.post(path, data=data, headers={**FROM, **headers})
    assert (answer.status_code, answer.get_data()) == (202, b"{}")


def test_a_hash_is_another_one_each_time_and_is_kept_by_nobody(client: FlaskClient) -> None:
    one, other = (client.get("/datalake/hash/") for _ in range(2))
    assert one.json is not None and other.json is not None
    assert one.headers["Cache-Control"] == "no-store"
    assert len(one.json["data"]["hash"]) == 32
    assert int(one.json["data"]["hash"], 16) != int(other.json["data"]["hash"], 16)


def test_what_is_told_is_stored_in_the_channel_of_its_profile(
    client: FlaskClient, counted: ChannelFacts, intake: Any, rows: Any
) -> None:
    began = {"profile": KEY, "session": HASH, "resolution": "1440x900", "platform": "web"}
    tell(client, CALLS["session"], began)
    tell(client, CALLS["event"], [VISIT, {**VISIT, "event": "purchase", "value": 12.5}])
    tell(client, CALLS["video"], {**WATCHED, "startup_ms": 320.4})
    tell(client, CALLS["viewing"], {**WATCHED, "position": 30})
    assert intake.drain().own() == 5
    (session,) = rows(SessionFactRow)
    assert (session.channel_id, session.session, session.resolution) == (counted.id, HASH, "1440x900")
    assert (session.browser, session.system, session.device, session.country) == (
        "Chrome",
        "Windows",
        "computer",
        "US",
    )
    assert session.at == int(NOON.timestamp()) and not session.is_bot
    assert sorted(one.name for one in rows(HappeningRow)) == ["purchase", "visit_page"]
    views = {one.what: one for one in rows(ViewRow)}
    assert views["first_frame"].startup_ms == 320
    assert (views["viewing"].seconds, views["viewing"].position) == (10, 30)


def test_a_call_opens_no_connection_to_the_database(
    client: FlaskClient, counted: ChannelFacts, house: House, intake: Any
) -> None:
    engine: Any = house.container.database().engine
    engine.dispose()
    tell(client, CALLS["event"], VISIT)
    client.get("/datalake/hash/")
    assert engine.pool.checkedin() + engine.pool.checkedout() == 0


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b"[" * 60_000, b'{"profile": 1}', b"[1, 2]"],
    ids=["empty", "cut", "no-one", "null", "no-text", "deep", "wrong-type", "numbers"],
)
def test_what_cannot_be_read_is_taken_in_counted_and_dropped(
    client: FlaskClient, counted: ChannelFacts, dropped: Any, intake: Any, call: str, body: bytes
) -> None:
    tell(client, CALLS[call], body)
    assert intake.drain().own() == 0
    assert sum(dropped().values()) == (2 if body == b"[1, 2]" else 1)


def test_what_there_is_no_room_for_is_not_said_to_be_taken_in(
    client: FlaskClient, counted: ChannelFacts, intake: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(_handle: int, _data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr("os.write", no_room)
        answer = client.post(CALLS["event"], data=json.dumps(VISIT), headers=FROM)
    assert (answer.status_code, answer.get_json()["message"]) == (503, NOT_NOW)
    tell(client, CALLS["event"], VISIT)
    assert intake.drain().own() == 1


def test_a_body_that_is_too_large_is_counted_and_not_read(
    client: FlaskClient, counted: ChannelFacts, dropped: Any, intake: Any
) -> None:
    tell(client, CALLS["event"], b"x" * (MOST_BODY + 1))
    tell(client, CALLS["event"], b"x" * 2_000_000)
    intake.drain().own()
    assert dropped() == {"too_large": 2}


def test_a_body_that_says_it_is_shorter_than_64_kb_is_read_whole(
    client: FlaskClient, counted: ChannelFacts, dropped: Any, intake: Any
) -> None:
    tell(client, CALLS["event"], [{**VISIT, "page": "/" + "a" * 1200}] * 49)
    assert intake.drain().own() == 49
    assert dropped() == {}


def test_two_channels_are_told_apart_and_other_profiles_are_dropped(
    client: FlaskClient,
    counted: ChannelFacts,
    other_channel: ChannelFacts,
    dropped: Any,
    intake: Any,
    rows: Any,
) -> None:
    tell(client, CALLS["event"], [VISIT, {**VISIT, "profile": "atelier"}])
    assert intake.drain().own() == 1
    assert {one.channel_id for one in rows(HappeningRow)} == {counted.id}
    assert dropped() == {"unknown_profile": 1}


def test_a_bot_and_a_visitor_without_a_program_are_marked(
    client: FlaskClient, counted: ChannelFacts, intake: Any, rows: Any
) -> None:
    tell(client, CALLS["event"], {**VISIT, "page": "/bot"}, **{"User-Agent": "Googlebot/2.1"})
    tell(client, CALLS["event"], {**VISIT, "page": "/none"}, **{"User-Agent": ""})
    tell(client, CALLS["event"], {**VISIT, "page": "/person"})
    intake.drain().own()
    assert {one.page: one.is_bot for one in rows(HappeningRow)} == {
        "/bot": True,
        "/none": True,
        "/person": False,
    }


def test_neither_address_nor_e_mail_is_kept(
    client: FlaskClient, counted: ChannelFacts, intake: Any, rows: Any, house: House
) -> None:
    told = {
        **VISIT,
        "user_id": 4,
        "user_email": "ada@example.org",
        "origin_url": "https://tv.example.org/a?mail=ada@example.org",
        "page": "/a?mail=ada@example.org",
    }
    answer = client.post(
        CALLS["event"], json=told, headers=FROM, environ_overrides={"REMOTE_ADDR": "198.51.100.77"}
    )
    assert answer.status_code == 202
    files = (house.settings.var / "analytics" / "spool").iterdir()
    assert not any(b"198.51" in path.read_bytes() for path in files)
    intake.drain().own()
    (row,) = rows(HappeningRow)
    assert (row.origin, row.page) == ("https://tv.example.org/a", "/a")
    kept = {name: value for name, value in vars(row).items() if not name.startswith("_")}
    assert "ada@" not in str(kept) and "198.51" not in str(kept) and row.person is None


def test_calls_come_from_every_origin(client: FlaskClient, counted: ChannelFacts, intake: Any) -> None:
    answer = client.post(CALLS["event"], json=VISIT, headers={"Origin": "https://tv.example.org"})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    asked = client.options(CALLS["event"], headers={"Origin": "https://tv.example.org"})
    assert asked.status_code == 204


def test_a_call_has_no_line_in_the_access_log(
    client: FlaskClient, counted: ChannelFacts, intake: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "touchline.access")
    tell(client, CALLS["event"], VISIT)
    assert [record.name for record in caplog.records] == []
    client.put(CALLS["event"])
    assert [record.name for record in caplog.records] == ["touchline.access"]


def test_the_document_of_the_api_tells_the_fields(client: FlaskClient, house: House) -> None:
    paths = document(client.application)["paths"]
    body = paths["/datalake/video/viewing/"]["post"]["requestBody"]["content"]["text/plain"]["schema"]
    assert body["oneOf"][0] == {"$ref": "#/components/schemas/ViewingBody"}
    assert body["oneOf"][1]["items"] == {"$ref": "#/components/schemas/ViewingBody"}
