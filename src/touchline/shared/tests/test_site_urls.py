"""Tests for the URL of a channel's site."""

import pytest

from touchline.shared.site_urls import SiteUrls

TWO_DOMAINS = ("prairie.example.org", "prairie.example.com")
PUBLIC, DEVELOPMENT = SiteUrls(), SiteUrls(development=True)


@pytest.mark.parametrize(
    ("domains", "requested", "url"),
    [
        (TWO_DOMAINS, "", "https://prairie.example.org"),
        (TWO_DOMAINS, "prairie.example.com", "https://prairie.example.com"),
        (TWO_DOMAINS, "elsewhere.example.net", "https://prairie.example.org"),
        (("prairie.localhost", *TWO_DOMAINS), "", "https://prairie.example.org"),
        (("prairie.localhost", *TWO_DOMAINS), "prairie.localhost", "http://prairie.localhost:8080"),
        (("prairie.localhost",), "", "http://prairie.localhost:8080"),
        ((), "", "http://prairie.localhost:8080"),
    ],
)
def test_a_public_site_uses_the_requested_or_first_public_domain(
    domains: tuple[str, ...], requested: str, url: str
) -> None:
    assert PUBLIC.base_url("prairie", domains, requested) == url


@pytest.mark.parametrize(
    ("domains", "url"),
    [
        (("watch.valley.example", "valley.localhost"), "http://valley.localhost:8080"),
        (("valley.localhost", "watch.valley.example"), "http://valley.localhost:8080"),
        (("watch.valley.example", "games.localhost"), "http://games.localhost:8080"),
        (("watch.valley.example",), "http://valley.localhost:8080"),
    ],
    ids=["listed second", "listed first", "under another name", "not listed"],
)
def test_in_development_a_site_has_its_localhost_domain_whatever_the_order(
    domains: tuple[str, ...], url: str
) -> None:
    assert DEVELOPMENT.base_url("valley", domains) == url


def test_development_keeps_a_requested_domain() -> None:
    assert DEVELOPMENT.base_url("valley", ("valley.localhost", "10.0.0.7"), "10.0.0.7") == (
        "http://10.0.0.7:8080"
    )


def test_a_fixed_site_address_is_always_used() -> None:
    fixed = SiteUrls("https://tv.example.net", "https://tv.example.net")
    assert fixed.base_url("prairie", TWO_DOMAINS, TWO_DOMAINS[1]) == "https://tv.example.net"
