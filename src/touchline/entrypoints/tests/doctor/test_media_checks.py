"""Checks of `touchline doctor` for live renditions, channel by channel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from dependency_injector import providers

from touchline.catalog.adapters.gateways import ChannelRenditionSettings
from touchline.catalog.application.media.channel_renditions import ChannelRenditions
from touchline.catalog.domain.media.assets import Asset, MediaOwner, StoredPackage
from touchline.channel.facade import ChannelDetails
from touchline.conftest import SETTINGS, channel_part
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.doctor.checks import CheckResult, CheckStatus
from touchline.entrypoints.doctor.media_checks import live_renditions, video_warnings

PACKAGE = StoredPackage(
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
RunChecks = Callable[..., CheckResult]


@pytest.fixture
def run_checks(application: Application, add_channel: Callable[..., ChannelDetails]) -> RunChecks:
    """Return `run_checks(cores, live=[…])`, which checks a channel on a machine with so many cores."""

    def run(cores: int, **renditions: Any) -> CheckResult:
        channel_details = channel_part("prairie")["channel"] | {
            "settings": SETTINGS | {"renditions": renditions}
        }
        add_channel("prairie", channel=channel_details)
        media: Any = application.container.catalog
        settings = ChannelRenditions(
            application.container.catalog.stream_uow(),
            ChannelRenditionSettings(application.container.channel.facade()),
            application.container.catalog.audio_only_access(),
            cores,
        )
        with media.cores.override(cores), media.rendition_settings.override(providers.Object(settings)):
            return next(
                result
                for result in live_renditions(application)
                if result.subject == "live renditions of prairie"
            )

    return run


def test_default_renditions_are_shown_with_the_cores(run_checks: RunChecks) -> None:
    small, large = run_checks(1), run_checks(4)
    assert small.status is CheckStatus.FINE and small.always_shown
    assert small.message == (
        "source, 360p (default for 1 core). Each stream at 30 frames per second uses about 0.3 cores."
    )
    assert large.message.startswith("source, 720p, 360p (default for 4 cores).")


def test_renditions_of_a_channel_are_shown_as_configured(run_checks: RunChecks) -> None:
    assert run_checks(2, live=["source"]).message.startswith("source (set in channel.yaml).")


def test_a_video_warning_is_printed_while_an_event_uses_the_video(
    application: Application, channel: ChannelDetails
) -> None:
    media: Any = application.container.catalog
    event = MediaOwner("event", 5)
    with application.container.database().transaction(channel.id):
        asset = media.assets().add("a" * 64, "friday.mp4")
        media.media_items().attach(event, asset.id, "friday")
    assert list(video_warnings(application)) == []

    def finish(asset: Asset) -> None:
        asset.begin("x", application.container.clock().now())
        asset.mark_ready("x", PACKAGE)

    media.asset_store().update(channel.id, asset.id, finish)
    (finding,) = video_warnings(application)
    assert finding.message == f"friday.mp4 (asset {asset.id}): {PACKAGE.warning}"
    assert (finding.subject, finding.status, finding.always_shown) == (
        "videos of prairie",
        CheckStatus.FINE,
        True,
    )
    with application.container.database().transaction(channel.id):
        media.media_items().detach(event, asset.id)
    assert list(video_warnings(application)) == []


def test_renditions_that_need_more_cores_are_a_warning(
    run_checks: RunChecks,
) -> None:
    large = run_checks(1, live=["source", "720p", "360p"])
    assert large.status is CheckStatus.WEAK
    assert large.message.endswith("uses about 0.7 cores. This machine has 1 core.")
    assert large.fix.endswith("or use a machine with 2 cores.")
    assert run_checks(2, live=["source", "720p", "360p"]).status is CheckStatus.FINE
