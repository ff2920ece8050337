"""The hook that an nginx-rtmp server calls when an encoder publishes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import EventId

PostHook = Callable[..., TestResponse]


@pytest.fixture
def stream_key(
    application: Application,
    season: ChannelDetails,
    ids: Callable[[str, str], int],
    transaction: Callable[..., Any],
) -> str:
    """Return the stream key of the event `on-now`."""
    live: Any = application.container.catalog
    with transaction(season.id):
        stream = live.open_stream()(EventId(ids("event", "on-now")))
    return str(live.stream_keys().derive(stream))


@pytest.fixture
def post_hook(client: FlaskClient, application: Application) -> PostHook:
    """Return `post_hook(name, token=…)`, which posts what nginx-rtmp posts at `publish`."""
    live: Any = application.container.catalog

    def post(name: str, token: str = live.stream_keys().hook_token) -> TestResponse:
        form = {"call": "publish", "app": "live", "addr": "198.51.100.7", "clientid": "1", "name": name}
        return client.post("/live/hooks/publish", query_string={"token": token}, data=form)

    return post


def test_the_key_of_an_open_stream_is_authorized(post_hook: PostHook, stream_key: str) -> None:
    response = post_hook(stream_key)
    assert (response.status_code, response.data) == (204, b"")


def test_any_other_key_is_refused(post_hook: PostHook, stream_key: str) -> None:
    mistyped = stream_key[:-1] + ("a" if stream_key[-1] != "a" else "b")
    for wrong in (mistyped, stream_key.upper(), "", "999999-" + stream_key.partition("-")[2]):
        response = post_hook(wrong)
        assert response.status_code == 403
        assert response.json is not None
        assert response.json["code"] == "errors.stream_key"


def test_a_caller_without_the_token_is_refused_even_with_a_valid_key(
    post_hook: PostHook, stream_key: str
) -> None:
    assert post_hook(stream_key, token="").status_code == 403
    assert post_hook(stream_key, token="aaaaaaaaaaaaaaaaaaaaaaaa").status_code == 403


def test_the_key_of_a_stream_that_is_over_is_refused(
    post_hook: PostHook,
    stream_key: str,
    application: Application,
    season: ChannelDetails,
    ids: Callable[[str, str], int],
    transaction: Callable[..., Any],
) -> None:
    live: Any = application.container.catalog
    with transaction(season.id):
        live.stop_stream()(EventId(ids("event", "on-now")))
    assert post_hook(stream_key).status_code == 403
