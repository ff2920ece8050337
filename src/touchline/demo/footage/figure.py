"""Draws an athlete: the skeleton is rotated by the heading, and limbs are drawn from far to near."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from touchline.demo.footage.camera import Point
from touchline.demo.footage.canvas import Floats
from touchline.demo.footage.kits import Build, Material
from touchline.demo.footage.layer import Layer
from touchline.demo.footage.poses import Joint, Pose, Skeleton, skeleton

_REACH_SIDE, _REACH_UP, _REACH_DOWN = 1.75, 2.95, 0.55
_FAR_TONE = 0.85

Part = tuple[float, Callable[[], None]]
Piece = tuple[Joint, Joint, float, float, Material]


@dataclass(frozen=True)
class View:
    """The view of a figure: heading in radians (0 right, positive away), pitch, and pixels per meter."""

    heading: float
    pitch: float
    scale: float


def draw(pose: Pose, build: Build, view: View) -> tuple[Floats, tuple[int, int]]:
    """Return the light on each `Material` and alpha (13, height, width), and the pixel on the ground."""
    anchor = (math.ceil(_REACH_SIDE * view.scale), math.ceil(_REACH_UP * view.scale))
    layer = Layer(2 * anchor[0], anchor[1] + math.ceil(_REACH_DOWN * view.scale), len(Material))
    athlete = _Athlete(layer, skeleton(pose), build, view, anchor)
    for _, paint in sorted(athlete.parts(), key=lambda part: -part[0]):
        paint()
    return layer.planes, anchor


class _Athlete:
    def __init__(
        self, layer: Layer, bones: Skeleton, build: Build, view: View, anchor: tuple[int, int]
    ) -> None:
        self._layer, self._bones, self._build, self._view, self._anchor = layer, bones, build, view, anchor
        self._cos, self._sin = math.cos(view.heading), math.sin(view.heading)
        self._rise, self._sink = math.cos(view.pitch), math.sin(view.pitch)

    def parts(self) -> list[Part]:
        """Return the parts to paint, each with its distance from the viewer."""
        parts = [self._torso(), self._head()]
        for side in (0, 1):
            parts += [self._leg(side), self._arm(side)]
        if self._bones.stick:
            parts.append(self._stick(self._bones.stick))
        return parts

    def _at(self, joint: Joint) -> Point:
        x, y = self._ground(joint)
        k = self._view.scale
        return (self._anchor[0] + x * k, self._anchor[1] - (joint[2] * self._rise + y * self._sink) * k)

    def _ground(self, joint: Joint) -> tuple[float, float]:
        return (joint[0] * self._cos + joint[1] * self._sin, joint[0] * self._sin - joint[1] * self._cos)

    def _far(self, *joints: Joint) -> float:
        return sum(self._ground(joint)[1] for joint in joints) / len(joints)

    def _pieces(self, upper: list[Piece], lower: list[Piece], nearer: float) -> Part:
        """Return a limb of two halves. The nearer half covers the other."""
        far_upper, far_lower = self._far(*upper[0][:2]), self._far(*lower[0][:2])
        far = (far_upper + far_lower) / 2
        tone = _FAR_TONE if far > 0.06 else 1.0
        pieces = [*lower, *upper] if far_lower > far_upper + 0.03 else [*upper, *lower]

        def paint() -> None:
            for a, b, thick_a, thick_b, material in pieces:
                radii = (self._thick(thick_a), self._thick(thick_b))
                self._layer.capsule(self._at(a), self._at(b), radii, material, tone)

        return far - nearer, paint

    def _thick(self, meters: float) -> float:
        return max(0.7, meters / 2 * self._view.scale)

    def _leg(self, side: int) -> Part:
        bones, bulk = self._bones, self._build.bulk
        hip, knee, ankle, toe = (pair[side] for pair in (bones.hips, bones.knees, bones.ankles, bones.toes))
        if self._build.padded:
            upper: list[Piece] = [(hip, knee, 0.3, 0.26, Material.SHORTS)]
            pad: Piece = (_along(hip, knee, 0.75), ankle, 0.3, 0.3, Material.PADS)
            return self._pieces(upper, [pad, (ankle, toe, 0.2, 0.16, Material.PADS)], 0.0)
        upper = [
            (hip, knee, 0.19 * bulk, 0.15 * bulk, Material.THIGH),
            (hip, _along(hip, knee, 0.72), 0.24 * bulk, 0.23 * bulk, Material.SHORTS),
        ]
        lower: list[Piece] = [
            (
                knee,
                ankle,
                0.145 * bulk,
                0.09 * bulk,
                Material.SOCKS if self._build.armored else Material.SKIN,
            ),
            (_along(knee, ankle, 0.2), ankle, 0.15 * bulk, 0.1 * bulk, Material.SOCKS),
            (ankle, toe, 0.11, 0.085, Material.SHOES),
        ]
        if self._build.armored:
            band = (_along(knee, ankle, 0.42), _along(knee, ankle, 0.62))
            lower.insert(2, (*band, 0.15 * bulk, 0.14 * bulk, Material.TRIM))
        return self._pieces(upper, lower, 0.0)

    def _arm(self, side: int) -> Part:
        bones, bulk = self._bones, self._build.bulk
        shoulder, elbow, hand = (pair[side] for pair in (bones.shoulders, bones.elbows, bones.hands))
        upper: list[Piece] = [
            (shoulder, elbow, 0.13 * bulk, 0.115 * bulk, Material.SLEEVE),
            (shoulder, _along(shoulder, elbow, 0.8), 0.16 * bulk, 0.145 * bulk, Material.JERSEY),
        ]
        lower: list[Piece] = [(elbow, hand, 0.115 * bulk, 0.085 * bulk, Material.SLEEVE)]
        if self._build.armored:
            cuff = (_along(elbow, hand, 0.25), _along(elbow, hand, 0.5))
            lower.append((*cuff, 0.12 * bulk, 0.11 * bulk, Material.TRIM))
        big = 0.27 if self._build.padded else 0.15 if self._build.gloved else 0.1
        lower.append((_along(elbow, hand, 0.9), hand, big, big, Material.GLOVE))
        return self._pieces(upper, lower, 0.09)

    def _torso(self) -> Part:
        bones, size = self._bones, self._view.scale
        wide, depth = 0.055 * self._build.bulk * size, 0.125 * self._build.bulk * size
        corners = [self._at(joint) for joint in (*bones.shoulders, bones.hips[1], bones.hips[0])]
        left, right = (self._at(_along(bones.hips[i], bones.shoulders[i], 0.1)) for i in (0, 1))
        band = 0.075 * self._build.bulk * size
        foot, top = (self._at(_along(bones.pelvis, bones.neck, t)) for t in (0.1, 0.85))

        def paint() -> None:
            self._layer.capsule(foot, top, (depth, depth * 1.08), Material.JERSEY)
            self._layer.polygon(_hull(corners), wide, Material.JERSEY)
            self._layer.capsule(left, right, (band, band), Material.TRIM)

        return self._far(bones.pelvis, bones.neck), paint

    def _head(self) -> Part:
        bones, size, head = self._bones, self._view.scale, self._bones.head
        face = self._at((head[0] + 0.035, head[1], head[2] - 0.035))
        crown = self._at((head[0] - 0.02, head[1], head[2] + 0.035))
        nape = (crown[0], crown[1] + max(0.0, self._sin) * 0.05 * size)
        cheek = (face[0] + self._cos * 0.05 * size, face[1] + 0.035 * size)
        cover = (0.135 if self._build.armored else 0.12) * size

        def paint() -> None:
            self._layer.capsule(
                self._at(bones.neck), self._at(head), (0.06 * size, 0.06 * size), Material.SKIN
            )
            self._layer.capsule(face, face, (0.112 * size, 0.112 * size), Material.SKIN)
            self._layer.capsule(crown, nape, (cover, cover), Material.HEADWEAR)
            if self._sin < 0.5:
                self._layer.capsule(cheek, cheek, (0.07 * size, 0.07 * size), Material.SKIN)

        return self._far(head) - 0.05, paint

    def _stick(self, blade: Joint) -> Part:
        low, high = self._bones.hands[1], self._bones.hands[0]
        top = _along(low, high, 1.25)
        tip = (blade[0] + 0.24, blade[1] + 0.03, blade[2])
        shaft = max(0.8, 0.021 * self._view.scale)

        def paint() -> None:
            self._layer.capsule(self._at(top), self._at(blade), (shaft, shaft), Material.STICK)
            self._layer.capsule(self._at(blade), self._at(tip), (shaft * 1.5, shaft * 1.5), Material.STICK)

        return self._far(low, blade) - 0.02, paint


def _along(a: Joint, b: Joint, t: float) -> Joint:
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t)


def _hull(points: list[Point]) -> list[Point]:
    """Return the corners in order around their center, so that a rotated body stays convex."""
    x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    return sorted(points, key=lambda p: math.atan2(p[1] - y, p[0] - x))
