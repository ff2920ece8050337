"""Access tokens over HTTP: creation, use, revocation, and the end of their owner's access."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from click.testing import CliRunner
from werkzeug.test import TestResponse

from touchline.channel.adapters.cli.token_commands import tokens
from touchline.channel.application.operators.authorization import (
    EVENT_NOT_ASSIGNED,
    OPERATOR_SECOND_FACTOR,
)
from touchline.channel.domain.operators.access_tokens import (
    MAX_TOKENS,
    SCOPE_NOT_HELD,
    TOO_MANY_TOKENS,
)
from touchline.channel.domain.operators.roles import Role
from touchline.channel.facade import ChannelDetails
from touchline.channel.tests.adapters.operators.test_team import add_operator
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.tests.rights.test_roles import require_second_factor
from touchline.shared.clock import FixedClock
from touchline.shared.errors import INVALID_ACCESS_TOKEN, RATE_LIMITED

OWNER = "owner@example.org"
Visit = Callable[[ChannelDetails], Visitor]
Change = Callable[[Any], object]


class Script:
    """A program with an access token."""

    def __init__(self, visitor: Visitor, secret: str) -> None:
        self._browser = visitor.browser
        self.headers = {"Authorization": f"Bearer {secret}"}

    def get(self, path: str = "/reports/now") -> TestResponse:
        """Send a GET request under /api."""
        return self._browser.get(f"/api{path}", headers=self.headers)

    def code(self, path: str = "/reports/now") -> str:
        """Return the error code of a GET request, "" for status 200."""
        response = self.get(path)
        assert response.json is not None
        return "" if response.status_code == 200 else response.json["code"]


def create(visitor: Visitor, *scopes: str, name: str = "Import", days: int = 30) -> dict[str, Any]:
    """Create a token and return the response's data."""
    response = visitor.post("/studio/tokens", name=name, scopes=scopes, expires_in_days=days)
    assert response.status_code == 201 and response.json, response.get_data(as_text=True)
    data: dict[str, Any] = response.json["data"]
    return data


def test_the_owner_of_a_new_token_gets_an_email(owner: Visitor, emails: Callable[[], Any]) -> None:
    secret = create(owner, "view_reports", name="Sheet")["secret"]
    newest = emails()[0]
    assert (newest.to, newest.subject) == (OWNER, f"New access token for your {owner.channel.name} account")
    assert "Name: Sheet" in newest.text and "Expires: December" in newest.text
    assert secret not in newest.text and "/studio/tokens" in newest.text


@pytest.fixture
def owner(visitor: Visitor, application: Application) -> Visitor:
    """Return the owner of the channel."""
    owner = visitor.register(email=OWNER, phone="")
    add_operator(application, visitor.channel, OWNER, Role.OWNER)
    return owner


@pytest.fixture
def script(owner: Visitor) -> Script:
    """Return a program with a token of the owner that may view reports and activity."""
    return Script(owner, create(owner, "view_reports", "view_activity", "manage_integrations")["secret"])


@pytest.fixture
def change_channel(application: Application, owner: Visitor) -> Callable[[Change], None]:
    """Return `change_channel(change)`, which calls `change(container)` in a transaction of the channel."""

    def run(change: Change) -> None:
        with application.container.database().transaction(owner.channel.id):
            change(application.container.channel)

    return run


def test_a_token_is_shown_once_and_listed_without_its_secret(owner: Visitor) -> None:
    created = create(owner, "view_reports", "edit_content", name="  Schedule   import ")
    secret, token = created["secret"], created["token"]
    assert secret.startswith("tlp_") and len(secret) == 47
    assert token == {
        "id": token["id"],
        "name": "Schedule import",
        "prefix": secret[:10],
        "scopes": ["view_reports", "edit_content"],
        "account_id": token["account_id"],
        "owner_name": "Ada Moreau",
        "created_at": "2026-11-21T18:00:00Z",
        "expires_at": "2026-12-21T18:00:00Z",
        "last_used_at": None,
    }
    overview = owner.data("/studio/tokens")
    assert overview["tokens"] == [token] and secret not in str(overview)
    assert overview["lifetimes"] == [30, 90, 365] and "manage_team" in overview["scopes"]


