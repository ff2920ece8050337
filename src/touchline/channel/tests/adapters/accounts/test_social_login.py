"""Login with Google and Facebook on the real app, with a provider on a real port (api.md, "Viewer")."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from touchline.channel.facade import ChannelDetails
from touchline.channel.tests.adapters.social_login_flows import (
    INVALID_AUTH_DATA,
    NOT_REGISTERED,
    SocialLoginFlow,
    override_providers,
    status_and_message,
)
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

pytestmark = pytest.mark.usefixtures("offer_social_login")


def test_project_settings_list_the_social_providers(visitor: Visitor) -> None:
    project_settings: Any = visitor.browser.get("/project.json").json
    assert project_settings["social"] == ["google", "facebook"]
    assert project_settings["robot_check"] == {"provider": None, "site_key": None}


def test_the_redirect_contains_an_opaque_state(visitor: Visitor) -> None:
    response = SocialLoginFlow(visitor).start()
    query = {
        name: values[0] for name, values in parse_qs(urlsplit(response.headers["Location"]).query).items()
    }
    assert response.status_code == 302
    assert query["redirect_uri"] == "http://prairie.localhost/auth/login/google/callback"
    assert query["code_challenge_method"] == "S256"
    assert visitor.api_key not in response.headers["Location"]
    assert "google" not in query["state"]
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Referrer-Policy"] == "no-referrer"


def test_the_callback_url_keeps_the_channel_parameter(visitor: Visitor, other_visitor: Visitor) -> None:
    headers = {"Host": "127.0.0.1:8080"}
    response = other_visitor.browser.get(
        "/auth/login/google", query_string={"api_key": other_visitor.api_key}, headers=headers
    )
    query = parse_qs(urlsplit(response.headers["Location"]).query)
    assert query["redirect_uri"] == ["http://127.0.0.1:8080/auth/login/google/callback?channel=atelier"]


def test_an_unknown_provider_is_not_found(visitor: Visitor) -> None:
    assert SocialLoginFlow(visitor, "myspace").start().status_code == 404
    assert visitor.post("/v2/auth/social/myspace").status_code == 404


def test_starting_requires_an_api_key(visitor: Visitor) -> None:
    assert visitor.browser.get("/auth/login/google").status_code == 403


def test_registration_requires_an_email_address(visitor: Visitor) -> None:
    flow = SocialLoginFlow(visitor)
    response = flow.submit(flow.choose_person("theo"), accept_terms=True)
    assert status_and_message(response) == (
        400,
        "We need your email address, but the other site did not share it. Register by email instead.",
    )


def test_a_code_works_once(visitor: Visitor, visit: Callable[[ChannelDetails], Visitor]) -> None:
    flow = SocialLoginFlow(visitor)
    callback_params = flow.choose_person("noah")
    assert flow.submit(callback_params, accept_terms=True).status_code == 200
    assert status_and_message(SocialLoginFlow(visit(visitor.channel)).submit(callback_params)) == (
        400,
        INVALID_AUTH_DATA,
    )


def test_a_state_is_bound_to_its_browser(
    visitor: Visitor, visit: Callable[[ChannelDetails], Visitor]
) -> None:
    callback_params = SocialLoginFlow(visitor).choose_person("maya")
    assert status_and_message(SocialLoginFlow(visit(visitor.channel)).submit(callback_params)) == (
        400,
        INVALID_AUTH_DATA,
    )
    assert status_and_message(SocialLoginFlow(visitor).submit(callback_params)) == (400, NOT_REGISTERED)


def test_a_state_is_bound_to_its_provider_and_page(visitor: Visitor) -> None:
    callback_params = SocialLoginFlow(visitor).choose_person("maya")
    assert status_and_message(SocialLoginFlow(visitor, "facebook").submit(callback_params)) == (
        400,
        INVALID_AUTH_DATA,
    )
    assert status_and_message(
        SocialLoginFlow(visitor).submit(callback_params, redirect_uri="http://elsewhere.example/")
    ) == (400, INVALID_AUTH_DATA)


def test_a_used_state_accepts_no_second_code(visitor: Visitor) -> None:
    flow = SocialLoginFlow(visitor)
    first, second = flow.choose_person("noah"), flow.choose_person("maya")
    assert status_and_message(flow.submit({**first, "code": "guessed"})) == (400, INVALID_AUTH_DATA)
    assert status_and_message(flow.submit(first)) == (400, INVALID_AUTH_DATA)
    assert status_and_message(flow.submit(second)) == (400, NOT_REGISTERED)


@pytest.mark.parametrize(
    "changed_params", [{"state": "made up"}, {"state": ""}, {"code": ""}, {"code": "guessed"}]
)
def test_missing_callback_parameters_are_rejected(changed_params: dict[str, str], visitor: Visitor) -> None:
    flow = SocialLoginFlow(visitor)
    assert status_and_message(flow.submit({**flow.choose_person(), **changed_params})) == (
        400,
        INVALID_AUTH_DATA,
    )


def test_a_state_expires_after_ten_minutes(visitor: Visitor, clock: FixedClock) -> None:
    flow = SocialLoginFlow(visitor)
    callback_params = flow.choose_person()
    clock.advance(timedelta(minutes=10, seconds=1))
    assert status_and_message(flow.submit(callback_params)) == (400, INVALID_AUTH_DATA)


def test_a_logged_in_viewer_is_rejected(visitor: Visitor) -> None:
    viewer = visitor.register()
    assert status_and_message(SocialLoginFlow(viewer).start()) == (400, "You are already logged in")
    assert status_and_message(SocialLoginFlow(viewer).submit({"code": "a", "state": "b"})) == (
        400,
        "You are already logged in",
    )


def test_an_unavailable_provider_is_reported(application: Application, visitor: Visitor) -> None:
    with override_providers(application, 9):
        assert SocialLoginFlow(visitor).start().headers["Location"] == (
            "http://prairie.localhost/auth/login/google/callback?error=temporarily_unavailable"
        )


def test_accounts_of_other_channels_are_separate(visitor: Visitor, other_visitor: Visitor) -> None:
    SocialLoginFlow(visitor).complete("noah")
    flow = SocialLoginFlow(other_visitor)
    assert status_and_message(flow.submit(flow.choose_person("noah"))) == (400, NOT_REGISTERED)


def test_no_log_line_contains_a_code_or_state(visitor: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG"):
        flow = SocialLoginFlow(visitor)
        callback_params = flow.choose_person("noah")
        flow.submit(callback_params)
        flow.submit(callback_params, accept_terms=True)
    log_text = " ".join(
        record.getMessage() for record in caplog.records if record.name != "urllib3.connectionpool"
    )
    assert "/v2/auth/social/<string:provider>" in log_text
    assert not any(
        value in log_text for value in (*callback_params.values(), visitor.api_key, "noah@example.com")
    )
