"""Where a channel's site is."""

import pytest

from touchline.shared.site_urls import SiteUrls

TWO = ("prairie.example.org", "prairie.example.com")
PUBLIC, DEVELOPMENT = SiteUrls(), SiteUrls(development=True)


@pytest.mark.parametrize(
    ("domains", "asked", "url"),
    [
        (TWO, "", "https://prairie.example.org"),
        (TWO, "prairie.example.com", "https://prairie.example.com"),
        (TWO, "elsewhere.example.net", "https://prairie.example.org"),
        (("prairie.localhost", *TWO), "", "https://prairie.example.org"),
        (("prairie.localhost", *TWO), "prairie.localhost", "http://prairie.localhost:8080"),
        (("prairie.localhost",), "", "http://prairie.localhost:8080"),
        ((), "", "http://prairie.localhost:8080"),
    ],
)
def test_a_public_site_has_the_domain_that_was_asked_for_or_its_first_public_one(
    domains: tuple[str, ...], asked: str, url: str
) -> None:
    assert PUBLIC.base_url("prairie", domains, asked) == url


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


def test_in_development_a_domain_that_was_asked_for_is_kept() -> None:
    assert DEVELOPMENT.base_url("valley", ("valley.localhost", "10.0.0.7"), "10.0.0.7") == (
        "http://10.0.0.7:8080"
    )


def test_a_deployment_of_one_address_has_it_whatever_was_asked() -> None:
    fixed = SiteUrls("https://tv.example.net", "https://tv.example.net")
    assert fixed.base_url("prairie", TWO, TWO[1]) == "https://tv.example.net"
