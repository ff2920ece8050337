"""Broadcast overlays: the score bug with teams, score, period and clock, and a banner after goals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from touchline.demo.footage.canvas import Canvas, Sprite
from touchline.demo.footage.encoder import FRAME_RATE
from touchline.demo.footage.lettering import ink, sprite, write
from touchline.demo.footage.play.record import Moment
from touchline.demo.footage.play.schedule import Score, ScoreTracker
from touchline.demo.footage.specs import GameSpec, Team

_PLACE = (28, 24)
_HEIGHT, _TEAM, _CLOCK, _PERIOD = 40, 104, 128, 82
_BANNER_SECONDS, _BANNER_IN = 2.8, 0.24
_GOAL_TEXTS = {"hockey": "GOAL", "soccer": "GOAL"}

BugContent = tuple[Score, str]


@dataclass(frozen=True)
class GameClock:
    """The period of a video, by its number and its name, and a running clock.

    The clock shows `start` seconds at the start of the video, and counts down or up. `start` is None for a
    sport without a clock.
    """

    number: int
    period: str
    start: int | None
    down: bool = False

    def text(self, seconds: int) -> str:
        """Return the time that the clock shows after this many seconds. Empty without a clock."""
        if self.start is None:
            return ""
        left = max(0, self.start - seconds) if self.down else self.start + seconds
        return f"{left // 60}:{left % 60:02d}"


def game_clock(spec: GameSpec, start: Score) -> GameClock:
    """Return a clock in a late period of the sport, with enough time left for the video."""
    rng = np.random.default_rng(spec.seed + 11)
    second = int(rng.integers(60))
    if spec.sport == "soccer":
        return GameClock(2, "2ND", 60 * int(rng.integers(52, 84)) + second)
    if spec.sport == "volleyball":
        number = sum(start.sets) + 1 if start.sets else int(rng.integers(2, 4))
        return GameClock(number, f"SET {number}", None)
    spare = int(spec.seconds) + int(rng.integers(20, 240))
    number, period = (3, "3RD") if spec.sport == "hockey" else (4, "4TH")
    return GameClock(number, period, spare, down=True)


class Scoreboard:
    """Draws the overlays of one video."""

    def __init__(self, spec: GameSpec, scores: ScoreTracker, goals: list[Moment], clock: GameClock) -> None:
        self._teams = (spec.away, spec.home)
        self._scores, self._goals = scores, goals
        self._clock = clock
        self._goal_text = _GOAL_TEXTS.get(spec.sport)
        self._bug: tuple[BugContent, Sprite] | None = None
        self._banners = [_banner(team, self._goal_text) for team in self._teams if self._goal_text]

    def draw(self, canvas: Canvas, frame: int) -> None:
        """Draw the score bug, and a banner after a goal, over a frame."""
        content = (self._scores.at(frame), self._clock.text(frame // FRAME_RATE))
        if self._bug is None or self._bug[0] != content:
            self._bug = (content, _bug(self._teams, self._clock.period, content))
        canvas.blit(self._bug[1], *_PLACE)
        for goal in self._goals:
            age = (frame - goal.frame) / FRAME_RATE
            if self._goal_text and 0 <= age < _BANNER_SECONDS:
                rest = min(age, _BANNER_SECONDS - age) / _BANNER_IN
                slide = (1 - min(1.0, rest)) ** 2
                canvas.blit(self._banners[goal.side], _PLACE[0] - 460 * slide, 592)


def _bug(teams: tuple[Team, Team], period: str, content: BugContent) -> Sprite:
    score, clock = content
    team_width = _TEAM + (26 if score.sets else 0)
    width = 2 * team_width + (_CLOCK if clock else _PERIOD)
    picture = Image.new("RGBA", (width, _HEIGHT), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((0, 0, width - 1, _HEIGHT - 1), 7, fill="#0b1018f2")
    for side, team in enumerate(teams):
        left, right, text = side * team_width, (side + 1) * team_width, ink(team.color)
        round_left = (side == 0, False, False, side == 0)
        draw.rounded_rectangle((left, 0, right - 1, _HEIGHT - 1), 7, fill=team.color, corners=round_left)
        draw.rectangle((left, 0 if side else 4, left + 4, _HEIGHT - (1 if side else 5)), fill=team.color_2)
        write(draw, (left + 15, 21), team.short_name, 23, text)
        write(draw, (right - 12, 21), str(score.points[side]), 27, text, "rm")
        if score.sets:
            draw.rounded_rectangle((left + 70, 10, left + 88, 30), 4, fill="#0b1018b0")
            write(draw, (left + 79, 20), str(score.sets[side]), 16, "#ffffff", "mm")
    write(draw, (2 * team_width + 14, 21), period, 19, "#aeb9c8")
    write(draw, (width - 14, 21), clock, 23, "#ffffff", "rm")
    return sprite(picture)


def _banner(team: Team, goal_text: str | None) -> Sprite:
    picture = Image.new("RGBA", (430, 76), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((0, 0, 429, 75), 9, fill=team.color)
    draw.rectangle((0, 9, 7, 66), fill=team.color_2)
    write(draw, (28, 39), goal_text or "", 46, ink(team.color))
    write(draw, (408, 39), team.name.upper(), 24, ink(team.color), "rm")
    return sprite(picture)
