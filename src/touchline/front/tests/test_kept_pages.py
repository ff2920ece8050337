"""Pages are kept as bytes like other answers that everybody gets alike, and each has a nonce of its own."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from touchline.catalog.tests.packs import pack_part
from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House

PLAIN, GZIPPED = {"Accept-Encoding": "identity"}, {"Accept-Encoding": "gzip"}
NONCE = re.compile(r"nonce-([\w-]+)")
IN_PAGE = re.compile(r'nonce="([\w-]+)"')


@pytest.fixture(autouse=True)
def built(site: ChannelFacts, dist: Path) -> None:
    """The site, and its web app."""


def page_of(answer: TestResponse) -> str:
    """What a browser reads."""
    is_gzipped = answer.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(answer.data) if is_gzipped else answer.data).decode()


@pytest.mark.parametrize("headers", [PLAIN, GZIPPED], ids=["plain", "gzipped"])
def test_a_page_is_given_to_the_next_visitor_without_a_query_and_with_another_nonce(
    client: FlaskClient, queries: Callable[[], Any], headers: dict[str, str]
) -> None:
    first = client.get("/about", headers=headers)
    with queries() as sent:
        others = [client.get("/about", headers=headers) for _ in range(2)]
    assert sent == []
    answers = [first, *others]
    nonces = [set(NONCE.findall(one.headers["Content-Security-Policy"])) for one in answers]
    assert all(len(own) == 1 for own in nonces) and len(set.union(*nonces)) == 3
    assert [set(IN_PAGE.findall(page_of(one))) for one in answers] == nonces
    assert len({IN_PAGE.sub("", page_of(one)) for one in answers}) == 1
    assert [int(one.headers["Content-Length"]) for one in answers] == [len(one.data) for one in answers]


def test_a_game_that_was_taken_away_is_on_no_page_from_the_next_on(
    client: FlaskClient, house: House, site: ChannelFacts
) -> None:
    with house.container.database().transaction(site.id):
        number = house.container.catalog.facade().ids_by_key("event")["over"]
    assert [client.get(f"/watch/{number}").status_code for _ in range(2)] == [200, 200]
    with house.container.database().transaction(site.id):
        house.container.catalog.facade().apply_pack({**pack_part(), "events": []})
    assert client.get(f"/watch/{number}").status_code == 404


def test_who_speaks_another_language_gets_another_page(client: FlaskClient) -> None:
    english = client.get("/about", headers={"Accept-Language": "en"})
    french = client.get("/about", headers={"Accept-Language": "fr"})
    assert '<html lang="en"' in english.text and '<html lang="fr"' in french.text


@pytest.mark.parametrize("address", ["/password-reset?token=abc", "/about?api_key=tlk_mine"])
def test_a_page_with_a_code_or_a_key_in_its_address_is_not_kept(
    client: FlaskClient, queries: Callable[[], Any], address: str
) -> None:
    client.get("/about")
    assert client.get(address).status_code == 200
    with queries() as sent:
        client.get(address)
    assert sent
