"""The API and the commands for webhook endpoints."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

from touchline.channel.adapters.cli.webhook_commands import webhooks
from touchline.channel.application.webhook_endpoints.endpoint_admin import EndpointStatus
from touchline.channel.domain.webhook_endpoints.endpoints import MAX_ENDPOINTS
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.tests.http_client.http_server import LocalServer

ENDPOINTS = "/studio/webhook-endpoints"


@pytest.fixture
def operator(visitor: Visitor, application: Application) -> Visitor:
    """Return an operator of `prairie`."""
    person = visitor.register()
    container: Any = application.container
    with application.container.database().transaction(visitor.channel.id):
        container.channel.operator_admin().add(NEW_VIEWER["email"], unverified=True)
    return person


def patch(visitor: Visitor, path: str, **body: Any) -> Any:
    """Send a PATCH request and return its response."""
    return visitor.browser.patch(f"/api{path}", json={"api_key": visitor.api_key, **body})


def post(visitor: Visitor, path: str, **body: Any) -> Any:
    """Send a POST request that must succeed, and return its data."""
    response = visitor.post(path, **body)
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.json is not None
    return response.json["data"]


def run(*arguments: str) -> Any:
    """Run `touchline webhooks …` and return its JSON, or its text."""
    result = CliRunner(env={"COLUMNS": "200"}).invoke(webhooks, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.output) if "--json" in arguments else result.output


def test_only_operators_may_call(visitor: Visitor) -> None:
    assert visitor.get(ENDPOINTS).status_code == 401
    assert visitor.register().get(ENDPOINTS).status_code == 403


def test_the_secret_is_shown_once(operator: Visitor) -> None:
    assert operator.data(ENDPOINTS) == []
    created = post(
        operator, ENDPOINTS, url="https://example.org/hooks", event_types=["order.paid", "event.live"]
    )
    assert created["secret"].startswith("whsec_")
    (listed,) = operator.data(ENDPOINTS)
    assert "secret" not in listed and "encrypted_secret" not in listed
    assert listed["event_types"] == ["event.live", "order.paid"]
    assert listed["latest_attempt"] is None
    assert operator.data(f"{ENDPOINTS}/{listed['id']}") == listed
    rolled = post(operator, f"{ENDPOINTS}/{listed['id']}/roll-secret")
    assert rolled["secret"] != created["secret"]
    assert rolled["old_secret_until"] == "2026-11-22T18:00:00Z"


def test_invalid_endpoints_are_refused(operator: Visitor) -> None:
    response = operator.post(ENDPOINTS, url="https://10.0.0.1/", event_types=[])
    assert response.status_code == 422
    assert response.json is not None
    codes = {name: code["code"] for name, (code,) in response.json["error_codes"].items()}
    assert codes == {
        "url": "errors.private_webhook_url",
        "event_types": "errors.webhook_types_required",
    }
    assert operator.post(ENDPOINTS, url="https://example.org", event_types=["ping"]).status_code == 422
    assert operator.post(ENDPOINTS, url="https://example.org", event_types=["x"]).status_code == 422


def test_a_channel_has_at_most_ten_endpoints(operator: Visitor) -> None:
    body = {"url": "https://example.org/", "event_types": ["form.sent"]}
    for _ in range(MAX_ENDPOINTS):
        post(operator, ENDPOINTS, **body)
    response = operator.post(ENDPOINTS, **body)
    assert response.json is not None
    assert (response.status_code, response.json["code"]) == (400, "errors.too_many_webhook_endpoints")


def test_endpoints_are_changed_and_deleted(operator: Visitor) -> None:
    endpoint = post(operator, ENDPOINTS, url="https://example.org/", event_types=["form.sent"])
    path = f"{ENDPOINTS}/{endpoint['id']}"
    changed = patch(operator, path, description=" Score  board ").json["data"]
    assert (changed["description"], changed["url"]) == ("Score board", "https://example.org/")
    assert patch(operator, path, url="").status_code == 422
    assert operator.delete(path).status_code == 204
    assert operator.get(path).status_code == 404


def test_a_test_message_is_logged_and_can_be_redelivered(
    operator: Visitor, add_endpoint: Callable[..., EndpointStatus], receiver: LocalServer
) -> None:
    status = add_endpoint()
    path = f"{ENDPOINTS}/{status.endpoint.id}"
    receiver.status, receiver.body = 200, b"pong"
    message_id = post(operator, f"{path}/test")["message_id"]
    response = operator.get(f"{path}/deliveries").json
    assert response is not None
    (delivery,) = response["data"]
    assert response["meta"]["total"] == 1
    assert (delivery["message_id"], delivery["type"], delivery["state"]) == (message_id, "ping", "delivered")
    assert delivery["body"] == receiver.requests[0][3].decode()
    (attempt,) = delivery["attempts"]
    assert (attempt["response_status"], attempt["response"], attempt["error"]) == (200, "pong", None)
    post(operator, f"/studio/webhook-deliveries/{delivery['id']}/redeliver")
    first, second = (headers["webhook-id"] for _, _, headers, _ in receiver.requests)
    assert first == second == message_id
    assert operator.data(path)["latest_attempt"]["response"] == "pong"
    for query, count in (({"state": "failed"}, 0), ({"type": "ping"}, 1), ({"type": "order.paid"}, 0)):
        assert len(operator.data(f"{path}/deliveries", **query)) == count


def test_commands_manage_endpoints(
    channel: ChannelDetails, add_endpoint: Callable[..., EndpointStatus], receiver: LocalServer
) -> None:
    added = run("add", receiver.url, "--event", "form.sent", "--channel", channel.slug, "--json")
    assert added["secret"].startswith("whsec_")
    assert receiver.url in run("list")
    assert run("list", "--json")[0]["event_types"] == ["form.sent"]
    assert run("log", str(added["id"]), "--json") == []
    assert "active" in run("resume", str(added["id"]))
    assert "deleted" in run("remove", str(added["id"]))
    assert run("list", "--json") == []


def test_commands_show_the_log_and_redeliver(
    operator: Visitor, add_endpoint: Callable[..., EndpointStatus], receiver: LocalServer
) -> None:
    endpoint_id = str(add_endpoint().endpoint.id)
    receiver.status = 500
    post(operator, f"{ENDPOINTS}/{endpoint_id}/test")
    (delivery,) = run("log", endpoint_id, "--state", "pending", "--json")
    assert (delivery["attempts"][0]["error"], delivery["next_attempt_at"] is None) == ("status", False)
    assert "500" in run("log", endpoint_id, "--type", "ping")
    receiver.status = 200
    assert "sent again" in run("redeliver", str(delivery["id"]))
    assert run("log", endpoint_id, "--state", "delivered", "--json")[0]["id"] == delivery["id"]
