"""Files and pages for finding, installing and embedding a channel, on the real app, by host."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree as Tree

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from touchline.catalog.tests.pack_samples import pack_part
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.front.discovery.oembed import fit_size
from touchline.shared.clock import FixedClock

pytestmark = pytest.mark.usefixtures("dist")
SendRequest = Callable[..., TestResponse]
Ids = Callable[[str, str], int]
SITEMAP_NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML_NAMESPACE = "{http://www.w3.org/1999/xhtml}"
PUBLIC_PATHS = ["/robots.txt", "/sitemap.xml", "/sitemap/pages.xml", "/manifest.webmanifest"]


@pytest.fixture
def send_request(client: FlaskClient, site: ChannelDetails) -> SendRequest:
    """Return a function that requests a path of the channel `prairie`: `send_request("/robots.txt")`."""

    def get(path: str, host: str = "prairie.localhost", **query: Any) -> TestResponse:
        return client.get(path, query_string=query or None, headers={"Host": host})

    return get


def list_locations(response: TestResponse) -> list[str]:
    """Return the URLs in a sitemap or a sitemap index."""
    assert (response.status_code, response.mimetype) == (200, "application/xml")
    return [found.text or "" for found in Tree.fromstring(response.data).iter(f"{SITEMAP_NAMESPACE}loc")]  # noqa: S314


def test_the_sitemap_index_lists_existing_files(send_request: SendRequest) -> None:
    files = list_locations(send_request("/sitemap.xml"))
    paths = [urlsplit(file).path for file in files]
    assert paths[0] == "/sitemap/pages.xml" and len(paths) >= 3
    for file in files:
        assert list_locations(send_request(urlsplit(file).path))


def test_every_listed_page_exists_and_may_be_indexed(send_request: SendRequest) -> None:
    listed = [
        page
        for file in list_locations(send_request("/sitemap.xml"))
        for page in list_locations(send_request(urlsplit(file).path))
    ]
    assert len(listed) == len(set(listed)) > 30
    for page in listed:
        url = urlsplit(page)
        assert url.hostname == "prairie.localhost"
        response = send_request(f"{url.path}?{url.query}")
        assert response.status_code == 200, page
        assert 'content="noindex"' not in response.text, page
        assert f'<link rel="canonical" href="{page.replace("&", "&amp;")}">' in response.text, page


def test_a_channel_without_events_lists_no_event_pages(
    send_request: SendRequest, add_channel: Callable[..., ChannelDetails]
) -> None:
    event_pages = {"/schedule", "/upcoming", "/live", "/vod"}
    pages = {urlsplit(page).path for page in list_locations(send_request("/sitemap/pages.xml"))}
    assert event_pages <= pages
    add_channel("atelier")
    response = send_request("/sitemap/pages.xml", host="atelier.localhost")
    pages = {urlsplit(page).path for page in list_locations(response)}
    assert "/vod_library" in pages and not event_pages & pages


@pytest.mark.parametrize("path", ["/upcoming", "/live", "/vod"])
def test_event_pages_of_a_channel_without_events_are_titled_as_its_schedule(
    send_request: SendRequest, add_channel: Callable[..., ChannelDetails], path: str
) -> None:
    add_channel("atelier")
    page = send_request(path, host="atelier.localhost").text
    assert "<title>Schedule" in page and 'content="noindex"' in page


def test_every_language_of_a_page_links_to_all_languages(send_request: SendRequest, ids: Ids) -> None:
    path = f"http://prairie.localhost/watch/{ids('event', 'over')}"
    tree = Tree.fromstring(send_request("/sitemap/events-0.xml").data)  # noqa: S314
    url_elements = {entry.findtext(f"{SITEMAP_NAMESPACE}loc"): entry for entry in tree}
    for url in (path, f"{path}?lang=fr"):
        alternates = {
            link.get("hreflang"): link.get("href")
            for link in url_elements[url].iter(f"{XHTML_NAMESPACE}link")
        }
        assert alternates == {"en": path, "fr": f"{path}?lang=fr", "x-default": path}


def test_the_lastmod_of_a_page_is_that_of_its_data_and_later_the_start_or_end_of_its_event(
    send_request: SendRequest, ids: Ids, clock: FixedClock
) -> None:
    def get_last_modified(key: str) -> str | None:
        tree = Tree.fromstring(send_request("/sitemap/events-0.xml").data)  # noqa: S314
        address = f"http://prairie.localhost/watch/{ids('event', key)}"
        [page] = [url for url in tree if url.findtext(f"{SITEMAP_NAMESPACE}loc") == address]
        return page.findtext(f"{SITEMAP_NAMESPACE}lastmod")

    for key in ("over", "on-now", "later"):
        assert get_last_modified(key) == "2026-11-21T18:00:00Z"
    clock.advance(timedelta(hours=2))
    assert get_last_modified("over") == "2026-11-21T18:00:00Z"
    assert get_last_modified("on-now") == "2026-11-21T19:00:00Z"


def test_a_withdrawn_event_is_not_listed(
    send_request: SendRequest, ids: Ids, apply_events: Callable[..., None]
) -> None:
    path = f"/watch/{ids('event', 'over')}"
    apply_events()
    assert not any(page.endswith(path) for page in list_locations(send_request("/sitemap/events-0.xml")))


@pytest.mark.parametrize(
    "name", ["events-7", "library-9", "events-", "events-x", "events", "nothing", "events-9999999"]
)
def test_an_unknown_file_is_404(send_request: SendRequest, name: str) -> None:
    assert send_request(f"/sitemap/{name}.xml").status_code == 404


def test_robots_get_the_sitemap_and_are_excluded_from_private_pages(send_request: SendRequest) -> None:
    lines = send_request("/robots.txt").text.splitlines()
    assert "Sitemap: http://prairie.localhost/sitemap.xml" in lines
    assert {"Disallow: /profile", "Disallow: /buy", "Disallow: /login"} <= set(lines)
    assert not any(line.startswith("Disallow: /api") for line in lines)


def test_the_manifest_makes_the_channel_an_app(send_request: SendRequest) -> None:
    response = send_request("/manifest.webmanifest", lang="fr")
    assert response.mimetype == "application/manifest+json"
    manifest = json.loads(response.data)
    assert (manifest["name"], manifest["lang"], manifest["display"]) == ("Prairie", "fr", "standalone")
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == ("/", "/", "/")
    assert manifest["description"] == "Chaque match."
    icons = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert icons == {(size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")}
    for icon in manifest["icons"]:
        assert send_request(icon["src"]).headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", ["on-now", "practice"])
def test_a_generated_image_has_one_url_in_every_language(
    send_request: SendRequest, ids: Ids, language: str, key: str
) -> None:
    page = send_request(f"/watch/{ids('event', key)}", lang=language).text
    url = page.split('property="og:image" content="')[1].split('"')[0]
    response = send_request(url.removeprefix("http://prairie.localhost"))
    assert (response.status_code, response.mimetype) == (200, "image/png")
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_oembed_returns_the_player(send_request: SendRequest, ids: Ids) -> None:
    event_id = ids("event", "on-now")
    for path in (f"/watch/{event_id}", f"/watch_embed/{event_id}", f"/watch/{event_id}?lang=fr#x"):
        response = send_request(
            "/oembed", url=f"http://prairie.localhost:8080{path}", format="json", maxwidth=640
        )
        oembed = json.loads(response.data)
        assert (response.mimetype, oembed["version"], oembed["type"]) == (
            "application/json",
            "1.0",
            "video",
        )
        assert (oembed["width"], oembed["height"]) == (640, 360)
        assert (
            f'src="http://prairie.localhost/watch_embed/{event_id}" width="640" height="360"'
            in oembed["html"]
        )
        assert oembed["title"] == "Harlan Falls @ Cedar Ridge, quarterfinal (Nov 21, 2026, 11:00\u202fAM)"
        assert oembed["thumbnail_url"].startswith(
            f"http://prairie.localhost/pictures/events/{event_id}.png?v="
        )
        assert (oembed["thumbnail_width"], oembed["thumbnail_height"]) == (1200, 630)


@pytest.mark.parametrize(
    "url",
    [
        "http://elsewhere.example/watch/1", "http://prairie.localhost/watch/999999", "javascript:alert(1)",
        "http://prairie.localhost/faq", "http://prairie.localhost/watch/99999999999", "http://[", "x",
        "http://prairie.localhost.evil.example/watch/1", "http://prairie.localhost@evil.example/watch/1",
    ],
)  # fmt: skip
def test_a_url_without_a_player_of_the_channel_is_not_embedded(send_request: SendRequest, url: str) -> None:
    assert send_request("/oembed", url=url).status_code == 404


def test_other_sites_may_request_oembed(send_request: SendRequest, ids: Ids) -> None:
    url = f"http://prairie.localhost/watch/{ids('event', 'on-now')}"
    assert send_request("/oembed", url=url).headers["Access-Control-Allow-Origin"] == "*"


def test_oembed_refuses_unsupported_formats_and_sizes(send_request: SendRequest, ids: Ids) -> None:
    url = f"http://prairie.localhost/watch/{ids('event', 'on-now')}"
    assert send_request("/oembed", url=url, format="xml").status_code == 501
    assert send_request("/oembed").status_code == 422
    for size in ("0", "-1", "abc", "999999999999999"):
        assert send_request("/oembed", url=url, maxwidth=size).status_code == 422


def test_the_page_of_an_event_links_to_its_oembed(send_request: SendRequest, ids: Ids) -> None:
    page = send_request(f"/watch/{ids('event', 'on-now')}").text
    oembed_url = page.split('type="application/json+oembed" href="')[1].split('"')[0].replace("&amp;", "&")
    link = urlsplit(oembed_url)
    assert send_request(f"{link.path}?{link.query}").status_code == 200


@pytest.mark.parametrize(
    ("maximum", "expected"),
    [
        ((None, None), (1280, 720)), ((640, None), (640, 360)), ((None, 360), (640, 360)),
        ((640, 90), (160, 90)), ((5000, 5000), (1280, 720)),
    ],
)  # fmt: skip
def test_a_player_fits_the_requested_size(
    maximum: tuple[int | None, int | None], expected: tuple[int, int]
) -> None:
    assert fit_size(*maximum) == expected


@pytest.mark.parametrize("path", PUBLIC_PATHS)
def test_responses_are_the_same_for_everyone_and_cached_for_an_hour(
    send_request: SendRequest, client: FlaskClient, path: str
) -> None:
    response = send_request(path)
    assert response.headers["Cache-Control"] == "public, max-age=3600"
    headers = {"Host": "prairie.localhost", "If-None-Match": response.headers["ETag"]}
    assert client.get(path, headers=headers).status_code == 304


@pytest.mark.parametrize("path", [*PUBLIC_PATHS, "/sitemap/events-0.xml", "/oembed?url=x"])
def test_one_channel_does_not_mention_another(
    send_request: SendRequest, other_channel: ChannelDetails, application: Application, path: str
) -> None:
    with application.container.database().transaction(other_channel.id):
        application.container.catalog.facade().apply_pack(
            pack_part(events=[], library={"categories": [], "items": [], "rails": []})
        )
    text = send_request(path, host="atelier.localhost").text
    assert "prairie" not in text.lower() and "/watch/" not in text


def test_an_event_of_another_channel_is_not_embedded(
    send_request: SendRequest, ids: Ids, other_channel: ChannelDetails
) -> None:
    url = f"http://atelier.localhost/watch/{ids('event', 'on-now')}"
    assert send_request("/oembed", host="atelier.localhost", url=url).status_code == 404
