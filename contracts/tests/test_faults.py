"""The script that breaks a deployment on purpose: what it makes of what visitors saw."""

from __future__ import annotations

import runpy
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from contracts.faults import stage
from contracts.faults.__main__ import wrong
from contracts.faults.diary import ACT, NO_ANSWER, PLAY, Diary, Seen, words_of
from contracts.faults.each import FAULTS, refused, slow_files
from contracts.faults.proof import KINDS, Found
from contracts.faults.visitors import Crowd
from touchline.container import Application
from touchline.shared.clock import SystemClock

NO_STAGE: Any = None

PAGE = Path(__file__).parents[2] / "docs/how-to/when-something-fails.md"


@pytest.fixture
def diary() -> Diary:
    """A segment that came at 10, a refusal at 20, and silence of 15 seconds that was over at 40."""
    diary = Diary()
    diary.note(Seen(PLAY, 10.0, 200, 0.1))
    diary.note(Seen(ACT, 20.0, 503, 0.1, "not now"))
    diary.note(Seen(PLAY, 40.0, NO_ANSWER, 15.0))
    return diary


def test_what_is_seen_counts_when_it_was_asked(diary: Diary) -> None:
    assert [one.at for one in diary.between(15.0, 30.0)] == [20.0, 40.0]
    assert [one.at for one in diary.between(15.0, 30.0, PLAY)] == [40.0]


def test_it_is_well_once_nothing_goes_wrong_any_more(diary: Diary) -> None:
    assert diary.well_since(15.0) == 25.0
    assert diary.well_since(50.0) == 0.0


def test_refusals_are_told_in_their_words(diary: Diary) -> None:
    assert words_of(diary.between(0.0, 99.0)) == {"503 not now": 1, "no answer": 1}


def test_a_live_picture_stands_still_between_new_segments_and_at_both_ends(diary: Diary) -> None:
    diary.segments += [11.0, 13.0, 22.0, 24.0]
    assert diary.longest_pause(10.0, 30.0) == 9.0
    assert diary.longest_pause(10.0, 40.0) == 16.0


def test_what_nothing_shows_and_what_nobody_tried_is_no_proof() -> None:
    crowd, came = Crowd(NO_STAGE), [Seen(PLAY, 1.0, 200, 0.1)]
    found = Found(Counter(set(KINDS) - {"clip"}))
    crowd.stumbled.append("look: KeyError 'data'")
    said = list(wrong(FAULTS[0], crowd, found, "", came, came, 0.0))
    assert said == ["nothing shows that it was done at all", "look: KeyError 'data'", "nobody had: clip"]


def test_a_fault_is_shown_by_what_was_seen_while_it_lasted(diary: Diary) -> None:
    crowd = Crowd(NO_STAGE)
    crowd.diary = diary
    assert refused(NO_STAGE, crowd, (15.0, 30.0)) == "1 call refused"
    assert refused(NO_STAGE, crowd, (21.0, 30.0)) == ""
    assert slow_files(NO_STAGE, crowd, (9.0, 30.0)) == ""
    assert slow_files(NO_STAGE, crowd, (24.0, 30.0)) == "no segment in less than 15.0 s"


def test_each_fault_stands_in_the_handbook() -> None:
    page = PAGE.read_text("utf-8")
    assert [fault.what for fault in FAULTS if f"| {fault.what}" not in page] == []
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


def test_the_clock_that_is_put_wrong_is_the_one_that_the_product_asks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    says = tmp_path / "clock"
    says.write_text("-600")
    monkeypatch.setenv("FAULTS_CLOCK", str(says))
    monkeypatch.setattr(time, "time", time.time)
    monkeypatch.setattr(SystemClock, "now", SystemClock.now)
    runpy.run_path(str(Path(stage.__file__).parent / "slow/sitecustomize.py"))
    off = Application.clock().now() - datetime.now(UTC)
    assert abs(off.total_seconds() + 600) < 60
