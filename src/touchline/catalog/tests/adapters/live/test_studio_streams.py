"""The stream of an event in the studio: health without the key, and the key for an encoder."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, Visitor
from touchline.entrypoints.bootstrap import Application

STREAM = "/studio/events/later/stream"


@pytest.fixture
def operator(visitor: Visitor, application: Application, season: ChannelDetails) -> Visitor:
    """Return an owner of the channel with the small season."""
    viewer = visitor.register()
    container: Any = application.container
    with container.database().transaction(season.id):
        container.channel.operator_admin().add(NEW_VIEWER["email"], unverified=True)
    return viewer


def test_the_key_is_shown_on_request_and_stays_until_a_new_one(operator: Visitor) -> None:
    assert (operator.data(STREAM)["state"], operator.data(STREAM)["server"]) == ("", None)
    first, again, new = (
        operator.post(STREAM, **body).json["data"]  # type: ignore[index]
        for body in ({}, {}, {"new_key": True})
    )
    assert first["stream_key"] == again["stream_key"] != new["stream_key"]
    assert first["server"].startswith("rtmp://") and first["qr"].startswith("<svg xmlns=")
    health = operator.data(STREAM)
    assert (health["state"], health["server"]) == ("waiting", first["server"])
    assert "stream_key" not in health
    rows = {row["key"]: row["has_stream"] for row in operator.data("/studio/events")}
    assert (rows["later"], rows["over"]) == (True, False)


def test_a_stream_is_ended_and_reopened(operator: Visitor) -> None:
    assert operator.post(f"{STREAM}/stop").status_code == 400
    operator.post(STREAM)
    assert operator.post(f"{STREAM}/stop").json["data"]["state"] == "ending"  # type: ignore[index]
    assert operator.post(f"{STREAM}/reopen").status_code == 400
    assert operator.get("/studio/events/unknown/stream").status_code == 404