def test_the_database_has_only_the_hash_and_the_visible_prefix(
    owner: Visitor, application: Application
) -> None:
    secret = create(owner, "view_reports")["secret"]
    with application.container.database().engine.connect() as connection:
        row = connection.exec_driver_sql("SELECT * FROM access_token").one()
    assert secret[:10] in row and not any(secret[10:] in str(value) for value in row)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "n" * 81}, "name"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["everything"]}, "scopes"),
        ({"expires_in_days": 31}, "expires_in_days"),
        ({"expires_in_days": None}, "expires_in_days"),
    ],
)
def test_an_incomplete_token_is_refused(owner: Visitor, changes: dict[str, Any], field: str) -> None:
    body = {"name": "Import", "scopes": ["view_reports"], "expires_in_days": 30, **changes}
    response = owner.post("/studio/tokens", **body)
    assert response.status_code == 422 and response.json and set(response.json["errors"]) == {field}


def test_an_operator_can_choose_only_permissions_of_the_own_role(
    owner: Visitor, visit: Visit, application: Application
) -> None:
    analyst = visit(owner.channel).register(email="analyst@example.org", phone="")
    add_operator(application, owner.channel, "analyst@example.org", Role.ANALYST)
    assert analyst.data("/studio/tokens")["scopes"] == ["view_reports"]
    refused = analyst.post("/studio/tokens", name="x", scopes=["manage_team"], expires_in_days=30)
    assert refused.json and refused.json["errors"] == {"scopes": [SCOPE_NOT_HELD]}
    own = create(analyst, "view_reports")["token"]["id"]
    others = create(owner, "view_reports")["token"]["id"]
    assert [token["id"] for token in analyst.data("/studio/tokens")["tokens"]] == [own]
    assert [token["id"] for token in owner.data("/studio/tokens")["tokens"]] == [others, own]
    assert analyst.delete(f"/studio/tokens/{others}").status_code == 404
    assert owner.delete(f"/studio/tokens/{own}").status_code == 204
    assert analyst.data("/studio/tokens")["tokens"] == []


