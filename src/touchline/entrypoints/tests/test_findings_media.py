"""What `touchline doctor` finds about live renditions, channel by channel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from dependency_injector import providers

from touchline.catalog.adapters.gateways import ChannelRenditions
from touchline.catalog.domain.media import Asset, Made, Owner
from touchline.channel.facade import ChannelFacts
from touchline.conftest import SETTINGS, channel_part
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.findings import Finding, State
from touchline.entrypoints.findings_media import live_renditions, video_warnings

MADE = Made(
    "assets/1-x",
    4000,
    640,
    360,
    25.0,
    has_audio=True,
    has_captions=False,
    storyboard=True,
    warning="The file is cut off: 7 % (4:12 of 60:00) is missing.",
)
Found = Callable[..., Finding]


@pytest.fixture
def found(house: House, add_channel: Callable[..., ChannelFacts]) -> Found:
    """`found(cores, live=[…])`: what doctor says of a channel on a machine with so many cores."""

    def look(cores: int, **renditions: Any) -> Finding:
        said = channel_part("prairie")["channel"] | {"settings": SETTINGS | {"renditions": renditions}}
        add_channel("prairie", channel=said)
        media: Any = house.container.catalog.media
        settings = ChannelRenditions(house.container.database(), house.container.channel.facade(), cores)
        with media.cores.override(cores), media.renditions.override(providers.Object(settings)):
            return next(one for one in live_renditions(house) if one.part == "live renditions of prairie")

    return look


def test_the_default_is_said_with_the_cores_it_comes_from(found: Found) -> None:
    small, large = found(1), found(4)
    assert small.state is State.FINE and small.always_shown
    assert small.said == (
        "source, 360p (default for 1 core). Each stream at 30 frames per second takes about 0.3 cores."
    )
    assert large.said.startswith("source, 720p, 360p (default for 4 cores).")


def test_a_list_of_the_channel_is_said_as_such(found: Found) -> None:
    assert found(2, live=["source"]).said.startswith("source (set in channel.yaml).")


def test_a_video_with_a_warning_is_printed_while_something_shows_it(
    house: House, channel: ChannelFacts
) -> None:
    media: Any = house.container.catalog.media
    game = Owner("event", 5)
    with house.container.database().transaction(channel.id):
        asset = media.assets().add("a" * 64, "friday.mp4")
        media.rows().attach(game, asset.id, "friday")
    assert list(video_warnings(house)) == []

    def finish(one: Asset) -> None:
        one.begin("x", house.container.clock().now())
        one.finish("x", MADE)

    media.ledger().change(channel.id, asset.id, finish)
    (finding,) = video_warnings(house)
    assert finding.said == f"friday.mp4 (asset {asset.id}): {MADE.warning}"
    assert (finding.part, finding.state, finding.always_shown) == ("videos of prairie", State.FINE, True)
    with house.container.database().transaction(channel.id):
        media.rows().detach(game, asset.id)
    assert list(video_warnings(house)) == []


def test_a_list_that_the_machine_cannot_encode_is_weak_and_the_cores_it_needs_are_named(found: Found) -> None:
    large = found(1, live=["source", "720p", "360p"])
    assert large.state is State.WEAK
    assert large.said.endswith("takes about 0.7 cores. This machine has 1 core.")
    assert large.mend.endswith("or use a machine with 2 cores.")
    assert found(2, live=["source", "720p", "360p"]).state is State.FINE
