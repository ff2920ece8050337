"""A drawn game as a film: arena, athletes from far to near, ball, overlays, counter."""

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
from touchline.demo.footage.scoreboard import Scoreboard
from touchline.demo.footage.sound import crowd_sound
from touchline.demo.footage.specs import GameSpec
from touchline.demo.footage.sprites import SpriteBook

_JUMP_SECONDS = 2.6
_PAN_SECONDS = 0.7


def render_game(spec: GameSpec, out: Path, on_progress: Callable[[float], None]) -> None:
    """Draw a game into an MP4; the same spec gives the same frames. Progress goes from 0 to 1."""
    frames = round(spec.seconds * FRAME_RATE)
    painter = GamePainter(spec, frames)
    sound = crowd_sound(spec.seconds, spec.seed, painter.recording.moments)
    with video(out, sound, frames, on_progress) as write:
        for frame in range(frames):
            write(painter.paint(frame).buffer)


def play(spec: GameSpec, frames: int) -> Recording:
    """The game of a spec, without pictures."""
    if spec.sport == "volleyball":
        return _rallies(spec, frames)
    rules = RULES[spec.sport]
    return Invasion(rules, spec.seed, due_goals(rules, spec.seconds, spec.seed, spec.final)).play(frames)


def _rallies(spec: GameSpec, frames: int) -> Recording:
    """Rallies; where a set must be won, the last one that its winner takes ends the game."""
    favorite = set_winner(spec.sport, spec.final)
    winners = rally_winners(spec.seed, favorite)
    recording = Rally(spec.seed, winners).play(frames)
    taken = [goal.side for goal in recording.goals()]
    if favorite is None or favorite not in taken:
        return recording
    last = len(taken) - taken[::-1].index(favorite)
    return Rally(spec.seed, winners[:last]).play(frames)


class GamePainter:
    """Paints any frame of a game into one canvas."""

    def __init__(self, spec: GameSpec, frames: int) -> None:
        self.recording = play(spec, frames)
        self._sport = spec.sport
        self._arena: Arena = ARENAS[spec.sport](spec.home, spec.away)
        self._book = SpriteBook(self._arena.camera.pitch)
        kits = [*team_kits(spec.sport, spec.away, spec.home), [referee_kit(spec.sport)]]
        numbers = [[self._book.add(kit) for kit in side] for side in kits]
        people = zip(self.recording.sides, self.recording.kits, strict=True)
        self._kits = [_worn(numbers[side], kit) for side, kit in people]
        self._pan = pan(self._arena, self.recording)
        scores = ScoreTracker(self.recording, spec.sport, spec.seed, spec.final)
        self._scoreboard = Scoreboard(spec, scores, self.recording.goals())
        self._stamp, self._canvas = FrameStamp(), Canvas()

    def paint(self, frame: int) -> Canvas:
        """One frame; the canvas is used again for the next."""
        canvas, offset = self._canvas, float(self._pan[frame])
        self._arena.show(canvas, offset, self._bounce(frame))
        bodies: list[tuple[tuple[float, float], Sprite, float, float]] = [
            (self._order(fixture.place), fixture.sprite, fixture.at[0] - offset, fixture.at[1])
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
            bodies.append((self._order(place), sprite, x, y))
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
        return [(self._order((place[0], place[1] - 0.25, 0.0)), sprite, x - offset, y)]

    def _order(self, place: Place) -> tuple[float, float]:
        """Far first; with a net across, all behind it first."""
        side = math.copysign(1.0, place[0]) if self._sport == "volleyball" and place[0] else 0.0
        return side, self._arena.camera.depth(place)

    def _bounce(self, frame: int) -> int:
        for goal in self.recording.goals():
            age = (frame - goal.frame) / FRAME_RATE
            if 0.15 < age < _JUMP_SECONDS:
                return 1 + (frame // 4) % 2
        return 0


def _worn(numbers: list[int], kit: int) -> int:
    """The sprite book's number for somebody's kit: keepers have the last, others share what there is."""
    return numbers[-1] if kit == GOALKEEPER else numbers[kit % max(1, len(numbers) - 1)]


def pan(arena: Arena, recording: Recording) -> Floats:
    """The frame's left edge in the panorama (whole pixels) in each frame: after the ball, as people film."""
    camera, last, middles = arena.camera, 0.0, []
    for place, stances in zip(recording.ball, recording.stances, strict=True):
        last = place[0] if place else last * 0.94
        crowd = sum(stance.x for stance in stances) / len(stances)
        middles.append(camera.project((last * 0.8 + crowd * 0.2, 0.0, 0.0))[0])
    reach = round(_PAN_SECONDS * 3 * FRAME_RATE)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / (_PAN_SECONDS * FRAME_RATE)) ** 2)
    smooth = np.convolve(np.pad(middles, reach, "edge"), weights / weights.sum(), "valid")
    return np.asarray(np.clip(np.round(smooth - WIDTH / 2), 0, camera.width - WIDTH), np.float32)
