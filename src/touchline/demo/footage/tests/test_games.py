from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from touchline.demo.footage import counter
from touchline.demo.footage.games import GamePainter, play, render_game
from touchline.demo.footage.play.schedule import ScoreTracker
from touchline.demo.footage.specs import SPORTS
from touchline.demo.footage.tests.samples import build_game_spec, decode_frames

FRAMES = 1200


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("sport", SPORTS)
def test_the_same_seed_plays_the_same_game_and_another_seed_another(sport: str) -> None:
    spec = build_game_spec(sport, 48)
    assert play(spec, 300) == play(spec, 300)
    assert play(spec, 300) != play(build_game_spec(sport, 48, seed=8), 300)


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize(
    ("sport", "final"),
    [
        ("hockey", (2, 3)),
        ("soccer", (1, 2)),
        ("soccer", (0, 0)),
        ("basketball", (58, 61)),
        ("volleyball", (25, 21)),
    ],
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_video_ends_with_the_requested_score(sport: str, final: tuple[int, int], seed: int) -> None:
    recording = play(build_game_spec(sport, 48, seed, final), FRAMES)
    scores = ScoreTracker(recording, sport, seed, final)
    assert scores.at(FRAMES).points == final
    assert min(scores.at(0).points) >= 0


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_volleyball_with_a_score_in_sets_ends_with_the_point_that_wins_the_last(seed: int) -> None:
    recording = play(build_game_spec("volleyball", 48, seed, (3, 1)), FRAMES)
    scores = ScoreTracker(recording, "volleyball", seed, (3, 1))
    assert scores.at(0).sets == (2, 1)
    assert scores.at(FRAMES).sets == (3, 1)
    assert scores.at(FRAMES).points[0] == 25
    assert recording.goals()[-1].side == 0


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("sport", SPORTS)
def test_every_game_has_a_goal(sport: str) -> None:
    goals = [len(play(build_game_spec(sport, 48, seed), FRAMES).goals()) for seed in range(4)]
    assert min(goals) >= 1


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("sport", SPORTS)
def test_athletes_run_at_human_speed_and_stay_near_the_field(sport: str) -> None:
    stances = play(build_game_spec(sport, 24), 600).stances
    for before, after in pairwise(stances):
        for a, b in zip(before, after, strict=True):
            assert np.hypot(b.x - a.x, b.y - a.y) < 0.6
    assert max(abs(stance.x) for frame in stances for stance in frame) < 60


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("sport", SPORTS)
def test_a_visible_ball_never_jumps(sport: str) -> None:
    balls = play(build_game_spec(sport, 48), FRAMES).ball
    steps = [np.hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(balls) if a and b]
    assert max(steps) < 2.0


@pytest.mark.nightly
def test_a_game_is_drawn_with_its_numbers_the_same_each_time(tmp_path: Path) -> None:
    shares: list[float] = []
    render_game(build_game_spec("volleyball", 1.0), tmp_path / "game.mp4", shares.append)
    assert [counter.read(rgb) for _, _, rgb in decode_frames(tmp_path / "game.mp4")] == list(range(25))
    assert shares[-1] == 1.0
    once, again = (GamePainter(build_game_spec("volleyball", 1.0), 25) for _ in range(2))
    assert np.array_equal(once.paint(20).buffer, again.paint(20).buffer)
