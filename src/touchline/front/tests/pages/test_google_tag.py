"""Google tag: a channel's pages may send measurements to Google only if the channel has a tag."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from touchline.channel.facade import ChannelDetails
from touchline.conftest import SETTINGS, channel_part

GOOGLE_HOSTS = ("googletagmanager", "google-analytics", "analytics.google")


@pytest.fixture
def policy(
    client: FlaskClient, dist: Path, add_channel: Callable[..., ChannelDetails]
) -> Callable[[str], dict[str, list[str]]]:
    """Return a function that returns the sources of each CSP directive: `policy("prairie")`.

    `prairie` has a tag, `atelier` has none.
    """
    channel_fields = channel_part("prairie")["channel"]
    add_channel("prairie", channel=channel_fields | {"settings": SETTINGS | {"google_tag": "G-TEST"}})
    add_channel("atelier")

    def get_policy(slug: str) -> dict[str, list[str]]:
        response = client.get("/", headers={"Host": f"{slug}.localhost"})
        rules = (rule.split() for rule in response.headers["Content-Security-Policy"].split("; "))
        return {name: sources for name, *sources in rules}

    return get_policy


def _list_google_directives(rules: dict[str, list[str]]) -> set[str]:
    return {
        name for name, sources in rules.items() if any(host in " ".join(sources) for host in GOOGLE_HOSTS)
    }


def test_a_channel_with_a_tag_may_load_it_and_count_with_it(
    policy: Callable[[str], dict[str, list[str]]],
) -> None:
    rules = policy("prairie")
    assert _list_google_directives(rules) == {"script-src", "img-src", "connect-src"}
    assert rules["script-src"][-1] == "https://*.googletagmanager.com"


def test_a_channel_without_a_tag_may_not(policy: Callable[[str], dict[str, list[str]]]) -> None:
    policy("prairie")
    assert _list_google_directives(policy("atelier")) == set()
