"""The pages that streams and screens in gyms show: transparent, private, and without other hosts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from touchline.channel.facade import ChannelDetails
from touchline.conftest import SETTINGS, channel_part

pytestmark = pytest.mark.usefixtures("dist")
TRANSPARENT = "background:transparent"


@pytest.fixture
def host(add_channel: Callable[..., ChannelDetails]) -> dict[str, str]:
    """Return the header of the host of a channel with ads and a Google tag."""
    settings = SETTINGS | {"ad_hosts": ["ads.example.org"], "google_tag": "G-TOUCHLINE1"}
    add_channel("prairie", channel=channel_part("prairie")["channel"] | {"settings": settings})
    return {"Host": "prairie.localhost"}


@pytest.mark.parametrize("path", ["/overlay/12?token=1.a", "/scoreboard/12?token=1.a"])
def test_the_page_is_transparent_and_nothing_keeps_its_address(
    client: FlaskClient, host: dict[str, str], path: str
) -> None:
    response = client.get(path, headers=host)
    assert response.status_code == 200 and TRANSPARENT in response.text
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert '<meta name="robots" content="noindex">' in response.text
    assert "1.a" not in response.text


def test_the_page_may_load_nothing_from_ad_hosts_and_google(
    client: FlaskClient, host: dict[str, str]
) -> None:
    policies = [
        client.get(path, headers=host).headers["Content-Security-Policy"] for path in ("/", "/overlay/12")
    ]
    assert ["googletagmanager" in policy for policy in policies] == [True, False]
    assert ["ads.example.org" in policy for policy in policies] == [True, False]


@pytest.mark.parametrize("path", ["/", "/watch/1", "/nowhere"])
def test_pages_of_the_site_have_their_background(
    client: FlaskClient, host: dict[str, str], path: str
) -> None:
    assert TRANSPARENT not in client.get(path, headers=host).text


@pytest.mark.parametrize("path", ["/overlay", "/overlay/0", "/overlay/x", "/overlay/12/x", "/scoreboard/012"])
def test_other_paths_are_no_pages(client: FlaskClient, host: dict[str, str], path: str) -> None:
    assert client.get(path, headers=host).status_code == 404
