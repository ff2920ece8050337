"""A school gymnasium: 28.6 by 15.2 meters of hardwood, glass backboards, spectators close to the lines."""

from __future__ import annotations

import math

import numpy as np

from touchline.demo.footage.arenas.arena import Arena, Fixture, Scenery, build, fixture
from touchline.demo.footage.arenas.crowd import DUSK, Spectators, Stand
from touchline.demo.footage.arenas.lines import flat, pool, ring, strip, wall
from touchline.demo.footage.camera import Camera, Place
from touchline.demo.footage.specs import Team
from touchline.demo.footage.svg import fill, linear, path, stroke

RIM_X, RIM_Z = 12.725, 3.05
_LENGTH, _WIDTH = 14.3, 7.6
_LINE = "#fff7ea"


def basketball(home: Team, away: Team) -> Arena:
    """Return the gymnasium of the home side. Its keys and walls have the side's color."""
    camera = Camera((0, -20.5, 8.4), (0, 0.4, 1.0), 30, 2200)
    colors = (home.color, away.color)
    scenery = Scenery(
        backdrop="#0c0a0c",
        crowd=Spectators(camera, [Stand(12.2, 1.0, 16, (-27, 27))], colors, 21),
        crowd_height=246,
        surface=_floor(camera) + _markings(camera, home) + _wall(camera, home),
        ends=Spectators(camera, [Stand(19.6, 1.2, 10, (-9, 12), end) for end in (-1, 1)], DUSK, 9),
        dusk=(0.74, 0.16),
        crest=(1.7, 0.85),
    )
    return build(camera, scenery, tuple(_hoop(camera, side) for side in (-1, 1)), home)


def _floor(camera: Camera) -> str:
    far = camera.project((0, 11.6, 0))[1]
    stops = [(0, "#d29a58", 1.0), (0.35, "#c78944", 1.0), (1, "#8a531f", 1.0)]
    wood = linear("wood", stops, far, 720)
    floor = flat(camera, [(-19, -14), (19, -14), (19, 11.6), (-19, 11.6)])
    lamps = "".join(pool(camera, (x, y), 4.2, "#fff0d2", 0.34) for x in (-11, 0, 11) for y in (-3.5, 4.5))
    return wood + fill(floor, "url(#wood)") + _planks(camera) + lamps


def _planks(camera: Camera) -> str:
    rng = np.random.default_rng(6)
    dark = light = ""
    for row in range(100):
        y, x = -9 + row * 0.205, -19 + float(rng.random()) * 3
        while x < 19:
            length = float(rng.uniform(1.6, 3.4))
            kind = rng.random()
            if kind < 0.4:
                plank = flat(
                    camera, [(x, y), (min(19, x + length), y), (min(19, x + length), y + 0.2), (x, y + 0.2)]
                )
                dark, light = (dark + plank, light) if kind < 0.22 else (dark, light + plank)
            x += length
    return fill(dark, "#3a1604", 0.1) + fill(light, "#ffe0ae", 0.12)


def _markings(camera: Camera, home: Team) -> str:
    corners = [(-_LENGTH, -_WIDTH), (_LENGTH, -_WIDTH), (_LENGTH, _WIDTH), (-_LENGTH, _WIDTH)]
    lines = "".join(
        strip(camera, a, b, 0.06) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
    )
    lines += strip(camera, (0, -_WIDTH), (0, _WIDTH), 0.06) + ring(camera, (0, 0), 1.8, 0.06)
    keys = ""
    for side in (-1, 1):
        line, free = side * _LENGTH, side * (_LENGTH - 5.8)
        keys += flat(camera, [(line, -2.45), (free, -2.45), (free, 2.45), (line, 2.45)])
        lines += strip(camera, (free, -2.45), (free, 2.45), 0.06) + ring(camera, (free, 0), 1.8, 0.06)
        turn = (90, 270) if side > 0 else (-90, 90)
        lines += ring(camera, (side * (_LENGTH - 1.575), 0), 6.02, 0.06, *turn)
        for y in (-2.45, 2.45):
            lines += strip(camera, (line, y), (free, y), 0.06)
        for y in (-6.02, 6.02):
            lines += strip(camera, (line, y), (side * (_LENGTH - 1.575), y), 0.06)
    apron = "".join(
        flat(camera, [(-19, y), (19, y), (19, y + d), (-19, y + d)])
        for y, d in ((_WIDTH + 0.05, 1.1), (-_WIDTH - 1.2, 1.1))
    )
    return fill(apron, home.color, 0.62) + fill(keys, home.color, 0.8) + fill(lines, _LINE, 0.92)


