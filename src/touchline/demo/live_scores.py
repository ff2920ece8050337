"""Sends the scoreboard of the demo's live games, as a scoreboard system at the venue does.

The videos know what their scoreboard shows. The playlist of the stream says when each of its frames was live.
"""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.error import URLError

from touchline.demo.footage.timeline import VideoTimeline

SOURCE = "Demo scoreboard"
HEARTBEAT_MS = 10_000
"""Time after which the state is sent again. A system that is silent for 15 s hands back to the scorers."""
_TIMEOUT_SECONDS = 5.0

State = dict[str, object]


@dataclass(frozen=True)
class ScoreboardClient:
    """Client of `POST /api/studio/events/{id}/scoreboard`."""

    url: str
    token: str

    def send(self, state: State) -> None:
        """Send a state. Raises `OSError` if the server does not take it."""
        request = urllib.request.Request(  # noqa: S310 - the address of this deployment
            self.url,
            json.dumps(state).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"},
        )
        with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS):  # noqa: S310
            pass


class LiveScores:
    """The scoreboard of one game whose video is published in a loop. Call `send_due` regularly."""

    def __init__(
        self,
        timeline: VideoTimeline,
        loop_seconds: float,
        send: Callable[[State], None],
        report: Callable[[str], None],
    ) -> None:
        self._timeline = timeline
        self._loop_ms = loop_seconds * 1000
        self._send = send
        self._report = report
        self._sent_until_ms = 0
        self._last_sent_ms = 0

    def send_due(self, started_ms: int, now_ms: int) -> None:
        """Send what the scoreboard has shown since the last call.

        `started_ms` is when the first frame of the video was live, `now_ms` the current time, both in
        milliseconds since 1970. A failed call is repeated the next time.
        """
        try:
            since_ms = max(started_ms, self._sent_until_ms)
            for at_ms, position in self._list_changes(since_ms, started_ms, now_ms):
                self._send(self._build_state(at_ms, position))
                self._sent_until_ms, self._last_sent_ms = at_ms + 1, at_ms
            if now_ms - self._last_sent_ms >= HEARTBEAT_MS and now_ms > started_ms:
                position = ((now_ms - started_ms) % self._loop_ms) / 1000
                self._send(self._build_state(now_ms, position))
                self._last_sent_ms = now_ms
        except (OSError, URLError) as error:
            self._report(f"The scoreboard could not be sent: {error}")

    def _list_changes(self, since_ms: int, started_ms: int, now_ms: int) -> Iterator[tuple[int, float]]:
        """Yield when the scoreboard changed from `since_ms` to `now_ms`, with the position in the video."""
        loop = int((since_ms - started_ms) // self._loop_ms)
        while started_ms + loop * self._loop_ms <= now_ms:
            for state in self._timeline.states:
                at_ms = round(started_ms + loop * self._loop_ms + state.seconds * 1000)
                if since_ms <= at_ms <= now_ms:
                    yield at_ms, state.seconds
            loop += 1

    def _build_state(self, at_ms: int, position: float) -> State:
        timeline = self._timeline
        board = [state for state in timeline.states if state.seconds <= position][-1]
        state: State = {
            "source": SOURCE,
            "at_ms": at_ms,
            "away": board.points[0],
            "home": board.points[1],
            "period": timeline.period,
        }
        if board.sets:
            state["sets"] = list(board.sets)
        clock_seconds = timeline.get_clock_seconds(position)
        if clock_seconds is not None:
            state |= {"clock_seconds": clock_seconds, "is_clock_running": True}
        return state
