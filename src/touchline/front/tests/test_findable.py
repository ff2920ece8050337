"""What others read to find, install and embed a channel, on the real app, by host."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree as Tree

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from touchline.catalog.tests.packs import pack_part
from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House
from touchline.front.oembed import fitted

pytestmark = pytest.mark.usefixtures("dist")
Ask = Callable[..., TestResponse]
Ids = Callable[[str, str], int]
SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}"
OF_ALL = ["/robots.txt", "/sitemap.xml", "/sitemap/pages.xml", "/manifest.webmanifest"]


@pytest.fixture
def ask(client: FlaskClient, site: ChannelFacts) -> Ask:
    """`ask("/robots.txt")`: of the channel `prairie`."""

    def get(path: str, host: str = "prairie.localhost", **query: Any) -> TestResponse:
        return client.get(path, query_string=query or None, headers={"Host": host})

    return get


def locations(answer: TestResponse) -> list[str]:
    """The addresses of a site map or of an index."""
    assert (answer.status_code, answer.mimetype) == (200, "application/xml")
    return [found.text or "" for found in Tree.fromstring(answer.data).iter(f"{SPACE}loc")]  # noqa: S314


def test_the_index_names_files_that_are_there(ask: Ask) -> None:
    files = locations(ask("/sitemap.xml"))
    paths = [urlsplit(file).path for file in files]
    assert paths[0] == "/sitemap/pages.xml" and len(paths) >= 3
    for file in files:
        assert locations(ask(urlsplit(file).path))


def test_every_listed_page_answers_and_may_be_listed(ask: Ask) -> None:
    listed = [page for file in locations(ask("/sitemap.xml")) for page in locations(ask(urlsplit(file).path))]
    assert len(listed) == len(set(listed)) > 30
    for page in listed:
        address = urlsplit(page)
        assert address.hostname == "prairie.localhost"
        answer = ask(f"{address.path}?{address.query}")
        assert answer.status_code == 200, page
        assert 'content="noindex"' not in answer.text, page
        assert f'<link rel="canonical" href="{page.replace("&", "&amp;")}">' in answer.text, page


def test_every_language_of_a_page_names_all_of_them(ask: Ask, ids: Ids) -> None:
    path = f"http://prairie.localhost/watch/{ids('event', 'over')}"
    tree = Tree.fromstring(ask("/sitemap/events-0.xml").data)  # noqa: S314
    told = {url.findtext(f"{SPACE}loc"): url for url in tree}
    for address in (path, f"{path}?lang=fr"):
        others = {link.get("hreflang"): link.get("href") for link in told[address].iter(f"{XHTML}link")}
        assert others == {"en": path, "fr": f"{path}?lang=fr", "x-default": path}


def test_a_page_last_changed_when_its_game_began_or_ended(ask: Ask, ids: Ids) -> None:
    tree = Tree.fromstring(ask("/sitemap/events-0.xml").data)  # noqa: S314
    told = {url.findtext(f"{SPACE}loc"): url.findtext(f"{SPACE}lastmod") for url in tree}

    def changed(key: str) -> str | None:
        return told[f"http://prairie.localhost/watch/{ids('event', key)}"]

    assert changed("over") == "2026-11-19T20:00:00Z"
    assert changed("on-now") == "2026-11-21T17:00:00Z"
    assert changed("later") is None


def test_what_is_withdrawn_is_not_listed(ask: Ask, ids: Ids, apply_events: Callable[..., None]) -> None:
    gone = f"/watch/{ids('event', 'over')}"
    apply_events()
    assert not any(page.endswith(gone) for page in locations(ask("/sitemap/events-0.xml")))


@pytest.mark.parametrize(
    "name", ["events-7", "library-9", "events-", "events-x", "events", "nothing", "events-9999999"]
)
def test_a_file_that_is_not_there_is_not_found(ask: Ask, name: str) -> None:
    assert ask(f"/sitemap/{name}.xml").status_code == 404


def test_robots_are_told_of_the_map_and_kept_from_private_pages(ask: Ask) -> None:
    lines = ask("/robots.txt").text.splitlines()
    assert "Sitemap: http://prairie.localhost/sitemap.xml" in lines
    assert {"Disallow: /profile", "Disallow: /buy", "Disallow: /login"} <= set(lines)
    assert not any(line.startswith("Disallow: /api") for line in lines)


def test_the_manifest_makes_the_channel_an_app(ask: Ask) -> None:
    answer = ask("/manifest.webmanifest", lang="fr")
    assert answer.mimetype == "application/manifest+json"
    told = json.loads(answer.data)
    assert (told["name"], told["lang"], told["display"]) == ("Prairie", "fr", "standalone")
    assert (told["id"], told["start_url"], told["scope"]) == ("/", "/", "/")
    assert told["description"] == "Chaque match."
    shown = {(icon["sizes"], icon["purpose"]) for icon in told["icons"]}
    assert shown == {(size, use) for size in ("192x192", "512x512") for use in ("any", "maskable")}
    for icon in told["icons"]:
        assert ask(icon["src"]).headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", ["on-now", "practice"])
def test_a_drawn_picture_has_one_address_in_every_language(
    ask: Ask, ids: Ids, language: str, key: str
) -> None:
    page = ask(f"/watch/{ids('event', key)}", lang=language).text
    address = page.split('property="og:image" content="')[1].split('"')[0]
    answer = ask(address.removeprefix("http://prairie.localhost"))
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_oembed_answers_with_the_player(ask: Ask, ids: Ids) -> None:
    number = ids("event", "on-now")
    for path in (f"/watch/{number}", f"/watch_embed/{number}", f"/watch/{number}?lang=fr#x"):
        answer = ask("/oembed", url=f"http://prairie.localhost:8080{path}", format="json", maxwidth=640)
        told = json.loads(answer.data)
        assert (answer.mimetype, told["version"], told["type"]) == ("application/json", "1.0", "video")
        assert (told["width"], told["height"]) == (640, 360)
        assert f'src="http://prairie.localhost/watch_embed/{number}" width="640" height="360"' in told["html"]
        assert told["title"] == "Harlan Falls @ Cedar Ridge, quarterfinal (Nov 21, 2026, 11:00\u202fAM)"
        assert told["thumbnail_url"].startswith(f"http://prairie.localhost/pictures/events/{number}.png?v=")
        assert (told["thumbnail_width"], told["thumbnail_height"]) == (1200, 630)


@pytest.mark.parametrize(
    "url",
    [
        "http://elsewhere.example/watch/1", "http://prairie.localhost/watch/999999", "javascript:alert(1)",
        "http://prairie.localhost/faq", "http://prairie.localhost/watch/99999999999", "http://[", "x",
        "http://prairie.localhost.evil.example/watch/1", "http://prairie.localhost@evil.example/watch/1",
    ],
)  # fmt: skip
def test_what_is_no_player_of_the_channel_is_not_embedded(ask: Ask, url: str) -> None:
    assert ask("/oembed", url=url).status_code == 404


def test_pages_of_other_sites_may_ask_for_the_player_themselves(ask: Ask, ids: Ids) -> None:
    url = f"http://prairie.localhost/watch/{ids('event', 'on-now')}"
    assert ask("/oembed", url=url).headers["Access-Control-Allow-Origin"] == "*"


def test_oembed_refuses_what_it_does_not_speak(ask: Ask, ids: Ids) -> None:
    url = f"http://prairie.localhost/watch/{ids('event', 'on-now')}"
    assert ask("/oembed", url=url, format="xml").status_code == 501
    assert ask("/oembed").status_code == 422
    for size in ("0", "-1", "abc", "999999999999999"):
        assert ask("/oembed", url=url, maxwidth=size).status_code == 422


def test_the_page_of_a_game_says_where_to_ask_for_its_player(ask: Ask, ids: Ids) -> None:
    page = ask(f"/watch/{ids('event', 'on-now')}").text
    address = page.split('type="application/json+oembed" href="')[1].split('"')[0].replace("&amp;", "&")
    asked = urlsplit(address)
    assert ask(f"{asked.path}?{asked.query}").status_code == 200


@pytest.mark.parametrize(
    ("most", "fits"),
    [
        ((None, None), (1280, 720)), ((640, None), (640, 360)), ((None, 360), (640, 360)),
        ((640, 90), (160, 90)), ((5000, 5000), (1280, 720)),
    ],
)  # fmt: skip
def test_a_player_fits_into_what_is_asked_for(
    most: tuple[int | None, int | None], fits: tuple[int, int]
) -> None:
    assert fitted(*most) == fits


@pytest.mark.parametrize("path", OF_ALL)
def test_everything_is_the_same_for_everybody_and_kept_for_an_hour(
    ask: Ask, client: FlaskClient, path: str
) -> None:
    answer = ask(path)
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    headers = {"Host": "prairie.localhost", "If-None-Match": answer.headers["ETag"]}
    assert client.get(path, headers=headers).status_code == 304


@pytest.mark.parametrize("path", [*OF_ALL, "/sitemap/events-0.xml", "/oembed?url=x"])
def test_one_channel_says_nothing_of_another(
    ask: Ask, other_channel: ChannelFacts, house: House, path: str
) -> None:
    with house.container.database().transaction(other_channel.id):
        house.container.catalog.facade().apply_pack(
            pack_part(events=[], library={"categories": [], "items": [], "rails": []})
        )
    text = ask(path, host="atelier.localhost").text
    assert "prairie" not in text.lower() and "/watch/" not in text


def test_an_event_of_another_channel_is_not_embedded(ask: Ask, ids: Ids, other_channel: ChannelFacts) -> None:
    url = f"http://atelier.localhost/watch/{ids('event', 'on-now')}"
    assert ask("/oembed", host="atelier.localhost", url=url).status_code == 404
