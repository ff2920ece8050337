"""The page at every path of the site, on the real app (product.md, section 2; api.md, Web)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.engagement.tests.forms import SEAT
from touchline.entrypoints.bootstrap import House

pytestmark = pytest.mark.usefixtures("dist")
Ids = Callable[[str, str], int]
OWN = [
    "/", "/login", "/registration", "/verify-notice", "/verify-email", "/password-reset-request",
    "/password-reset", "/profile", "/profile/transactions", "/profile/clips", "/profile/sessions/add",
    "/profile/favorites", "/profile/news", "/unsubscribe", "/forms/contacts",
    "/profile/sessions", "/profile/security", "/profile/account", "/auth/login/google/callback",
    "/auth/login/facebook/callback",
    "/profile/edit", "/contacts", "/buy", "/select-package/3", "/watch/1/clip", "/packages", "/passes",
    "/faq", "/simulate", "/confirm-account-deletion", "/vod_library", "/upcoming", "/vod", "/live",
    "/schedule",
]  # fmt: skip
NOTHING = [
    "/404", "/nowhere", "/About", "/watch/x", "/watch/0", "/watch/2147483648", "/watch/99999999999",
    "/watch/1/2", "/watch_embed/999", "/vod_library/999", "/watch_library/1", "/share/1/abc",
    "/select-package/x", "/watch/x/clip", "/watch/0/clip",
    "/forms/seat",
]  # fmt: skip
BUNDLE = [
    "settings", "menu", "slides", "pages", "color_settings", "faq", "categories", "locations", "groups",
    "group_properties", "packages", "subscriptions", "prerolls", "static_data", "popups",
]  # fmt: skip


@pytest.fixture
def ask(client: FlaskClient, site: ChannelFacts) -> Callable[..., TestResponse]:
    """`ask("/vod")`: the page of the channel `prairie`."""

    def get(path: str, host: str = "prairie.localhost:8080", **headers: str) -> TestResponse:
        return client.get(path, headers={"Host": host, **headers})

    return get


@pytest.mark.parametrize("path", OWN)
def test_every_page_of_the_site_answers_200(ask: Callable[..., TestResponse], path: str) -> None:
    answer = ask(path)
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert "</title>" in answer.text


@pytest.mark.parametrize("path", NOTHING)
def test_a_path_where_nothing_stands_answers_404_with_the_page(
    ask: Callable[..., TestResponse], path: str
) -> None:
    answer = ask(path)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert "<title>Page not found, Prairie</title>" in answer.text
    assert '<meta name="robots" content="noindex">' in answer.text


def test_a_watch_page_names_the_game_and_says_what_when_and_where(
    ask: Callable[..., TestResponse], ids: Ids
) -> None:
    page = ask(f"/watch/{ids('event', 'on-now')}").text
    assert (
        "<title>Harlan Falls @ Cedar Ridge, quarterfinal (Nov 21, 2026, 11:00\u202fAM), Prairie</title>"
        in page
    )
    assert '<meta name="description" content="A rivalry.">' in page
    french = ask(f"/watch/{ids('event', 'practice')}?lang=fr").text
    assert (
        "<title>Entraînement (23 nov. 2026, 18:00), Prairie</title>" in french and '<html lang="fr"' in french
    )


def test_an_event_without_a_description_is_told_by_its_facts(
    ask: Callable[..., TestResponse], ids: Ids, apply_events: Callable[..., None]
) -> None:
    apply_events(description=None)
    english, french = (ask(f"/watch/{ids('event', 'plain')}?lang={lang}").text for lang in ("en", "fr"))
    assert 'content="Boys hockey, Saturday, November 21, 2026, 12:00\u202fPM, Cedar Ridge Ice"' in english
    assert 'content="Hockey masculin, samedi 21 novembre 2026, 12:00, Cedar Ridge Ice"' in french


def test_only_the_embedded_player_may_be_framed(ask: Callable[..., TestResponse], ids: Ids) -> None:
    event_id = ids("event", "on-now")
    embedded, page = ask(f"/watch_embed/{event_id}"), ask(f"/watch/{event_id}")
    assert "frame-ancestors *;" in embedded.headers["Content-Security-Policy"]
    assert "frame-ancestors 'self';" in page.headers["Content-Security-Policy"]
    assert f'rel="canonical" href="http://prairie.localhost:8080/watch/{event_id}"' in embedded.text


def test_a_page_of_the_channels_list_has_its_name_and_text(ask: Callable[..., TestResponse]) -> None:
    assert "<title>About us, Prairie</title>" in ask("/about").text
    assert '<meta name="description" content="We film games.">' in ask("/about").text
    assert "<title>À propos, Prairie</title>" in ask("/about", **{"Accept-Language": "fr-CA"}).text
    assert ask("/privacy_policy").status_code == 404


def test_a_form_of_the_channel_is_a_page_under_its_own_title(
    ask: Callable[..., TestResponse], house: House, site: ChannelFacts
) -> None:
    with house.container.database().transaction(site.id):
        house.container.engagement.facade().apply_pack({"forms": [SEAT]})
    assert ask("/forms/seat").status_code == 200
    assert "<title>A seat in a workshop, Prairie</title>" in ask("/forms/seat").text
    assert "<title>Une place en atelier, Prairie</title>" in ask("/forms/seat?lang=fr").text


def test_the_channels_own_addresses_lead_to_a_page(ask: Callable[..., TestResponse]) -> None:
    answer = ask("/replays")
    assert answer.status_code == 200
    assert 'rel="canonical" href="http://prairie.localhost:8080/vod"' in answer.text


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
def test_a_school_a_team_or_a_sport_is_a_page_of_its_own(
    ask: Callable[..., TestResponse], query: str, canonical: str, title: str
) -> None:
    page = ask(f"/?{query}").text
    assert f"<title>{title}</title>" in page
    assert f'<link rel="canonical" href="http://prairie.localhost:8080/{canonical}">' in page


def test_a_list_is_one_page_whatever_it_is_narrowed_to(ask: Callable[..., TestResponse]) -> None:
    page = ask("/schedule?sport=hockey&team=x&lang=fr").text
    assert '<link rel="canonical" href="http://prairie.localhost:8080/schedule?lang=fr">' in page


def test_no_page_that_codes_and_signed_links_lead_to_is_named_to_others(
    ask: Callable[..., TestResponse],
) -> None:
    for path in ("/auth/login/google/callback?code=x&state=y", "/password-reset?signature=x", "/profile"):
        assert ask(path).headers["Referrer-Policy"] == "no-referrer"
        assert '<meta name="robots" content="noindex' in ask(path).text
    assert ask("/schedule").headers["Referrer-Policy"] != "no-referrer"


def test_the_style_and_the_policy_have_one_nonce_for_each_answer(ask: Callable[..., TestResponse]) -> None:
    nonces = set()
    for answer in (ask("/"), ask("/")):
        nonce = answer.text.split('<style nonce="')[1].split('"')[0]
        assert f"'nonce-{nonce}'" in answer.headers["Content-Security-Policy"]
        nonces.add(nonce)
    assert len(nonces) == 2


def test_a_page_is_sent_whole_each_time_so_that_its_style_has_the_nonce_of_its_policy(
    ask: Callable[..., TestResponse],
) -> None:
    first = ask("/schedule")
    assert "ETag" not in first.headers
    assert ask("/schedule", **{"If-None-Match": "*"}).status_code == 200


def test_things_of_another_channel_are_not_told(
    ask: Callable[..., TestResponse], ids: Ids, other_channel: ChannelFacts
) -> None:
    answer = ask(f"/watch/{ids('event', 'on-now')}", host=other_channel.domains[0])
    assert answer.status_code == 404
    assert "Harlan" not in answer.text


@pytest.mark.parametrize("path", ["/api/nowhere", "/api", "/media/x", "/files/x", "/assets/../index.html"])
def test_what_is_no_page_is_a_problem_not_a_page(ask: Callable[..., TestResponse], path: str) -> None:
    answer = ask(path)
    assert answer.status_code in (403, 404)
    assert answer.content_type == "application/problem+json"


def test_an_address_of_no_channel_says_so_plainly(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Host": "nobody.example"})
    assert (answer.status_code, answer.mimetype) == (404, "text/plain")


def test_without_a_build_one_plain_sentence_says_what_to_do(
    ask: Callable[..., TestResponse], dist: Path
) -> None:
    (dist / "index.html").unlink()
    answer = ask("/")
    assert (answer.status_code, answer.mimetype) == (503, "text/plain")
    assert "make web" in answer.text


def test_a_new_build_is_shown_without_a_restart(ask: Callable[..., TestResponse], dist: Path) -> None:
    before = ask("/").text
    index = dist / "index.html"
    index.write_text(index.read_text().replace("app-1", "app-22"))
    assert "app-1.js" in before and "app-22.js" in ask("/").text


def test_assets_are_kept_for_ever_and_packed_where_that_helps(ask: Callable[..., TestResponse]) -> None:
    packed = ask("/assets/app-1.js", **{"Accept-Encoding": "gzip"})
    plain = ask("/assets/app-1.js")
    assert (packed.headers["Content-Encoding"], plain.headers.get("Content-Encoding")) == ("gzip", None)
    assert len(packed.data) < len(plain.data) == 1500
    assert plain.mimetype == "text/javascript"
    assert plain.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Accept-Encoding" in plain.headers["Vary"]
    picture = ask("/assets/dot.png", **{"Accept-Encoding": "gzip"})
    assert (picture.data, picture.mimetype) == (b"\x89PNG", "image/png")
    assert ask("/assets/gone.js").status_code == 404


def test_the_bundle_has_everything_the_web_app_starts_from(
    site: ChannelFacts, visit: Callable[[ChannelFacts], Visitor]
) -> None:
    visitor = visit(site)
    bundle: dict[str, Any] = visitor.data("/channel-bootstrap-data")
    assert list(bundle) == BUNDLE
    calls = {
        "settings": "/settings",
        "categories": "/events-categories",
        "locations": "/events-locations",
        "groups": "/participant-groups",
        "group_properties": "/participant-group-properties",
        "packages": "/packages",
        "pages": "/pages",
    }
    assert {key: visitor.data(path) for key, path in calls.items()} == {key: bundle[key] for key in calls}


def test_the_bundle_has_an_etag_of_its_language(
    site: ChannelFacts, visit: Callable[[ChannelFacts], Visitor]
) -> None:
    visitor = visit(site)
    english, french = (visitor.get("/channel-bootstrap-data", lang=lang) for lang in ("en", "fr"))
    tag = english.headers["ETag"]
    assert tag != french.headers["ETag"] and not tag.startswith("W/")
    again = visitor.get("/channel-bootstrap-data", lang="en", headers={"If-None-Match": tag})
    assert again.status_code == 304


def test_the_service_worker_stands_at_the_root_and_is_asked_for_each_time(
    ask: Callable[..., TestResponse], dist: Path
) -> None:
    assert ask("/sw.js").status_code == 404  # before the first build
    (dist / "sw.js").write_text("answer(self)")
    first = ask("/sw.js")
    assert (first.status_code, first.mimetype, first.text) == (200, "text/javascript", "answer(self)")
    assert first.headers["Cache-Control"] == "no-cache"
    assert ask("/sw.js", **{"If-None-Match": first.headers["ETag"]}).status_code == 304
    (dist / "sw.js").write_text("answer(self, 2)")
    assert ask("/sw.js", **{"If-None-Match": first.headers["ETag"]}).text == "answer(self, 2)"
