"""Hockey, soccer and basketball in numbers: meters and seconds, and formations as shares of a half."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.demo.footage.play.athlete import Gait

Spot = tuple[float, float]


@dataclass(frozen=True)
class Rules:
    """The numbers that differ between games with two goals.

    `roles` has two positions for each field player: with their side deep in attack, and deep in defense. A
    position is a share of the half's length toward the opponents, and a share of the half's width. `commit`
    is how much players follow possession instead of the ball, `marking` how close they stay to opponents.
    `room` is the minimum distance between athletes in meters, `goal_interval` the seconds between goals.
    """

    goal_x: float
    half_width: float
    goal_half: float
    goal_z: tuple[float, float]
    gait: Gait
    roles: tuple[tuple[Spot, Spot], ...]
    goalkeeper: tuple[str, str] | None
    shoot: str
    strike: float
    shot_range: float
    shot_speed: float
    pass_speed: float
    loft: float
    tempo: tuple[float, float]
    marking: float
    commit: float
    celebration: float
    room: float
    goal_interval: float
    points: tuple[int, ...] = (1,)


HOCKEY = Rules(
    goal_x=26.5,
    half_width=13.6,
    goal_half=0.8,
    goal_z=(0.1, 0.9),
    gait=Gait("skate", "glide", "cheer_on_ice", 6.5, 8.2, 11.0),
    roles=(
        ((0.26, 0.56), (-0.82, 0.36)),
        ((0.26, -0.56), (-0.82, -0.36)),
        ((0.76, 0.72), (-0.36, 0.74)),
        ((0.76, -0.72), (-0.36, -0.74)),
        ((0.62, 0.05), (-0.56, 0.0)),
    ),
    goalkeeper=("tend", "butterfly"),
    shoot="slap",
    strike=0.7,
    shot_range=12.0,
    shot_speed=26.0,
    pass_speed=15.0,
    loft=0.0,
    tempo=(0.6, 1.5),
    marking=0.3,
    commit=0.3,
    celebration=3.2,
    room=2.6,
    goal_interval=15.0,
)

SOCCER = Rules(
    goal_x=52.5,
    half_width=31.0,
    goal_half=3.2,
    goal_z=(0.3, 2.0),
    gait=Gait("run", "stand", "cheer", 3.1, 7.4, 8.0),
    roles=(
        ((0.1, 0.2), (-0.78, 0.14)),
        ((0.1, -0.2), (-0.78, -0.14)),
        ((0.34, 0.72), (-0.7, 0.42)),
        ((0.34, -0.72), (-0.7, -0.42)),
        ((0.36, 0.0), (-0.58, 0.04)),
        ((0.52, 0.3), (-0.5, 0.3)),
        ((0.52, -0.3), (-0.5, -0.3)),
        ((0.76, 0.62), (-0.26, 0.5)),
        ((0.76, -0.62), (-0.26, -0.5)),
        ((0.82, 0.02), (-0.14, 0.0)),
    ),
    goalkeeper=("keep", "dive"),
    shoot="kick",
    strike=0.56,
    shot_range=21.0,
    shot_speed=26.0,
    pass_speed=17.0,
    loft=0.035,
    tempo=(0.7, 1.7),
    marking=0.3,
    commit=0.2,
    celebration=3.6,
    room=2.6,
    goal_interval=20.0,
)

BASKETBALL = Rules(
    goal_x=12.725,
    half_width=6.8,
    goal_half=0.0,
    goal_z=(3.05, 3.05),
    gait=Gait("run", "guard", "cheer", 2.9, 6.2, 9.0),
    roles=(
        ((0.3, -0.1), (-0.42, -0.1)),
        ((0.46, 0.8), (-0.56, 0.55)),
        ((0.5, -0.86), (-0.56, -0.6)),
        ((0.9, 0.62), (-0.82, 0.4)),
        ((0.84, -0.5), (-0.82, -0.35)),
    ),
    goalkeeper=None,
    shoot="jump_shot",
    strike=0.9,
    shot_range=6.6,
    shot_speed=7.6,
    pass_speed=9.5,
    loft=0.05,
    tempo=(0.6, 1.2),
    marking=0.72,
    commit=0.85,
    celebration=0.0,
    room=1.3,
    goal_interval=7.5,
    points=(2, 2, 3),
)

RULES = {"hockey": HOCKEY, "soccer": SOCCER, "basketball": BASKETBALL}
