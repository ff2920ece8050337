"""What athletes do, as poses over a phase from 0 to 1: cycles for moving, single runs for kicks and jumps."""

from __future__ import annotations

from touchline.demo.footage.poses import Leg, Motion, Pose, between, turn


def run(phase: float) -> Pose:
    """One stride of each leg."""
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
    """Waiting, light on the feet."""
    s, _ = turn(phase)
    return Pose(
        left=Leg(0.28 + 0.05 * s, 0.5 + 0.06 * s, 0.12),
        right=Leg(0.22 - 0.04 * s, 0.46 - 0.05 * s, 0.12),
        left_hand=(0.2, -0.1, -0.36 + 0.02 * s),
        right_hand=(0.22, 0.1, -0.36 - 0.02 * s),
        lean=0.24,
    )


def kick(phase: float) -> Pose:
    """A right-footed strike; the ball leaves at phase 0.5."""
    swing = between(-0.9, 0.95, (phase - 0.2) / 0.4)
    return Pose(
        left=Leg(0.05, 0.3),
        right=Leg(swing, between(1.3, 0.15, (phase - 0.3) / 0.25), 0.1),
        left_hand=(0.25, -0.42, -0.12),
        right_hand=(-0.3, 0.3, -0.25),
        lean=between(0.25, -0.1, phase),
    )


def cheer(phase: float) -> Pose:
    """Arms up, jumping."""
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


def skate(phase: float) -> Pose:
    """One push of each leg, the stick on the ice."""
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
    """Standing on skates, knees bent."""
    s, _ = turn(phase)
    return Pose(
        left=Leg(0.62 + 0.04 * s, 1.0, 0.16),
        right=Leg(0.5 - 0.04 * s, 0.9, 0.16),
        left_hand=(0.3, 0.12, -0.28),
        right_hand=(0.42, -0.02, -0.42),
        lean=0.55,
        stick=(1.2, 0.12 + 0.06 * s, 0.03),
    )


def slap(phase: float) -> Pose:
    """A shot; the puck leaves at phase 0.5."""
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


def cheer_on_ice(phase: float) -> Pose:
    """Arms and stick up, gliding."""
    s, _ = turn(phase)
    return Pose(
        left=Leg(0.35 + 0.1 * s, 0.55, 0.12),
        right=Leg(0.25, 0.5, 0.12),
        left_hand=(0.15, -0.2, 0.5),
        right_hand=(0.15, 0.2, 0.52 + 0.05 * s),
        lean=0.05,
        stick=(0.35 + 0.1 * s, 0.95, 2.35),
    )


def dribble(phase: float) -> Pose:
    """Running with one hand on the ball."""
    pose = run(phase)
    _, c = turn(phase * 2)
    return Pose(pose.left, pose.right, pose.left_hand, (0.3, 0.16, -0.3 + 0.1 * c), lean=0.32, lift=pose.lift)


def guard(phase: float) -> Pose:
    """Low, arms wide, in front of an opponent."""
    s, _ = turn(phase)
    return Pose(
        left=Leg(0.6, 1.05 + 0.08 * s, 0.3),
        right=Leg(0.6, 1.05 - 0.08 * s, 0.3),
        left_hand=(0.25, -0.5, 0.02 + 0.1 * s),
        right_hand=(0.25, 0.5, 0.02 - 0.1 * s),
        lean=0.35,
    )


def jump_shot(phase: float) -> Pose:
    """Down, up, and the ball leaves the hands at phase 0.5."""
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
    """Forearms together under a low ball; contact at phase 0.5."""
    rise = between(0.0, 1.0, (phase - 0.35) / 0.3)
    return Pose(
        left=Leg(0.8 - 0.3 * rise, 1.3 - 0.5 * rise, 0.22),
        right=Leg(0.8 - 0.3 * rise, 1.3 - 0.5 * rise, 0.22),
        left_hand=(0.5, 0.17, -0.36 + 0.26 * rise),
        right_hand=(0.5, -0.17, -0.36 + 0.26 * rise),
        lean=0.5 - 0.2 * rise,
    )


