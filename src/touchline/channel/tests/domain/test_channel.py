"""Where a channel's site is."""

import pytest

from touchline.channel.domain.channel import Channel

TWO = ("prairie.example.org", "prairie.example.com")


@pytest.mark.parametrize(
    ("domains", "asked", "address"),
    [
        (TWO, "", "https://prairie.example.org"),
        (TWO, "prairie.example.com", "https://prairie.example.com"),
        (TWO, "elsewhere.example.net", "https://prairie.example.org"),
        ((), "10.0.0.7", "https://10.0.0.7"),
        ((), "", "https://localhost"),
    ],
)
def test_the_site_has_the_name_that_was_asked_where_it_is_its_own_else_its_first(
    domains: tuple[str, ...], asked: str, address: str
) -> None:
    assert Channel("prairie", "Prairie", domains=domains).site("https://{host}", asked) == address


def test_a_deployment_of_one_address_has_it_whatever_was_asked() -> None:
    assert Channel("prairie", "Prairie", domains=TWO).site("https://tv.example.net", TWO[1]) == (
        "https://tv.example.net"
    )


@pytest.mark.parametrize(
    ("domains", "address"),
    [
        (("watch.valley.example", "valley.localhost"), "http://valley.localhost:8080"),
        (("valley.localhost", "watch.valley.example"), "http://valley.localhost:8080"),
        (("watch.valley.example", "games.localhost"), "http://games.localhost:8080"),
        (("watch.valley.example",), "http://valley.localhost:8080"),
    ],
    ids=["listed second", "listed first", "under another name", "not listed"],
)
def test_links_in_development_use_the_localhost_domain_whatever_the_order(
    domains: tuple[str, ...], address: str
) -> None:
    assert Channel("valley", "Valley", domains=domains).site("http://{localhost}:8080") == address


def test_a_link_in_development_keeps_a_domain_of_the_channel_that_was_asked_for() -> None:
    valley = Channel("valley", "Valley", domains=("valley.localhost", "10.0.0.7"))
    assert valley.site("http://{localhost}:8080", "10.0.0.7") == "http://10.0.0.7:8080"
