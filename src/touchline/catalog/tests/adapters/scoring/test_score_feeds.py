"""Score systems over real HTTP, with an access token: what they send becomes the timeline."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
import requests
from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from touchline.catalog.tests.adapters.score_systems.test_score_systems import field, read_example
from touchline.catalog.tests.samples import NOON
from touchline.conftest import Visitor, get_clock
from touchline.entrypoints.bootstrap import Application

TIMEOUT_SECONDS = 20


class QuietHandler(WSGIRequestHandler):
    """Request handler without a log."""

    def log(self, *_: Any) -> None:
        """Do nothing."""


@dataclass
class System:
    """A score system that knows an address only, with the token in it. It sends once a second."""

    host: str
    event_id: int
    token: str
    application: Application
    seconds: int = 0

    def send(self, system: str, body: Any, method: str = "POST") -> requests.Response:
        """Send a state in the format of a system."""
        self.seconds += 1
        get_clock(self.application).set(NOON + timedelta(seconds=self.seconds))
        url = (
            f"http://{system}:{self.token}@{self.host}/api/studio/events/{self.event_id}/scoreboard/{system}"
        )
        return requests.request(method, url, json=body, timeout=TIMEOUT_SECONDS)


@pytest.fixture
def system(operator: Visitor, game_id: int, app: Flask, application: Application) -> Iterator[System]:
    """Return a system with an access token, and the app on a port."""
    response = operator.post("/studio/tokens", name="Scores", scopes=["score_events"], expires_in_days=30)
    assert response.json is not None
    server = make_server("127.0.0.1", 0, app, request_handler=QuietHandler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    host = f"127.0.0.1:{server.server_port}"
    yield System(host, game_id, response.json["data"]["secret"], application)
    server.shutdown()
    thread.join()
    server.server_close()


def list_entries(operator: Visitor, game_id: int) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = operator.data(f"/studio/events/{game_id}/timeline")["entries"]
    return entries


def test_scoresight_keeps_the_score_with_nothing_but_an_address(
    operator: Visitor, game_id: int, system: System
) -> None:
    for body in (
        [field("Home Score", "0"), field("Away Score", "0"), field("Time", "17:00"), field("Period", "1st")],
        [field("Home Score", "1"), field("Away Score", "", "Empty"), field("Time", "17:00", "SameNoChange")],
        [field("Home Score", "0", "FailedFilter"), field("Away Score", "", "Empty")],
        {"Home Score": "1", "Away Score": "1", "Time": "", "Period": "OT"},
    ):
        response = system.send("scoresight", body)
        assert response.status_code == 200, response.text
    entries = list_entries(operator, game_id)
    assert [(item["kind"], item.get("side"), item.get("period")) for item in entries] == [
        ("period_started", None, 1),
        ("scored", "home", None),
        ("period_started", None, 4),
        ("scored", "away", None),
    ]
    assert {item["author"] for item in entries} == {"system:ScoreSight"}


@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_a_daktronics_console_keeps_the_score(
    operator: Visitor, game_id: int, system: System, method: str
) -> None:
    assert system.send("daktronics", read_example("daktronics-hockey"), method).status_code == 200
    timeline = operator.data(f"/studio/events/{game_id}/timeline")
    assert timeline["source"] == "Daktronics"
    assert [item["kind"] for item in timeline["entries"]] == ["period_started", "clock_set", "score_set"]
    assert timeline["entries"][2]["score"] == [1, 2]


def test_the_token_also_works_in_a_header_and_a_wrong_one_does_not(
    operator: Visitor, system: System, game_id: int
) -> None:
    url = f"http://{system.host}/api/studio/events/{game_id}/scoreboard/scoresight"
    body = {"Home Score": "1", "Away Score": "0"}
    for token, status in ((system.token, 200), (f"{system.token}x", 401)):
        headers = {"Authorization": f"Bearer {token}"}
        assert requests.post(url, json=body, headers=headers, timeout=TIMEOUT_SECONDS).status_code == status
        assert requests.post(url, json=body, auth=("x", token), timeout=TIMEOUT_SECONDS).status_code == status
    assert requests.post(url, json=body, timeout=TIMEOUT_SECONDS).status_code == 403
    assert requests.post(f"{url}?api_key={system.token}", json=body, timeout=5).status_code == 403


def test_other_calls_do_not_take_the_token_as_a_password(system: System, game_id: int) -> None:
    url = f"http://{system.host}/api/studio/events/{game_id}/timeline"
    assert requests.get(url, auth=("x", system.token), timeout=TIMEOUT_SECONDS).status_code == 403


def test_a_bad_value_is_refused_by_its_name_and_nothing_is_stored(
    operator: Visitor, game_id: int, system: System
) -> None:
    response = system.send("scoresight", {"Away Score": "2", "Home Score": "1B"})
    assert (response.status_code, response.json()["code"]) == (422, "errors.invalid")
    assert response.json()["errors"] == {
        "Home Score": ["Home Score is “1B”. Send a whole number from 0 to 1000."]
    }
    assert response.json()["error_codes"]["Home Score"][0]["code"] == "errors.score_system_number"
    timeline = operator.data(f"/studio/events/{game_id}/timeline")
    assert (timeline["source"], timeline["entries"]) == (None, [])


@pytest.mark.parametrize("body", [[], {}, None, 3, [[]], {"away": 1, "home": 2}])
@pytest.mark.parametrize("name", ["scoresight", "daktronics"])
def test_a_body_without_a_field_is_refused(system: System, name: str, body: Any) -> None:
    assert system.send(name, body).status_code in (400, 422)


def test_a_system_that_reads_nothing_hands_back_to_the_scorers(
    operator: Visitor, game_id: int, system: System
) -> None:
    url = f"/studio/events/{game_id}/timeline"
    blocked = [field("Home Score", "", "Empty"), field("Time", "8", "FailedFilter")]
    system.send("scoresight", [field("Home Score", "1"), field("Away Score", "0")])
    assert operator.data(url)["source"] == "ScoreSight"
    for _ in range(14):
        assert system.send("scoresight", blocked).status_code == 200
    assert operator.data(url)["source"] == "ScoreSight"
    system.send("scoresight", blocked)
    assert operator.data(url)["source"] is None
    system.send("daktronics", {"Home Team Score": "1"})
    assert operator.data(url)["source"] == "Daktronics"
    assert len(list_entries(operator, game_id)) == 2
