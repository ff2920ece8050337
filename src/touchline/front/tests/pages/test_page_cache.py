"""The page cache: pages are cached as bytes like other shared responses, and each response has its own
nonce."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from touchline.catalog.tests.pack_samples import pack_part
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application

PLAIN, GZIPPED = {"Accept-Encoding": "identity"}, {"Accept-Encoding": "gzip"}
POLICY_NONCE = re.compile(r"nonce-([\w-]+)")
NONCE_ATTRIBUTE = re.compile(r'nonce="([\w-]+)"')


@pytest.fixture(autouse=True)
def create_built_site(site: ChannelDetails, dist: Path) -> None:
    """Create the site and its web app."""


def read_page(response: TestResponse) -> str:
    """Return the page as a browser reads it."""
    is_gzipped = response.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(response.data) if is_gzipped else response.data).decode()


@pytest.mark.parametrize("headers", [PLAIN, GZIPPED], ids=["plain", "gzipped"])
def test_a_page_is_served_to_the_next_visitor_without_a_query_and_with_another_nonce(
    client: FlaskClient, queries: Callable[[], Any], headers: dict[str, str]
) -> None:
    first = client.get("/about", headers=headers)
    with queries() as sent:
        others = [client.get("/about", headers=headers) for _ in range(2)]
    assert sent == []
    responses = [first, *others]
    nonces = [
        set(POLICY_NONCE.findall(response.headers["Content-Security-Policy"])) for response in responses
    ]
    assert all(len(own) == 1 for own in nonces) and len(set.union(*nonces)) == 3
    assert [set(NONCE_ATTRIBUTE.findall(read_page(response))) for response in responses] == nonces
    assert len({NONCE_ATTRIBUTE.sub("", read_page(response)) for response in responses}) == 1
    assert [int(response.headers["Content-Length"]) for response in responses] == [
        len(response.data) for response in responses
    ]


def test_a_removed_event_disappears_from_cached_pages(
    client: FlaskClient, application: Application, site: ChannelDetails
) -> None:
    with application.container.database().transaction(site.id):
        event_id = application.container.catalog.facade().list_ids_by_key("event")["over"]
    assert [client.get(f"/watch/{event_id}").status_code for _ in range(2)] == [200, 200]
    with application.container.database().transaction(site.id):
        application.container.catalog.facade().apply_pack({**pack_part(), "events": []})
    assert client.get(f"/watch/{event_id}").status_code == 404


def test_a_visitor_with_another_language_gets_another_page(client: FlaskClient) -> None:
    english = client.get("/about", headers={"Accept-Language": "en"})
    french = client.get("/about", headers={"Accept-Language": "fr"})
    assert '<html lang="en"' in english.text and '<html lang="fr"' in french.text


@pytest.mark.parametrize("address", ["/password-reset?token=abc", "/about?api_key=tlk_mine"])
def test_a_page_with_a_code_or_key_in_its_url_is_not_cached(
    client: FlaskClient, queries: Callable[[], Any], address: str
) -> None:
    client.get("/about")
    assert client.get(address).status_code == 200
    with queries() as sent:
        client.get(address)
    assert sent
