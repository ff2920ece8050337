"""What the scoreboard of a rendered game shows, in a file beside its video: `key-hash.json`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from touchline.demo.footage.encoder import FRAME_RATE
from touchline.demo.footage.play.record import Moment
from touchline.demo.footage.play.schedule import Pair, ScoreTracker
from touchline.demo.footage.scoreboard import GameClock


@dataclass(frozen=True)
class BoardState:
    """What the scoreboard shows from a position in the video, in seconds. Pairs have the away team first."""

    seconds: float
    points: Pair
    sets: Pair | None


@dataclass(frozen=True)
class VideoTimeline:
    """The scoreboard of a video: its period, what the running clock shows at the start, and the scores.

    `clock_seconds` is None for a sport without a clock.
    """

    seconds: float
    period: int
    clock_seconds: int | None
    is_clock_down: bool
    states: tuple[BoardState, ...]

    def get_clock_seconds(self, position: float) -> int | None:
        """Return what the clock shows at a position in the video."""
        if self.clock_seconds is None:
            return None
        shown = self.clock_seconds + int(position) * (-1 if self.is_clock_down else 1)
        return max(0, shown)


def build_timeline(
    seconds: float, clock: GameClock, scores: ScoreTracker, goals: list[Moment]
) -> VideoTimeline:
    """Return the timeline of a video."""
    frames = [0, *(goal.frame for goal in goals)]
    shown = [(frame / FRAME_RATE, scores.at(frame)) for frame in frames]
    states = tuple(BoardState(position, score.points, score.sets) for position, score in shown)
    return VideoTimeline(seconds, clock.number, clock.start, clock.down, states)


def get_timeline_file(video: Path) -> Path:
    """Return the path of a video's timeline."""
    return video.with_suffix(".json")


def write_timeline(video: Path, timeline: VideoTimeline) -> None:
    """Write the timeline of a video."""
    video.parent.mkdir(parents=True, exist_ok=True)
    get_timeline_file(video).write_text(json.dumps(asdict(timeline)))


def read_timeline(video: Path) -> VideoTimeline:
    """Return the timeline of a rendered game."""
    value = json.loads(get_timeline_file(video).read_text())
    states = tuple(
        BoardState(state["seconds"], tuple(state["points"]), tuple(state["sets"]) if state["sets"] else None)
        for state in value["states"]
    )
    return VideoTimeline(**{**value, "states": states})
