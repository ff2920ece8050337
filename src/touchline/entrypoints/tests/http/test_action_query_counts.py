"""Query counts of visitors' successful actions, and of routes outside /api.

`test_query_counts` counts the statements that a changing call sends before it refuses. Here each call
succeeds.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.tests.http.test_query_counts import record_statements

EXPECTED_STATEMENTS = {
    "/": 9,
    "/schedule": 7,
    "/watch/{id}": 13,
    "/login": 10,
    "/healthz": 0,
    "/readyz": 2,
    "/project.json": 0,
    "/robots.txt": 6,
    "/sitemap.xml": 8,
    "/calendar.ics": 8,
    "/manifest.webmanifest": 6,
    "/watch/{id}.ics": 7,
    "/pictures/share.png": 6,
    "/channel-key": 5,
    "/api/get_api_key": 4,
    "/api/v2/auth/register": 37,
    "/api/v2/auth/login": 25,
    "/api/favorite": 7,
    "/api/watch-position": 5,
    "/api/watch-settings": 6,
    "/api/auth/logout": 10,
}


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_each_visitor_action_sends_the_recorded_number_of_statements(
    application: Application, example_ids: Visitor, visit: Callable[[ChannelDetails], Visitor]
) -> None:
    event, *_ = example_ids.data("/events", limit=1)
    team = example_ids.data("/participants", limit=1)[0]["id"]
    counted: dict[str, int] = {}

    def record_count(name: str, act: Callable[[], TestResponse]) -> TestResponse:
        with record_statements(application) as sent:
            response = act()
        assert response.status_code < 400, (name, response.get_data(as_text=True))
        counted[name] = len(sent)
        return response

    def get_path(path: str) -> Callable[[], TestResponse]:
        return lambda: example_ids.browser.get(path)

    for path in ("/", "/schedule", f"/watch/{event['id']}", "/login"):
        record_count(path.replace(str(event["id"]), "{id}"), get_path(path))
    for path in ("/healthz", "/readyz", "/project.json", "/robots.txt", "/sitemap.xml", "/calendar.ics"):
        record_count(path, get_path(path))
    for path in ("/manifest.webmanifest", f"/watch/{event['id']}.ics", "/pictures/share.png"):
        record_count(path.replace(str(event["id"]), "{id}"), get_path(path))
    channel_key = record_count("/channel-key", get_path("/channel-key")).json
    assert channel_key is not None
    record_count(
        "/api/get_api_key", lambda: example_ids.browser.post("/api/get_api_key", json=channel_key["data"])
    )
    form = {**NEW_VIEWER, "password_confirmation": NEW_VIEWER["password"]}
    record_count(
        "/api/v2/auth/register", lambda: visit(example_ids.channel).post("/v2/auth/register", **form)
    )
    login = {"login": NEW_VIEWER["email"], "password": PASSWORD}
    record_count("/api/v2/auth/login", lambda: visit(example_ids.channel).post("/v2/auth/login", **login))
    viewer = visit(example_ids.channel).log_in()
    favorite = {"favoritable_type": "participant", "favoritable_id": team}
    record_count("/api/favorite", lambda: viewer.post("/favorite", **favorite))
    progress = {"kind": "event", "item_id": event["id"], "position": 30, "duration": 100}
    record_count("/api/watch-position", lambda: viewer.post("/watch-position", **progress))
    record_count("/api/watch-settings", lambda: viewer.post("/watch-settings", hide_scores=True))
    record_count("/api/auth/logout", lambda: viewer.post("/auth/logout"))
    assert counted == EXPECTED_STATEMENTS, json.dumps(counted, indent=4)
