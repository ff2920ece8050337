"""Google Cast: only the pages of a channel that offers it may load Google's script."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from touchline.channel.facade import ChannelDetails
from touchline.conftest import SETTINGS, channel_part

CAST_SOURCE = "https://www.gstatic.com"


@pytest.mark.parametrize("is_offered", [True, False])
def test_only_a_channel_that_offers_cast_may_load_its_script(
    client: FlaskClient, dist: Path, add_channel: Callable[..., ChannelDetails], is_offered: bool
) -> None:
    channel_fields = channel_part("prairie")["channel"]
    add_channel("prairie", channel=channel_fields | {"settings": SETTINGS | {"google_cast": is_offered}})
    response = client.get("/", headers={"Host": "prairie.localhost"})
    rules = (rule.split() for rule in response.headers["Content-Security-Policy"].split("; "))
    allowed = {name for name, *sources in rules if CAST_SOURCE in sources}
    assert allowed == ({"script-src"} if is_offered else set())
