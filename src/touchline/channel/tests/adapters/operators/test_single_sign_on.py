"""Single sign-on of operators through the demo's identity provider."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from dependency_injector import providers

from adapters.social.providers import DEMO_CLIENT, DEMO_SECRET
from adapters.social.single_sign_on import OidcSingleSignOn
from adapters.social.tests.provider_server import RunningProvider
from touchline.channel.application.accounts.social.single_sign_on import EMAIL_NOT_ALLOWED, NOT_IN_TEAM
from touchline.channel.application.operators.authorization import SINGLE_SIGN_ON_NEEDED
from touchline.channel.domain.operators.roles import Role
from touchline.channel.domain.site.single_sign_on import LIFETIME
from touchline.channel.facade import ChannelDetails
from touchline.channel.tests.adapters.operators.test_team import add_operator
from touchline.channel.tests.adapters.social_login_flows import MAYA, SocialLoginFlow, status_and_message
from touchline.conftest import SETTINGS, Visitor, channel_part
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.session import bind_channel
from touchline.platform.http_client.public_addresses import PublicHttpClient
from touchline.shared.clock import FixedClock

Visit = Callable[[ChannelDetails], Visitor]
SetUp = Callable[..., None]


def log_in(visitor: Visitor, person: str = "maya", **form: str) -> Any:
    """Log in through the provider and return the response."""
    flow = SocialLoginFlow(visitor, "single-sign-on")
    return flow.submit(flow.choose_person(person, **form))


def enter(visitor: Visitor) -> Visitor:
    """Return the visitor after a login through the provider."""
    return replace(visitor, api_key=log_in(visitor).json["data"]["api_key"])


@pytest.fixture
def set_up(application: Application, channel: ChannelDetails, running_provider: RunningProvider) -> SetUp:
    """Return `set_up(**changes)`, which gives the channel the provider."""

    def set_up(**changes: Any) -> None:
        part = channel_part("prairie")
        provider = {
            "name": "Northgate",
            "issuer": f"http://127.0.0.1:{running_provider.port}/google",
            "client_id": DEMO_CLIENT,
            "domains": ["example.com"],
            "required": False,
        }
        part["channel"]["settings"] = {**SETTINGS, "single_sign_on": provider | changes}
        with application.container.database().transaction(None):
            bind_channel(channel.id)
            application.container.channel.facade().apply_pack(part, {})

    return set_up


@pytest.fixture(autouse=True)
def connector(application: Application) -> Iterator[None]:
    """Let the deployment have the secret of the demo's client, and connect to loopback."""
    container: Any = application.container.channel
    connector = OidcSingleSignOn({"prairie": DEMO_SECRET}, PublicHttpClient(allow_private=True))
    dependents = (
        container.channel_single_sign_on,
        container.start_single_sign_on,
        container.resolve_single_sign_on,
        container.complete_single_sign_on,
    )
    with container.single_sign_on_connector.override(providers.Object(connector)):
        for dependent in dependents:
            dependent.reset()
        yield
    for dependent in dependents:
        dependent.reset()


@pytest.fixture
def maya(visitor: Visitor, application: Application, verify_address: Callable[[str], None]) -> Visitor:
    """Return an owner who is logged in with a password."""
    owner = visitor.register(email=MAYA, phone="")
    verify_address(MAYA)
    add_operator(application, visitor.channel, MAYA, Role.OWNER)
    return owner


def test_an_operator_logs_in_and_the_log_says_so(maya: Visitor, visit: Visit, set_up: SetUp) -> None:
    set_up()
    response = log_in(visit(maya.channel))
    assert response.status_code == 200
    assert response.json["data"]["user"]["studio"]["role"] == "owner"
    entries: Any = maya.get("/studio/activity").json
    assert [row["action"] for row in entries["data"]].count("operator.single_sign_on") == 1


def test_everybody_else_reads_why(maya: Visitor, visit: Visit, set_up: SetUp) -> None:
    set_up()
    channel = maya.channel
    assert status_and_message(log_in(visit(channel), "noah")) == (400, NOT_IN_TEAM)
    assert status_and_message(log_in(visit(channel), "ines")) == (400, EMAIL_NOT_ALLOWED)
    outsider = {"email": "maya@example.org", "email_verified": "yes", "first_name": "Maya"}
    assert status_and_message(log_in(visit(channel), "other", **outsider)) == (400, EMAIL_NOT_ALLOWED)
    registered = visit(channel).register(email="noah@example.com", phone="555 111 2222")
    assert registered.data("/profile")["operator"] is False
    assert status_and_message(log_in(visit(channel), "noah")) == (400, NOT_IN_TEAM)


def test_a_channel_without_a_provider_has_no_such_login(visitor: Visitor) -> None:
    assert SocialLoginFlow(visitor, "single-sign-on").start().status_code == 404


def test_a_password_does_not_open_the_studio_where_single_sign_on_is_required(
    maya: Visitor, visit: Visit, set_up: SetUp, clock: FixedClock
) -> None:
    assert maya.get("/studio/team").status_code == 200
    set_up(required=True)
    refused: Any = maya.get("/studio/team")
    assert (refused.status_code, refused.json["code"]) == (403, SINGLE_SIGN_ON_NEEDED.code)
    assert maya.data("/profile")["studio"]["single_sign_on_missing"] is True
    browser = enter(visit(maya.channel))
    assert browser.get("/studio/team").status_code == 200
    assert browser.data("/profile")["studio"]["single_sign_on_missing"] is False
    clock.advance(LIFETIME + timedelta(seconds=1))
    assert browser.get("/studio/team").status_code == 403


def test_a_removed_operator_loses_the_studio_with_the_next_call(
    maya: Visitor, visit: Visit, set_up: SetUp, application: Application
) -> None:
    set_up()
    browser = enter(visit(maya.channel))
    with application.container.database().transaction(maya.channel.id):
        application.container.channel.operator_admin().remove(MAYA)
    assert browser.get("/studio/team").status_code == 403
    assert status_and_message(log_in(visit(maya.channel))) == (400, NOT_IN_TEAM)
