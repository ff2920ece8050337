"""Renders a game as a video: arena, athletes from far to near, ball, overlays, frame counter."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np

from touchline.demo.footage import counter
from touchline.demo.footage.arenas import ARENAS, Arena
from touchline.demo.footage.balls import TURNS, ball
from touchline.demo.footage.camera import Place
from touchline.demo.footage.canvas import WIDTH, Canvas, Floats, Sprite
from touchline.demo.footage.encoder import FRAME_RATE, video
from touchline.demo.footage.kits import referee_kit, team_kits
from touchline.demo.footage.lettering import FrameStamp
from touchline.demo.footage.play.invasion import Invasion
from touchline.demo.footage.play.rally import Rally
from touchline.demo.footage.play.record import GOALKEEPER, Recording
from touchline.demo.footage.play.rules import RULES
from touchline.demo.footage.play.schedule import ScoreTracker, due_goals, rally_winners, set_winner
from touchline.demo.footage.scoreboard import Scoreboard, game_clock
from touchline.demo.footage.sound import crowd_sound
from touchline.demo.footage.specs import GameSpec
from touchline.demo.footage.sprites import SpriteBook
from touchline.demo.footage.timeline import build_timeline, write_timeline

_JUMP_SECONDS = 2.6
_PAN_SECONDS = 0.7


def render_game(spec: GameSpec, out: Path, on_progress: Callable[[float], None]) -> None:
    """Render a game to an MP4 file. The same spec gives the same frames. Progress goes from 0 to 1."""
    frames = round(spec.seconds * FRAME_RATE)
    painter = GamePainter(spec, frames)
    write_timeline(out, painter.timeline)
    sound = crowd_sound(spec.seconds, spec.seed, painter.recording.moments)
    with video(out, sound, frames, on_progress) as write:
        for frame in range(frames):
            write(painter.paint(frame).buffer)


def play(spec: GameSpec, frames: int) -> Recording:
    """Simulate the game of a spec, without images."""
    if spec.sport == "volleyball":
        return _play_volleyball(spec, frames)
    rules = RULES[spec.sport]
    return Invasion(rules, spec.seed, due_goals(rules, spec.seconds, spec.seed, spec.final)).play(frames)


def _play_volleyball(spec: GameSpec, frames: int) -> Recording:
    """Simulate a volleyball game. If one side must win the set, the last rally that it wins ends the game."""
    favorite = set_winner(spec.sport, spec.final)
    winners = rally_winners(spec.seed, favorite)
    recording = Rally(spec.seed, winners).play(frames)
    rally_sides = [goal.side for goal in recording.goals()]
    if favorite is None or favorite not in rally_sides:
        return recording
    last = len(rally_sides) - rally_sides[::-1].index(favorite)
    return Rally(spec.seed, winners[:last]).play(frames)


class GamePainter:
    """Paints any frame of a game onto one canvas."""

    def __init__(self, spec: GameSpec, frames: int) -> None:
        self.recording = play(spec, frames)
        self._sport = spec.sport
        self._arena: Arena = ARENAS[spec.sport](spec.home, spec.away)
        self._book = SpriteBook(self._arena.camera.pitch)
        kits = [*team_kits(spec.sport, spec.away, spec.home), [referee_kit(spec.sport)]]
        numbers = [[self._book.add(kit) for kit in side] for side in kits]
        people = zip(self.recording.sides, self.recording.kits, strict=True)
        self._kits = [_select_kit(numbers[side], kit) for side, kit in people]
        self._pan = pan(self._arena, self.recording)
        goals = self.recording.goals()
        scores = ScoreTracker(self.recording, spec.sport, spec.seed, spec.final)
        clock = game_clock(spec, scores.at(0))
        self.timeline = build_timeline(spec.seconds, clock, scores, goals)
        self._scoreboard = Scoreboard(spec, scores, goals, clock)
        self._stamp, self._canvas = FrameStamp(), Canvas()

    def paint(self, frame: int) -> Canvas:
        """Paint one frame. The canvas is reused for the next frame."""
        canvas, offset = self._canvas, float(self._pan[frame])
        self._arena.show(canvas, offset, self._bounce(frame))
        bodies: list[tuple[tuple[float, float], Sprite, float, float]] = [
            (self._draw_order(fixture.place), fixture.sprite, fixture.at[0] - offset, fixture.at[1])
            for fixture in self._arena.fixtures
        ]
        bodies += self._athletes(frame, offset)
        bodies += self._ball(frame, offset)
        for _, sprite, x, y in sorted(bodies, key=lambda body: body[0], reverse=True):
            canvas.blit(sprite, x, y)
        self._scoreboard.draw(canvas, frame)
        self._stamp.draw(canvas, frame)
        counter.draw(canvas, frame)
        return canvas

    def _athletes(self, frame: int, offset: float) -> list[tuple[tuple[float, float], Sprite, float, float]]:
        camera, bodies = self._arena.camera, []
        for kit, stance in zip(self._kits, self.recording.stances[frame], strict=True):
            place = (stance.x, stance.y, 0.0)
            x, y = camera.project(place)
            x -= offset
            if not -140 < x < WIDTH + 140:
                continue
            scale = camera.scale(place)
            self._canvas.blit(self._book.shadow(scale), x, y)
            heading = stance.heading - camera.yaw + camera.azimuth(place)
            sprite = self._book.athlete(kit, stance.motion, stance.phase, heading, scale)
            bodies.append((self._draw_order(place), sprite, x, y))
        return bodies

    def _ball(self, frame: int, offset: float) -> list[tuple[tuple[float, float], Sprite, float, float]]:
        place = self.recording.ball[frame]
        if place is None:
            return []
        camera = self._arena.camera
        ground = camera.project((place[0], place[1], 0.0))
        scale = camera.scale(place)
        if self._sport != "hockey":
            self._canvas.blit(self._book.shadow(scale * 0.34), ground[0] - offset, ground[1])
        lift = 0.0 if self._sport == "hockey" else 0.11
        x, y = camera.project((place[0], place[1], place[2] + lift))
        turn = int((place[0] * 0.7 + place[1] * 0.3 + frame * 0.12) * 2) % TURNS
        sprite = ball(self._sport, round(scale), turn)
        return [(self._draw_order((place[0], place[1] - 0.25, 0.0)), sprite, x - offset, y)]

    def _draw_order(self, place: Place) -> tuple[float, float]:
        """Return the sort key for drawing: far first. In volleyball, all behind the net come first."""
        side = math.copysign(1.0, place[0]) if self._sport == "volleyball" and place[0] else 0.0
        return side, self._arena.camera.depth(place)

    def _bounce(self, frame: int) -> int:
        for goal in self.recording.goals():
            age = (frame - goal.frame) / FRAME_RATE
            if 0.15 < age < _JUMP_SECONDS:
                return 1 + (frame // 4) % 2
        return 0


def _select_kit(numbers: list[int], kit: int) -> int:
    """Return the number of an athlete's kit. Goalkeepers have the last one, others share the rest."""
    return numbers[-1] if kit == GOALKEEPER else numbers[kit % max(1, len(numbers) - 1)]


def pan(arena: Arena, recording: Recording) -> Floats:
    """Return the left edge of each frame in the panorama, in whole pixels. The camera follows the ball."""
    camera, last, middles = arena.camera, 0.0, []
    for place, stances in zip(recording.ball, recording.stances, strict=True):
        last = place[0] if place else last * 0.94
        crowd = sum(stance.x for stance in stances) / len(stances)
        middles.append(camera.project((last * 0.8 + crowd * 0.2, 0.0, 0.0))[0])
    reach = round(_PAN_SECONDS * 3 * FRAME_RATE)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / (_PAN_SECONDS * FRAME_RATE)) ** 2)
    smooth = np.convolve(np.pad(middles, reach, "edge"), weights / weights.sum(), "valid")
    return np.asarray(np.clip(np.round(smooth - WIDTH / 2), 0, camera.width - WIDTH), np.float32)
