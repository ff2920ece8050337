"""Renditions: the lists of a channel's pack, and the defaults for missing lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.exc import OperationalError

from touchline.billing.facade import BillingFacade
from touchline.catalog.adapters.gateways import ChannelRenditionSettings
from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.application.media.channel_renditions import ChannelRenditions
from touchline.catalog.domain.media.renditions import DEFAULT_RECORDING_RENDITIONS
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.channel.facade import ChannelDetails
from touchline.conftest import SETTINGS, channel_part
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import ChannelId


@pytest.fixture
def list_renditions(
    application: Application, add_channel: Callable[..., ChannelDetails]
) -> Callable[..., Any]:
    """Return `list_renditions(slug, cores=…, recordings=…, live=…)`.

    It creates a channel with such a pack and returns its recording renditions and live renditions.
    """

    def get_names(slug: str, cores: int = 2, **renditions: Any) -> tuple[list[str], list[str]]:
        channel_values = channel_part(slug)["channel"] | {"settings": SETTINGS | {"renditions": renditions}}
        channel = add_channel(slug, channel=channel_values)
        settings = ChannelRenditions(
            application.container.catalog.stream_uow(),
            ChannelRenditionSettings(application.container.channel.facade()),
            application.container.catalog.audio_only_access(),
            cores,
        )
        return list(settings.get_recording_renditions(channel.id)), list(
            settings.get_live_renditions(channel.id)
        )

    return get_names


def test_each_channel_gets_the_renditions_of_its_pack(list_renditions: Callable[..., Any]) -> None:
    both = list_renditions("prairie", recordings=["source", "480p"], live=["source"])
    assert both == (["source", "480p"], ["source"])
    assert list_renditions("atelier", recordings=["360p"], live=["source", "720p"]) == (
        ["360p"],
        ["source", "720p"],
    )


def test_the_names_of_audio_tracks_and_the_loudness_are_those_of_the_pack(
    application: Application, add_channel: Callable[..., ChannelDetails]
) -> None:
    settings = SETTINGS | {"renditions": {"audio_names": ["Home", "Away"], "loudness": -23}}
    named = add_channel("prairie", channel=channel_part("prairie")["channel"] | {"settings": settings})
    rendition_settings = application.container.catalog.rendition_settings()
    assert rendition_settings.get_audio_names(named.id) == ["Home", "Away"]
    assert rendition_settings.get_loudness(named.id) == -23
    for channel_id in (add_channel("atelier").id, ChannelId(999)):
        assert list(rendition_settings.get_audio_names(channel_id)) == []
        assert rendition_settings.get_loudness(channel_id) is None


def test_a_missing_list_uses_the_defaults(list_renditions: Callable[..., Any]) -> None:
    default = list(DEFAULT_RECORDING_RENDITIONS)
    assert list_renditions("prairie", cores=1, recordings=None, live=None) == (default, ["source", "360p"])
    assert list_renditions("atelier", cores=4, recordings=None) == (default, ["source", "720p", "360p"])


def test_a_channel_applied_before_there_were_renditions_gets_the_defaults(
    application: Application, channel: ChannelDetails
) -> None:
    assert channel.renditions == {}
    container: Any = application.container
    assert (
        container.catalog.rendition_settings().get_recording_renditions(channel.id)
        == DEFAULT_RECORDING_RENDITIONS
    )


def test_reading_the_list_fails_as_unavailable_while_the_database_is_down(
    application: Application, channel: ChannelDetails, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_unavailable(*_: object, **__: object) -> None:
        raise OperationalError("SELECT 1", {}, OSError("connection refused"), connection_invalidated=True)

    monkeypatch.setattr(application.container.database(), "transaction", raise_unavailable)
    container: Any = application.container
    with pytest.raises(LiveStreamsUnavailableError):
        container.catalog.rendition_settings().get_live_renditions(channel.id)


def test_a_channel_that_was_removed_gets_the_defaults(application: Application) -> None:
    container: Any = application.container
    assert (
        container.catalog.rendition_settings().get_recording_renditions(ChannelId(999))
        == DEFAULT_RECORDING_RENDITIONS
    )


def test_live_streams_include_the_audio_alone_if_viewers_may_listen_without_watching(
    application: Application, season: ChannelDetails, ids: Callable[[str, str], int]
) -> None:
    container: Any = application.container

    def list_live() -> list[str]:
        return list(container.catalog.rendition_settings().get_live_renditions(season.id))

    def offer_video(key: str, *, is_offered: bool) -> None:
        with container.database().transaction(season.id) as session:
            event = update(EventRow).where(EventRow.id == ids("event", key))
            session.execute(event.values(video_offered=is_offered))

    assert "audio" not in list_live()
    offer_video("over-soccer", is_offered=False)
    assert "audio" not in list_live()
    offer_video("later-soccer", is_offered=False)
    assert list_live()[-1] == "audio"
    offer_video("later-soccer", is_offered=True)
    assert "audio" not in list_live()


def test_live_streams_include_the_audio_alone_if_an_offer_has_no_video(
    application: Application, season: ChannelDetails, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BillingFacade, "sells_audio_only", lambda _self: True)
    container: Any = application.container
    names = container.catalog.rendition_settings().get_live_renditions(season.id)
    assert names[-1] == "audio"
