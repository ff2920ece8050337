"""Markings on the ground as path data: strips, rings and discs, in meters."""

from __future__ import annotations

import math

from touchline.demo.footage.camera import Camera, Place, Point
from touchline.demo.footage.svg import path, radial


def flat(camera: Camera, corners: list[Point], z: float = 0.0) -> str:
    """Return a polygon on the ground."""
    return path(camera.outline([(x, y, z) for x, y in corners]))


def strip(camera: Camera, a: Point, b: Point, width: float) -> str:
    """Return a straight line with a width."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    nx, ny = -dy / length * width / 2, dx / length * width / 2
    steps = max(1, int(length / 3))
    there = [(a[0] + dx * i / steps + nx, a[1] + dy * i / steps + ny) for i in range(steps + 1)]
    back = [(x - 2 * nx, y - 2 * ny) for x, y in reversed(there)]
    return flat(camera, there + back)


def ring(
    camera: Camera, center: Point, radius: float, width: float, start: float = 0, end: float = 360
) -> str:
    """Return an arc from a start to an end angle in degrees."""
    angles = [math.radians(start + (end - start) * i / 64) for i in range(65)]
    outer = [_polar(center, radius + width / 2, angle) for angle in angles]
    inner = [_polar(center, radius - width / 2, angle) for angle in reversed(angles)]
    return flat(camera, outer + inner)


def disc(camera: Camera, center: Point, radius: float) -> str:
    """Return a filled circle."""
    return flat(camera, [_polar(center, radius, math.tau * i / 32) for i in range(32)])


def wall(camera: Camera, a: Point, b: Point, low: float, high: float) -> str:
    """Return an upright rectangle between two points on the ground."""
    corners: list[Place] = [(*a, low), (*b, low), (*b, high), (*a, high)]
    return path(camera.outline(corners))


def rounded(half_length: float, half_width: float, radius: float, steps: int = 10) -> list[Point]:
    """Return a rectangle with rounded corners, counter-clockwise."""
    points: list[Point] = []
    for sx, sy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        center = (sx * (half_length - radius), sy * (half_width - radius))
        points += [_polar(center, radius, math.radians(start + 90 * i / steps)) for i in range(steps + 1)]
    return points


def _polar(center: Point, radius: float, angle: float) -> Point:
    return (center[0] + radius * math.cos(angle), center[1] + radius * math.sin(angle))


def pool(camera: Camera, center: Point, radius: float, color: str, opacity: float) -> str:
    """Return the light of a lamp on the ground as SVG elements. It fades out over `radius` meters."""
    x, y = camera.project((*center, 0))
    top = camera.project((center[0], center[1] + radius, 0))[1]
    rx, ry = camera.scale((*center, 0)) * radius, y - top
    name = f"pool{x:.0f}-{y:.0f}"
    light = radial(name, [(0, color, opacity), (1, color, 0)], (x, y), rx, ry / rx)
    return f'{light}<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx:.1f}" ry="{ry:.1f}" fill="url(#{name})"/>'
