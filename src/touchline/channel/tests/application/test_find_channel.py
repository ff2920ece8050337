"""Which channel answers on an address."""

import pytest

from touchline.channel.application.find_channel import FindChannel
from touchline.channel.domain.channel import Channel
from touchline.channel.tests.fakes import FakeChannels
from touchline.shared.errors import NotFound
from touchline.shared.ids import ChannelId

PRAIRIE = Channel("prairie", "Prairie", ChannelId(1), domains=("prairie.localhost", "[::1]"))
ATELIER = Channel("atelier", "Atelier", ChannelId(2), domains=("atelier.localhost",))
BOTH = FakeChannels(PRAIRIE, ATELIER)


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
def test_the_host_name_decides_and_the_default_answers_the_rest(host: str, slug: str) -> None:
    assert FindChannel(BOTH, "atelier", False)(host).slug == slug


def test_without_a_default_an_only_channel_answers_unknown_hosts_in_development_alone() -> None:
    only = FakeChannels(PRAIRIE)
    assert FindChannel(only, "", True)("unknown.example") is PRAIRIE
    for host in ("unknown.example", "127.0.0.1:8080", "localhost"):
        with pytest.raises(NotFound):
            FindChannel(only, "", False)(host)
    with pytest.raises(NotFound):
        FindChannel(BOTH, "", False)("unknown.example")


def test_a_page_may_name_its_channel_in_development_only() -> None:
    assert FindChannel(BOTH, "", True)("prairie.localhost", "atelier") is ATELIER
    assert FindChannel(BOTH, "", False)("prairie.localhost", "atelier") is PRAIRIE
    with pytest.raises(NotFound):
        FindChannel(BOTH, "", True)("prairie.localhost", "nobody")


def test_a_channel_answers_at_its_slug_below_localhost_in_development_only() -> None:
    public = Channel("valley", "Valley", ChannelId(3), domains=("watch.valley.example",))
    known = FakeChannels(PRAIRIE, public)
    assert FindChannel(known, "", True)("valley.localhost:8080") is public
    with pytest.raises(NotFound):
        FindChannel(known, "", False)("valley.localhost:8080")