def test_the_number_of_tokens_and_their_lifetime_have_a_maximum(
    owner: Visitor, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(MAX_TOKENS):
        create(owner, "view_reports")
    application.container.channel.throttle().storage.reset()
    refused = owner.post("/studio/tokens", name="x", scopes=["view_reports"], expires_in_days=30)
    assert refused.status_code == 400 and refused.json
    assert refused.json["message"] == TOO_MANY_TOKENS.with_params(number=MAX_TOKENS)
    monkeypatch.setattr(application.container.channel.access_token_service(), "_max_days", 60)
    assert owner.data("/studio/tokens")["lifetimes"] == [30]


def test_a_token_ends_at_the_second_it_expires(script: Script, clock: FixedClock) -> None:
    clock.set(NOON + timedelta(days=30) - timedelta(seconds=1))
    assert script.code() == ""
    clock.advance(timedelta(seconds=1))
    response = script.get()
    assert (response.status_code, response.json and response.json["code"]) == (401, INVALID_ACCESS_TOKEN.code)


def test_a_revoked_token_is_refused_with_the_next_call(owner: Visitor, script: Script) -> None:
    assert script.code() == ""
    (token,) = owner.data("/studio/tokens")["tokens"]
    for _ in range(2):
        assert owner.delete(f"/studio/tokens/{token['id']}").status_code == 204
    assert script.code() == INVALID_ACCESS_TOKEN.code
    assert len(owner.data("/studio/activity", action="access_token.revoke")) == 1


def test_a_token_ends_with_the_role_of_its_owner(
    application: Application, owner: Visitor, script: Script, change_channel: Callable[[Change], None]
) -> None:
    change_channel(lambda channel: channel.operator_admin().remove(OWNER))
    assert script.code() == INVALID_ACCESS_TOKEN.code
    add_operator(application, owner.channel, OWNER, Role.OWNER)
    assert script.code() == INVALID_ACCESS_TOKEN.code, "a new role does not bring old tokens back"


def test_a_token_ends_with_the_suspension_of_its_owner(
    script: Script, change_channel: Callable[[Change], None]
) -> None:
    change_channel(lambda channel: channel.account_suspension_service().suspend(OWNER, actor="it", reason=""))
    assert script.code() == INVALID_ACCESS_TOKEN.code


def test_a_token_ends_with_the_account_of_its_owner(
    script: Script, application: Application, change_channel: Callable[[Change], None]
) -> None:
    change_channel(lambda channel: channel.erase_account()(OWNER, actor="it", reason=""))
    assert script.code() == INVALID_ACCESS_TOKEN.code
    with application.container.database().engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM access_token").scalar() == 0


def test_a_token_ends_when_the_owner_of_the_address_takes_the_account_over(
    script: Script, change_channel: Callable[[Change], None]
) -> None:
    def take_over(channel: Any) -> None:
        channel.revoke_other_access()(channel.accounts().get_by_email(OWNER))

    change_channel(take_over)
    assert script.code() == INVALID_ACCESS_TOKEN.code


def test_a_required_second_factor_applies_to_tokens(
    application: Application, owner: Visitor, script: Script
) -> None:
    require_second_factor(application, owner.channel)
    assert script.code() == OPERATOR_SECOND_FACTOR.code
    refused = owner.post("/studio/tokens", name="x", scopes=["view_reports"], expires_in_days=30)
    assert refused.json and refused.json["code"] == OPERATOR_SECOND_FACTOR.code


def test_a_scorekeepers_token_is_limited_to_assigned_events(
    owner: Visitor, visit: Visit, application: Application
) -> None:
    scorer = visit(owner.channel).register(email="scorer@example.org", phone="")
    add_operator(application, owner.channel, "scorer@example.org", Role.SCOREKEEPER)
    container: Any = application.container
    scorer_script = Script(scorer, create(scorer, "score_events")["secret"])
    with container.database().transaction(owner.channel.id):
        caller = container.channel.find_token_principal()(
            scorer_script.headers["Authorization"][7:], lang=None, accept_language=None, ip="", headers={}
        )
        authorize = container.channel.authorize_operator()
        with pytest.raises(Exception, match=str(EVENT_NOT_ASSIGNED)):
            authorize(caller, next(iter(caller.token.scopes)), 5)
        container.channel.operators().set_events(caller.account_id, [5])
        authorize(caller, next(iter(caller.token.scopes)), 5)


@pytest.mark.parametrize(
    "authorization",
    ["Bearer {}x", "Bearer {}é", "Bearer tlp_", "Bearer tlp_ {}", "Bearer {} {}", "bearer  tlp_\t"],
)
def test_a_wrong_token_is_refused(owner: Visitor, script: Script, authorization: str) -> None:
    secret = script.headers["Authorization"][7:]
    headers = {"Authorization": authorization.format(secret, secret).encode().decode("latin-1")}
    response = owner.browser.get("/api/reports/now", headers=headers)
    assert (response.status_code, response.json and response.json["code"]) == (401, INVALID_ACCESS_TOKEN.code)


def test_the_scheme_is_read_regardless_of_case_and_spaces(owner: Visitor, script: Script) -> None:
    secret = script.headers["Authorization"][7:]
    for authorization in (f"bearer {secret}", f"BEARER   {secret} "):
        response = owner.browser.get("/api/reports/now", headers={"Authorization": authorization})
        assert response.status_code == 200


def test_a_token_works_in_the_header_only(owner: Visitor, script: Script) -> None:
    as_key = replace(owner, api_key=script.headers["Authorization"][7:])
    for headers in ({}, {"Authorization": "Basic YTpi"}):
        assert as_key.get("/reports/now", headers=headers).status_code == 403
    response = as_key.post("/studio/webhook-endpoints", url="https://example.org")
    assert response.json and response.json["code"] == "errors.api_key"


def test_wrong_tokens_are_limited_by_address_and_right_ones_still_work(
    owner: Visitor, script: Script, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = application.container.channel.find_token_principal()
    monkeypatch.setattr(find, "_failure_limit", replace(find._failure_limit, times=3))
    wrong = Script(owner, "tlp_" + "x" * 43)
    assert [wrong.code() for _ in range(3)] == [INVALID_ACCESS_TOKEN.code] * 3
    assert (wrong.get().status_code, wrong.code()) == (429, RATE_LIMITED.code)
    assert script.code() == ""


def test_a_token_of_another_channel_sees_its_own_channel_alone(
    script: Script, other_visitor: Visitor, application: Application
) -> None:
    other = other_visitor.register(email="other@example.org", phone="")
    add_operator(application, other.channel, "other@example.org", Role.OWNER)
    (token,) = other.data("/studio/tokens")["tokens"] or [{"id": 0}]
    assert token == {"id": 0}, "an owner does not see the tokens of another channel"
    other_script = Script(other, create(other, "view_activity")["secret"])
    actions = {entry["actor_name"] for entry in (other_script.get("/studio/activity").json or {})["data"]}
    assert actions == {"Ada Moreau"} and len((other_script.get("/studio/activity").json or {})["data"]) == 1


def test_the_last_use_is_written_once_an_hour(owner: Visitor, script: Script, clock: FixedClock) -> None:
    def last_used_at() -> str:
        value: str = owner.data("/studio/tokens")["tokens"][0]["last_used_at"]
        return value

    script.get()
    for minutes, written in ((0, "18:00:00"), (59, "18:00:00"), (1, "19:00:00")):
        clock.advance(timedelta(minutes=minutes))
        script.get()
        assert last_used_at() == f"2026-11-21T{written}Z"


def test_the_activity_names_the_token_that_acted(
    owner: Visitor, script: Script, change_channel: Callable[[Change], None]
) -> None:
    (token,) = owner.data("/studio/tokens")["tokens"]
    endpoint = {"url": "https://example.org/hook", "event_types": ["order.paid"]}
    saved = owner.browser.post("/api/studio/webhook-endpoints", json=endpoint, headers=script.headers)
    assert saved.status_code == 200, saved.get_data(as_text=True)
    latest = owner.data("/studio/activity")[0]
    assert (latest["token_id"], latest["token_name"], latest["session_id"]) == (token["id"], "Import", None)
    created = owner.data("/studio/activity", action="access_token.create")[0]
    assert (created["token_name"], created["subject_label"]) == ("", "Import")
    assert created["after"]["scopes"] == ["manage_integrations", "view_activity", "view_reports"]
    change_channel(lambda channel: channel.audit_log().erase_actor(int(latest["actor"].split(":")[1])))
    assert owner.data("/studio/activity")[0]["token_name"] == ""


def test_a_token_never_appears_in_a_log(
    script: Script, caplog: pytest.LogCaptureFixture, application: Application
) -> None:
    caplog.set_level(logging.DEBUG)
    script.get()
    script.get("/studio/tokens")
    assert script.headers["Authorization"][11:] not in caplog.text


def test_the_commands_list_and_revoke_the_tokens_of_everybody(script: Script) -> None:
    listed = CliRunner().invoke(tokens, ["list", "--json"])
    (token,) = json.loads(listed.stdout)
    assert (token["name"], token["owner_name"]) == ("Import", "Ada Moreau")
    revoked = CliRunner().invoke(tokens, ["revoke", str(token["id"])])
    assert revoked.stdout == f"Token {token['id']} (Import) is revoked.\n"
    assert script.code() == INVALID_ACCESS_TOKEN.code
    assert CliRunner().invoke(tokens, ["list"]).stdout == "prairie has no access tokens.\n"


def test_ended_tokens_are_deleted_after_thirty_days(
    owner: Visitor, script: Script, application: Application, clock: FixedClock
) -> None:
    for days, count in ((60, 1), (1, 0)):
        clock.advance(timedelta(days=days))
        application.container.channel.prune_expired_records()()
        with application.container.database().engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM access_token").scalar() == count
