"""Motions that repeat: poses over a phase from 0 to 1 that ends where it began."""

from __future__ import annotations

from touchline.demo.footage.poses import Leg, Pose, turn


def run(phase: float) -> Pose:
    """Return a pose of running. A cycle has one stride of each leg."""
    s, c = turn(phase)
    return Pose(
        left=Leg(0.72 * s + 0.12, 0.3 + 1.1 * max(0.0, c)),
        right=Leg(-0.72 * s + 0.12, 0.3 + 1.1 * max(0.0, -c)),
        left_hand=(-0.34 * s + 0.1, -0.02, -0.3 + 0.12 * abs(s)),
        right_hand=(0.34 * s + 0.1, 0.02, -0.3 + 0.12 * abs(s)),
        lean=0.2,
        lift=0.03 * abs(c),
    )


def stand(phase: float) -> Pose:
    """Return a pose of standing and waiting."""
    s, _ = turn(phase)
    return Pose(
        left=Leg(0.28 + 0.05 * s, 0.5 + 0.06 * s, 0.12),
        right=Leg(0.22 - 0.04 * s, 0.46 - 0.05 * s, 0.12),
        left_hand=(0.2, -0.1, -0.36 + 0.02 * s),
        right_hand=(0.22, 0.1, -0.36 - 0.02 * s),
        lean=0.24,
    )


def skate(phase: float) -> Pose:
    """Return a pose of skating. A cycle has one push of each leg."""
    s, c = turn(phase)
    return Pose(
        left=Leg(0.5 + 0.62 * s, 0.75 + 0.45 * max(0.0, c), 0.1 + 0.34 * max(0.0, -s)),
        right=Leg(0.5 - 0.62 * s, 0.75 + 0.45 * max(0.0, -c), 0.1 + 0.34 * max(0.0, s)),
        left_hand=(0.3 + 0.05 * s, 0.12, -0.28),
        right_hand=(0.42 + 0.05 * s, -0.02, -0.42),
        lean=0.62,
        sway=0.1 * s,
        stick=(1.25 + 0.08 * s, 0.1 + 0.2 * s, 0.03),
    )


def glide(phase: float) -> Pose:
    """Return a pose of gliding on skates with bent knees."""
    s, _ = turn(phase)
    return Pose(
        left=Leg(0.62 + 0.04 * s, 1.0, 0.16),
        right=Leg(0.5 - 0.04 * s, 0.9, 0.16),
        left_hand=(0.3, 0.12, -0.28),
        right_hand=(0.42, -0.02, -0.42),
        lean=0.55,
        stick=(1.2, 0.12 + 0.06 * s, 0.03),
    )


def dribble(phase: float) -> Pose:
    """Return a pose of running with one hand on the ball."""
    pose = run(phase)
    _, c = turn(phase * 2)
    return Pose(pose.left, pose.right, pose.left_hand, (0.3, 0.16, -0.3 + 0.1 * c), lean=0.32, lift=pose.lift)


def guard(phase: float) -> Pose:
    """Return a pose of guarding an opponent, low and with wide arms."""
    s, _ = turn(phase)
    return Pose(
        left=Leg(0.6, 1.05 + 0.08 * s, 0.3),
        right=Leg(0.6, 1.05 - 0.08 * s, 0.3),
        left_hand=(0.25, -0.5, 0.02 + 0.1 * s),
        right_hand=(0.25, 0.5, 0.02 - 0.1 * s),
        lean=0.35,
    )


def keep(phase: float) -> Pose:
    """Return a pose of a goalkeeper who is ready."""
    s, _ = turn(phase)
    return Pose(
        left=Leg(0.5, 0.9 + 0.06 * s, 0.26),
        right=Leg(0.5, 0.9 - 0.06 * s, 0.26),
        left_hand=(0.3, -0.3, -0.15 + 0.05 * s),
        right_hand=(0.3, 0.3, -0.15 - 0.05 * s),
        lean=0.35,
    )


def tend(phase: float) -> Pose:
    """Return a pose of a hockey goalie in the crease, with blocker and glove out."""
    s, _ = turn(phase)
    return Pose(
        left=Leg(0.5, 0.85 + 0.04 * s, 0.2),
        right=Leg(0.5, 0.85 - 0.04 * s, 0.2),
        left_hand=(0.28, -0.34, -0.22 + 0.03 * s),
        right_hand=(0.3, 0.26, -0.34),
        lean=0.34,
        stick=(0.62, -0.1, 0.03),
    )


def cheer(phase: float) -> Pose:
    """Return a pose of cheering and jumping."""
    s, _ = turn(phase)
    hop = max(0.0, s)
    return Pose(
        left=Leg(0.2 + 0.3 * hop, 0.3 + 0.6 * hop, 0.1),
        right=Leg(0.1 + 0.2 * hop, 0.3 + 0.5 * hop, 0.1),
        left_hand=(0.12, -0.26, 0.5),
        right_hand=(0.12, 0.26, 0.5 - 0.1 * s),
        lean=-0.05,
        lift=0.22 * hop,
    )


def cheer_on_ice(phase: float) -> Pose:
    """Return a pose of cheering on skates, with arms and stick up."""
    s, _ = turn(phase)
    return Pose(
        left=Leg(0.35 + 0.1 * s, 0.55, 0.12),
        right=Leg(0.25, 0.5, 0.12),
        left_hand=(0.15, -0.2, 0.5),
        right_hand=(0.15, 0.2, 0.52 + 0.05 * s),
        lean=0.05,
        stick=(0.35 + 0.1 * s, 0.95, 2.35),
    )


def officiate(phase: float) -> Pose:
    """Return a pose of a referee who watches."""
    pose = stand(phase)
    return Pose(pose.left, pose.right, (0.1, -0.06, -0.5), (0.12, 0.06, -0.5), lean=0.08)
