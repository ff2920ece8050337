"""What an nginx that receives all encoders asks the app."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House
from touchline.shared.ids import EventId

Ask = Callable[..., TestResponse]


@pytest.fixture
def key(
    house: House, season: ChannelFacts, ids: Callable[[str, str], int], transaction: Callable[..., Any]
) -> str:
    """The stream key of the game `on-now`."""
    live: Any = house.container.catalog.live
    with transaction(season.id):
        stream = live.open()(EventId(ids("event", "on-now")))
    return str(live.keys().of(stream))


@pytest.fixture
def ask(client: FlaskClient, house: House) -> Ask:
    """`ask(name, token=…)` posts what nginx-rtmp posts at `publish`."""
    live: Any = house.container.catalog.live

    def post(name: str, token: str = live.keys().hook_token) -> TestResponse:
        form = {"call": "publish", "app": "live", "addr": "198.51.100.7", "clientid": "1", "name": name}
        return client.post("/live/hooks/publish", query_string={"token": token}, data=form)

    return post


def test_the_key_of_an_open_stream_is_let_in(ask: Ask, key: str) -> None:
    answer = ask(key)
    assert (answer.status_code, answer.data) == (204, b"")


def test_any_other_key_is_refused(ask: Ask, key: str) -> None:
    mistyped = key[:-1] + ("a" if key[-1] != "a" else "b")
    for wrong in (mistyped, key.upper(), "", "999999-" + key.partition("-")[2]):
        answer = ask(wrong)
        assert answer.status_code == 403
        assert answer.json is not None
        assert answer.json["code"] == "errors.stream_key"


def test_a_caller_without_the_token_is_refused_even_with_a_good_key(ask: Ask, key: str) -> None:
    assert ask(key, token="").status_code == 403
    assert ask(key, token="aaaaaaaaaaaaaaaaaaaaaaaa").status_code == 403


def test_the_key_of_a_stream_that_is_over_is_refused(
    ask: Ask,
    key: str,
    house: House,
    season: ChannelFacts,
    ids: Callable[[str, str], int],
    transaction: Callable[..., Any],
) -> None:
    live: Any = house.container.catalog.live
    with transaction(season.id):
        live.stop()(EventId(ids("event", "on-now")))
    assert ask(key).status_code == 403
