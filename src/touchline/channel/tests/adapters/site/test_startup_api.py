"""API keys and start-up endpoints on the real app (api.md, keys and start-up)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from touchline.channel.adapters.sql.channel_tables import SessionRow
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.config.settings import Settings
from touchline.shared.clock import FixedClock
from touchline.shared.tasks.jobs import Task


def test_an_empty_deployment_has_no_channel(client: FlaskClient) -> None:
    response = client.get("/channel-key")
    assert response.status_code == 404
    assert response.json is not None
    assert response.json["message"] == "There is no channel at this address."


def test_the_host_selects_the_channel_and_its_key_is_stable(
    client: FlaskClient, channel: ChannelDetails, other_channel: ChannelDetails
) -> None:
    keys = [
        client.get("/channel-key", headers={"Host": f"{slug}.localhost:8080"}).json
        for slug in ("prairie", "prairie", "atelier")
    ]
    assert keys[0] == keys[1] != keys[2]
    assert client.get("/channel-key?channel=atelier").json == keys[2]


@pytest.mark.parametrize(
    "key", ["tck_unknown", "", "x" * 10_000, "tck_\0", 7, None, ["tck_unknown"], {"a": 1}, True]
)
def test_an_unknown_channel_key_is_rejected_with_its_code(
    client: FlaskClient, channel: ChannelDetails, key: object
) -> None:
    response = client.post("/api/get_api_key", json={"channel_key": key})
    assert response.status_code == 403
    assert response.content_type == "application/problem+json"
    assert response.json is not None
    assert response.json["code"] == "errors.channel_key"
    assert response.json["message"] == "No channel or api key found"
    assert response.json["errors"] == {"channel_key": ["No channel or api key found"]}


def test_a_missing_channel_key_is_a_field_error(client: FlaskClient) -> None:
    response = client.post("/api/get_api_key", json={})
    assert response.status_code == 422
    assert response.json is not None
    assert list(response.json["errors"]) == ["channel_key"]


@pytest.mark.parametrize(
    ("query", "message"),
    [({}, "no api key"), ({"api_key": "tlk_unknown"}, "No channel or api key found")],
)
def test_calls_without_a_valid_api_key_are_rejected_with_its_code(
    client: FlaskClient, channel: ChannelDetails, query: dict[str, str], message: str
) -> None:
    response = client.get("/api/settings", query_string=query)
    assert response.status_code == 403
    assert response.json is not None
    assert (response.json["code"], response.json["message"]) == ("errors.api_key", message)
    assert response.json["errors"] == {"api_key": [message]}


def test_an_anonymous_api_key_lasts_thirty_days(visitor: Visitor, clock: FixedClock) -> None:
    clock.advance(timedelta(days=30) - timedelta(seconds=1))
    assert visitor.get("/settings").status_code == 200
    clock.advance(timedelta(seconds=1))
    assert visitor.get("/settings").status_code == 403


def test_an_api_key_is_accepted_in_the_query_or_as_a_bearer_token(visitor: Visitor) -> None:
    headers = {"Authorization": f"Bearer {visitor.api_key}"}
    assert visitor.browser.get("/api/settings", headers=headers).status_code == 200


def test_settings_use_the_requested_language(visitor: Visitor) -> None:
    assert visitor.data("/settings")["tagline"] == "Every game."
    assert visitor.data("/settings", lang="fr")["tagline"] == "Chaque match."
    header = {"Accept-Language": "de, fr-CA;q=0.8, en;q=0.5"}
    response = visitor.get("/settings", headers=header)
    assert response.json is not None
    assert response.json["data"]["tagline"] == "Chaque match."


def test_public_responses_have_an_etag_per_language(visitor: Visitor) -> None:
    english, french = visitor.get("/faq"), visitor.get("/faq", lang="fr")
    etag = english.headers["ETag"]
    assert etag and etag != french.headers["ETag"] and not etag.startswith("W/")
    assert "max-age" in english.headers["Cache-Control"]
    second_response = visitor.get("/faq", headers={"If-None-Match": etag})
    assert (second_response.status_code, second_response.get_data()) == (304, b"")


def test_the_project_file_requires_no_key(client: FlaskClient) -> None:
    response = client.get("/project.json")
    assert response.status_code == 200
    assert response.json is not None
    assert response.json["api_host"] == ""


@pytest.mark.parametrize(
    ("settings", "payments"),
    [
        (Settings(), {"provider": None, "publishable_key": None, "script": None}),
        (
            Settings(payments="fake", port=9000),
            {
                "provider": "stripe",
                "publishable_key": "pk_test_touchline",
                "script": "http://127.0.0.1:9018/v3/stripe.js",
            },
        ),
        (
            Settings(payments="stripe", stripe_publishable_key="pk_live_1", stripe_secret_key="sk_live_1"),
            {
                "provider": "stripe",
                "publishable_key": "pk_live_1",
                "script": "https://js.stripe.com/endive/stripe.js",
            },
        ),
    ],
    ids=["off", "fake", "stripe"],
)
def test_the_project_file_contains_the_payment_provider(
    client: FlaskClient, application: Application, settings: Settings, payments: dict[str, str]
) -> None:
    with application.container.settings.override(settings):
        response = client.get("/project.json")
    assert response.json is not None
    assert response.json["payments"] == payments
    assert "sk_live" not in response.get_data(as_text=True)


def test_the_stored_settings_are_found_by_the_channel_key(
    client: FlaskClient, channel: ChannelDetails
) -> None:
    channel_key_body = client.get("/channel-key").json
    assert channel_key_body is not None
    response = client.get(f"/storage/settings/{channel_key_body['data']['channel_key']}.json")
    assert response.json is not None
    assert response.json["data"]["slug"] == "prairie"
    assert client.get("/storage/settings/tck_unknown.json").status_code == 404


def test_the_menu_is_a_tree_and_page_entries_link_to_pages(
    add_channel: Callable[..., ChannelDetails], visit: Callable[[ChannelDetails], Visitor]
) -> None:
    page = {
        "key": "about",
        "name": {"en": "About"},
        "url": "/about",
        "alt_name": None,
        "text": {"en": "# Hi"},
    }
    entry: dict[str, Any] = {
        "url": None,
        "page": None,
        "kind": None,
        "area": "header",
        "column": None,
        "icon": None,
    }
    menu: list[dict[str, Any]] = [
        {**entry, "key": "more", "label": {"en": "More"}, "children": [
            {**entry, "key": "about", "label": {"en": "About", "fr": "À propos"}, "page": "about",
            "children": []},
        ]},
    ]  # fmt: skip
    visitor = visit(add_channel("prairie", pages=[page], menu=menu))
    child = visitor.data("/menu", lang="fr")[0]["children"][0]
    assert (child["label"], child["url"]) == ("À propos", "/about")
    page_row = visitor.data("/pages")[0]
    assert visitor.data(f"/pages/{page_row['id']}")["html"] == "<h2>Hi</h2>"


def test_a_page_of_another_channel_is_not_found(
    add_channel: Callable[..., ChannelDetails], visitor: Visitor, visit: Callable[[ChannelDetails], Visitor]
) -> None:
    page = {"key": "a", "name": {"en": "A"}, "url": "/a", "alt_name": None, "text": {"en": "a"}}
    other_visitor = visit(add_channel("atelier", pages=[page]))
    page_id = other_visitor.data("/pages")[0]["id"]
    assert visitor.get(f"/pages/{page_id}").status_code == 404
    assert visitor.data("/pages") == []


def test_ids_stay_when_a_pack_is_applied_again(
    add_channel: Callable[..., ChannelDetails], visit: Callable[[ChannelDetails], Visitor]
) -> None:
    def entry(key: str) -> dict[str, object]:
        return {"key": key, "group": None, "question": {"en": key}, "answer": {"en": "*yes*"}}

    visitor = visit(add_channel("prairie", faq=[entry("a"), entry("b")]))
    before = {row["question"]: row["id"] for row in visitor.data("/faq")}
    add_channel("prairie", faq=[entry("b"), entry("c")])
    after = {row["question"]: row["id"] for row in visitor.data("/faq")}
    assert list(after) == ["b", "c"]
    assert after["b"] == before["b"]


def test_geo_returns_the_country_and_whether_it_is_blocked(
    add_channel: Callable[..., ChannelDetails], visit: Callable[[ChannelDetails], Visitor]
) -> None:
    channel_details = add_channel("prairie")
    visitor = visit(channel_details)
    geo = visitor.data("/geo", lang="fr")
    assert geo == {
        "country": "États-Unis",
        "country_code": "US",
        "ip": "127.0.0.1",
        "is_geo_blocked": False,
    }


def test_old_sessions_are_pruned_in_every_channel(
    visitor: Visitor, other_visitor: Visitor, clock: FixedClock, application: Application
) -> None:
    clock.advance(timedelta(days=61))
    channel_key_body = visitor.browser.get("/channel-key", headers={"Host": "prairie.localhost"}).json
    assert channel_key_body is not None
    visitor.browser.post("/api/get_api_key", json=channel_key_body["data"])
    application.runner.run(Task("channel.forget_sessions", ()))
    with application.container.database().transaction(None, unscoped=True) as session:
        assert session.scalar(select(func.count()).select_from(SessionRow)) == 1
