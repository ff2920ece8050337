"""Anonymization of IP addresses, URLs and texts."""

from __future__ import annotations

import pytest

from touchline.analytics.domain.anonymization import anonymize_ip, page_origin, page_path


@pytest.mark.parametrize(
    ("ip", "anonymized"),
    [
        ("203.0.113.77", "203.0.113.0"),
        ("2001:db8:abcd:12:34:56:78:9a", "2001:db8:abcd::"),
        ("::ffff:203.0.113.77", "203.0.113.0"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("nobody", ""),
    ],
    ids=["ipv4", "ipv6", "ipv4-in-ipv6", "with-a-zone", "none", "no-address"],
)
def test_a_visitors_address_loses_its_last_part(ip: str, anonymized: str) -> None:
    assert anonymize_ip(ip) == anonymized


@pytest.mark.parametrize(
    ("url", "anonymized"),
    [
        ("https://tv.example.org/games?token=1#x", "https://tv.example.org/games"),
        ("http://ada:secret@prairie.localhost:8080/", "http://prairie.localhost:8080/"),
        ("https://tv.example.org", "https://tv.example.org"),
        ("javascript:alert(1)", ""),
        ("https://[half", ""),
        ("/games", ""),
        ("https://tv.example.org/u/ada%40example.org", "https://tv.example.org"),
    ],
    ids=["query", "user", "bare", "script", "broken", "path", "mail"],
)
def test_a_pages_address_has_neither_query_nor_user(url: str, anonymized: str) -> None:
    assert page_origin(url) == anonymized


def test_a_long_address_is_cut() -> None:
    assert len(page_origin("https://tv.example.org/" + "a" * 900)) == 200
    assert page_path("/" + "a" * 900, 200) == "/" + "a" * 199


def test_a_path_has_no_query() -> None:
    assert page_path("/search?q=ada#top", 200) == "/search"
    assert page_path("/search#top?q=ada", 200) == "/search"
