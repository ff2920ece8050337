"""An ice rink of 61 by 30 meters: white ice, boards with signs, glass, and a crowd in the dark."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from touchline.demo.footage.arenas.arena import Arena, Fixture, Scenery, build, fixture
from touchline.demo.footage.arenas.crowd import DUSK, Spectators, Stand
from touchline.demo.footage.arenas.lines import disc, flat, pool, ring, rounded, strip, wall
from touchline.demo.footage.camera import Camera, Place, Point
from touchline.demo.footage.specs import Team
from touchline.demo.footage.svg import fill, path, radial, stroke

GOAL_LINE = 26.5
_HALF_LENGTH, _HALF_WIDTH = 30.5, 15.0
_RED, _BLUE = "#cf3040", "#2457bb"
_SIGNS = ("#0f2c52", "#b3122b", "#123f3a", "#20242c", "#d79a12", "#2c2a6b")


def hockey(home: Team, away: Team) -> Arena:
    """Return the rink of the home side."""
    camera = Camera((0, -36, 14.5), (0, 1.2, 0), 26, 2860)
    colors = (home.color, away.color)
    ends = Spectators(camera, [Stand(33.5, 2.0, 9, (-16, 17), end) for end in (-1, 1)], DUSK, 5)
    scenery = Scenery(
        backdrop="#080e18",
        crowd=Spectators(camera, [Stand(17.0, 1.9, 20, (-44, 44))], colors),
        crowd_height=214,
        surface=_ice(camera) + _markings(camera) + _boards(camera) + _glass(camera),
        ends=ends,
        crest=(3.5, 0.5),
    )
    return build(camera, scenery, tuple(_goal(camera, side) for side in (-1, 1)), home)


def _ice(camera: Camera) -> str:
    outline = flat(camera, rounded(_HALF_LENGTH, _HALF_WIDTH, 8.5, 12))
    stops = [(0.0, "#f6fbff", 1.0), (0.5, "#e1edf7", 1.0), (1.0, "#b4cadf", 1.0)]
    ice = radial("ice", stops, (camera.width / 2, 380), camera.width * 0.56, 0.6) + fill(outline, "url(#ice)")
    lamps = "".join(pool(camera, (x, y), 4.6, "#fff", 0.7) for x in (-20, -7, 7, 20) for y in (-5, 7))
    return ice + lamps + _scratches(camera)


def _scratches(camera: Camera) -> str:
    rng = np.random.default_rng(41)
    data = ""
    for _ in range(150):
        x, y, angle, length, bend = (
            float(rng.uniform(*span)) for span in ((-29, 29), (-14, 14), (0, 6.28), (0.8, 4), (-0.5, 0.5))
        )
        turns = [(t * length / 5, angle + bend * t / 5) for t in range(6)]
        data += path(
            camera.line([(x + r * math.cos(a), y + r * math.sin(a), 0) for r, a in turns]), closed=False
        )
    return stroke(data, "#8fa9c2", 1, 0.28)


def _markings(camera: Camera) -> str:
    red = strip(camera, (0, -15), (0, 15), 0.34)
    blue = strip(camera, (-7.6, -15), (-7.6, 15), 0.4) + strip(camera, (7.6, -15), (7.6, 15), 0.4)
    blue += ring(camera, (0, 0), 4.5, 0.1) + disc(camera, (0, 0), 0.22)
    crease = ""
    for side in (-1, 1):
        red += strip(camera, (side * GOAL_LINE, -13), (side * GOAL_LINE, 13), 0.09)
        arc = [math.radians(-65 + 130 * i / 16) for i in range(17)]
        mouth = [(side * (GOAL_LINE - 1.5 * math.cos(a)), 1.7 * math.sin(a)) for a in arc]
        crease += flat(camera, [(side * GOAL_LINE, -1.5), *mouth, (side * GOAL_LINE, 1.5)])
        for y in (-6.7, 6.7):
            red += disc(camera, (side * 6.1, y), 0.35) + _face_off(camera, (side * 20.4, y))
    return fill(crease, "#8fc4f2", 0.7) + fill(red, _RED, 0.74) + fill(blue, _BLUE, 0.78)


def _face_off(camera: Camera, spot: Point) -> str:
    x, y = spot
    data = ring(camera, spot, 4.5, 0.1) + disc(camera, spot, 0.35)
    for dx in (-1, 1):
        for dy in (-0.3, 0.3):
            data += strip(camera, (x + dx * 0.45, y + dy), (x + dx * 1.6, y + dy), 0.08)
    return data


def _boards(camera: Camera) -> str:
    rng = np.random.default_rng(11)
    white = kick = cap = ""
    signs: dict[str, str] = {}
    outline = rounded(_HALF_LENGTH, _HALF_WIDTH, 8.5, 8)
    for a, b in zip(outline, [*outline[1:], outline[0]], strict=True):
        if a[1] + b[1] < -14 and abs(a[0] + b[0]) < 50:
            continue
        for p, q in _pieces(a, b, 2.6):
            white += wall(camera, p, q, 0.2, 1.05)
            kick += wall(camera, p, q, 0, 0.2)
            cap += wall(camera, p, q, 1.05, 1.13)
            if rng.random() < 0.6:
                sign = str(rng.choice(_SIGNS))
                signs[sign] = signs.get(sign, "") + wall(camera, p, q, 0.32, 0.92)
    boards = f'<g stroke="#dfe6ee" stroke-width=".8">{fill(white, "#dfe6ee")}</g>'
    painted = "".join(fill(data, color, 0.86) for color, data in signs.items())
    return boards + painted + fill(kick, "#e5b42a") + fill(cap, "#1d2a44")


def _pieces(a: Point, b: Point, length: float) -> list[tuple[Point, Point]]:
    count = max(1, int(math.dist(a, b) / length))
    cuts = [(a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count) for i in range(count + 1)]
    return list(pairwise(cuts))


def _glass(camera: Camera) -> str:
    posts = "".join(path(camera.line([(x * 2.3, 15, 1.1), (x * 2.3, 15, 2.7)]), False) for x in range(-9, 10))
    top = path(camera.line([(-22, 15, 2.7), (22, 15, 2.7)]), False)
    pane = wall(camera, (-22, 15), (22, 15), 1.1, 2.7)
    return (
        fill(pane, "#cfe3f7", 0.07) + stroke(posts, "#c9dcef", 1.4, 0.35) + stroke(top, "#dcebfa", 1.2, 0.3)
    )


def _goal(camera: Camera, side: int) -> Fixture:
    x, high, wide, deep = side * GOAL_LINE, 1.22, 0.92, 1.1 * side
    front: list[Place] = [(x, -wide, 0), (x, -wide, high), (x, wide, high), (x, wide, 0)]
    net = ""
    for i in range(-6, 7):
        y = wide * i / 6
        net += path(camera.line([(x, y, high), (x + 0.5 * side, y, high), (x + deep, y * 0.95, 0)]), False)
    for j in range(9):
        z, back = high * (1 - j / 8), (0.5 + 0.6 * j / 8) * side
        net += path(
            camera.line([(x, -wide, z), (x + back, -wide, z), (x + back, wide, z), (x, wide, z)]), False
        )
    frame, width = path(camera.line(front), False), max(2.0, camera.scale((x, 0, 0.6)) * 0.085)
    posts = stroke(frame, "#a90f22", width) + stroke(frame, "#ff5a5f", width * 0.35)
    corners = [*front, (x + deep, -wide, 0), (x + deep, wide, 0)]
    return fixture(camera, (x, -0.2, 0), stroke(net, "#7f91a6", 1, 0.6) + posts, corners)
