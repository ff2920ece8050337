"""Where a provider sends the browser back to."""

import pytest

from touchline.channel.application.find_channel import FindChannel
from touchline.channel.application.social_departure import CallbackAddresses
from touchline.channel.domain.channel import Channel
from touchline.channel.tests.fakes import FakeChannels
from touchline.shared.ids import ChannelId
from touchline.shared.site_urls import SiteUrls

PRAIRIE = Channel("prairie", "Prairie", ChannelId(1), domains=("prairie.example.org", "prairie.example.com"))
PATH = "/auth/login/google/callback"


def address(host: str, *, api_host: str = "", by_name: bool = False, default: str = "prairie") -> str:
    """The address for a browser that was at a host."""
    channels = FakeChannels(PRAIRIE)
    find = FindChannel(channels, default, by_name)
    callbacks = CallbackAddresses(channels, find, SiteUrls(), by_name, api_host)
    return callbacks("google", f"https://{host}", host)


@pytest.mark.parametrize("host", ["prairie.example.org", "prairie.example.com", "localhost:8080"])
def test_the_way_back_leads_to_the_site_that_was_left(host: str) -> None:
    assert address(host) == f"https://{host}{PATH}"


def test_from_a_host_of_the_api_alone_it_leads_to_the_channels_site_whoever_answers_unknown_names() -> None:
    found = address("api.example.net", api_host="https://api.example.net")
    assert found == f"https://prairie.example.org{PATH}"


def test_an_api_at_the_channels_own_name_is_its_site() -> None:
    host = "prairie.example.com"
    assert address(host, api_host=f"https://{host}") == f"https://{host}{PATH}"
