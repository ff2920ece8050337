"""A sports hall: an orange court of 18 by 9 meters on a blue floor, seen from one corner."""

from __future__ import annotations

from touchline.demo.footage.arenas.arena import Arena, Fixture, Scenery, build, fixture
from touchline.demo.footage.arenas.crowd import Spectators, Stand
from touchline.demo.footage.arenas.lines import flat, pool, strip, wall
from touchline.demo.footage.camera import Camera, Place
from touchline.demo.footage.specs import Team
from touchline.demo.footage.svg import fill, linear, path, stroke

NET_TOP, NET_FOOT = 2.33, 1.33
_LENGTH, _WIDTH = 9.0, 4.5


def volleyball(home: Team, away: Team) -> Arena:
    """Return the hall of the home side."""
    camera = Camera((-5.2, -16.5, 6.4), (0.5, 0.2, 1.0), 33, 1640)
    colors = (home.color, away.color)
    stands = [Stand(10.6, 1.3, 17, (-22, 32)), Stand(16.5, 1.3, 12, (-9, 10), end=1)]
    scenery = Scenery(
        backdrop="#080d18",
        crowd=Spectators(camera, stands, colors, 12),
        crowd_height=262,
        surface=_floor(camera) + _wall(camera, home),
        dusk=(0.74, 0.14),
    )
    return build(camera, scenery, (_net(camera),), home)


def _floor(camera: Camera) -> str:
    far = camera.project((0, 9.5, 0))[1]
    blue = linear("hall", [(0, "#2f7396", 1), (0.4, "#23607f", 1), (1, "#123550", 1)], far, 720)
    court = linear("court", [(0, "#e59248", 1), (0.4, "#d67a31", 1), (1, "#a4531a", 1)], far, 720)
    hall = flat(camera, [(-16, -12), (15.5, -12), (15.5, 9.6), (-16, 9.6)])
    area = flat(camera, [(-_LENGTH, -_WIDTH), (_LENGTH, -_WIDTH), (_LENGTH, _WIDTH), (-_LENGTH, _WIDTH)])
    corners = [(-_LENGTH, -_WIDTH), (_LENGTH, -_WIDTH), (_LENGTH, _WIDTH), (-_LENGTH, _WIDTH)]
    lines = "".join(
        strip(camera, a, b, 0.07) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
    )
    lines += "".join(strip(camera, (x, -_WIDTH), (x, _WIDTH), 0.07) for x in (-3, 0, 3))
    lamps = "".join(pool(camera, (x, y), 3.4, "#fff4de", 0.3) for x in (-6, 0, 6) for y in (-2, 3))
    return (
        blue
        + court
        + fill(hall, "url(#hall)")
        + fill(area, "url(#court)")
        + lamps
        + fill(lines, "#ffffff", 0.92)
    )


def _wall(camera: Camera, home: Team) -> str:
    far, end = ((-16.0, 9.6), (15.5, 9.6)), ((15.5, 9.6), (15.5, -12.0))
    pads = wall(camera, *far, 0, 1.15) + wall(camera, *end, 0, 1.15)
    trim = wall(camera, *far, 1.0, 1.15) + wall(camera, *end, 1.0, 1.15)
    signs = "".join(
        wall(camera, (x, 7.6), (x + 2.9, 7.6), 0.02, 0.62) for x in (-9.0, -6.0, -3.0, 0.1, 3.1, 6.1)
    )
    return (
        fill(pads, "#111a2c")
        + fill(trim, home.color, 0.95)
        + fill(signs, "#f0f3f7", 0.92)
        + _stripes(camera, home)
    )


def _stripes(camera: Camera, home: Team) -> str:
    data = "".join(wall(camera, (x, 7.58), (x + 2.5, 7.58), 0.14, 0.5) for x in (-8.8, -2.8, 3.3))
    return fill(data, home.color, 0.9)


def _net(camera: Camera) -> Fixture:
    mesh = ""
    for i in range(93):
        y = -4.6 + i * 0.1
        mesh += path(camera.line([(0, y, NET_FOOT), (0, y, NET_TOP)]), False)
    for j in range(11):
        z = NET_FOOT + j * 0.1
        mesh += path(camera.line([(0, -4.6, z), (0, 4.6, z)]), False)
    tapes = "".join(wall(camera, (0, -4.75), (0, 4.75), a, b) for a, b in ((2.26, 2.33), (1.33, 1.38)))
    body = _post(camera, 5.1) + stroke(mesh, "#0b1018", 1, 0.62) + fill(tapes, "#ffffff")
    for y in (-4.5, 4.5):
        width = max(2.0, camera.scale((0, y, 2)) * 0.035)
        rod = path(camera.line([(0, y, NET_FOOT), (0, y, NET_TOP + 0.8)]), False)
        body += stroke(rod, "#ffffff", width) + stroke(rod, "#ff4a3d", width).replace(
            " stroke-linecap", f' stroke-dasharray="{width * 3:.1f}" stroke-linecap'
        )
    corners: list[Place] = [(0, y, z) for y in (-5.3, 5.3) for z in (0, NET_TOP + 0.9)]
    return fixture(camera, (0, 0, 0), body + _post(camera, -5.1), corners, margin=14)


def _post(camera: Camera, y: float) -> str:
    scale = camera.scale((0, y, 1))
    whole = path(camera.line([(0, y, 0), (0, y, 2.5)]), False)
    pad = path(camera.line([(0, y, 0), (0, y, 1.9)]), False)
    return stroke(whole, "#0e1420", 0.1 * scale) + stroke(pad, "#ffc53d", 0.2 * scale)
