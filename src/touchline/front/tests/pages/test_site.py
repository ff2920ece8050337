"""The page at every path of the site, on the real app (product.md, section 2; api.md, Web)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.engagement.tests.forms import WORKSHOP_FORM
from touchline.entrypoints.bootstrap import Application

pytestmark = pytest.mark.usefixtures("dist")
Ids = Callable[[str, str], int]
PAGE_PATHS = [
    "/", "/login", "/registration", "/verify-notice", "/verify-email", "/password-reset-request",
    "/password-reset", "/profile", "/profile/transactions", "/profile/clips", "/profile/sessions/add",
    "/profile/favorites", "/profile/news", "/unsubscribe", "/cancel-renewal", "/forms/contacts",
    "/sponsor-report",
    "/profile/sessions", "/profile/security", "/profile/account", "/auth/login/google/callback",
    "/auth/login/facebook/callback",
    "/profile/edit", "/contacts", "/buy", "/select-package/3", "/watch/1/clip", "/packages", "/passes",
    "/faq", "/simulate", "/confirm-account-deletion", "/vod_library", "/upcoming", "/vod", "/live",
    "/schedule",
]  # fmt: skip
UNKNOWN_PATHS = [
    "/404", "/nowhere", "/About", "/watch/x", "/watch/0", "/watch/2147483648", "/watch/99999999999",
    "/watch/1/2", "/watch_embed/999", "/vod_library/999", "/watch_library/1", "/share/1/abc",
    "/select-package/x", "/watch/x/clip", "/watch/0/clip",
    "/forms/seat", "/standings", "/standings/curling", "/standings/Boys hockey",
]  # fmt: skip
BUNDLE_KEYS = [
    "settings", "menu", "slides", "pages", "color_settings", "faq", "categories", "locations", "groups",
    "group_properties", "packages", "subscriptions", "prerolls", "static_data", "popups",
]  # fmt: skip


@pytest.fixture
def send_request(client: FlaskClient, site: ChannelDetails) -> Callable[..., TestResponse]:
    """Return a function that requests a page of the channel `prairie`: `send_request("/vod")`."""

    def get(path: str, host: str = "prairie.localhost:8080", **headers: str) -> TestResponse:
        return client.get(path, headers={"Host": host, **headers})

    return get


@pytest.mark.parametrize("path", PAGE_PATHS)
def test_every_page_of_the_site_returns_200(send_request: Callable[..., TestResponse], path: str) -> None:
    response = send_request(path)
    assert (response.status_code, response.mimetype) == (200, "text/html")
    assert "</title>" in response.text


@pytest.mark.parametrize("path", UNKNOWN_PATHS)
def test_an_unknown_path_returns_404_with_the_page(
    send_request: Callable[..., TestResponse], path: str
) -> None:
    response = send_request(path)
    assert (response.status_code, response.mimetype) == (404, "text/html")
    assert "<title>Page not found, Prairie</title>" in response.text
    assert '<meta name="robots" content="noindex">' in response.text


def test_a_watch_page_names_the_event_with_time_and_place(
    send_request: Callable[..., TestResponse], ids: Ids
) -> None:
    page = send_request(f"/watch/{ids('event', 'on-now')}").text
    assert (
        "<title>Harlan Falls @ Cedar Ridge, quarterfinal (Nov 21, 2026, 11:00\u202fAM), Prairie</title>"
        in page
    )
    assert '<meta name="description" content="A rivalry.">' in page
    french = send_request(f"/watch/{ids('event', 'practice')}?lang=fr").text
    assert (
        "<title>Entraînement (23 nov. 2026, 18:00), Prairie</title>" in french and '<html lang="fr"' in french
    )


def test_an_event_without_a_description_is_described_by_its_details(
    send_request: Callable[..., TestResponse], ids: Ids, apply_events: Callable[..., None]
) -> None:
    apply_events(description=None)
    english, french = (
        send_request(f"/watch/{ids('event', 'plain')}?lang={lang}").text for lang in ("en", "fr")
    )
    assert 'content="Boys hockey, Saturday, November 21, 2026, 12:00\u202fPM, Cedar Ridge Ice"' in english
    assert 'content="Hockey masculin, samedi 21 novembre 2026, 12:00, Cedar Ridge Ice"' in french


def test_only_the_embedded_player_may_be_framed(send_request: Callable[..., TestResponse], ids: Ids) -> None:
    event_id = ids("event", "on-now")
    embedded, page = send_request(f"/watch_embed/{event_id}"), send_request(f"/watch/{event_id}")
    assert "frame-ancestors *;" in embedded.headers["Content-Security-Policy"]
    assert "frame-ancestors 'self';" in page.headers["Content-Security-Policy"]
    assert f'rel="canonical" href="http://prairie.localhost:8080/watch/{event_id}"' in embedded.text


def test_a_page_of_the_channels_list_has_its_name_and_text(send_request: Callable[..., TestResponse]) -> None:
    assert "<title>About us, Prairie</title>" in send_request("/about").text
    assert '<meta name="description" content="We film games.">' in send_request("/about").text
    assert "<title>À propos, Prairie</title>" in send_request("/about", **{"Accept-Language": "fr-CA"}).text
    assert send_request("/privacy_policy").status_code == 404


def test_a_form_of_the_channel_is_a_page_under_its_own_title(
    send_request: Callable[..., TestResponse], application: Application, site: ChannelDetails
) -> None:
    with application.container.database().transaction(site.id):
        application.container.engagement.facade().apply_pack({"forms": [WORKSHOP_FORM]})
    assert send_request("/forms/seat").status_code == 200
    assert "<title>A seat in a workshop, Prairie</title>" in send_request("/forms/seat").text
    assert "<title>Une place en atelier, Prairie</title>" in send_request("/forms/seat?lang=fr").text


def test_the_channels_own_routes_lead_to_a_page(send_request: Callable[..., TestResponse]) -> None:
    response = send_request("/replays")
    assert response.status_code == 200
    assert 'rel="canonical" href="http://prairie.localhost:8080/vod"' in response.text


@pytest.mark.parametrize(
    ("query", "canonical", "title"),
    [
        ("school=cedar-ridge", "?school=cedar-ridge", "Cedar Ridge, Prairie"),
        ("school=Cedar Ridge&trk=x", "?school=cedar-ridge", "Cedar Ridge, Prairie"),
        ("group=CEDAR-RIDGE", "?school=cedar-ridge", "Cedar Ridge, Prairie"),
        (
            "team=harlan-falls-hockey&modal=1",
            "?team=harlan-falls-hockey",
            "Harlan Falls, Boys hockey, Prairie",
        ),
        ("sport=boys-hockey", "?sport=boys-hockey", "Boys hockey, Prairie"),
        ("school=nobody", "", "Prairie"),
        ("trk=newsletter&event_id=3", "", "Prairie"),
    ],
)
def test_schools_teams_and_sports_have_separate_pages(
    send_request: Callable[..., TestResponse], query: str, canonical: str, title: str
) -> None:
    page = send_request(f"/?{query}").text
    assert f"<title>{title}</title>" in page
    assert f'<link rel="canonical" href="http://prairie.localhost:8080/{canonical}">' in page


def test_the_standings_of_a_category_are_a_page_without_its_results(
    send_request: Callable[..., TestResponse],
) -> None:
    page = send_request("/standings/boys-hockey").text
    assert "<title>Standings: Boys hockey, Prairie</title>" in page
    assert (
        "<title>Classement\u00a0: Hockey masculin, Prairie</title>"
        in send_request("/standings/boys-hockey?lang=fr").text
    )


def test_a_list_has_one_canonical_url_for_all_filters(send_request: Callable[..., TestResponse]) -> None:
    page = send_request("/schedule?sport=hockey&team=x&lang=fr").text
    assert '<link rel="canonical" href="http://prairie.localhost:8080/schedule?lang=fr">' in page


def test_pages_with_codes_or_signed_links_send_no_referrer(
    send_request: Callable[..., TestResponse],
) -> None:
    for path in ("/auth/login/google/callback?code=x&state=y", "/password-reset?signature=x", "/profile"):
        assert send_request(path).headers["Referrer-Policy"] == "no-referrer"
        assert '<meta name="robots" content="noindex' in send_request(path).text
    assert send_request("/schedule").headers["Referrer-Policy"] != "no-referrer"


def test_the_style_and_the_policy_have_one_nonce_for_each_response(
    send_request: Callable[..., TestResponse],
) -> None:
    nonces = set()
    for response in (send_request("/"), send_request("/")):
        nonce = response.text.split('<style nonce="')[1].split('"')[0]
        assert f"'nonce-{nonce}'" in response.headers["Content-Security-Policy"]
        nonces.add(nonce)
    assert len(nonces) == 2


def test_a_page_is_never_304_so_that_its_style_has_the_nonce_of_its_policy(
    send_request: Callable[..., TestResponse],
) -> None:
    first = send_request("/schedule")
    assert "ETag" not in first.headers
    assert send_request("/schedule", **{"If-None-Match": "*"}).status_code == 200


def test_items_of_another_channel_are_not_shown(
    send_request: Callable[..., TestResponse], ids: Ids, other_channel: ChannelDetails
) -> None:
    response = send_request(f"/watch/{ids('event', 'on-now')}", host=other_channel.domains[0])
    assert response.status_code == 404
    assert "Harlan" not in response.text


@pytest.mark.parametrize("path", ["/api/nowhere", "/api", "/media/x", "/files/x", "/assets/../index.html"])
def test_a_path_that_is_no_page_gets_a_problem_document(
    send_request: Callable[..., TestResponse], path: str
) -> None:
    response = send_request(path)
    assert response.status_code in (403, 404)
    assert response.content_type == "application/problem+json"


def test_a_host_of_no_channel_gets_a_plain_message(client: FlaskClient) -> None:
    response = client.get("/", headers={"Host": "nobody.example"})
    assert (response.status_code, response.mimetype) == (404, "text/plain")


def test_without_a_build_a_plain_message_says_what_to_do(
    send_request: Callable[..., TestResponse], dist: Path
) -> None:
    (dist / "index.html").unlink()
    response = send_request("/")
    assert (response.status_code, response.mimetype) == (503, "text/plain")
    assert "make web" in response.text


def test_a_new_build_is_served_without_a_restart(
    send_request: Callable[..., TestResponse], dist: Path
) -> None:
    before = send_request("/").text
    index = dist / "index.html"
    index.write_text(index.read_text().replace("app-1", "app-22"))
    assert "app-1.js" in before and "app-22.js" in send_request("/").text


def test_assets_are_immutable_and_compressed_where_useful(send_request: Callable[..., TestResponse]) -> None:
    compressed = send_request("/assets/app-1.js", **{"Accept-Encoding": "gzip"})
    plain = send_request("/assets/app-1.js")
    assert (compressed.headers["Content-Encoding"], plain.headers.get("Content-Encoding")) == ("gzip", None)
    assert len(compressed.data) < len(plain.data) == 1500
    assert plain.mimetype == "text/javascript"
    assert plain.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Accept-Encoding" in plain.headers["Vary"]
    image = send_request("/assets/dot.png", **{"Accept-Encoding": "gzip"})
    assert (image.data, image.mimetype) == (b"\x89PNG", "image/png")
    assert send_request("/assets/gone.js").status_code == 404


def test_the_bundle_has_everything_the_web_app_needs_to_start(
    site: ChannelDetails, visit: Callable[[ChannelDetails], Visitor]
) -> None:
    visitor = visit(site)
    bundle: dict[str, Any] = visitor.data("/channel-bootstrap-data")
    assert list(bundle) == BUNDLE_KEYS
    paths = {
        "settings": "/settings",
        "categories": "/events-categories",
        "locations": "/events-locations",
        "groups": "/participant-groups",
        "group_properties": "/participant-group-properties",
        "packages": "/packages",
        "pages": "/pages",
    }
    assert {key: visitor.data(path) for key, path in paths.items()} == {key: bundle[key] for key in paths}


def test_the_bundle_has_an_etag_of_its_language(
    site: ChannelDetails, visit: Callable[[ChannelDetails], Visitor]
) -> None:
    visitor = visit(site)
    english, french = (visitor.get("/channel-bootstrap-data", lang=lang) for lang in ("en", "fr"))
    tag = english.headers["ETag"]
    assert tag != french.headers["ETag"] and not tag.startswith("W/")
    again = visitor.get("/channel-bootstrap-data", lang="en", headers={"If-None-Match": tag})
    assert again.status_code == 304


def test_the_service_worker_is_served_at_the_root_and_revalidated(
    send_request: Callable[..., TestResponse], dist: Path
) -> None:
    assert send_request("/sw.js").status_code == 404  # before the first build
    (dist / "sw.js").write_text("answer(self)")
    first = send_request("/sw.js")
    assert (first.status_code, first.mimetype, first.text) == (200, "text/javascript", "answer(self)")
    assert first.headers["Cache-Control"] == "no-cache"
    assert send_request("/sw.js", **{"If-None-Match": first.headers["ETag"]}).status_code == 304
    (dist / "sw.js").write_text("answer(self, 2)")
    assert send_request("/sw.js", **{"If-None-Match": first.headers["ETag"]}).text == "answer(self, 2)"
