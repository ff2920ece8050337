"""The calls by which browsers tell something, on the whole app."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from touchline.analytics.adapters.sql.tables import HappeningRow, SessionFactRow, ViewRow
from touchline.analytics.application.take_in import MOST_BODY
from touchline.analytics.tests.intake_fakes import CHROME, HASH, KEY, VISIT, WATCHED
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON, SETTINGS, channel_part
from touchline.entrypoints.bootstrap import House

FROM = {"User-Agent": CHROME, "Content-Type": "text/plain"}
CALLS = {
    "session": "/datalake/session/",
    "event": "/datalake/event/",
    "video": "/datalake/video/event/",
    "viewing": "/datalake/video/viewing/",
}


@pytest.fixture
def counted(add_channel: Callable[..., ChannelFacts]) -> ChannelFacts:
    """The channel `prairie` with a profile key."""
    part = channel_part("prairie")["channel"]
    return add_channel("prairie", channel={**part, "settings": {**SETTINGS, "analytics_key": KEY}})


@pytest.fixture
def intake(house: House) -> Iterator[Any]:
    """The container of the intake; nothing stays in its spool."""
    container: Any = house.container
    yield container.analytics.intake
    container.analytics.intake.drain().own()


@pytest.fixture
def rows(house: House) -> Callable[[type[Any]], list[Any]]:
    """`rows(table)`: what is stored, of all channels."""

    def read(table: type[Any]) -> list[Any]:
        with house.container.database().transaction(None, unscoped=True) as session:
            return list(session.scalars(select(table)))

    return read


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
    engine = house.container.database().engine
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
    client: FlaskClient, counted: ChannelFacts, house: House, intake: Any, call: str, body: bytes
) -> None:
    tell(client, CALLS[call], body)
    assert intake.drain().own() == 0
    assert sum(dropped(house).values()) == (2 if body == b"[1, 2]" else 1)


def test_a_body_that_is_too_large_is_counted_and_not_read(
    client: FlaskClient, counted: ChannelFacts, house: House, intake: Any
) -> None:
    tell(client, CALLS["event"], b"x" * (MOST_BODY + 1))
    tell(client, CALLS["event"], b"x" * 2_000_000)
    intake.drain().own()
    assert dropped(house) == {"too_large": 2}


def dropped(house: House) -> dict[str, int]:
    """What was not kept, by reason."""
    container: Any = house.container
    with container.database().transaction(None, unscoped=True):
        return dict(container.analytics.store().dropped(0))
