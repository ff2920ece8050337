"""The pages of the studio: each room has its own address."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from touchline.channel.facade import ChannelDetails


@pytest.mark.parametrize("path", ["", "/reports", "/team", "/activity", "/webhooks", "/invitation?token=x"])
def test_a_page_of_the_studio_is_served_and_not_indexed(
    client: FlaskClient, channel: ChannelDetails, path: str
) -> None:
    response = client.get(f"/studio{path}", headers={"Host": channel.domains[0]})
    assert response.status_code == 200
    assert 'name="robots" content="noindex' in response.text


def test_an_unknown_room_of_the_studio_is_not_found(client: FlaskClient, channel: ChannelDetails) -> None:
    assert client.get("/studio/cellar", headers={"Host": channel.domains[0]}).status_code == 404


@pytest.mark.parametrize("path", ["/score/a1B2_c3-d4", "/studio/events/12/score"])
def test_the_scorer_page_is_served_to_nobody_else(
    client: FlaskClient, channel: ChannelDetails, path: str
) -> None:
    response = client.get(path, headers={"Host": channel.domains[0]})
    assert response.status_code == 200
    assert 'name="robots" content="noindex' in response.text
    assert response.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/score", "/score/a/b", "/studio/events", "/studio/events/01/score"])
def test_other_paths_of_the_scorer_page_are_not_found(
    client: FlaskClient, channel: ChannelDetails, path: str
) -> None:
    assert client.get(path, headers={"Host": channel.domains[0]}).status_code == 404
