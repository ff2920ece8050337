"""Finding the channel for a host."""

import pytest

from touchline.channel.application.site.find_channel import FindChannel
from touchline.channel.domain.site.channel import Channel
from touchline.channel.tests.site_fakes import FakeChannels
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId

PRAIRIE = Channel("prairie", "Prairie", ChannelId(1), domains=("prairie.localhost", "[::1]"))
ATELIER = Channel("atelier", "Atelier", ChannelId(2), domains=("atelier.localhost",))
BOTH_CHANNELS = FakeChannels(PRAIRIE, ATELIER)


@pytest.mark.parametrize(
    ("host", "slug"),
    [
        ("prairie.localhost", "prairie"),
        ("Atelier.Localhost:8080", "atelier"),
        ("[::1]:8080", "prairie"),
        ("[::1]", "prairie"),
        ("unknown.example", "atelier"),
    ],
)
def test_the_host_selects_the_channel_with_a_default_fallback(host: str, slug: str) -> None:
    assert FindChannel(BOTH_CHANNELS, "atelier", False)(host).slug == slug


def test_a_single_channel_is_the_fallback_in_development_only() -> None:
    single_channel = FakeChannels(PRAIRIE)
    assert FindChannel(single_channel, "", True)("unknown.example") is PRAIRIE
    for host in ("unknown.example", "127.0.0.1:8080", "localhost"):
        with pytest.raises(NotFoundError):
            FindChannel(single_channel, "", False)(host)
    with pytest.raises(NotFoundError):
        FindChannel(BOTH_CHANNELS, "", False)("unknown.example")


def test_a_channel_parameter_works_in_development_only() -> None:
    assert FindChannel(BOTH_CHANNELS, "", True)("prairie.localhost", "atelier") is ATELIER
    assert FindChannel(BOTH_CHANNELS, "", False)("prairie.localhost", "atelier") is PRAIRIE
    with pytest.raises(NotFoundError):
        FindChannel(BOTH_CHANNELS, "", True)("prairie.localhost", "nobody")


def test_slug_subdomains_of_localhost_work_in_development_only() -> None:
    public = Channel("valley", "Valley", ChannelId(3), domains=("watch.valley.example",))
    channels = FakeChannels(PRAIRIE, public)
    assert FindChannel(channels, "", True)("valley.localhost:8080") is public
    with pytest.raises(NotFoundError):
        FindChannel(channels, "", False)("valley.localhost:8080")