def _wall(camera: Camera, home: Team) -> str:
    far = wall(camera, (-19, 11.6), (19, 11.6), 0, 1.0)
    trim = wall(camera, (-19, 11.6), (19, 11.6), 0.86, 1.0)
    table = wall(camera, (-3.4, 9.6), (3.4, 9.6), 0, 0.76)
    ends = "".join(wall(camera, (x, -14), (x, 11.6), 0, 1.0) for x in (-19, 19))
    trims = "".join(wall(camera, (x, -14), (x, 11.6), 0.86, 1.0) for x in (-19, 19))
    return (
        fill(far + ends, "#141a29")
        + fill(trim + trims, home.color, 0.95)
        + fill(table, "#10141d")
        + fill(wall(camera, (-3.3, 9.58), (3.3, 9.58), 0.12, 0.68), home.color, 0.9)
    )


def _hoop(camera: Camera, side: int) -> Fixture:
    board, rim_x, foot = side * (_LENGTH - 1.2), side * RIM_X, side * (_LENGTH + 1.6)
    pane: list[Place] = [(board, -0.9, 2.9), (board, 0.9, 2.9), (board, 0.9, 3.95), (board, -0.9, 3.95)]
    square: list[Place] = [(board, -0.3, 3.12), (board, 0.3, 3.12), (board, 0.3, 3.57), (board, -0.3, 3.57)]
    scale = camera.scale((board, 0, 3))
    arm = path(camera.line([(foot, 0, 0), (foot, 0, 2.5), (board + 0.15 * side, 0, 3.3)]), False)
    pad = path(camera.line([(foot, 0, 0), (foot, 0, 1.9)]), False)
    rim = path(
        camera.line([(rim_x + 0.23 * math.cos(a), 0.23 * math.sin(a), RIM_Z) for a in _turn(32)]), False
    )
    body = (
        stroke(arm, "#10151f", 0.2 * scale)
        + stroke(pad, "#1d2740", 0.4 * scale)
        + fill(path(camera.outline(pane)), "#cfe2f8", 0.3)
        + stroke(path(camera.outline(pane)), "#f3f7fc", 0.07 * scale)
        + stroke(path(camera.outline(square)), "#ffffff", 0.05 * scale)
        + stroke(_net(camera, rim_x), "#ffffff", 1.2, 0.85)
        + stroke(rim, "#b92e0c", 0.07 * scale)
        + stroke(rim, "#ff7a3c", 0.03 * scale)
    )
    corners: list[Place] = [*pane, (foot + 0.3 * side, 0, 0), (rim_x - 0.4 * side, 0, 2.5), (foot, 0, 4)]
    return fixture(camera, (board, 0.0, 0), body, corners, margin=16)


def _net(camera: Camera, rim_x: float) -> str:
    data = ""
    for k in range(12):
        for direction in (1, -1):
            points: list[Place] = []
            for t in range(6):
                angle, radius = math.tau * k / 12 + direction * t / 5 * 1.1, 0.23 - 0.11 * min(1, t / 4)
                points.append(
                    (rim_x + radius * math.cos(angle), radius * math.sin(angle), RIM_Z - t / 5 * 0.45)
                )
            data += path(camera.line(points), False)
    return data


def _turn(steps: int) -> list[float]:
    return [math.tau * k / steps for k in range(steps + 1)]
