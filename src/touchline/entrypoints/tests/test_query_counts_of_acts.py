"""What visitors do, with success, and what stands outside of /api: how many statements each sends.

`test_query_counts` counts what a changing call asks before it refuses; here each does what it is for.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelFacts
from touchline.conftest import NEWCOMER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.tests.test_query_counts import statements

STATEMENTS = {
    "/": 7,
    "/schedule": 7,
    "/watch/{id}": 13,
    "/login": 8,
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
    "/api/v2/auth/register": 36,
    "/api/v2/auth/login": 24,
    "/api/favorite": 7,
    "/api/watch-position": 5,
    "/api/watch-settings": 5,
    "/api/auth/logout": 10,
}


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_each_act_of_a_visitor_sends_as_many_statements_as_are_written_down(
    house: House, ours: Visitor, visit: Callable[[ChannelFacts], Visitor]
) -> None:
    game, *_ = ours.data("/events", limit=1)
    team = ours.data("/participants", limit=1)[0]["id"]
    counted: dict[str, int] = {}

    def count(name: str, act: Callable[[], TestResponse]) -> TestResponse:
        with statements(house) as sent:
            answer = act()
        assert answer.status_code < 400, (name, answer.get_data(as_text=True))
        counted[name] = len(sent)
        return answer

    def at(path: str) -> Callable[[], TestResponse]:
        return lambda: ours.browser.get(path)

    for path in ("/", "/schedule", f"/watch/{game['id']}", "/login"):
        count(path.replace(str(game["id"]), "{id}"), at(path))
    for path in ("/healthz", "/readyz", "/project.json", "/robots.txt", "/sitemap.xml", "/calendar.ics"):
        count(path, at(path))
    for path in ("/manifest.webmanifest", f"/watch/{game['id']}.ics", "/pictures/share.png"):
        count(path.replace(str(game["id"]), "{id}"), at(path))
    given = count("/channel-key", at("/channel-key")).json
    assert given is not None
    count("/api/get_api_key", lambda: ours.browser.post("/api/get_api_key", json=given["data"]))
    form = {**NEWCOMER, "password_confirmation": NEWCOMER["password"]}
    count("/api/v2/auth/register", lambda: visit(ours.channel).post("/v2/auth/register", **form))
    login = {"login": NEWCOMER["email"], "password": PASSWORD}
    count("/api/v2/auth/login", lambda: visit(ours.channel).post("/v2/auth/login", **login))
    viewer = visit(ours.channel).log_in()
    liked = {"favoritable_type": "participant", "favoritable_id": team}
    count("/api/favorite", lambda: viewer.post("/favorite", **liked))
    place = {"kind": "event", "item_id": game["id"], "position": 30, "duration": 100}
    count("/api/watch-position", lambda: viewer.post("/watch-position", **place))
    count("/api/watch-settings", lambda: viewer.post("/watch-settings", hide_scores=True))
    count("/api/auth/logout", lambda: viewer.post("/auth/logout"))
    assert counted == STATEMENTS, json.dumps(counted, indent=4)
