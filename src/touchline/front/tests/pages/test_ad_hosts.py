"""Ad hosts: a channel's pages may fetch ads only from the hosts that the channel lists."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from touchline.channel.facade import ChannelDetails
from touchline.conftest import SETTINGS, channel_part

AD_SOURCES = {"https://ads.example.org", "https://*.cdn.example.org", "http://127.0.0.1:8390"}
FETCHED_DIRECTIVES = ("connect-src", "img-src", "media-src")


@pytest.fixture
def policy(
    client: FlaskClient, dist: Path, add_channel: Callable[..., ChannelDetails]
) -> Callable[..., dict[str, set[str]]]:
    """Return a function that returns the sources of each CSP directive: `policy("prairie", "/watch/1")`.

    `prairie` has ads, `atelier` has none.
    """
    channel_fields = channel_part("prairie")["channel"]
    hosts = ["ads.example.org", "*.cdn.example.org", "127.0.0.1:8390"]
    add_channel("prairie", channel=channel_fields | {"settings": SETTINGS | {"ad_hosts": hosts}})
    add_channel("atelier")

    def get_policy(slug: str, path: str) -> dict[str, set[str]]:
        response = client.get(path, headers={"Host": f"{slug}.localhost"})
        rules = (rule.split() for rule in response.headers["Content-Security-Policy"].split("; "))
        return {name: set(sources) for name, *sources in rules}

    return get_policy


@pytest.mark.parametrize("path", ["/", "/watch/1", "/watch_embed/1", "/simulate?event_id=1"])
def test_the_pages_of_a_channel_may_fetch_its_ads(
    policy: Callable[..., dict[str, set[str]]], path: str
) -> None:
    rules = policy("prairie", path)
    assert {name for name, sources in rules.items() if AD_SOURCES & sources} == set(FETCHED_DIRECTIVES)
    for name in FETCHED_DIRECTIVES:
        assert rules[name] >= AD_SOURCES


def test_the_pages_of_another_channel_may_not(policy: Callable[..., dict[str, set[str]]]) -> None:
    policy("prairie", "/")
    assert not any(AD_SOURCES & sources for sources in policy("atelier", "/").values())


def test_ads_bring_no_script_and_no_frame(policy: Callable[..., dict[str, set[str]]]) -> None:
    with_ads, without = policy("prairie", "/watch/1"), policy("atelier", "/watch/1")
    for name in ("default-src", "script-src", "frame-src", "style-src", "object-src"):
        nonces = {source for source in with_ads[name] | without[name] if source.startswith("'nonce-")}
        assert with_ads[name] - nonces == without[name] - nonces
