"""The renditions that a channel's pack lists, and the defaults where it lists none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from touchline.catalog.adapters.gateways import ChannelRenditions
from touchline.catalog.domain.renditions import RECORDING_DEFAULT
from touchline.catalog.ports.live import LedgerAway
from touchline.channel.facade import ChannelFacts
from touchline.conftest import SETTINGS, channel_part
from touchline.entrypoints.bootstrap import House
from touchline.shared.ids import ChannelId


@pytest.fixture
def lists(house: House, add_channel: Callable[..., ChannelFacts]) -> Callable[..., Any]:
    """`lists(slug, cores=…, recordings=…, live=…)`: what a channel whose pack says so gets."""

    def found(slug: str, cores: int = 2, **renditions: Any) -> tuple[list[str], list[str]]:
        said = channel_part(slug)["channel"] | {"settings": SETTINGS | {"renditions": renditions}}
        channel = add_channel(slug, channel=said)
        gateway = ChannelRenditions(house.container.database(), house.container.channel.facade(), cores)
        return list(gateway.recordings(channel.id)), list(gateway.live(channel.id))

    return found


def test_a_channel_gets_what_its_pack_lists_and_another_channel_its_own(lists: Callable[..., Any]) -> None:
    both = lists("prairie", recordings=["source", "480p"], live=["source"])
    assert both == (["source", "480p"], ["source"])
    assert lists("atelier", recordings=["360p"], live=["source", "720p"]) == (["360p"], ["source", "720p"])


def test_a_list_that_is_left_out_is_the_default(lists: Callable[..., Any]) -> None:
    default = list(RECORDING_DEFAULT)
    assert lists("prairie", cores=1, recordings=None, live=None) == (default, ["source", "360p"])
    assert lists("atelier", cores=4, recordings=None) == (default, ["source", "720p", "360p"])


def test_a_channel_applied_before_there_were_renditions_gets_the_defaults(
    house: House, channel: ChannelFacts
) -> None:
    assert channel.renditions == {}
    container: Any = house.container
    assert container.catalog.media.renditions().recordings(channel.id) == RECORDING_DEFAULT


def test_an_ingest_process_reads_the_list_in_the_same_way_while_the_database_is_away(
    house: House, channel: ChannelFacts, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> None:
        raise OperationalError("SELECT 1", {}, OSError("connection refused"), connection_invalidated=True)

    monkeypatch.setattr(house.container.database(), "transaction", away)
    container: Any = house.container
    with pytest.raises(LedgerAway):
        container.catalog.media.renditions().live(channel.id)


def test_a_channel_that_was_removed_gets_the_defaults(house: House) -> None:
    container: Any = house.container
    assert container.catalog.media.renditions().recordings(ChannelId(999)) == RECORDING_DEFAULT
