"""Motions that run once: poses over a phase from 0 to 1, with contact or release of the ball at 0.5."""

from __future__ import annotations

from touchline.demo.footage.poses import Leg, Pose, between


def kick(phase: float) -> Pose:
    """Return the pose of a right-footed kick. The ball leaves at phase 0.5."""
    swing = between(-0.9, 0.95, (phase - 0.2) / 0.4)
    return Pose(
        left=Leg(0.05, 0.3),
        right=Leg(swing, between(1.3, 0.15, (phase - 0.3) / 0.25), 0.1),
        left_hand=(0.25, -0.42, -0.12),
        right_hand=(-0.3, 0.3, -0.25),
        lean=between(0.25, -0.1, phase),
    )


def slap(phase: float) -> Pose:
    """Return the pose of a slap shot. The puck leaves at phase 0.5."""
    back = between(0.0, 1.0, phase / 0.3) - between(0.0, 1.0, (phase - 0.35) / 0.15)
    through = between(0.0, 1.0, (phase - 0.5) / 0.3)
    return Pose(
        left=Leg(0.75, 0.8, 0.2),
        right=Leg(0.1 - 0.3 * through, 0.6, 0.25),
        left_hand=(0.3 - 0.35 * back, 0.2, -0.28 + 0.1 * back),
        right_hand=(0.42 - 0.75 * back, 0.1, -0.42 + 0.3 * back),
        lean=0.6,
        stick=(1.15 - 1.9 * back + 0.35 * through, 0.3 - 0.2 * through, 0.03 + 1.25 * back + 0.75 * through),
    )


def jump_shot(phase: float) -> Pose:
    """Return the pose of a jump shot. The ball leaves the hands at phase 0.5."""
    crouch = between(0.0, 1.0, phase / 0.25) - between(0.0, 1.0, (phase - 0.25) / 0.2)
    air = between(0.0, 1.0, (phase - 0.25) / 0.25) - between(0.0, 1.0, (phase - 0.65) / 0.3)
    arms = between(-0.25, 0.55, (phase - 0.15) / 0.3)
    return Pose(
        left=Leg(0.15 + 0.6 * crouch, 0.3 + 1.0 * crouch, 0.08),
        right=Leg(0.15 + 0.6 * crouch, 0.3 + 1.0 * crouch, 0.08),
        left_hand=(0.28, 0.06, arms - 0.06),
        right_hand=(0.3, -0.06, arms),
        lean=0.12 - 0.1 * air,
        lift=0.42 * air,
    )


def bump(phase: float) -> Pose:
    """Return the pose of a pass with the forearms under a low ball. Contact is at phase 0.5."""
    rise = between(0.0, 1.0, (phase - 0.35) / 0.3)
    return Pose(
        left=Leg(0.8 - 0.3 * rise, 1.3 - 0.5 * rise, 0.22),
        right=Leg(0.8 - 0.3 * rise, 1.3 - 0.5 * rise, 0.22),
        left_hand=(0.5, 0.17, -0.36 + 0.26 * rise),
        right_hand=(0.5, -0.17, -0.36 + 0.26 * rise),
        lean=0.5 - 0.2 * rise,
    )


def set_up(phase: float) -> Pose:
    """Return the pose of a set over the head. Contact is at phase 0.5."""
    rise = between(0.0, 1.0, (phase - 0.3) / 0.3)
    return Pose(
        left=Leg(0.35 - 0.25 * rise, 0.7 - 0.5 * rise, 0.1),
        right=Leg(0.35 - 0.25 * rise, 0.7 - 0.5 * rise, 0.1),
        left_hand=(0.2, 0.08, 0.3 + 0.28 * rise),
        right_hand=(0.2, -0.08, 0.3 + 0.28 * rise),
        lean=0.02,
    )


def spike(phase: float) -> Pose:
    """Return the pose of a spike. Contact is at phase 0.5."""
    air = between(0.0, 1.0, phase / 0.35) - between(0.0, 1.0, (phase - 0.65) / 0.3)
    swing = between(0.0, 1.0, (phase - 0.38) / 0.22)
    return Pose(
        left=Leg(0.1 - 0.2 * air, 0.4 + 1.0 * air, 0.08),
        right=Leg(0.2 - 0.3 * air, 0.4 + 1.2 * air, 0.08),
        left_hand=(0.3, -0.1, 0.45 - 0.75 * swing),
        right_hand=(
            -0.3 + 0.75 * swing,
            0.06,
            0.3 + 0.3 * (1 - abs(2 * swing - 1)) - 0.4 * max(0.0, swing - 0.6),
        ),
        lean=-0.18 + 0.4 * swing,
        lift=0.68 * air,
    )


def block(phase: float) -> Pose:
    """Return the pose of a block at the net."""
    air = between(0.0, 1.0, phase / 0.4) - between(0.0, 1.0, (phase - 0.6) / 0.35)
    return Pose(
        left=Leg(0.05, 0.15 + 0.3 * (1 - air), 0.06),
        right=Leg(0.05, 0.15 + 0.3 * (1 - air), 0.06),
        left_hand=(0.16, -0.04, 0.25 + 0.35 * air),
        right_hand=(0.16, 0.04, 0.25 + 0.35 * air),
        lean=0.03,
        lift=0.5 * air,
    )


def dive(phase: float) -> Pose:
    """Return the pose of a goalkeeper who dives to the right."""
    t = between(0.0, 1.0, phase / 0.45)
    return Pose(
        left=Leg(0.2, 0.4 + 0.4 * t, 0.2),
        right=Leg(0.1, 0.2, 0.1),
        left_hand=(0.15, 0.25 * t - 0.2, 0.5 * t),
        right_hand=(0.15, 0.2, 0.6 * t),
        lean=0.1,
        lie=1.25 * t,
    )


def butterfly(phase: float) -> Pose:
    """Return the pose of a hockey goalie who drops onto the pads."""
    t = between(0.0, 1.0, phase / 0.3) - between(0.0, 1.0, (phase - 0.75) / 0.25)
    return Pose(
        left=Leg(0.5 + 0.25 * t, 0.85 + 1.1 * t, 0.2 + 0.4 * t),
        right=Leg(0.5 + 0.25 * t, 0.85 + 1.1 * t, 0.2 + 0.4 * t),
        left_hand=(0.32, -0.45, -0.1 + 0.2 * t),
        right_hand=(0.32, 0.36, -0.3),
        lean=0.3,
        stick=(0.6, 0.0, 0.03),
    )
