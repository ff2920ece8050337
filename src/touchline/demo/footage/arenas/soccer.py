"""A floodlit pitch of 105 by 68 meters: mown stripes, dark stands behind the far line, goals with nets."""

from __future__ import annotations

import numpy as np

from touchline.demo.footage.arenas.arena import Arena, Fixture, Scenery, build, fixture
from touchline.demo.footage.arenas.crowd import Spectators, Stand
from touchline.demo.footage.arenas.lines import disc, flat, pool, ring, strip, wall
from touchline.demo.footage.camera import Camera, Place
from touchline.demo.footage.specs import Team
from touchline.demo.footage.svg import fill, linear, path, stroke

GOAL_LINE = 52.5
_HALF_WIDTH = 34.0
_SIGNS = ("#0f2c52", "#b3122b", "#e6e9ee", "#123f3a", "#d79a12", "#2c2a6b")


def soccer(home: Team, away: Team) -> Arena:
    """Return the pitch of the home side."""
    camera = Camera((0, -62, 25), (0, 2.5, 0), 21.5, 3400)
    colors = (home.color, away.color)
    scenery = Scenery(
        backdrop="#070b16",
        crowd=Spectators(
            camera, [Stand(42.0, 2.2, 26, (-92, 92), gap=0.8, step=(0.9, 0.5), size=0.62)], colors, 4
        ),
        crowd_height=264,
        surface=_grass(camera) + _markings(camera) + _signs(camera),
        dusk=(0.7, 0.1),
    )
    return build(camera, scenery, tuple(_goal(camera, side) for side in (-1, 1)), home)


def _grass(camera: Camera) -> str:
    far = camera.project((0, 40, 0))[1]
    turf = linear("turf", [(0, "#3f9a48", 1), (0.4, "#2f8a3e", 1), (1, "#1d6a30", 1)], far, 720)
    ground = flat(camera, [(-95, -60), (95, -60), (95, 40), (-95, 40)])
    stripes = "".join(
        flat(camera, [(x, -45), (x + 5.25, -45), (x + 5.25, 40), (x, 40)])
        for x in np.arange(-94.5, 94, 10.5).tolist()
    )
    lights = "".join(pool(camera, (x, y), 22, "#eaffd8", 0.2) for x in (-36, 0, 36) for y in (-10, 14))
    return turf + fill(ground, "url(#turf)") + fill(stripes, "#d8ffb0", 0.085) + _blades(camera) + lights


def _blades(camera: Camera) -> str:
    rng = np.random.default_rng(2)
    light = dark = ""
    for _ in range(1700):
        x, y = camera.project((float(rng.uniform(-70, 70)), float(rng.uniform(-42, 36)), 0))
        blade = f"M{x:.1f} {y:.1f}l{float(rng.uniform(-1, 1)):.1f} {-2 - 3 * y / 720:.1f}"
        light, dark = (light + blade, dark) if rng.random() < 0.5 else (light, dark + blade)
    return stroke(light, "#9fe08a", 1.1, 0.2) + stroke(dark, "#06331a", 1.2, 0.24)


def _markings(camera: Camera) -> str:
    b, w = _HALF_WIDTH, 0.16
    corners = [(-GOAL_LINE, -b), (GOAL_LINE, -b), (GOAL_LINE, b), (-GOAL_LINE, b)]
    data = "".join(strip(camera, p, q, w) for p, q in zip(corners, [*corners[1:], corners[0]], strict=True))
    data += strip(camera, (0, -b), (0, b), w) + ring(camera, (0, 0), 9.15, w) + disc(camera, (0, 0), 0.35)
    for side in (-1, 1):
        line = side * GOAL_LINE
        for deep, half in ((16.5, 20.16), (5.5, 9.16)):
            inner = side * (GOAL_LINE - deep)
            data += strip(camera, (inner, -half), (inner, half), w)
            data += "".join(strip(camera, (line, y), (inner, y), w) for y in (-half, half))
        turn = (127, 233) if side > 0 else (-53, 53)
        data += disc(camera, (side * (GOAL_LINE - 11), 0), 0.3) + ring(
            camera, (side * (GOAL_LINE - 11), 0), 9.15, w, *turn
        )
    return fill(data, "#f4f8f2", 0.88)


def _signs(camera: Camera) -> str:
    rng = np.random.default_rng(3)
    data = fill(wall(camera, (-95, 40), (95, 40), 0, 1.15), "#0b1320")
    for x in np.arange(-93, 93, 6.0).tolist():
        data += fill(wall(camera, (x, 39.9), (x + 5.9, 39.9), 0.1, 1.05), str(rng.choice(_SIGNS)), 0.9)
    return data


def _goal(camera: Camera, side: int) -> Fixture:
    x, high, wide = side * GOAL_LINE, 2.44, 3.66
    front: list[Place] = [(x, -wide, 0), (x, -wide, high), (x, wide, high), (x, wide, 0)]
    net = ""
    for i in range(-12, 13):
        y = wide * i / 12
        net += path(camera.line([(x, y, high), (x + 0.9 * side, y, high), (x + 2 * side, y, 0)]), False)
    for j in range(9):
        z, back = high * (1 - j / 8), (0.9 + 1.1 * j / 8) * side
        net += path(
            camera.line([(x, -wide, z), (x + back, -wide, z), (x + back, wide, z), (x, wide, z)]), False
        )
    posts = stroke(path(camera.line(front), False), "#ffffff", max(2.4, camera.scale((x, 0, 1)) * 0.14))
    corners = [*front, (x + 2 * side, -wide, 0), (x + 2 * side, wide, 0)]
    return fixture(camera, (x, -3.0, 0), stroke(net, "#f2f6fa", 0.9, 0.34) + posts, corners)
