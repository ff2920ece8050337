"""The script that breaks a deployment on purpose: what it makes of what visitors saw."""

from __future__ import annotations

import io
import runpy
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import requests

from contracts.faults import stage
from contracts.faults.__main__ import time_that_plays, wrong
from contracts.faults.diary import ACT, LOOK, NO_ANSWER, PLAY, Browser, Diary, Seen, words_of
from contracts.faults.each import FAULTS, Killer, refused, slow_files
from contracts.faults.proof import KINDS, Found
from contracts.faults.visitors import Crowd
from touchline.container import Application
from touchline.shared.clock import SystemClock

NO_STAGE: Any = None

PAGE = Path(__file__).parents[2] / "docs/reference/measurements.md"


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


def test_refusals_that_come_at_once_count_for_no_more_than_they_last() -> None:
    came = [Seen(PLAY, 0.1 * number, 200, 0.1) for number in range(1, 81)]
    away = [Seen(PLAY, 8.0 + 0.02 * number, NO_ANSWER, 0.0) for number in range(1, 101)]
    assert time_that_plays([*came, *away]) == pytest.approx(0.8)
    assert time_that_plays(came) == 1.0 and time_that_plays(away) == 0.0


@pytest.fixture
def found() -> Found:
    """One of each was acknowledged, and found."""
    return Found(Counter(KINDS))


def test_a_refusal_says_in_a_sentence_that_it_is_not_possible_now(found: Found) -> None:
    came = [Seen(PLAY, 1.0, 200, 0.1)]
    dumb = [Seen(ACT, 2.0, 503, 0.1), Seen(ACT, 2.0, 409, 0.1), Seen(ACT, 2.0, 500, 0.1, "Oh.")]
    polite = [Seen(ACT, 2.0, 503, 0.1, "Not now."), Seen(ACT, 2.0, 409, 0.1, "Still being paid.")]
    said = list(wrong(FAULTS[0], Crowd(NO_STAGE), found, "gone", came, [*came, *polite, *dumb], 0.0))
    assert said == [
        "503 without a sentence (1 times)",
        "409 without a sentence (1 times)",
        "500 Oh. (1 times)",
    ]


def test_a_connection_may_break_without_a_word_only_where_processes_are_killed(found: Found) -> None:
    came, broken = [Seen(PLAY, 1.0, 200, 0.1)], [Seen(ACT, 2.0, NO_ANSWER, 0.1)]
    by_name = {fault.name: fault for fault in FAULTS}
    for name, said in (("killed", []), ("database", ["no answer (1 times)"])):
        assert list(wrong(by_name[name], Crowd(NO_STAGE), found, "so", came, broken, 0.0)) == said


@pytest.mark.parametrize(
    ("path", "kind", "body", "words"),
    [
        ("/api/events", "application/problem+json", b'{"message": "Not now."}', "Not now."),
        ("/api/events", "application/problem+json", b'{"message": null}', ""),
        ("/api/events", "text/html", b"<title>Bad gateway</title>", ""),
        ("/", "text/html", b"<title>Back soon</title>", "(page) Back soon"),
    ],
)
def test_a_call_is_told_by_its_message_and_a_page_by_its_title(
    monkeypatch: pytest.MonkeyPatch, path: str, kind: str, body: bytes, words: str
) -> None:
    answer = requests.Response()
    answer.status_code, answer.raw, answer.headers["Content-Type"] = 503, io.BytesIO(body), kind
    monkeypatch.setattr(requests.Session, "request", lambda *_, **__: answer)
    diary = Diary()
    wants = {"Accept": "text/html"} if path == "/" else {}
    Browser(1, diary).ask(LOOK, "GET", path, headers=wants)
    assert [one.words for one in diary.pages] == [words]


def test_that_processes_are_killed_is_shown_by_each_kind_of_them() -> None:
    killer = Killer()
    for name, shown in (("web", ""), ("worker", ""), ("ingest", "1 × ingest, 1 × web, 1 × worker")):
        killer.killed[name] += 1
        assert killer.shown(NO_STAGE, Crowd(NO_STAGE), (0.0, 1.0)) == shown


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
