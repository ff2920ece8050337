"""The examples of timelines are those of the server's code."""

from __future__ import annotations

import json

from contracts.timeline.examples import PATH, SPORTS, render_examples

MAX_BYTES = 300_000


def test_the_examples_of_timelines_are_current() -> None:
    """`python -m contracts.timeline` writes them."""
    assert PATH.read_text("utf-8") == render_examples()


def test_the_examples_are_small_and_have_every_sport() -> None:
    examples = json.loads(PATH.read_text("utf-8"))
    assert PATH.stat().st_size < MAX_BYTES
    assert {timeline["sport"] for timeline in examples["timelines"]} == set(SPORTS)


def test_the_examples_have_every_phase_and_ending() -> None:
    timelines = json.loads(PATH.read_text("utf-8"))["timelines"]
    boards = [board for timeline in timelines for board in timeline["snapshots"]]
    assert {board.get("phase") for board in boards} >= {"period", "break", "shootout", "ended"}
    endings = {board.get("ending") for board in boards}
    assert endings == {None, "regulation", "overtime", "shootout", "forfeit"}
