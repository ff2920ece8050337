"""The URL to which a provider returns the browser."""

import pytest

from touchline.channel.application.accounts.social.authorization import CallbackUrls
from touchline.channel.application.site.find_channel import FindChannel
from touchline.channel.domain.site.channel import Channel
from touchline.channel.tests.site_fakes import FakeChannels
from touchline.shared.ids import ChannelId
from touchline.shared.site_urls import SiteUrls

PRAIRIE = Channel("prairie", "Prairie", ChannelId(1), domains=("prairie.example.org", "prairie.example.com"))
PATH = "/auth/login/google/callback"


def build_url(host: str, *, api_host: str = "", allow_by_name: bool = False, default: str = "prairie") -> str:
    """Return the callback URL for a browser on a host."""
    channels = FakeChannels(PRAIRIE)
    find_channel = FindChannel(channels, default, allow_by_name)
    callback_urls = CallbackUrls(channels, find_channel, SiteUrls(), allow_by_name, api_host)
    return callback_urls("google", f"https://{host}", host)


@pytest.mark.parametrize("host", ["prairie.example.org", "prairie.example.com", "localhost:8080"])
def test_the_callback_url_is_on_the_original_site(host: str) -> None:
    assert build_url(host) == f"https://{host}{PATH}"


def test_an_api_host_uses_the_site_of_the_channel() -> None:
    url = build_url("api.example.net", api_host="https://api.example.net")
    assert url == f"https://prairie.example.org{PATH}"


def test_an_api_on_the_channel_domain_is_its_site() -> None:
    host = "prairie.example.com"
    assert build_url(host, api_host=f"https://{host}") == f"https://{host}{PATH}"
