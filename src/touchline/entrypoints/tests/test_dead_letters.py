"""`touchline jobs` over a desk in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from touchline.entrypoints import cli
from touchline.shared.job_desk import DeadLetter, JobDesk, LivingWorker, QueueAway, QueueCounts

WHEN = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
ERROR = 'Traceback (most recent call last):\n  File "x.py"\nOSError: refused, token=abcdefgh12345\n\n'
LETTER = DeadLetter("clip-7", "clips", "clips.cut", (1, 7), WHEN, 4, ERROR)


@dataclass
class FakeDesk:
    """`JobDesk` over a list."""

    letters: list[DeadLetter] = field(default_factory=list)
    retried: list[str] = field(default_factory=list)
    away: bool = False

    def dead_letters(self, queue: str | None = None) -> Sequence[DeadLetter]:
        if self.away:
            raise QueueAway("The queue does not answer: refused")
        return [letter for letter in self.letters if queue in (None, letter.queue)]

    def dead_letter(self, key: str) -> DeadLetter | None:
        return next((letter for letter in self.letters if letter.key == key), None)

    def retry(self, key: str) -> bool:
        self.retried.append(key)
        return self.drop(key)

    def drop(self, key: str) -> bool:
        before = len(self.letters)
        self.letters = [letter for letter in self.letters if letter.key != key]
        return len(self.letters) < before

    def counts(self) -> Sequence[QueueCounts]:
        return [QueueCounts("clips", 5, 2, 1, len(self.letters)), QueueCounts("mail", 0, 0, 0, 0)]

    def workers(self) -> Sequence[LivingWorker]:
        return [LivingWorker("w1", ("clips", "downloads"), WHEN, "clips.cut 1 8")]


@pytest.fixture
def desk() -> FakeDesk:
    """One job failed, of a clip; one of a letter."""
    return FakeDesk([LETTER, replace(LETTER, key="letter-1", queue="mail", name="channel.letter")])


@pytest.fixture
def touchline(desk: FakeDesk, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """`touchline("list")` runs `touchline jobs list`."""

    def run(*arguments: str, with_desk: JobDesk | None = desk) -> Result:
        house = SimpleNamespace(adapters=SimpleNamespace(job_desk=lambda: with_desk))
        monkeypatch.setattr(cli, "bootstrap", lambda: house)
        return CliRunner(env={"COLUMNS": "200"}).invoke(cli.main, ["jobs", *arguments])

    return run


def test_failed_jobs_are_listed_with_queues_and_workers(touchline: Callable[..., Result]) -> None:
    told = touchline("list")
    assert told.exit_code == 3, told.output
    for part in (
        "clip-7",
        "clips.cut",
        "1 7",
        "2026-11-21T18:00:00Z",
        "OSError: refused",
        "w1",
        "clips.cut 1 8",
    ):
        assert part in told.output
    assert "abcdefgh12345" not in told.output


def test_of_one_queue_alone_and_for_programs(touchline: Callable[..., Result]) -> None:
    answer = touchline("list", "--queue", "mail", "--json")
    told = json.loads(answer.output)
    assert [letter["key"] for letter in told["failed"]] == ["letter-1"]
    assert told["queues"] == [{"queue": "mail", "waiting": 0, "running": 0, "later": 0, "failed": 0}]
    assert told["workers"][0]["seen_at"] == "2026-11-21T18:00:00Z"
    assert "abcdefgh12345" not in answer.output


def test_nothing_failed_is_exit_code_0(touchline: Callable[..., Result], desk: FakeDesk) -> None:
    desk.letters = []
    assert touchline("list").exit_code == 0


def test_one_is_shown_with_its_traceback_and_without_secrets(touchline: Callable[..., Result]) -> None:
    for options in ((), ("--json",)):
        told = touchline("show", "clip-7", *options)
        assert told.exit_code == 0
        assert "Traceback" in told.output
        assert "abcdefgh12345" not in told.output
    assert touchline("show", "clip-8").exit_code == 1


def test_jobs_are_tried_again_by_name_by_queue_or_all(
    touchline: Callable[..., Result], desk: FakeDesk
) -> None:
    assert touchline("retry", "--queue", "mail").output == "letter-1 waits again.\n"
    assert touchline("retry", "clip-7").exit_code == 0
    assert desk.retried == ["letter-1", "clip-7"]
    gone = touchline("retry", "clip-7")
    assert (gone.exit_code, gone.output) == (1, "Error: There is no job clip-7 that failed.\n")


@pytest.mark.parametrize("command", ["retry", "drop"])
def test_of_all_jobs_one_that_is_gone_meanwhile_keeps_the_others_from_nothing(
    touchline: Callable[..., Result], desk: FakeDesk, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    gone = replace(LETTER, key="gone")
    monkeypatch.setattr(desk, "dead_letters", lambda _queue: [gone, *desk.letters])
    told = touchline(command, "--all")
    assert (told.exit_code, desk.letters) == (0, []), told.output
    assert "gone" not in told.output


def test_jobs_are_dropped(touchline: Callable[..., Result], desk: FakeDesk) -> None:
    assert touchline("drop", "--all").exit_code == 0
    assert desk.letters == []
    assert desk.retried == []


@pytest.mark.parametrize("wrong", [("retry",), ("drop", "clip-7", "--all")])
def test_what_is_meant_must_be_said(touchline: Callable[..., Result], wrong: tuple[str, ...]) -> None:
    assert touchline(*wrong).exit_code == 2


def test_a_queue_that_is_away_is_the_machines_fault(touchline: Callable[..., Result], desk: FakeDesk) -> None:
    desk.away = True
    told = touchline("list")
    assert told.exit_code == 2
    assert "The queue does not answer" in told.output


def test_without_a_queue_there_is_nothing_to_list(touchline: Callable[..., Result]) -> None:
    told = touchline("list", with_desk=None)
    assert told.exit_code == 1
    assert "TOUCHLINE_QUEUE=inline" in told.output
