"""The scoreboard of the demo's live games: what is sent when, in each loop of the video."""

from __future__ import annotations

from typing import Any
from urllib.error import URLError

from touchline.demo.footage.timeline import BoardState, VideoTimeline
from touchline.demo.live_scores import HEARTBEAT_MS, LiveScores

STARTED_MS = 1_700_000_000_000
TIMELINE = VideoTimeline(40.0, 3, 372, True, (BoardState(0.0, (2, 1), None), BoardState(12.5, (2, 2), None)))


class Server:
    """Takes states, unless it is down."""

    def __init__(self) -> None:
        self.states: list[dict[str, Any]] = []
        self.is_down = False

    def send(self, state: dict[str, Any]) -> None:
        if self.is_down:
            raise URLError("down")
        self.states.append(state)

    def list_scores(self) -> list[tuple[int, int, int]]:
        """Return when each score was sent for, in milliseconds after the start."""
        return [(state["at_ms"] - STARTED_MS, state["away"], state["home"]) for state in self.states]


def create(server: Server) -> LiveScores:
    return LiveScores(TIMELINE, 40.0, server.send, lambda _message: None)


def test_each_loop_starts_again_with_the_score_of_the_video() -> None:
    server = Server()
    create(server).send_due(STARTED_MS, STARTED_MS + 41_000)
    assert server.list_scores() == [(0, 2, 1), (12_500, 2, 2), (40_000, 2, 1)]
    assert [state["clock_seconds"] for state in server.states] == [372, 360, 372]
    assert {state["period"] for state in server.states} == {3}


def test_a_state_is_sent_once_and_then_as_a_heartbeat() -> None:
    server = Server()
    scores = create(server)
    for second in range(35):
        scores.send_due(STARTED_MS, STARTED_MS + second * 1000)
    assert server.list_scores() == [
        (0, 2, 1),
        (HEARTBEAT_MS, 2, 1),
        (12_500, 2, 2),
        (23_000, 2, 2),
        (33_000, 2, 2),
    ]


def test_what_could_not_be_sent_is_sent_later() -> None:
    server = Server()
    scores = create(server)
    server.is_down = True
    scores.send_due(STARTED_MS, STARTED_MS + 13_000)
    server.is_down = False
    scores.send_due(STARTED_MS, STARTED_MS + 14_000)
    assert server.list_scores() == [(0, 2, 1), (12_500, 2, 2)]


def test_a_new_run_of_the_encoder_starts_at_its_own_first_frame() -> None:
    server = Server()
    scores = create(server)
    scores.send_due(STARTED_MS, STARTED_MS + 5_000)
    restarted_ms = STARTED_MS + 20_000
    scores.send_due(restarted_ms, restarted_ms + 1_000)
    assert server.list_scores() == [(0, 2, 1), (20_000, 2, 1)]