def set_up(phase: float) -> Pose:
    """Fingers over the head; contact at phase 0.5."""
    rise = between(0.0, 1.0, (phase - 0.3) / 0.3)
    return Pose(
        left=Leg(0.35 - 0.25 * rise, 0.7 - 0.5 * rise, 0.1),
        right=Leg(0.35 - 0.25 * rise, 0.7 - 0.5 * rise, 0.1),
        left_hand=(0.2, 0.08, 0.3 + 0.28 * rise),
        right_hand=(0.2, -0.08, 0.3 + 0.28 * rise),
        lean=0.02,
    )


def spike(phase: float) -> Pose:
    """A leap with the arm swung over; contact at phase 0.5."""
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
    """Straight up at the net, hands over it."""
    air = between(0.0, 1.0, phase / 0.4) - between(0.0, 1.0, (phase - 0.6) / 0.35)
    return Pose(
        left=Leg(0.05, 0.15 + 0.3 * (1 - air), 0.06),
        right=Leg(0.05, 0.15 + 0.3 * (1 - air), 0.06),
        left_hand=(0.16, -0.04, 0.25 + 0.35 * air),
        right_hand=(0.16, 0.04, 0.25 + 0.35 * air),
        lean=0.03,
        lift=0.5 * air,
    )


def keep(phase: float) -> Pose:
    """A goalkeeper, ready."""
    s, _ = turn(phase)
    return Pose(
        left=Leg(0.5, 0.9 + 0.06 * s, 0.26),
        right=Leg(0.5, 0.9 - 0.06 * s, 0.26),
        left_hand=(0.3, -0.3, -0.15 + 0.05 * s),
        right_hand=(0.3, 0.3, -0.15 - 0.05 * s),
        lean=0.35,
    )


def dive(phase: float) -> Pose:
    """A goalkeeper thrown to the right."""
    t = between(0.0, 1.0, phase / 0.45)
    return Pose(
        left=Leg(0.2, 0.4 + 0.4 * t, 0.2),
        right=Leg(0.1, 0.2, 0.1),
        left_hand=(0.15, 0.25 * t - 0.2, 0.5 * t),
        right_hand=(0.15, 0.2, 0.6 * t),
        lean=0.1,
        lie=1.25 * t,
    )


def tend(phase: float) -> Pose:
    """A hockey goalie in the crease: pads together, blocker and glove out."""
    s, _ = turn(phase)
    return Pose(
        left=Leg(0.5, 0.85 + 0.04 * s, 0.2),
        right=Leg(0.5, 0.85 - 0.04 * s, 0.2),
        left_hand=(0.28, -0.34, -0.22 + 0.03 * s),
        right_hand=(0.3, 0.26, -0.34),
        lean=0.34,
        stick=(0.62, -0.1, 0.03),
    )


def butterfly(phase: float) -> Pose:
    """A hockey goalie down on the pads."""
    t = between(0.0, 1.0, phase / 0.3) - between(0.0, 1.0, (phase - 0.75) / 0.25)
    return Pose(
        left=Leg(0.5 + 0.25 * t, 0.85 + 1.1 * t, 0.2 + 0.4 * t),
        right=Leg(0.5 + 0.25 * t, 0.85 + 1.1 * t, 0.2 + 0.4 * t),
        left_hand=(0.32, -0.45, -0.1 + 0.2 * t),
        right_hand=(0.32, 0.36, -0.3),
        lean=0.3,
        stick=(0.6, 0.0, 0.03),
    )


def officiate(phase: float) -> Pose:
    """A referee watching."""
    pose = stand(phase)
    return Pose(pose.left, pose.right, (0.1, -0.06, -0.5), (0.12, 0.06, -0.5), lean=0.08)


MOTIONS: dict[str, Motion] = {
    motion.__name__: motion
    for motion in (
        *(run, stand, kick, cheer, skate, glide, slap, cheer_on_ice, dribble, guard, jump_shot),
        *(bump, set_up, spike, block, keep, dive, tend, butterfly, officiate),
    )
}
