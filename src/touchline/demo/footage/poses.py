"""Poses of an athlete: joints in meters in the body's own coordinates (forward, right, up)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

Joint = tuple[float, float, float]

_THIGH, _SHIN, _ARM = 0.45, 0.46, 0.62


@dataclass(frozen=True)
class Leg:
    """Swing of the thigh and bend of the knee in radians (forward is positive), and spread of the leg."""

    thigh: float
    knee: float
    spread: float = 0.0


@dataclass(frozen=True)
class Pose:
    """A pose. Left and right are the athlete's own.

    Hands are offsets from the shoulders, and `stick` is the position of the blade. `lift` is the height above
    the ground in meters, `lie` the angle by which a dive tips the body.
    """

    left: Leg
    right: Leg
    left_hand: Joint
    right_hand: Joint
    lean: float = 0.1
    sway: float = 0.0
    lift: float = 0.0
    stick: Joint | None = None
    lie: float = 0.0


@dataclass(frozen=True)
class Skeleton:
    """Positions of the joints. The lowest foot is on the ground, or `lift` meters above it."""

    pelvis: Joint
    neck: Joint
    head: Joint
    hips: tuple[Joint, Joint]
    knees: tuple[Joint, Joint]
    ankles: tuple[Joint, Joint]
    toes: tuple[Joint, Joint]
    shoulders: tuple[Joint, Joint]
    elbows: tuple[Joint, Joint]
    hands: tuple[Joint, Joint]
    stick: Joint | None


def skeleton(pose: Pose) -> Skeleton:
    """Return the joints of a pose, left then right."""
    legs = [_leg(leg, side) for leg, side in ((pose.left, -1), (pose.right, 1))]
    ground = min(leg[2][2] for leg in legs) - 0.07 - pose.lift
    up = 0.54
    neck = (up * math.sin(pose.lean), up * math.sin(pose.sway), up * math.cos(pose.lean))
    shoulders = [(neck[0] - 0.02, neck[1] + 0.2 * side, neck[2] - 0.04) for side in (-1, 1)]
    hands = [_reach(s, h) for s, h in zip(shoulders, (pose.left_hand, pose.right_hand), strict=True)]
    elbows = [_elbow(s, h, side) for s, h, side in zip(shoulders, hands, (-1, 1), strict=True)]
    head = (neck[0] + 0.1 * math.sin(pose.lean) + 0.04, neck[1] + 0.18 * math.sin(pose.sway), neck[2] + 0.19)

    def place(joint: Joint) -> Joint:
        raised = (joint[0], joint[1], joint[2] - ground)
        return _tip(raised, pose.lie) if pose.lie else raised

    def pair(joints: list[Joint]) -> tuple[Joint, Joint]:
        return place(joints[0]), place(joints[1])

    return Skeleton(
        pelvis=place((0.0, 0.0, 0.0)),
        neck=place(neck),
        head=place(head),
        hips=pair([leg[0] for leg in legs]),
        knees=pair([leg[1] for leg in legs]),
        ankles=pair([leg[2] for leg in legs]),
        toes=pair([leg[3] for leg in legs]),
        shoulders=pair(shoulders),
        elbows=pair(elbows),
        hands=pair(hands),
        stick=pose.stick,
    )


def _leg(leg: Leg, side: int) -> list[Joint]:
    hip = (0.0, 0.1 * side, 0.0)
    wide = math.cos(leg.spread)
    knee = (
        _THIGH * math.sin(leg.thigh),
        hip[1] + side * _THIGH * math.sin(leg.spread),
        -_THIGH * math.cos(leg.thigh) * wide,
    )
    below = leg.thigh - leg.knee
    ankle = (
        knee[0] + _SHIN * math.sin(below),
        knee[1] + side * _SHIN * math.sin(leg.spread) * 0.8,
        knee[2] - _SHIN * math.cos(below) * wide,
    )
    toe = (ankle[0] + 0.17 * math.cos(below * 0.6), ankle[1], ankle[2] - 0.05 + 0.14 * math.sin(below * 0.6))
    return [hip, knee, ankle, toe]


def _reach(shoulder: Joint, offset: Joint) -> Joint:
    length = math.sqrt(sum(part * part for part in offset))
    k = min(1.0, _ARM / max(length, 1e-6))
    return (shoulder[0] + offset[0] * k, shoulder[1] + offset[1] * k, shoulder[2] + offset[2] * k)


def _elbow(shoulder: Joint, hand: Joint, side: int) -> Joint:
    gap = math.dist(shoulder, hand)
    out = math.sqrt(max(0.0, (_ARM / 2) ** 2 - (gap / 2) ** 2))
    middle = [(s + h) / 2 for s, h in zip(shoulder, hand, strict=True)]
    return (middle[0] - out * 0.55, middle[1] + side * out * 0.55, middle[2] - out * 0.6)


def _tip(joint: Joint, angle: float) -> Joint:
    """Tip the whole body to its right by an angle around its feet, for a dive."""
    return (
        joint[0],
        joint[1] * math.cos(angle) + joint[2] * math.sin(angle),
        max(0.1, joint[2] * math.cos(angle) - joint[1] * math.sin(angle) + 0.15),
    )


Motion = Callable[[float], Pose]


def turn(phase: float) -> tuple[float, float]:
    """Return the sine and cosine of a phase from 0 to 1."""
    return math.sin(2 * math.pi * phase), math.cos(2 * math.pi * phase)


def between(a: float, b: float, t: float) -> float:
    """Interpolate from a to b, eased at both ends."""
    t = min(1.0, max(0.0, t))
    return a + (b - a) * t * t * (3 - 2 * t)
